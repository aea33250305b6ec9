/**
 * How long things are kept, for admins: what is deleted and when, and legal holds. Surveys are deleted by the engine
 * (src/collection/deletion.ts); what an organisation has beside them, events and the audit log, goes here, by whole days.
 */
import type * as contract from '../../contract/retention.ts'
import {
  type Deletion,
  deletionKinds,
  type DueDeletion,
  type Hold,
  type Retention,
} from '../../contract/retention.ts'
import { isOneOf, type Page } from '../../contract/fields.ts'
import type { PersonActor } from '../actor.ts'
import {
  actedBy,
  byClock,
  datedEntries,
  expireAudit,
  lastDeletions,
  recordAudit,
  recordOldRows,
} from '../audit/audit.ts'
import type { Call } from '../call.ts'
import {
  countInDeletion,
  dueAnswers,
  type DueCounts,
  dueDeliveries,
  duePurges,
  type HeldRow,
  holdCollection,
  liftHoldOf,
  listHeld,
  ownerIdsOf,
} from '../collection/collection.ts'
import { afterCommit, type Tx } from '../db/db.ts'
import { countRowsBefore, type DatedTable, findOldRows, oldestRow, type OldRows } from '../db/old-rows.ts'
import { paged, pageOf } from '../db/paging.ts'
import { datedEvents, deleteEvents, recordEvent } from '../events/events.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { problem } from '../problem.ts'
import { isBeingDeleted, settingsOf } from './store.ts'
import { isVisibleTo } from '../visibility.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const lastShown = 20

const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * dayMs)
const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs)

type Source = {
  readonly rows: DatedTable
  deleteSome(tx: Tx, organisationId: string, before: Date, now: Date): Promise<number>
}

const sources: Readonly<Record<'events' | 'audit', Source>> = {
  events: { rows: datedEvents, deleteSome: deleteEvents },
  audit: { rows: datedEntries, deleteSome: expireAudit },
}

/** A small part of an organisation's rows. @returns how many went: none while its chain is broken, or in other hands */
async function deletePart(
  tx: Tx,
  kind: keyof typeof sources,
  { organisation_id: organisationId, days }: OldRows,
  now: Date,
): Promise<number> {
  const { rows, deleteSome } = sources[kind]
  const before = daysBefore(dayOf(now), days)
  const count = await deleteSome(tx, organisationId, before, now)
  const entry = { organisationId, kind, actor: byClock, at: now }
  const countAll = async (): Promise<number> =>
    count + (await countRowsBefore(tx, rows, organisationId, before))
  if (count > 0) await recordOldRows(tx, entry, countAll)
  return count
}

/** One organisation at a time. One whose rows cannot go keeps no other from its turn. */
const purgeTask = (kind: keyof typeof sources): TransactionTask => ({
  name: `${kind}.purge`,
  everyMs: hourMs,
  run: async (tx, now, quarantined) => {
    for (let after = ''; ;) {
      const old = await findOldRows(tx, sources[kind].rows, dayOf(now), { after, quarantined })
      if (!old) return 0
      const count = await forRow(old.organisation_id, () => deletePart(tx, kind, old, now))
      if (count > 0) return count
      after = old.organisation_id
    }
  },
})

export const retentionTasks: TransactionTask[] = [purgeTask('events'), purgeTask('audit')]

/** Nothing is deleted by reading it. */
export async function getRetention({
  tx,
  actor: admin,
  query: { days = 30, ...tried },
  now,
}: Call<typeof contract.getRetention>): Promise<Retention> {
  const { organisationId } = admin
  const settings = { ...(await settingsOf(tx, organisationId)), ...tried }
  const until = new Date(now.getTime() + days * dayMs)
  const ofSurveys = (kind: 'answers' | 'deliveries' | 'survey', due: DueCounts): DueDeletion => {
    const { surveys, held, answers, recipients, next_at } = due
    const counts: Record<string, number> =
      kind === 'answers' ? { answers } : kind === 'deliveries' ? { recipients } : { answers, recipients }
    return { kind, surveys, held, counts, next_at }
  }
  const ofRows = async (kind: keyof typeof sources, kept: number): Promise<DueDeletion> => {
    const oldest = await oldestRow(tx, sources[kind].rows, organisationId)
    const rows = await countRowsBefore(tx, sources[kind].rows, organisationId, daysBefore(dayOf(until), kept))
    const next = oldest && new Date(dayOf(new Date(oldest)).getTime() + (kept + 1) * dayMs).toISOString()
    return { kind, surveys: 0, held: 0, counts: { rows }, next_at: next }
  }
  return {
    settings,
    until: until.toISOString(),
    next_run_at: new Date(now.getTime() + hourMs).toISOString(),
    due: [
      ofSurveys('answers', await dueAnswers(tx, admin, settings.answers_days, until)),
      ofSurveys('deliveries', await dueDeliveries(tx, admin, settings.deliveries_days, until)),
      ofSurveys('survey', await duePurges(tx, admin, until)),
      await ofRows('events', settings.events_days),
      await ofRows('audit', settings.audit_days),
    ],
    in_progress: await countInDeletion(tx, organisationId),
    last: (await lastDeletions(tx, admin, lastShown)).flatMap(deletionOf),
  }
}

