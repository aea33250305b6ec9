/**
 * Rolling collections: people are added while it is open, each on a day of their own and with a window of their own (check-ins around joining
 * and leaving).
 *
 * Everybody may know who was asked on which day. A count that moves on a day on which one person could answer is that person's answer, so
 * none is shown before the end (response-summary.ts). Whom the figures are about is settled at the end, from all who were asked:
 *
 * - everybody of it is one cell, or in no figure: there are no figures of teams;
 * - fewer than k people, not counting those who were added to the directory within fourteen days before they were asked, are in no figure:
 *   nobody reads the first one's answer by adding made-up people after it;
 * - seats are of a ledger of its own, which is bound when the collection opens, runs until a season after its last answer, and goes on from one
 *   collection of the series to the next. Other surveys that take up a question in the meantime join it. A question that another survey
 *   asks, or asked recently, is in no figure here: both have people in common, and these came and went in between.
 */
import type { Channel, Reminder } from '../../contract/collections.ts'
import type { Mode } from '../../contract/confidentiality.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { afterCommit, many, only, run, sql, type Tx } from '../db/db.ts'
import { bool, int8, nullable, shape, shapeOf } from '../db/shape.ts'
import { collections, recipients } from '../db/tables.ts'
import { newKeys, keysOf, storeKeys } from '../vault/vault.ts'
import { insertOpened, type Opening, type Period, rosterQuery, type RosterRequest } from './opening.ts'
import { recentDays } from './recent-members.ts'
import { roundsIn } from './reminders.ts'
import { rosterPeople } from './roster.ts'
import * as rolling from './rolling-store.ts'
import * as roster from './roster-store.ts'
import { addSittingOut, holdSeats, type SeatedOpening, seatPeople, sittingOutOf } from './seating.ts'
import * as store from './store.ts'

/** Opens it, for nobody yet. @throws as openCollection, except for what depends on who is asked */
export async function openRolling(
  tx: Tx,
  opening: Opening & { closesAt: Date },
  now: Date,
): Promise<store.Collection> {
  const ref = await insertOpened(tx, opening, now)
  await run(
    tx,
    sql`
      update collections
      set is_rolling = true
      where organisation_id = ${ref.organisationId}
        and id = ${ref.collectionId}`,
  )
  await holdSeats(tx, ref, { ...opening, answers: { since: now, until: opening.closesAt } }, now)
  await storeKeys(tx, { ...ref, mode: opening.policy.mode }, newKeys())
  return store.getCollection(tx, ref)
}

type Asking = RosterRequest & {
  channels: readonly Channel[]
  mode: Mode
  period: Period & { closesAt: Date }
  /** When reminders go to those who are asked now. */
  reminders: readonly Date[]
}

/** Asks those of `only` who are on the roster and neither away for the whole period nor opted out; each gets the period for their window. */
export async function askRolling(tx: Tx, ref: CollectionRef, asking: Asking, now: Date): Promise<void> {
  const { channels, mode, period, reminders } = asking
  const query = rosterQuery(asking.timeZone ?? 'UTC', asking, period)
  const people = (await rosterPeople(tx, query)).filter(({ status }) => status === 'asked')
  const keys = await keysOf(tx, { ...ref, mode })
  if (people.length === 0 || !keys) return
  const added = people.map((person) => ({
    ...person,
    team: null,
    value: null,
    cell: null,
    isCounted: true,
    uncounted: null,
  }))
  const memberIds = people.map(({ memberId }) => memberId)
  const window = { opens_at: period.opensAt.toISOString(), closes_at: period.closesAt.toISOString() }
  await roster.freezeRecipients(tx, ref, added, { windows: null, window, keys, byCode: new Set() })
  const sending = channels.filter((channel) => channel !== 'link')
  if (sending.length > 0) await roster.makeInvitations(tx, ref, { channels: sending, memberIds }, now)
  if (channels.includes('link')) await roster.makeLinks(tx, ref, memberIds, now)
  for (const [index, at] of reminders.entries())
    await rolling.makeLaterReminders(tx, ref, { round: index + 1, memberIds, at })
  const { count } = await only(
    tx,
    shape({ count: int8 }),
    sql`
      select count(*) as count
      from recipients
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}`,
  )
  await roster.storeCounts(tx, ref, { asked: count, absent: 0, opted_out: 0, excluded: 0 })
  afterCommit(tx, 'work due', null)
}

/** When the reminders of somebody with this period go out. */
export const dueReminders = (
  reminders: readonly Reminder[],
  period: { zone: string; opensAt: Date; closesAt: Date },
): Date[] => roundsIn(reminders, period).map(({ at }) => at)

const askedRow = shape({
  memberId: recipients.member_id,
  is_counted: recipients.is_counted,
  is_recent: nullable(bool),
})

const closingRow = shapeOf(collections, ['opened_at', 'series_id', 'questions', 'form', 'translations'])

/** At the end, before anything is counted: who is in its figures. */
export async function seatRolling(tx: Tx, collection: store.Collection, now: Date): Promise<void> {
  const ref = store.refOf(collection)
  const policy = store.policyOfCollection(collection)
  const people = await many(
    tx,
    askedRow,
    sql`
      select r.member_id as "memberId", r.is_counted,
             m.created_at > r.opens_at - make_interval(hours => ${24 * recentDays}) as is_recent
      from recipients r
      left join members m on m.organisation_id = r.organisation_id and m.id = r.member_id
      where r.organisation_id = ${ref.organisationId}
        and r.collection_id = ${ref.collectionId}
      order by r.member_id`,
  )
  const { opened_at, series_id, questions, form, translations } = await only(
    tx,
    closingRow,
    sql`
      select ${closingRow.columns}
      from collections
      where organisation_id = ${ref.organisationId}
        and id = ${ref.collectionId}`,
  )
  const k = Math.max(policy.k_score, policy.k_rate)
  const isEnough = people.filter(({ is_recent }) => is_recent !== true).length >= k
  // Somebody was erased while it was open: nobody is counted with them.
  const isWhole = people.every(({ is_counted }) => is_counted)
  if (!isEnough || !isWhole) return rolling.countNobody(tx, ref)
  const before = await sittingOutOf(tx, ref)
  const opening: SeatedOpening = {
    seriesId: series_id,
    questions,
    form: form ?? questions,
    translations: translations ?? {},
    policy,
    answers: { since: new Date(opened_at), until: now },
  }
  const everybody = people.map(({ memberId }) => ({
    memberId,
    team: null,
    value: null,
    timeZone: null,
    addedAt: opened_at,
    addedBy: null,
    status: 'asked' as const,
  }))
  const seated = await seatPeople(tx, ref, { ...opening, people: everybody, teams: [] }, now)
  if (seated.some(({ isCounted }) => !isCounted) || seated.some(({ cell }) => cell === null))
    return rolling.countNobody(tx, ref)
  await addSittingOut(tx, ref, before)
  await rolling.storeCells(tx, ref, seated)
}
