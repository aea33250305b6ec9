/**
 * Answers from a form in a Slack message. The send button carries the link's token; the form meets the same rules as the page.
 * Slack may deliver a click twice: the attempt is derived from the message under our secret, so the second delivery gets the
 * same receipt.
 *
 * Never for an anonymous collection: Slack knows who clicks, so its messages have no form.
 */
import { createHmac } from 'node:crypto'
import type { Answer, FormQuestion } from '../../../contract/questions.ts'
import { textsOf } from '../../../locales/catalogue.ts'
import type { English } from '../../../locales/en.ts'
import type { Formatter } from '../../../locales/format.ts'
import { answersIn, type MessagePlace, sendAction, type Slack } from '../../channels/channels.ts'
import { submitAnswers, resolveLink } from '../../collection/collection.ts'
import type { Db } from '../../db/db.ts'
import { firstLanguage } from '../../language.ts'
import { Problem } from '../../problem.ts'
import { partsOfForm, localise } from '../../questions/questions.ts'

export type Interactions = {
  db: Db
  slack: Slack
  signingSecret: string
  baseUrl: () => string
}

/** Stores the answer first: it stays stored when Slack fails to show the thanks. */
export async function takeInteraction(setup: Interactions, payload: unknown, now: Date): Promise<void> {
  const click = clickOf(payload)
  if (!click) return
  const { place, token, values } = click
  const bot = await setup.slack.botOf(click.teamId)
  if (!bot) return
  const context = await resolveLink(setup.db, token, now).catch(nullIfUnknown)
  // A workspace answers for its own organisation alone; without one of its own, the operator's does.
  const isOthers = bot.organisationId !== null && context?.organisationId !== bot.organisationId
  if (!context || isOthers || context.mode === 'anonymous') {
    await bot.showPrivately(place, textsOf('messages', 'en')('gone'))
    return
  }
  const language = firstLanguage(context.memberLocale, context.organisationLocale)
  const text = textsOf('messages', language)
  const { title, questions } = localise(context, context, language, context.organisationLocale).written
  const answers = answersIn(context.questions, values)
  try {
    const attempt = attemptOf(setup.signingSecret, token, place)
    const { receipt } = await submitAnswers(setup.db, context, { answers, attempt }, now)
    const link = { label: text('change'), url: `${setup.baseUrl()}/receipts/${receipt}` }
    await bot.replace(place, text('thanks', { title }), link)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'already_answered') await bot.replace(place, text('answered'), null)
    else if (error.code === 'collection_closed') await bot.replace(place, text('closed', { title }), null)
    else await bot.showPrivately(place, faultsOf(error, { questions, answers }, text))
  }
}

type Click = { teamId: string | null; place: MessagePlace; token: string; values: unknown }
type Payload = {
  type?: unknown
  actions?: { action_id?: unknown; value?: unknown }[]
  state?: { values?: unknown }
  container?: { channel_id?: unknown; message_ts?: unknown }
  user?: { id?: unknown }
  team?: { id?: unknown } | null
}

/** A click on the send button; Slack also reports clicks on links, which need nothing. */
function clickOf(payload: unknown): Click | null {
  const { type, actions, state, container, user, team } = (payload ?? {}) as Payload
  if (type !== 'block_actions' || !Array.isArray(actions)) return null
  const token = actions.find((action) => action?.action_id === sendAction)?.value
  const { channel_id: channel, message_ts: ts } = container ?? {}
  const id = user?.id
  if (
    typeof token !== 'string' ||
    typeof channel !== 'string' ||
    typeof ts !== 'string' ||
    typeof id !== 'string'
  )
    return null
  return {
    teamId: typeof team?.id === 'string' ? team.id : null,
    place: { channel, ts, user: id },
    token,
    values: state?.values,
  }
}

const nullIfUnknown = (error: unknown): null => {
  if (error instanceof Problem && error.code === 'not_found') return null
  throw error
}

const attemptOf = (secret: string, token: string, { channel, ts }: MessagePlace): string =>
  createHmac('sha256', secret).update(`attempt\n${token}\n${channel}\n${ts}`).digest('hex')

/** A refusal's pointers, /questions/{index} or /answers/{index}, as lines in the reader's language with the question's text. */
function faultsOf(
  refusal: Problem,
  { questions, answers }: { questions: readonly FormQuestion[]; answers: readonly Answer[] },
  text: Formatter<English['messages']>,
): string {
  const errors = refusal.extra.errors ?? []
  if (refusal.code !== 'invalid_answers' || errors.length === 0) return text('trouble')
  const lines = errors.map(({ pointer, code }) => {
    const [, list, index] = pointer.split('/')
    const id = answers[Number(index)]?.question_id
    const asked =
      list === 'answers' ? partsOfForm(questions).find((one) => one.id === id) : questions[Number(index)]
    const question = asked?.text ?? ''
    return text(code === 'required' ? 'required' : 'invalid', { question })
  })
  return [text('check'), ...lines].join('\n')
}
