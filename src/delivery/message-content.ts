/** What an invitation and a reminder say to one recipient, from the row of the message: in their language, with the link that is theirs. */
import { lengthOf, type SurveyLength } from '../../contract/answering-time.ts'
import { textsOf } from '../../locales/catalogue.ts'
import type { MessageContent } from '../channels/channels.ts'
import { isLastReminder, notCountedOf, promiseFor, remindsEveryone } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import { named } from '../ids.ts'
import { firstLanguage, joinSentences, type Language } from '../language.ts'
import { localise } from '../questions/questions.ts'
import { keysOf, linkOf } from '../vault/vault.ts'
import { type DueMessage, refOf } from './delivery-store.ts'
import { contentOf, firstAsked, type ReminderCall } from './invitation.ts'
import { type MessagePromise, messagePromiseOf } from './message-promise.ts'
import { hasEarlierPending } from './pending-store.ts'
import { daysUntil } from './sending-time.ts'

/** A message whose collection takes answers, with the recipient's link, and the text of it that addresses have. */
export type OpenMessage = DueMessage & { link: string; token: string; answerKey: Buffer }

/** @returns null where the collection takes no answers any more, or its keys are lost */
export async function openMessageOf(tx: Tx, due: DueMessage, now: Date): Promise<OpenMessage | null> {
  if (!due.is_open || (due.closes_at !== null && new Date(due.closes_at) <= now)) return null
  const keys = await keysOf(tx, { ...refOf(due), mode: due.mode })
  if (!keys) return null
  const link = linkOf(keys.linkKey, due.member_id)
  return { ...due, link, token: named(due.organisation_id, link), answerKey: keys.answerKey }
}

export const languageOf = (due: DueMessage): Language => firstLanguage(due.locale, due.organisation_locale)

export const writtenIn = (due: DueMessage, language: Language) =>
  localise({ ...due, questions: due.questions ?? [] }, due, language, due.organisation_locale).written

/** The same for all recipients of a collection who read one language. */
export const promiseIn = (tx: Tx, due: DueMessage, language: Language): Promise<MessagePromise> =>
  promiseFor(
    tx,
    due.organisation_id,
    { policy: { ...due, retention_days: null, recent: recentOf(due) }, hash: due.promise_hash },
    language,
  ).then((promise) => messagePromiseOf(promise, language))

const recentOf = ({ asked, recent_members: added, recent_members_by_asker: by_asker }: DueMessage) => ({
  asked,
  added,
  by_asker,
})

type Frame = {
  readonly language: Language
  readonly promise: MessagePromise
  readonly baseUrl: string
  readonly call: ReminderCall | null
}

/** What a reminder says of the end, when it is sent: the same whether its reader has answered or not. */
export async function callOf(tx: Tx, due: OpenMessage, now: Date): Promise<ReminderCall | null> {
  if (due.round === 0 || due.closes_at === null) return null
  const closesAt = new Date(due.closes_at)
  const days = daysUntil(closesAt, now, due.time_zone)
  return {
    closes: days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'later',
    isLast:
      (await isLastReminder(tx, refOf(due), due.round, { mode: due.mode, closesAt })) &&
      !(await hasEarlierPending(tx, due)),
  }
}

/** Where names are seen, not to be counted among groups does not mean that nobody reads the answers. */
function notCountedIn(due: DueMessage, language: Language): string | null {
  const sentence = notCountedOf(due, language)?.sentence ?? null
  return sentence !== null && due.mode === 'attributed'
    ? joinSentences(textsOf('answering', language)('not_counted_named'), sentence)
    : sentence
}

export function contentFor(due: OpenMessage, { language, promise, baseUrl, call }: Frame): MessageContent {
  const { title, description, questions } = writtenIn(due, language)
  return contentOf({
    ...due,
    ...lengthIn(due),
    title,
    description,
    isToEveryone: remindsEveryone(due.mode),
    language,
    promise,
    call,
    // Told before they answer, which may be in the message itself.
    notCounted: notCountedIn(due, language),
    url: `${baseUrl}/r/${due.token}`,
    closesAt: due.closes_at,
    timeZone: due.time_zone,
    question: due.channel === 'email' ? firstAsked(questions, language) : null,
  })
}

/** As it was counted when the survey opened. */
const lengthIn = ({ question_count: questionCount, minutes, questions }: DueMessage): SurveyLength =>
  questionCount === null || minutes === null ? lengthOf(questions ?? []) : { questionCount, minutes }
