/** What is shown of a check-in before it opens: its next dates, and what it would ask then. */
import type * as contract from '../../contract/checkins.ts'
import { limits } from '../../contract/limits.ts'
import type { RotationPlan } from '../../contract/rotation.ts'
import { type ApplicationActor, userIdOf } from '../actor.ts'
import type { Call } from '../call.ts'
import { mayAsk, type SurveyContent } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import { seesDirectory } from '../directory/directory.ts'
import { problem } from '../problem.ts'
import { todayIn } from './dates.ts'
import { effectivePolicy } from './instance-transitions.ts'
import { lastDateOver, pastTurns } from './instances-store.ts'
import { scheduleAhead } from './moved-dates.ts'
import { zonesOf } from './planning.ts'
import { datesToPlan, formWith, nextTurn, planOf } from './rotation.ts'
import {
  closesAfter,
  isByRecipient,
  type Opening,
  planFrom,
  preview,
  scheduleOf,
  zoneNamed,
} from './schedule.ts'
import type * as store from './store.ts'
import { load } from './transitions.ts'

/**
 * The next openings, for the schedule and the recipients of today; and the holidays between them.
 * @throws not_found | invalid_request  no such zone
 */
export async function getCheckInSchedule({
  tx,
  actor,
  params,
  query: { from, count = 5, zone },
  now,
}: Call<typeof contract.getCheckInSchedule>) {
  const checkIn = await load(tx, actor, params.id)
  const wanted = zone === undefined ? undefined : zoneNamed(zone)
  if (zone !== undefined && wanted === undefined)
    throw problem('invalid_request', { detail: `${zone} is not an IANA time zone` })
  const schedule = await scheduleAhead(tx, checkIn)
  const zones = (await seesZones(tx, actor, checkIn))
    ? await zonesOf(tx, checkIn, limits.scheduleZonesMax)
    : [checkIn.time_zone]
  const today = todayIn(checkIn.time_zone, now)
  // What opened before its own date does not come again.
  const over = from === undefined ? await lastDateOver(tx, checkIn, now) : null
  const first = from ?? (over !== null && over > today ? dayAfter(over) : today)
  const shownZones = zones.filter((one) => wanted === undefined || zoneNamed(one) === wanted)
  return shownZones.length === 0
    ? { openings: [], skipped: [] }
    : planFrom(schedule, first, count, shownZones)
}

/** As the next occurrence would be. @throws not_found */
export async function contentOf({
  tx,
  actor,
  params,
  now,
}: Pick<Call<typeof contract.previewCheckIn>, 'tx' | 'actor' | 'params' | 'now'>): Promise<SurveyContent> {
  const checkIn = await load(tx, actor, params.id)
  const { title, description, questions: all, language, translations } = checkIn
  const today = todayIn(checkIn.time_zone, now)
  const [opening] = preview(await scheduleAhead(tx, checkIn), today, 1)
  const rotation = await rotationPlan(tx, checkIn, now)
  const questions = formWith(all, checkIn.rotation, rotation?.next ?? null)
  const policy = await effectivePolicy(tx, checkIn)
  // A rule that has ended has no next occurrence.
  const closesAt = checkIn.lifecycle
    ? closesAfter(now, { timeZone: checkIn.time_zone, window: checkIn.window }).toISOString()
    : ((opening as Opening | undefined)?.closes_at ?? null)
  const plan = rotation?.plan ?? null
  return {
    title,
    description,
    questions,
    all,
    rotation: plan,
    language,
    translations,
    closesAt,
    timeZone: checkIn.time_zone,
    policy,
    hash: null,
  }
}

/** The turns of the next dates; a date that has opened or was skipped is none of them. */
async function rotationPlan(
  tx: Tx,
  checkIn: store.CheckInRow,
  now: Date,
): Promise<{ plan: RotationPlan; next: string[] } | null> {
  const { rotation } = checkIn
  if (rotation === null) return null
  const past = await pastTurns(tx, checkIn)
  const today = todayIn(checkIn.time_zone, now)
  const over = await lastDateOver(tx, checkIn, now)
  const from = over !== null && over >= today ? dayAfter(over) : today
  const schedule = await scheduleAhead(tx, checkIn)
  const dates = preview(schedule, from, datesToPlan(rotation)).map(({ local_date: date }) => date)
  return { plan: planOf(checkIn.questions, rotation, past, dates), next: nextTurn(rotation, past) }
}

const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString()

/** Somebody who could ask one person by the time of that person would read their time zone here. */
const seesZones = async (tx: Tx, actor: ApplicationActor, checkIn: store.CheckInRow): Promise<boolean> =>
  isByRecipient(scheduleOf(checkIn)) &&
  (seesDirectory(actor) ||
    (checkIn.author_user_id === userIdOf(actor) && (await mayAsk(tx, actor, checkIn.recipients))))
