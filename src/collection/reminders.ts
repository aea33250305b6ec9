/**
 * Reminders: rounds of messages to everybody who was invited, or in attributed mode to those who have not answered yet. Planned rounds wait
 * in the table `reminders` for the clock; a reminder by call is a round of its own. When several rounds are due at once (the service was
 * down), only the last one is sent.
 */
import type { CollectionProgress, Reminder } from '../../contract/collections.ts'
import type { Mode } from '../../contract/confidentiality.ts'
import type { EventType } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { claimWithin } from '../db/claiming.ts'
import { afterCommit, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { int4, int8, nullable, type RowOf, shape, shapeOf, text, timestamptz } from '../db/shape.ts'
import { reminders as remindersTable } from '../db/tables.ts'
import { recordEvent } from '../events/events.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { impossible, problem } from '../problem.ts'
import { countRemindable, makeReminders } from './roster-store.ts'
import { type Collection, getCollection, type OwnerKind, refOf } from './store.ts'

const leadMinutesMax = 366 * 24 * 60

/**
 * Whether reminders of this mode go to those who have answered, too. Otherwise whoever sees messages (the outbox, the log of a mail server,
 * a chat's export) would see who is silent. In attributed mode answers have names.
 */
export const remindsEveryone = (mode: Mode): boolean => mode !== 'attributed'

/** Reminders that reach people who have answered are few and far between. */
const boundsOf = (mode: Mode): { most: number; gapSeconds: number } =>
  remindsEveryone(mode)
    ? { most: limits.remindersToEveryoneMax, gapSeconds: limits.reminderToEveryoneGapSeconds }
    : { most: limits.remindersTotalMax, gapSeconds: limits.reminderGapSeconds }

/**
 * @throws unprocessable  both members or none, a duration that is not between a minute and a year, or more reminders than the mode allows
 */
export function checkReminders(reminders: readonly Reminder[], mode: Mode): void {
  const { most } = boundsOf(mode)
  if (reminders.length > most) {
    const detail = `In ${mode} mode a reminder goes to everybody who was invited, so there are at most ${most}`
    throw impossible('/reminders', detail, 'too_many')
  }
  reminders.forEach((reminder, index) => {
    const [[name, duration] = [], ...more] = Object.entries(reminder)
    if (name === undefined || duration === undefined || more.length > 0)
      throw impossible(`/reminders/${index}`, 'A reminder has either after_open or before_close')
    const minutes = Temporal.Duration.from(duration).total({ unit: 'minutes', relativeTo: '2026-01-01' })
    if (minutes < 1 || minutes > leadMinutesMax)
      throw impossible(`/reminders/${index}/${name}`, 'A reminder is between a minute and a year away')
  })
}

type Frame = {
  zone: string
  opensAt: Date
  closesAt: Date | null
  /** The day for a reminder of a day, which may be a holiday; undefined: none. */
  dayFor?: ((date: string) => string | undefined) | undefined
}

/** The reminders that fall between opening and close, by time; of several at the same instant, one. */
export const roundsIn = (
  reminders: readonly Reminder[],
  { zone, opensAt, closesAt, dayFor }: Frame,
): { at: Date; lead: string | null }[] =>
  reminders
    .flatMap(({ after_open: after, before_close: lead = null }) => {
      const usual = after ? later(opensAt, zone, after) : closesAt && lead && earlier(closesAt, zone, lead)
      const at = usual && dayFor ? onDay(usual, zone, dayFor) : usual
      return at && at > opensAt && (closesAt === null || at < closesAt) ? [{ at, lead }] : []
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .filter(({ at }, index, all) => index === 0 || at.getTime() !== all[index - 1].at.getTime())

/** Plans the rounds of a collection. */
export async function planReminders(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  reminders: readonly Reminder[],
  frame: Frame,
): Promise<void> {
  const rounds = roundsIn(reminders, frame)
  for (const [index, { at, lead }] of rounds.entries())
    await run(
      tx,
      sql`
        insert into reminders (organisation_id, collection_id, round, due_at, lead)
        values (${organisationId}, ${collectionId}, ${index + 1}, ${at}, ${lead})`,
    )
}

/** At the same time of a later day, where its own is none for reminders. */
function onDay(at: Date, zone: string, dayFor: NonNullable<Frame['dayFor']>): Date | null {
  const usual = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  const date = usual.toPlainDate().toString()
  const day = dayFor(date)
  if (day === undefined) return null
  if (day === date) return at
  const moved = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: zone,
    plainTime: usual.toPlainTime(),
  })
  return new Date(moved.epochMilliseconds)
}

const shifted = (from: Date, zone: string, duration: Temporal.Duration): Date =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone).add(duration)
      .epochMilliseconds,
  )
