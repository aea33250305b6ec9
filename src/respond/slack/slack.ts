/**
 * Answers in Slack, from a form in a message or in a window that a button of the message opens. Both carry the link's token, and meet the same
 * rules as the page. Slack may deliver a click twice: the attempt is derived from the message under our secret, so the second delivery gets the
 * same receipt.
 *
 * Never for an anonymous collection: Slack knows who clicks, so its messages have no form.
 */
import { textsOf } from '../../../locales/catalogue.ts'
import { answersIn, type Bot, formLabels, placeInSlack, type Slack } from '../../channels/channels.ts'
import { findNotCounted, type LinkContext, submitAnswers, resolveLink } from '../../collection/collection.ts'
import type { Db } from '../../db/db.ts'
import { joinSentences } from '../../language.ts'
import { Problem } from '../../problem.ts'
import { addressed, attemptOf, changeLink, faultsOf, nullIfUnknown } from '../chat.ts'
import { promiseInChat } from '../promise.ts'
import { type Action, actionOf, metadataOf } from './action.ts'

export type Interactions = {
  db: Db
  slack: Slack
  signingSecret: string
  baseUrl: () => string
}

/** What Slack does with a window that was sent: shows errors below its fields, or closes it. */
type WindowReply =
  | { response_action: 'errors'; errors: Record<string, string> }
  | { response_action: 'clear' }

/** @returns what Slack is told in reply, for a window; everything else goes through its API */
export async function takeInteraction(
  setup: Interactions,
  payload: unknown,
  now: Date,
): Promise<WindowReply | null> {
  const action = actionOf(payload)
  if (!action) return null
  const bot = await setup.slack.botOf(action.teamId)
  const context = bot && (await resolveLink(setup.db, action.token, now).catch(nullIfUnknown))
  // A workspace answers for its own organisation alone; without one of its own, the operator's does.
  const isOthers = bot?.organisationId !== null && context?.organisationId !== bot?.organisationId
  if (!bot || !context || isOthers || context.mode === 'anonymous') {
    const gone = textsOf('messages', 'en')('gone')
    if (action.kind === 'window') return onFirstField(action, gone)
    await bot?.showPrivately(action.place, gone)
    return null
  }
  const asked = { bot, context, ...addressed(context) }
  if (action.kind === 'open') {
    await openWindow(setup, asked, action)
    return null
  }
  return takeAnswers(setup, asked, action, now)
}

type Asked = ReturnType<typeof addressed> & { bot: Bot; context: LinkContext }

/** With the promise as it is now, which the message had as well; not for a form that has changed and does not fit any more. */
async function openWindow(
  { db }: Interactions,
  { bot, context, language, text, title, questions }: Asked,
  { place, token, triggerId }: Extract<Action, { kind: 'open' }>,
): Promise<void> {
  if (context.state !== 'open') return void (await bot.replace(place, text('closed', { title }), null))
  const { memberId } = context
  const notCounted = memberId === null ? null : await findNotCounted(db.tx, context, { memberId, language })
  const isOpen =
    placeInSlack(questions) !== null &&
    (await bot.openWindow(triggerId, {
      title,
      promise: joinSentences(await promiseInChat(db.tx, context, language), notCounted?.sentence),
      questions,
      labels: formLabels(language),
      metadata: metadataOf(token, place),
    }))
  if (!isOpen) await bot.showPrivately(place, text('trouble'))
}

/** Stores the answers first: they stay stored when Slack fails to show the thanks. */
async function takeAnswers(
  setup: Interactions,
  { bot, context, language, text, title, questions }: Asked,
  action: Extract<Action, { kind: 'message' | 'window' }>,
  now: Date,
): Promise<WindowReply | null> {
  const { place, values, kind } = action
  const done: WindowReply | null = kind === 'window' ? { response_action: 'clear' } : null
  const answers = answersIn(context.questions, values)
  try {
    const attempt = attemptOf(setup.signingSecret, [action.token, place.channel, place.ts])
    const { receipt } = await submitAnswers(setup.db, context, { answers, attempt }, now)
    const link = changeLink(setup.baseUrl(), { context, receipt, text })
    await bot.replace(place, text('thanks', { title }), link)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'already_answered') await bot.replace(place, text('answered'), null)
    else if (error.code === 'collection_closed') await bot.replace(place, text('closed', { title }), null)
    else {
      const faults = faultsOf(error, { questions, answers }, language)
      if (kind === 'window')
        return faults.size === 0
          ? onFirstField(action, text('trouble'))
          : { response_action: 'errors', errors: Object.fromEntries(faults) }
      const lines = faults.size === 0 ? [text('trouble')] : [text('check'), ...faults.values()]
      await bot.showPrivately(place, lines.join('\n'))
    }
  }
  return done
}

/** What concerns the whole form: Slack shows errors beside fields alone. */
const onFirstField = ({ values }: Extract<Action, { kind: 'window' }>, error: string): WindowReply => {
  const [first] = Object.keys(values ?? {})
  return first === undefined
    ? { response_action: 'clear' }
    : { response_action: 'errors', errors: { [first]: error } }
}
