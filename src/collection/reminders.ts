/**
 * Reminders: rounds of messages to those who have not answered yet. Planned ones wait in the table `reminders` for the
 * clock; one by call is a round of its own. Whoever is late (a service that slept) sends the last round that is due, once.
 */
import { type Reminder } from '../../contract/collections.ts'
import { type EventType } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { keysOf } from '../vault/vault.ts'
import { afterCommit, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { impossible, problem } from '../problem.ts'
import { makeReminders } from './roster-store.ts'
import { type Collection, findCollection, type OwnerKind, refOf } from './store.ts'

const leadMinutesMax = 366 * 24 * 60

/** @throws unprocessable  both members or none, a duration of no length or of more than a year */
export function checkReminders(reminders: readonly Reminder[]): void {
  reminders.forEach((reminder, at) => {
    const [[name, duration] = [], ...more] = Object.entries(reminder)
    if (name === undefined || duration === undefined || more.length > 0)
      throw impossible(`/reminders/${at}`, 'A reminder has either after_open or before_close')
    const minutes = Temporal.Duration.from(duration).total({ unit: 'minutes', relativeTo: '2026-01-01' })
    if (minutes < 1 || minutes > leadMinutesMax)
      throw impossible(`/reminders/${at}/${name}`, 'A reminder stands between a minute and a year off')
  })
}

/** Plans those that fall between the opening and the end, each moment once. */
export async function planReminders(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  reminders: readonly Reminder[],
  zone: string,
  opensAt: Date,
  closesAt: Date | null,
): Promise<void> {
  const moments = reminders
    .flatMap(({ after_open: after, before_close: lead = null }) => {
      const at = after ? later(opensAt, zone, after) : closesAt && lead && earlier(closesAt, zone, lead)
      return at && at > opensAt && (closesAt === null || at < closesAt) ? [{ at, lead }] : []
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .filter(({ at }, place, all) => place === 0 || at.getTime() !== all[place - 1].at.getTime())
  for (const [place, { at, lead }] of moments.entries())
    await run(
      tx,
      sql`
        insert into reminders (organisation_id, collection_id, round, due_at, lead)
        values (${organisationId}, ${collectionId}, ${place + 1}, ${at}, ${lead})`,
    )
}

const moved = (from: Date, zone: string, duration: Temporal.Duration): Date =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone).add(duration)
      .epochMilliseconds,
  )
const later = (from: Date, zone: string, duration: string): Date =>
  moved(from, zone, Temporal.Duration.from(duration))
const earlier = (from: Date, zone: string, duration: string): Date =>
  moved(from, zone, Temporal.Duration.from(duration).negated())

/** A later end takes with it what was to come so long before the end. */
export async function moveReminders(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  zone: string,
  closesAt: Date,
): Promise<void> {
  const waiting = await many<{ round: number; lead: string }>(
    tx,
    sql`
      select round, lead
      from reminders
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and lead is not null
        and made_at is null`,
  )
  for (const { round, lead } of waiting)
    await run(
      tx,
      sql`
        update reminders
        set due_at = ${earlier(closesAt, zone, lead)}
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and round = ${round}`,
    )
}

/** What was planned for an ended collection. */
export const dropReminders = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      delete from reminders
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and made_at is null`,
  )

/**
 * Reminds now, by call. The caller holds the lock of the owner.
 * @throws reminded_recently  within ten minutes of the last round, or after ten rounds
 */
export async function remindCollection(tx: Tx, ref: CollectionRef, now: Date): Promise<void> {
  const collection = (await findCollection(tx, ref))!
  const { rounds, made, last } = (await one<{ rounds: number; made: number; last: string | null }>(
    tx,
    sql`
      select coalesce(max(round), 0) as rounds, count(made_at) as made, max(made_at) as last
      from reminders
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}`,
  ))!
  if (isRecent(last, now) || made >= limits.remindersTotalMax) {
    throw problem('reminded_recently', {
      detail: `There are at least ${limits.reminderGapSeconds / 60} minutes between reminders, and at most ${limits.remindersTotalMax} of them`,
      state: collection.state,
    })
  }
  await run(
    tx,
    sql`
      insert into reminders (organisation_id, collection_id, round, due_at, made_at)
      values (${ref.organisationId}, ${ref.collectionId}, ${rounds + 1}, ${now}, ${now})`,
  )
  await remind(tx, collection, rounds + 1, now)
  afterCommit(tx, 'work due', null)
}

const isRecent = (last: string | null, now: Date): boolean =>
  last !== null && now.getTime() - new Date(last).getTime() < limits.reminderGapSeconds * 1000

/**
 * Makes the round whose time has come; of several, the last alone.
 * @param aside  ids of collections that nobody touches now @returns how many collections it was done with
 */
async function remindDue(tx: Tx, now: Date, aside: readonly string[]): Promise<number> {
  const due = await one<{ organisation_id: string; collection_id: string }>(
    tx,
    sql`
      select organisation_id, collection_id
      from reminders
      where made_at is null
        and due_at <= ${now}
        and collection_id <> all (${textArray(aside)})
      order by due_at
      limit 1
      for update skip locked`,
  )
  if (!due) return 0
  await forRow(due.collection_id, () =>
    remindLate(tx, { organisationId: due.organisation_id, collectionId: due.collection_id }, now),
  )
  return 1
}

export const remindTask: TransactionTask = { name: 'collection.remind', everyMs: 1000, run: remindDue }

async function remindLate(tx: Tx, ref: CollectionRef, now: Date): Promise<void> {
  const previous = await one<{ last: string | null }>(
    tx,
    sql`
      select max(made_at) as last
      from reminders
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}`,
  )
  const rounds = await many<{ round: number }>(
    tx,
    sql`
      update reminders
      set made_at = ${now}
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}
        and made_at is null
        and due_at <= ${now}
      returning round`,
  )
  const collection = (await findCollection(tx, ref))!
  const lasts = collection.closes_at === null || new Date(collection.closes_at) > now
  if (collection.state === 'open' && lasts && !isRecent(previous?.last ?? null, now))
    await remind(tx, collection, Math.max(...rounds.map(({ round }) => round)), now)
}

const reminded: Record<OwnerKind, EventType> = {
  pulse: 'pulse.reminded',
  check_in_instance: 'check_in_instance.reminded',
}

async function remind(tx: Tx, collection: Collection, round: number, now: Date): Promise<void> {
  const ref = refOf(collection)
  const keys = await keysOf(tx, ref)
  if (!keys) return
  await makeReminders(tx, ref, round, collection.mode === 'anonymous', keys, now)
  await recordEvent(tx, {
    organisationId: collection.organisation_id,
    type: reminded[collection.owner_kind],
    payload: {
      ...(collection.owner_kind === 'pulse'
        ? { pulse_id: collection.owner_id }
        : { check_in_id: collection.series_id, check_in_instance_id: collection.owner_id }),
      state: collection.state,
      round,
    },
    at: now,
  })
}