export const later = (from: Date, zone: string, duration: string): Date =>
  shifted(from, zone, Temporal.Duration.from(duration))
const earlier = (from: Date, zone: string, duration: string): Date =>
  shifted(from, zone, Temporal.Duration.from(duration).negated())

/** After an extension, reminders that count back from the end move with it. */
export async function moveReminders(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  zone: string,
  closesAt: Date,
): Promise<void> {
  const planned = await many(
    tx,
    shapeOf(remindersTable, ['round', 'lead'], { lead: text }),
    sql`
      select round, lead
      from reminders
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and lead is not null
        and made_at is null`,
  )
  for (const { round, lead } of planned)
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

/**
 * After an extension because few have answered: reminders that count back from the end come again before the new one, as far as the
 * mode allows as many. They had all been sent, and anyone who was away would not learn that there is time.
 */
export async function repeatReminders(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { zone, closesAt }: { zone: string; closesAt: Date },
  now: Date,
): Promise<void> {
  const sent = await many(
    tx,
    shape({ round: int4, lead: nullable(text) }),
    sql`
      select round, lead
      from reminders
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  const last = Math.max(0, ...sent.map(({ round }) => round))
  const leads = new Set(sent.flatMap(({ lead }) => lead ?? []))
  const again = [...leads]
    .map((lead) => ({ lead, at: earlier(closesAt, zone, lead) }))
    .filter(({ at }) => at > now)
  for (const [index, { lead, at }] of again.toSorted((a, b) => a.at.getTime() - b.at.getTime()).entries())
    await run(
      tx,
      sql`
        insert into reminders (organisation_id, collection_id, round, due_at, lead)
        values (${organisationId}, ${collectionId}, ${last + index + 1}, ${at}, ${lead})`,
    )
}

/** Deletes the planned reminders of a collection that has ended. */
export const dropReminders = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      delete from reminders
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and made_at is null`,
  )

const roundsRow = shape({ last_round: int4, made: int8, last_made_at: nullable(timestamptz) })

const roundsOf = (tx: Tx, { organisationId, collectionId }: CollectionRef) =>
  only(
    tx,
    roundsRow,
    sql`
      select coalesce(max(round), 0) as last_round, count(made_at) as made, max(made_at) as last_made_at
      from reminders
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )

/**
 * Sends a reminder now, by call. The caller holds the lock of the owner.
 * @throws reminded_recently  within ten minutes of the last round, or after ten rounds
 */
export async function remindCollection(tx: Tx, ref: CollectionRef, now: Date): Promise<void> {
  const collection = await getCollection(tx, ref)
  const rounds = await roundsOf(tx, ref)
  if (!mayRemind(collection.mode, rounds, now)) {
    const { most, gapSeconds } = boundsOf(collection.mode)
    const gap = gapSeconds < 3600 ? `${gapSeconds / 60} minutes` : `${gapSeconds / 3600} hours`
    throw problem('reminded_recently', {
      detail: `In ${collection.mode} mode there are at least ${gap} between reminders, and at most ${most} of them`,
      state: collection.state,
    })
  }
  const round = rounds.last_round + 1
  await run(
    tx,
    sql`
      insert into reminders (organisation_id, collection_id, round, due_at, made_at)
      values (${ref.organisationId}, ${ref.collectionId}, ${round}, ${now}, ${now})`,
  )
  await remind(tx, collection, round, now)
  afterCommit(tx, 'work due', null)
}

const roundRow = shapeOf(remindersTable, ['due_at', 'made_at'])

/** What was sent and is planned, and whom a reminder would reach that is sent now. */
export async function reminderProgress(
  tx: Tx,
  collection: Collection,
): Promise<CollectionProgress['reminders']> {
  const ref = refOf(collection)
  const { mode, state, opened_at: openedAt } = collection
  const isOpen = state === 'open'
  const { most, gapSeconds } = boundsOf(mode)
  const rounds = await many(
    tx,
    roundRow,
    sql`
      select ${roundRow.columns}
      from reminders
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}
      order by coalesce(made_at, due_at)`,
  )
  const sent = rounds.flatMap(({ made_at: at }) => (at === null ? [] : [at]))
  const remaining = isOpen ? Math.max(0, most - sent.length) : 0
  const last = sent.at(-1)
  return {
    reach: isOpen ? await countRemindable(tx, ref, remindsEveryone(mode)) : 0,
    to_everyone: remindsEveryone(mode),
    remaining,
    available_at:
      remaining === 0 ? null : last ? new Date(Date.parse(last) + gapSeconds * 1000).toISOString() : openedAt,
    sent_at: sent,
    planned_at: rounds.filter(({ made_at: at }) => at === null).map(({ due_at: at }) => at),
  }
}

/**
 * Whether no reminder after this round can go out before a collection closes: there are no more of them, or the time between two of them is longer than
 * is left. It holds for planned reminders and for those by call, and for the moment that was named also where the end is moved later.
 */
export async function isLastReminder(
  tx: Tx,
  ref: CollectionRef,
  round: number,
  { mode, closesAt }: { mode: Mode; closesAt: Date },
): Promise<boolean> {
  const { most, gapSeconds } = boundsOf(mode)
  const sent = await many(
    tx,
    shape({ round: int4, made_at: timestamptz }),
    sql`
      select round, made_at
      from reminders
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}
        and made_at is not null
      order by made_at desc, round desc`,
  )
  const [latest] = sent
  if (latest?.round !== round) return false
  return sent.length >= most || Date.parse(latest.made_at) + gapSeconds * 1000 >= closesAt.getTime()
}

function mayRemind(mode: Mode, { made, last_made_at: last }: RowOf<typeof roundsRow>, now: Date): boolean {
  const { most, gapSeconds } = boundsOf(mode)
  const isRecent = last !== null && now.getTime() - new Date(last).getTime() < gapSeconds * 1000
  return made < most && !isRecent
}

const dueRow = shapeOf(remindersTable, ['organisation_id', 'collection_id'])

const dueRounds = (now: Date) => sql`from reminders where made_at is null and due_at <= ${now}`

/**
 * Sends the reminder of the collection whose round has been due for longest; of several rounds that are due, only the last.
 * @param quarantined  ids of collections to leave alone @returns how many collections it handled
 */
async function remindDue(tx: Tx, now: Date, quarantined: readonly string[]): Promise<number> {
  const mayRun = sql`${dueRounds(now)} and collection_id <> all (${textArray(quarantined)})`
  const due = await claimWithin(tx, sql`select organisation_id ${mayRun} order by due_at`, (organisationId) =>
    one(
      tx,
      dueRow,
      sql`
        select ${dueRow.columns}
        ${mayRun}
          and organisation_id = ${organisationId}
        order by due_at
        limit 1
        for update skip locked`,
    ),
  )
  if (!due) return 0
  const ref = { organisationId: due.organisation_id, collectionId: due.collection_id }
  await forRow(ref.collectionId, () => remindClaimed(tx, ref, now))
  return 1
}

export const remindTask: TransactionTask = {
  name: 'collection.remind',
  everyMs: 1000,
  waiting: (now) => sql`select 1 ${dueRounds(now)} limit 1`,
  run: remindDue,
}

async function remindClaimed(tx: Tx, ref: CollectionRef, now: Date): Promise<void> {
  const before = await roundsOf(tx, ref)
  const rounds = await many(
    tx,
    shapeOf(remindersTable, ['round']),
    sql`
      update reminders
      set made_at = ${now}
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}
        and made_at is null
        and due_at <= ${now}
      returning round`,
  )
  const collection = await getCollection(tx, ref)
  const isOpen =
    collection.state === 'open' && (collection.closes_at === null || new Date(collection.closes_at) > now)
  if (isOpen && mayRemind(collection.mode, before, now))
    await remind(tx, collection, Math.max(...rounds.map(({ round }) => round)), now)
}

const eventTypes: Record<OwnerKind, EventType> = {
  pulse: 'pulse.reminded',
  check_in_instance: 'check_in_instance.reminded',
}

async function remind(tx: Tx, collection: Collection, round: number, now: Date): Promise<void> {
  const ref = refOf(collection)
  await makeReminders(tx, ref, { round, isToEveryone: remindsEveryone(collection.mode) }, now)
  await recordEvent(tx, {
    organisationId: collection.organisation_id,
    type: eventTypes[collection.owner_kind],
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
