/**
 * Answers given in a message of Slack. The button that sends carries the link's token; what was put into the form meets the
 * same rules as what comes from the page. Slack may deliver a click twice: the attempt's name is the message's under our
 * secret, so the second time gets the same receipt.
 *
 * Never of an anonymous collection: Slack knows who clicks, and there the message has no form.
 */
import { createHmac } from 'node:crypto'
import { type Answer } from '../../../contract/questions.ts'
import { textsOf } from '../../../locales/catalogue.ts'
import { type English } from '../../../locales/en.ts'
import { type Formatter } from '../../../locales/format.ts'
import { answersIn, type Place, sendAction, type Slack } from '../../channels/channels.ts'
import { submitAnswers, type LinkContext, resolveLink } from '../../collection/collection.ts'
import { type Db } from '../../db/db.ts'
import { firstLanguage } from '../../language.ts'
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
    await it.slack.whisper(place, textsOf('messages', 'en')('gone'))
    return
  }
  const text = textsOf('messages', firstLanguage(asked.memberLocale, asked.organisationLocale))
  const { title } = asked
  const answers = answersIn(asked.questions, values)
  try {
    const attempt = attemptOf(it.signingSecret, token, place)
    const { receipt } = await submitAnswers(it.db, asked, { answers, attempt }, now)
    const link = { label: text('change'), url: `${it.baseUrl()}/receipts/${receipt}` }
    await it.slack.replace(place, text('thanks', { title }), link)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'already_answered') await it.slack.replace(place, text('answered'), null)
    else if (error.code === 'collection_closed')
      await it.slack.replace(place, text('closed', { title }), null)
    else await it.slack.whisper(place, faultsOf(error, asked, answers, text))
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

/** Pointers of a refusal, /questions/{index} or /answers/{index}, as lines in the reader's language, by the question's text. */
function faultsOf(
  refusal: Problem,
  { questions }: LinkContext,
  answers: readonly Answer[],
  text: Formatter<English['messages']>,
): string {
  const errors = refusal.extra.errors ?? []
  if (refusal.code !== 'invalid_answers' || errors.length === 0) return text('trouble')
  const lines = errors.map(({ pointer, code }) => {
    const [, list, index] = pointer.split('/')
    const id = list === 'answers' ? answers[Number(index)]?.question_id : questions[Number(index)]?.id
    const question = questions.find((one) => one.id === id)?.text ?? ''
    return text(code === 'required' ? 'required' : 'invalid', { question })
  })
  return [text('check'), ...lines].join('\n')
}
