/**
 * Opening: everything is frozen (roster, questions, confidentiality, hashed into the promise) and everyone told, in one
 * transaction of set-based statements, whatever the number of recipients.
 */
import { type Channel, type QuietHours, type Reminder } from '../../contract/collections.ts'
import { limits } from '../../contract/limits.ts'
import { type Question } from '../../contract/questions.ts'
import { breakdownError as errorOfBreakdown, type Policy } from '../cells/cells.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { openVault } from '../vault/vault.ts'
import { promiseHash } from '../confidentiality/confidentiality.ts'
import { afterCommit, type Tx } from '../db/db.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { planReminders } from './reminders.ts'
import { type Asking, noneToAsk, placesOf, type Roster } from './roster.ts'
import * as roster from './roster-store.ts'
import * as store from './store.ts'

/** Whose answers an owner asks for, and whose calendar counts for absences; no zone: the organisation's. */
export type RosterRequest = {
  organisationId: string
  /** The pulse, or the check-in: what people opt out of. */
  seriesId: string
  roster: Roster
  /** A fixed roster: of those above, only these. */
  only: string[] | null
  timeZone: string | null
}

export type Opening = RosterRequest & {
  owner: store.CollectionOwner
  title: string
  description: string | null
  questions: Question[]
  questionsVersion: number
  channels: Channel[]
  reminders: Reminder[]
  quietHours: QuietHours | null
  autoClose: boolean
  policy: Policy
  closesAt: Date | null
  /** Where each recipient's window follows his own zone. */
  windows?: roster.Windows | null
}

/**
 * @throws no_recipients  nobody active on the roster, or nobody who is there and wishes to be asked
 * @throws unprocessable  an end that has passed, too many people, or a breakdown that could show nothing
 */
export async function openCollection(tx: Tx, opening: Opening, now: Date): Promise<store.Collection> {
  const id = newId('collection')
  const { closesAt, organisationId } = opening
  const ref: CollectionRef = { organisationId, collectionId: id }
  if (closesAt !== null && closesAt <= now)
    throw impossible('/closes_at', 'closes_at is in the past', 'in_the_past')
  await store.insertCollection(
    tx,
    { ...opening, id, promiseHash: promiseHash(opening.policy, opening.questions, id) },
    now,
  )
  const keys = await openVault(tx, ref)
  const zone = await zoneOf(tx, opening)
  await roster.freezeTeams(tx, ref, opening.roster)
  const asking = askingIn(zone, opening, { opensAt: now, closesAt })
  const attribute = opening.policy.breakdown?.attribute ?? null
  const counts = await roster.freezeRecipients(tx, ref, asking, opening.windows ?? null, attribute, keys)
  if (counts.asked === 0)
    throw problem('no_recipients', { detail: 'No active member is among the recipients, or all are away' })
  if (counts.asked > limits.recipientsMax)
    throw impossible('/recipients', `At most ${limits.recipientsMax} people can be asked at once`, 'too_many')
  const fault = await breakdownErrorFor(tx, asking, opening)
  if (fault !== null) throw impossible('/breakdown', fault, 'breakdown_impossible')
  const messages = opening.channels.filter((channel) => channel !== 'link')
  if (messages.length > 0) await roster.makeInvitations(tx, ref, messages, keys, now)
  if (opening.channels.includes('link')) await roster.makeLinks(tx, ref, keys, now)
  await roster.keepCounts(tx, ref, counts)
  await planReminders(tx, ref, opening.reminders, zone, now, closesAt)
  afterCommit(tx, 'work due', null)
  return (await store.findCollection(tx, ref))!
}

/** When a collection opens and, where that is known, closes. */
export type Period = { opensAt: Date; closesAt: Date | null }

/** Why nobody can be asked in this period, or null: what opening would refuse. */
export async function rosterError(tx: Tx, request: RosterRequest, period: Period): Promise<string | null> {
  return noneToAsk(tx, askingIn(await zoneOf(tx, request), request, period))
}

type BreakdownRequest = Pick<Opening, 'policy' | 'questions'>

/** Why opening would refuse the breakdown that is asked for, or null. */
export async function breakdownError(
  tx: Tx,
  request: RosterRequest & BreakdownRequest,
  period: Period,
): Promise<string | null> {
  return breakdownErrorFor(tx, askingIn(await zoneOf(tx, request), request, period), request)
}

async function breakdownErrorFor(
  tx: Tx,
  asking: Asking,
  { policy, questions }: BreakdownRequest,
): Promise<string | null> {
  if (policy.breakdown === null) return null
  const { people, teams } = await placesOf(tx, asking, policy.breakdown.attribute)
  return errorOfBreakdown(policy, questions, teams, people)
}

const zoneOf = async (tx: Tx, { timeZone, organisationId }: RosterRequest): Promise<string> =>
  timeZone ?? store.organisationZone(tx, organisationId)

const askingIn = (
  zone: string,
  { organisationId, roster: given, only, seriesId }: RosterRequest,
  { opensAt, closesAt }: Period,
): Asking => ({
  organisationId,
  roster: given,
  only,
  outs: { seriesId, from: dayIn(zone, opensAt), to: dayIn(zone, closesAt ?? opensAt) },
})

const dayIn = (zone: string, instant: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()
