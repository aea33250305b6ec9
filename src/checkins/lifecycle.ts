/**
 * Check-ins around joining and leaving: each person is asked once, on their own day. The answers of a calendar period count together: its
 * instance is open from the beginning of the period until the last of its people had their time to answer.
 *
 * People who keep the directory know who is asked when. So an instance reveals nothing while it is open, in a period of too few people
 * it reveals nothing at all, and anyone who was asked once is never asked again by this check-in, however their dates change: no two of its
 * figures have a person in common. What else keeps people apart is in src/collection/rolling.ts.
 */
import type { Mode } from '../../contract/confidentiality.ts'
import type { Lifecycle } from '../../contract/lifecycle.ts'
import type { Channel } from '../../contract/collections.ts'
import { askedOf, askRolling, dueReminders } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import { membersWithDay } from '../directory/directory.ts'
import { impossible } from '../problem.ts'
import { months } from './periods.ts'
import * as store from './lifecycle-store.ts'
import type { InstanceRow } from './instances-store.ts'
import type { CheckInRow } from './store.ts'

type Draft = Pick<
  CheckInRow,
  | 'lifecycle'
  | 'window'
  | 'auto_close'
  | 'low_participation'
  | 'breakdown'
  | 'rotation'
  | 'channels'
  | 'roster_mode'
> & { confidentiality: { mode: Mode } }

const answerDaysMax = 31

/** @throws unprocessable  a check-in whose people are asked one by one cannot do this */
export function checkLifecycle(checkIn: Draft): void {
  const { lifecycle, confidentiality, channels, window } = checkIn
  if (lifecycle === null) return
  // One person is asked at a time: in the database, the row that appears next is theirs, whatever is sealed in it.
  if (confidentiality.mode === 'anonymous')
    throw impossible(
      '/confidentiality/mode',
      'People are asked one by one, so the moment of an answer tells whose it is. Use confidential or attributed mode',
      'not_by_lifecycle',
    )
  const refused: [string, string, boolean][] = [
    ['/auto_close', '`auto_close`', checkIn.auto_close],
    ['/low_participation', '`low_participation`', checkIn.low_participation !== null],
    ['/breakdown', 'a `breakdown`', checkIn.breakdown !== null],
    ['/rotation', 'a `rotation`', checkIn.rotation !== null],
    ['/roster_mode', 'the `roster_mode` `fixed`', checkIn.roster_mode === 'fixed'],
    ['/channels', 'the channel `code`', channels.includes('code' satisfies Channel)],
  ]
  for (const [pointer, what, isSet] of refused)
    if (isSet)
      throw impossible(
        pointer,
        `A check-in around joining or leaving cannot have ${what}; leave it out`,
        'not_by_lifecycle',
      )
  const days = Temporal.Duration.from(window).total({ unit: 'days', relativeTo: '2026-01-01' })
  if (days < 1 || days > answerDaysMax)
    throw impossible('/window', `Each person gets from one to ${answerDaysMax} days to answer`)
}

/** How often people are looked for. */
const lookAgainMs = 900_000

export const lookAgainAt = (now: Date): Date => new Date(now.getTime() + lookAgainMs)

/** Asks everybody whose day has come since the instance opened, and says when to look again. The check-in is locked. */
export async function askDue(
  tx: Tx,
  { checkIn, instance }: { checkIn: CheckInRow; instance: InstanceRow },
  now: Date,
): Promise<void> {
  const { lifecycle, organisation_id: organisationId } = checkIn
  if (lifecycle === null || instance.collection_id === null) return
  const found = await peopleDue(tx, { checkIn, lifecycle, instance }, now)
  const asked = await askedOf(tx, organisationId, await store.collectionsOf(tx, checkIn), found)
  const memberIds = found.filter((id) => !asked.has(id))
  if (memberIds.length > 0) {
    const closesAt = new Date(
      Math.min(endIn(checkIn.time_zone, now, checkIn.window), Date.parse(instance.closes_at)),
    )
    const period = { opensAt: now, closesAt }
    await askRolling(
      tx,
      { organisationId, collectionId: instance.collection_id },
      {
        organisationId,
        seriesId: checkIn.id,
        roster: checkIn.recipients,
        only: memberIds,
        timeZone: checkIn.time_zone,
        channels: checkIn.channels,
        mode: checkIn.confidentiality.mode,
        period,
        reminders: dueReminders(checkIn.reminders, { zone: checkIn.time_zone, ...period }),
      },
      now,
    )
  }
  await store.lookForPeople(tx, instance, lookAgainAt(now))
}

const endIn = (zone: string, now: Date, window: string): number =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zone)
    .add(Temporal.Duration.from(window)).epochMilliseconds

/** Those whose day is in the period of the instance and has begun, and who have not left. Some of them were asked before. */
async function peopleDue(
  tx: Tx,
  { checkIn, lifecycle, instance }: { checkIn: CheckInRow; lifecycle: Lifecycle; instance: InstanceRow },
  now: Date,
): Promise<string[]> {
  const shift = { days: lifecycle.date === 'joined_on' ? lifecycle.days : -lifecycle.days }
  const first = Temporal.PlainDate.from(instance.local_date)
  const last = first.add({ months: months[lifecycle.period] }).subtract({ days: 1 })
  const rows = await membersWithDay(tx, checkIn.organisation_id, {
    date: lifecycle.date,
    from: first.subtract(shift).toString(),
    to: last.subtract(shift).toString(),
  })
  return rows.flatMap(({ id, day, leaves_on: leaves, time_zone: own }) => {
    const here = hereIn(own ?? checkIn.time_zone, checkIn.time_zone, now)
    const begins = Temporal.PlainDate.from(day)
      .add(shift)
      .toPlainDateTime(lifecycle.time ?? '09:00')
    const hasBegun = Temporal.PlainDateTime.compare(begins, here) <= 0
    const hasLeft = leaves !== null && leaves < here.toPlainDate().toString()
    return hasBegun && !hasLeft ? [id] : []
  })
}

/** What the clock shows in a zone; in the other one where this database of zones does not know it. */
function hereIn(zone: string, otherwise: string, now: Date): Temporal.PlainDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  try {
    return instant.toZonedDateTimeISO(zone).toPlainDateTime()
  } catch {
    return instant.toZonedDateTimeISO(otherwise).toPlainDateTime()
  }
}
