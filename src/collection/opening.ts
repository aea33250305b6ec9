/**
 * Opening freezes everything (roster, questions, confidentiality, hashed into the promise) and makes everybody's message, in one
 * transaction of set-based statements, whatever the number of recipients.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Channel, QuietHours, Reminder } from '../../contract/collections.ts'
import type { LowParticipation } from '../../contract/participation.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import { breakdownError as breakdownErrorIn } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { promiseHash } from '../confidentiality/confidentiality.ts'
import { afterCommit, type Tx } from '../db/db.ts'
import { newId, sha256 } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { newKeys, storeKeys } from '../vault/vault.ts'
import { lockAnswersDays } from './deletion-store.ts'
import { checkCodes, poolCodes } from './codes.ts'
import { linksError } from './link-delivery.ts'
import { recordRecentMembers } from './recent-members.ts'
import { participationDueAt } from './low-participation.ts'
import { planReminders } from './reminders.ts'
import {
  askedCount,
  placesOf,
  type Roster,
  rosterPeople,
  type RosterPerson,
  type RosterQuery,
  rosterTeams,
  type SizeError,
  sizeErrorOf,
  sizeProblem,
} from './roster.ts'
import * as roster from './roster-store.ts'
import { exclusionErrorIn, type SeatedOpening, seatPeople } from './seating.ts'
import { markSmallWindows } from './small-windows.ts'
import * as store from './store.ts'

/** Whom an owner asks, and in which time zone absences are counted; null: the organisation's. */
export type RosterRequest = {
  organisationId: string
  /** The pulse, or the check-in: what people opt out of. */
  seriesId: string
  roster: Roster
  /** A fixed roster: of those above, only these. */
  only: string[] | null
  timeZone: string | null
}

export type Opening = RosterRequest &
  SeatedOpening & {
    owner: store.CollectionOwner
    title: string
    description: string | null
    questionsVersion: number
    /** The main language; null: the organisation's at that time. */
    language: string | null
    channels: Channel[]
    reminders: Reminder[]
    /** The day for a reminder of a day, which may be a holiday. */
    reminderDay?: (date: string) => string | undefined
    quietHours: QuietHours | null
    autoClose: boolean
    lowParticipation: LowParticipation | null
    /** That asks; null: a person in the pages of this service. */
    applicationId: string | null
    closesAt: Date | null
    /** Where each recipient's window follows their own time zone. */
    windows?: roster.Windows | null
  }

/**
 * @throws no_recipients  nobody on the roster is active, present and willing to be asked
 * @throws roster_too_small  fewer people than the smallest group, in any mode but attributed
 * @throws exclusion_too_small  in anonymous mode, a few people of a group in whose figures they count
 * @throws unprocessable  an end that has passed, too many people, or a breakdown that could show nothing
 */
export async function openCollection(tx: Tx, opening: Opening, now: Date): Promise<store.Collection> {
  const { closesAt, organisationId } = opening
  const ref = await insertOpened(tx, opening, now)
  const zone = await zoneOf(tx, opening)
  const teams = await roster.freezeTeams(tx, ref, opening.roster)
  const query = rosterQuery(zone, opening, { opensAt: now, closesAt })
  const people = await rosterPeople(tx, query, opening.policy.breakdown?.attribute)
  const counts = countStatuses(people)
  const wrongSize = sizeErrorOf(counts.asked, opening.policy)
  if (wrongSize !== null) throw sizeProblem(wrongSize)
  const error = await breakdownErrorOf(tx, query, opening)
  if (error !== null) throw impossible('/breakdown', error, 'breakdown_impossible')
  const exclusion = await exclusionErrorIn(tx, organisationId, { ...opening, people, teams }, now)
  if (exclusion !== null) throw problem('exclusion_too_small', { detail: exclusion })
  const seated = await seatPeople(tx, ref, { ...opening, people, teams }, now)
  const { recipients, byCode } = await poolCodes(tx, ref, { ...opening, people: seated, teams })
  const keys = newKeys()
  await recordRecentMembers(tx, ref, recipients, { ...opening, now })
  await roster.freezeRecipients(tx, ref, recipients, { windows: opening.windows ?? null, keys, byCode })
  if (opening.windows) await markSmallWindows(tx, ref)
  await makeMessages(tx, ref, opening.channels, now)
  await roster.storeCounts(tx, ref, { ...counts, asked: recipients.length })
  await planReminders(tx, ref, opening.reminders, {
    zone,
    opensAt: now,
    closesAt,
    dayFor: opening.reminderDay,
  })
  await storeKeys(tx, { ...ref, mode: opening.policy.mode }, keys)
  afterCommit(tx, 'work due', null)
  return store.getCollection(tx, ref)
}

/** Its row, before anybody is asked. @throws unprocessable  an end that has passed, or channels that the mode does not have */
export async function insertOpened(tx: Tx, opening: Opening, now: Date): Promise<CollectionRef> {
  const id = newId('collection')
  const { closesAt, organisationId } = opening
  // An organisation that changes its language later does not change that of surveys which are open.
  const language = opening.language ?? (await store.organisationOf(tx, organisationId)).locale
  if (closesAt !== null && closesAt <= now)
    throw impossible('/closes_at', 'closes_at is in the past', 'in_the_past')
  const unlisted = linksError(opening.channels, opening.policy)
  if (unlisted !== null) throw impossible('/channels', unlisted, 'links_not_listed')
  checkCodes(opening.channels, opening.policy)
  const policy = await withDaysOfToday(tx, opening)
  await store.insertCollection(
    tx,
    {
      ...opening,
      id,
      policy,
      language,
      form: formBeyond(opening),
      participationDueAt: participationDueAt(opening.lowParticipation, { opensAt: now, closesAt }),
      promiseHash: promiseHash(policy, promisedWords({ ...opening, language }), id),
    },
    now,
  )
  return { organisationId, collectionId: id }
}