/** The entry of a deletion in the audit log, as this room and the engine write it. */
function deletionOf({
  target,
  detail: { kind, counts },
  occurred_at: at,
}: Awaited<ReturnType<typeof lastDeletions>>[number]): Deletion[] {
  if (typeof kind !== 'string' || !isOneOf(deletionKinds, kind) || typeof counts !== 'object') return []
  const numbers = Object.entries(counts ?? {}).flatMap(([name, count]) =>
    typeof count === 'number' ? [[name, count] as const] : [],
  )
  return [
    {
      kind,
      pulse_id: target?.startsWith('pls_') ? target : null,
      check_in_instance_id: target?.startsWith('cki_') ? target : null,
      at,
      counts: Object.fromEntries(numbers),
    },
  ]
}

function holdOf(actor: PersonActor, row: HeldRow): Hold {
  const { pulse_id, check_in_instance_id } = ownerIdsOf(row)
  const isKnown = isVisibleTo(actor, row)
  return {
    id: row.owner_id,
    pulse_id,
    check_in_instance_id,
    title: isKnown ? row.title : null,
    reason: row.hold_reason,
    held_at: row.held_at,
    held_by: row.held_by,
    answers_due_at: row.answers_due_at,
  }
}

/** @throws invalid_cursor */
export async function listHolds({
  tx,
  actor: admin,
  query,
}: Call<typeof contract.listHolds>): Promise<Page<'holds', Hold>> {
  const paging = paged(`holds of ${admin.organisationId}`, query)
  const rows = await listHeld(tx, admin.organisationId, paging)
  const { holds, ...rest } = pageOf('holds', rows, paging, ({ id }) => id)
  return { holds: holds.map((row) => holdOf(admin, row)), ...rest }
}

/** @throws not_found  nothing of that id has opened, or it is being purged, or its organisation is being deleted */
export async function setHold(call: Call<typeof contract.setHold>): Promise<Hold> {
  const { tx, actor: admin, params, body, now } = call
  const reason = body.reason.trim()
  if (await isBeingDeleted(tx, admin.organisationId)) throw problem('not_found')
  const row = await holdCollection(
    tx,
    { organisationId: admin.organisationId, ownerId: params.id },
    { userId: admin.userId, reason },
    now,
  )
  if (!row) throw problem('not_found')
  await record(call, 'hold.set', reason)
  return holdOf(admin, row)
}

/** @throws not_found */
export async function liftHold(call: Call<typeof contract.liftHold>): Promise<null> {
  const { tx, actor: admin, params, body, now } = call
  const wasHeld = await liftHoldOf(tx, { organisationId: admin.organisationId, ownerId: params.id }, now)
  if (wasHeld === undefined) throw problem('not_found')
  if (wasHeld) await record(call, 'hold.lifted', body.reason.trim())
  return null
}

type HoldCall = {
  readonly tx: Tx
  readonly actor: PersonActor
  readonly params: { readonly id: string }
  readonly now: Date
}

async function record(
  { tx, actor: admin, params: { id }, now: at }: HoldCall,
  action: 'hold.set' | 'hold.lifted',
  reason: string,
): Promise<void> {
  const { organisationId } = admin
  await recordAudit(tx, { organisationId, actor: actedBy(admin), action, target: id, detail: { reason }, at })
  const isPulse = id.startsWith('pls_')
  await recordEvent(tx, {
    organisationId,
    type: action,
    payload: { pulse_id: isPulse ? id : null, check_in_instance_id: isPulse ? null : id },
    at,
  })
  afterCommit(tx, 'work due', null)
}
