/**
 * Translations of a survey that a language model proposes to its author. What goes out are texts that an author wrote, never an answer; what
 * comes back is checked against them (fitting.ts), shown to a person and saved by that person or not at all. So a reply is a reply to one call:
 * nothing is stored, and there is nothing to retry.
 *
 * The rule runs outside of a transaction: no connection to the database waits for the model. It reads, records in the audit log what it is
 * about to send, and only then sends it.
 */
import type {
  proposeCheckInTranslation,
  proposePulseTranslation,
  TranslationProposal,
} from '../../contract/translation-proposals.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import type { Translation, Translations } from '../../contract/translations.ts'
import { labelCountOf, ownOf, type Text, textsOf, withText } from '../../contract/wording.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import * as checkIns from '../checkins/checkins.ts'
import { languageOf } from '../language.ts'
import { impossible, problem } from '../problem.ts'
import * as pulses from '../pulses/pulses.ts'
import { faultOf, notDistinct, tidied } from './fitting.ts'
import { askOf, hostOf, type Provider, ProviderError } from './provider.ts'
import { isTranslation } from './shapes.ts'
import { organisationForTranslation } from './store.ts'
import {
  type Languages,
  repliesOf,
  requestsFor,
  translationFor,
  translationPromptVersion,
} from './translation-prompt.ts'

type ProposalCall = Call<typeof proposePulseTranslation> | Call<typeof proposeCheckInTranslation>

type Survey = {
  readonly id: string
  readonly version: number
  readonly author_user_id: string
  readonly visibility: 'public' | 'private'
  readonly title: string
  readonly description: string | null
  readonly questions: readonly FormQuestion[]
  readonly language: string | null
  readonly translations: Translations
}

/** @param limitMs  for the replies of the model, all of them */
export function translationRules(provider: Provider | null, limitMs?: number) {
  let running = 0
  const propose = async (call: ProposalCall, survey: Survey): Promise<TranslationProposal> => {
    if (running >= runningMax)
      throw problem('unavailable', {
        detail: 'Many translations are being proposed at the moment; try again in a few seconds',
        headers: { 'retry-after': '10' },
      })
    running++
    try {
      return await proposalFor(call, survey, { provider, limitMs })
    } finally {
      running--
    }
  }
  return {
    /** @throws as proposalFor, and not_found | not_the_author | precondition_failed | pulse_not_draft */
    proposePulseTranslation: async (call: Call<typeof proposePulseTranslation>) =>
      propose(call, await pulses.findEditable(call)),
    /** @throws as proposalFor, and not_found | not_the_author | precondition_failed, or its state */
    proposeCheckInTranslation: async (call: Call<typeof proposeCheckInTranslation>) =>
      propose(call, await checkIns.findEditable(call)),
  }
}

/** On one node: each holds a request of a caller open for as long as the model thinks. */
const runningMax = 16

type Model = { readonly provider: Provider | null; readonly limitMs: number | undefined }

/**
 * @throws unprocessable  a language that the service does not speak, or that of the survey
 * @throws language_model_not_set_up | translation_not_agreed | nothing_to_translate | language_model_failed
 */
async function proposalFor(
  { tx, actor, body, now }: ProposalCall,
  survey: Survey,
  { provider, limitMs }: Model,
): Promise<TranslationProposal> {
  const organisation = await organisationForTranslation(tx, actor.organisationId)
  const languages = languagesOf(body.language, survey.language ?? organisation.locale)
  if (provider === null) throw problem('language_model_not_set_up')
  const host = hostOf(provider)
  if (organisation.translation_model !== host) throw problem('translation_not_agreed')

  const { requests, next } = requestsFor(wantedTexts(survey, body))
  if (requests.length === 0) throw problem('nothing_to_translate')
  const model = { provider: host, model: provider.model }
  await recordAudit(tx, {
    organisationId: actor.organisationId,
    actor: actedBy(actor),
    action: 'translation.requested',
    target: survey.id,
    detail: {
      ...model,
      prompt_version: translationPromptVersion,
      language: languages.to,
      texts: requests.flat().length,
    },
    // Nobody but its author knows that a private survey is there.
    privateTo: survey.visibility === 'private' ? survey.author_user_id : null,
    at: now,
  })
  const replies = await replyTo({ provider, limitMs }, requests, survey.title, languages)
  return {
    language: languages.to,
    source_language: languages.from,
    version: survey.version,
    ...model,
    ...checked(survey, requests.flat(), replies),
    next: next?.pointer ?? null,
  }
}

/** @throws unprocessable */
function languagesOf(to: string, mainLocale: string): Languages {
  if (languageOf(to) !== to)
    throw impossible('/language', `${to} is not one of the languages of the answer page`, 'unknown_language')
  const from = languageOf(mainLocale) ?? mainLocale
  if (from === to) throw impossible('/language', 'The survey itself is in this language', 'main_language')
  return { from, to }
}

/** @throws unprocessable  `from` is none of its texts */
function wantedTexts(survey: Survey, { language, all, from }: ProposalCall['body']): Text[] {
  const texts = textsOf(survey, ownOf(survey.translations, language) ?? {})
  const start = from === undefined ? 0 : texts.findIndex(({ pointer }) => pointer === from)
  if (start < 0) throw impossible('/from', 'The survey has no such text', 'no_such_text')
  return texts.slice(start).filter(({ translated }) => all === true || translated === undefined)
}

/** All requests go out at once and share one limit; where one fails, the others are given up. @throws language_model_failed */
async function replyTo(
  { provider, limitMs }: { provider: Provider; limitMs: number | undefined },
  requests: readonly (readonly Text[])[],
  title: string,
  languages: Languages,
): Promise<(string | undefined)[]> {
  const ask = askOf(provider, limitMs)
  const failure = new AbortController()
  try {
    const replies = await Promise.all(
      requests.map(async (texts) => {
        const reply = await ask(translationFor(texts, title, languages), failure.signal)
        if (!isTranslation(reply)) throw new ProviderError('the answer has another shape')
        return repliesOf(texts, reply)
      }),
    )
    return replies.flat()
  } catch (error) {
    failure.abort()
    if (!(error instanceof ProviderError)) throw error
    throw problem('language_model_failed', {
      detail: `The language model at ${hostOf(provider)} gave no usable reply: ${error.message}`,
    })
  }
}

/** The proposals that fit, as a translation has them, and the others by name. */
function checked(
  survey: Survey,
  texts: readonly Text[],
  replies: readonly (string | undefined)[],
): Pick<TranslationProposal, 'translation' | 'rejected'> {
  const rejected: TranslationProposal['rejected'] = []
  const fitting = new Map<Text, string>()
  for (const [at, text] of texts.entries()) {
    const proposal = tidied(replies[at] ?? '')
    const fault = faultOf(text, proposal)
    if (fault === null) fitting.set(text, proposal)
    else rejected.push({ pointer: text.pointer, reason: fault })
  }
  for (const text of notDistinct(fitting)) {
    fitting.delete(text)
    rejected.push({ pointer: text.pointer, reason: 'not_distinct' })
  }
  let translation: Translation = {}
  for (const [text, proposal] of fitting)
    translation = withText(translation, text, proposal, labelCountOf(survey.questions, text))
  return { translation, rejected }
}
