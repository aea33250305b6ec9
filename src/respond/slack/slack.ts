/**
 * Answers given in a message of Slack. The button that sends carries the link's token; what was put into the form meets the
 * same rules as what comes from the page. Slack may deliver a click twice: the attempt's name is the message's under our
 * secret, so the second time gets the same receipt.
 *
 * Never of an anonymous collection: Slack knows who clicks, and there the message has no form.
 */
import { createHmac } from 'node:crypto'
import { type Answer } from '../../../contract/questions.ts'
import { answersIn, type Place, sendAction, type Slack } from '../../channels/channels.ts'
import { keepAnswerOf, type LinkContext, resolveLink } from '../../collection/collection.ts'
import { messageWords } from '../../delivery/delivery.ts'
import { type Db } from '../../db/db.ts'
import { fill, firstLanguage } from '../../language.ts'
import { Problem } from '../../problem.ts'

export type Interactions = {
  db: Db
  slack: Slack
  signingSecret: string
  baseUrl: () => string
}

/** Keeps the answer first; that Slack could not show the thanks takes nothing of it away. */
export async function takeInteraction(it: Interactions, payload: unknown, now: Date): Promise<void> {
  const click = clickOf(payload)
  if (!click) return
  const { place, token, values } = click
  const asked = await resolveLink(it.db, token, now).catch(nothingThere)
  if (!asked || asked.mode === 'anonymous') {
    await it.slack.whisper(place, messageWords.en.gone)
    return
  }
  const words = messageWords[firstLanguage(asked.memberLocale, asked.organisationLocale)]
  const said = { title: asked.title }
  const answers = answersIn(asked.questions, values)
  try {
    const attempt = attemptOf(it.signingSecret, token, place)
    const { receipt } = await keepAnswerOf(it.db, asked, answers, attempt, now)
    const way = { words: words.change, url: `${it.baseUrl()}/receipts/${receipt}` }
    await it.slack.replace(place, fill(words.thanks, said), way)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'already_answered') await it.slack.replace(place, words.answered, null)
    else if (error.code === 'collection_closed') await it.slack.replace(place, fill(words.closed, said), null)
    else await it.slack.whisper(place, faultsOf(error, asked, answers, words))
  }
}

type Click = { place: Place; token: string; values: unknown }
type Payload = {
  type?: unknown
  actions?: { action_id?: unknown; value?: unknown }[]
  state?: { values?: unknown }
  container?: { channel_id?: unknown; message_ts?: unknown }
  user?: { id?: unknown }
}

/** The click on the button that sends; a click on a link comes in as well, and asks for nothing. */
function clickOf(payload: unknown): Click | null {
  const { type, actions, state, container, user } = (payload ?? {}) as Payload
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
  return { place: { channel, ts, user: id }, token, values: state?.values }
}

const nothingThere = (error: unknown): null => {
  if (error instanceof Problem && error.code === 'not_found') return null
  throw error
}

const attemptOf = (secret: string, token: string, { channel, ts }: Place): string =>
  createHmac('sha256', secret).update(`attempt\n${token}\n${channel}\n${ts}`).digest('hex')

type Words = (typeof messageWords)['en']

/** Pointers of a refusal, /questions/{index} or /answers/{index}, told in the reader's language by the question's text. */
function faultsOf(
  refusal: Problem,
  { questions }: LinkContext,
  answers: readonly Answer[],
  words: Words,
): string {
  const errors = refusal.extra.errors ?? []
  if (refusal.code !== 'invalid_answers' || errors.length === 0) return words.trouble
  const lines = errors.map(({ pointer, code }) => {
    const [, list, index] = pointer.split('/')
    const id = list === 'answers' ? answers[Number(index)]?.question_id : questions[Number(index)]?.id
    const question = questions.find((one) => one.id === id)?.text ?? ''
    return fill(code === 'required' ? words.required : words.invalid, { question })
  })
  return [words.look_again, ...lines].join('\n')
}