async function makeMessages(
  tx: Tx,
  ref: CollectionRef,
  channels: readonly Channel[],
  now: Date,
): Promise<void> {
  const sending = channels.filter((channel) => channel !== 'link' && channel !== 'code')
  const hasLinks = channels.includes('link')
  if (sending.length > 0) await roster.makeInvitations(tx, ref, { channels: sending, memberIds: null }, now)
  if (hasLinks) await roster.makeLinks(tx, ref, null, now)
  if (channels.includes('code')) await roster.makeSlips(tx, ref, sending.length === 0 && !hasLinks, now)
}

/** Everything that recipients may read of the questions; as before there were translations where there are none. */
const promisedWords = ({ form, language, translations }: Opening): unknown =>
  Object.keys(translations).length === 0 ? form : { form, language, translations }

/** null where recipients see the questions and nothing else. */
const formBeyond = ({ form, questions }: Opening): readonly FormQuestion[] | null =>
  isDeepStrictEqual(form, questions) ? null : form

/** An organisation that keeps answers for less time from this moment on waits, and then finds this survey as one that has opened. */
async function withDaysOfToday(tx: Tx, { organisationId, policy }: Opening): Promise<Opening['policy']> {
  const most = await lockAnswersDays(tx, organisationId)
  return { ...policy, retention_days: Math.min(policy.retention_days ?? most, most) }
}

function countStatuses(people: readonly RosterPerson[]): roster.Counts {
  const counts: roster.Counts = { asked: 0, absent: 0, opted_out: 0, excluded: 0 }
  for (const { status } of people) counts[status]++
  return counts
}

/** When a collection opens and, where that is known, closes. */
export type Period = { opensAt: Date; closesAt: Date | null }

/** Why opening would refuse as many people as the roster has in this period, or null. */
export async function sizeError(
  tx: Tx,
  request: RosterRequest & Pick<Opening, 'policy'>,
  period: Period,
): Promise<SizeError | null> {
  const query = rosterQuery(await zoneOf(tx, request), request, period)
  return sizeErrorOf(await askedCount(tx, query), request.policy)
}

/** Whom opening would ask in this period. `people_sha256` is of their ids: it changes when one is exchanged for another. */
export type RosterPreview = { people: number; teams: { id: string; name: string }[]; people_sha256: string }

/** For somebody to look at before it opens. The teams are those that the roster names, and not those below them. */
export async function previewRoster(tx: Tx, request: RosterRequest, period: Period): Promise<RosterPreview> {
  const query = rosterQuery(await zoneOf(tx, request), request, period)
  const asked = (await rosterPeople(tx, query)).filter(({ status }) => status === 'asked')
  const named = new Set(request.roster.team_ids)
  const teams = await rosterTeams(tx, request.organisationId, request.roster)
  return {
    people: asked.length,
    teams: teams.filter(({ id }) => named.has(id)).map(({ id, name }) => ({ id, name })),
    people_sha256: sha256(asked.map(({ memberId }) => memberId).join(' ')).toString('hex'),
  }
}

/** Why opening would refuse whom the author excludes, or null. */
export async function exclusionError(
  tx: Tx,
  request: RosterRequest & SeatedOpening,
  period: Period,
): Promise<string | null> {
  const query = rosterQuery(await zoneOf(tx, request), request, period)
  const people = await rosterPeople(tx, query)
  const teams = await rosterTeams(tx, request.organisationId, request.roster)
  return exclusionErrorIn(tx, request.organisationId, { ...request, people, teams }, period.opensAt)
}

type BreakdownRequest = Pick<Opening, 'policy' | 'questions'>

/** Why opening would refuse the breakdown, or null. */
export async function breakdownError(
  tx: Tx,
  request: RosterRequest & BreakdownRequest,
  period: Period,
): Promise<string | null> {
  return breakdownErrorOf(tx, rosterQuery(await zoneOf(tx, request), request, period), request)
}

async function breakdownErrorOf(
  tx: Tx,
  query: RosterQuery,
  { policy, questions }: BreakdownRequest,
): Promise<string | null> {
  if (policy.breakdown === null) return null
  const { people, teams } = await placesOf(tx, query, policy.breakdown.attribute)
  return breakdownErrorIn(policy, questions, teams, people)?.reason ?? null
}

const zoneOf = async (tx: Tx, { timeZone, organisationId }: RosterRequest): Promise<string> =>
  timeZone ?? (await store.organisationOf(tx, organisationId)).time_zone

export const rosterQuery = (
  zone: string,
  { organisationId, roster: selection, only, seriesId }: RosterRequest,
  { opensAt, closesAt }: Period,
): RosterQuery => ({
  organisationId,
  roster: selection,
  only,
  outs: { seriesId, from: dayIn(zone, opensAt), to: dayIn(zone, closesAt ?? opensAt) },
})

const dayIn = (zone: string, instant: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()
