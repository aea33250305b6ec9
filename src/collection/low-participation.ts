/**
 * Low participation: a survey that would end goes on once, where few have answered. Whether it does follows from the response rate that is
 * shown at that moment (response-summary.ts), from how many were asked and from nothing else, so it reveals no more than the rate: neither who
 * answered, nor a number between two steps. Where no rate is shown, nothing is extended.
 */
import type { LowParticipation } from '../../contract/participation.ts'
import { byClock, recordAudit } from '../audit/audit.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { claimWithin } from '../db/claiming.ts'
import { one, run, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { impossible } from '../problem.ts'
import { moveEndOnce } from './ending.ts'
import { tellOfLowParticipation } from './participation-notices.ts'
import { later, repeatReminders } from './reminders.ts'
import { type Counts, summaryFrom } from './response-summary.ts'
import { type Collection, countedCollections, organisationOf } from './store.ts'

const hourMs = 3_600_000
const minutesMin = 60
const minutesMax = 31 * 24 * 60

/** @throws unprocessable  an extension that is not between an hour and 31 days */
export function checkLowParticipation(setting: LowParticipation | null): void {
  if (setting === null || setting.extend_by === null) return
  const minutes = Temporal.Duration.from(setting.extend_by).total({
    unit: 'minutes',
    relativeTo: '2026-01-01',
  })
  if (minutes < minutesMin || minutes > minutesMax)
    throw impossible('/low_participation/extend_by', 'A survey is extended by an hour to 31 days')
}

const rounded = (rate: number): number => Math.round(1000 * rate) / 1000

/**
 * Whether the rate that is shown is below this. In steps it may never reach it, wherever the steps begin; then the highest step that is reached
 * in any case takes its place: that follows from how many were asked, and with it nobody waits for people who have all answered.
 * @param counted  how many have answered, exactly
 */
export function isLow(collection: Counts, counted: number, below: number): boolean {
  const { response_rate: rate, rounded: inSteps } = summaryFrom(collection, counted)
  if (rate === null) return false
  const { recipients, absent, opted_out, unreachable, not_counted, k_rate: k } = collection
  const asked = recipients - absent - opted_out - unreachable - not_counted
  // The last step before everybody but one, where the first begins after k − 1 answers.
  const reached = inSteps ? rounded((Math.floor((asked - k) / k) * k) / asked) : 1
  return rate < Math.min(below, reached)
}

type Bounds = {
  /** In which days are counted; null: the organisation's. */
  readonly zone: string | null
  /** By when it ends at the latest; null: no such time. */
  readonly latest: Date | null
}

/**
 * Moves the end of a collection that is over, if it asked for that and few have answered. From the end on and not from now; an extension of
 * which less than an hour is left (the service was down, or the next occurrence opens) is none. The caller holds the lock of the owner.
 * @returns the new end, or undefined if it stays as it is
 */
export async function extendIfLow(
  tx: Tx,
  ref: CollectionRef,
  { zone, latest }: Bounds,
  now: Date,
): Promise<string | undefined> {
  const { organisationId, collectionId } = ref
  const [collection] = await countedCollections(tx, organisationId, [collectionId])
  const { low_participation: setting, closes_at: end } = collection
  if (setting === null || setting.extend_by === null || end === null || new Date(end) > now) return undefined
  if (!isLow(collection, collection.counted, setting.below)) return undefined
  const counting = zone ?? (await organisationOf(tx, organisationId)).time_zone
  const whole = later(new Date(end), counting, setting.extend_by)
  const closesAt = latest !== null && latest < whole ? latest : whole
  if (closesAt.getTime() < now.getTime() + hourMs) return undefined
  if ((await moveEndOnce(tx, ref, closesAt, now)) === 0) return undefined
  await repeatReminders(tx, ref, { zone: counting, closesAt }, now)
  await tellOfLowParticipation(tx, collection, 'extended', now)
  await auditExtension(tx, collection, { below: setting.below, closesAt }, now)
  return closesAt.toISOString()
}

const auditExtension = (
  tx: Tx,
  collection: Collection,
  { below, closesAt }: { below: number; closesAt: Date },
  now: Date,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: collection.organisation_id,
    actor: byClock,
    action: 'survey.extended',
    target: collection.owner_id,
    detail: { title: collection.title, closes_at: closesAt.toISOString(), response_rate_below: below },
    privateTo: collection.visibility === 'private' ? collection.author_user_id : null,
    at: now,
  })

/** When a survey that is not extended tells of low participation: there is a third of its time left to do something about it. */
export const participationDueAt = (
  setting: LowParticipation | null,
  { opensAt, closesAt }: { opensAt: Date; closesAt: Date | null },
): Date | null =>
  setting !== null && setting.extend_by === null && closesAt !== null
    ? new Date(opensAt.getTime() + ((closesAt.getTime() - opensAt.getTime()) * 2) / 3)
    : null

const dueRow = shapeOf(collections, ['organisation_id', 'id'])

const due = (now: Date) => sql`
  from collections
  where state = 'open'
    and participation_due_at is not null
    and participation_due_at <= ${now}`

/** Looks at one collection whose time it is, and never again. */
export const participationTask: TransactionTask = {
  name: 'collection.participation',
  everyMs: 5_000,
  waiting: (now) => sql`select 1 ${due(now)} limit 1`,
  run: async (tx, now, quarantined) => {
    const claimed = await claimWithin(
      tx,
      sql`
        select organisation_id
        ${due(now)}
          and id <> all (${textArray(quarantined)})
        order by participation_due_at`,
      (organisationId) =>
        one(
          tx,
          dueRow,
          sql`
            select ${dueRow.columns}
            ${due(now)}
              and organisation_id = ${organisationId}
              and id <> all (${textArray(quarantined)})
            order by participation_due_at
            limit 1
            for update skip locked`,
        ),
    )
    if (!claimed) return 0
    await forRow(claimed.id, () => tellIfLow(tx, claimed, now))
    return 1
  },
}

async function tellIfLow(
  tx: Tx,
  { organisation_id: organisationId, id }: { organisation_id: string; id: string },
  now: Date,
): Promise<void> {
  await run(
    tx,
    sql`
      update collections
      set participation_due_at = null
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )
  const [collection] = await countedCollections(tx, organisationId, [id])
  const { low_participation: setting, closes_at: end } = collection
  // After a downtime its end may have passed: there is nothing left to do.
  if (setting === null || end === null || new Date(end) <= now) return
  if (isLow(collection, collection.counted, setting.below))
    await tellOfLowParticipation(tx, collection, 'low', now)
}
