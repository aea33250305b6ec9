/**
 * Purging a pulse or a check-in that was deleted thirty days ago. Its collections are marked here, in one statement: from then on they are
 * cancelled, so no link, result or list leads to them, and their rows go in small parts (deletion.ts). Nobody can restore a part of a
 * survey, because its owner is gone with the mark. The record of what happened stays: events, and the audit log.
 */
import type { AuditAction } from '../../contract/audit-actions.ts'
import { limits } from '../../contract/limits.ts'
import type { Actor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { isReached } from '../db/claiming.ts'
import { afterCommit, exists, many, run, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'

/** The condition that nothing of a series is on legal hold: on the row of its pulse or check-in. */
export const seriesNotHeld = (alias: string) => sql`
  not exists (
    select 1
    from collections
    where collections.organisation_id = ${sql.ref(alias)}.organisation_id
      and collections.series_id = ${sql.ref(alias)}.id
      and collections.held_at is not null
      and ${isReached('collections.organisation_id')}
  )`

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type Series = { readonly organisation_id: string; readonly id: string }

type Purging = {
  readonly name: string
  /** One that was deleted before that instant, with nothing on hold; claimed until the transaction ends. */
  readonly claim: (tx: Tx, before: Date, quarantined: readonly string[]) => Promise<Series | undefined>
  /** Deletes its own rows. */
  readonly purge: (tx: Tx, organisationId: string, id: string) => Promise<unknown>
}

/** Purges pulses or check-ins whose thirty days are over, one at a time; what belongs to them goes in parts. */
export const purgeTaskOf = ({ name, claim, purge }: Purging): TransactionTask => ({
  name,
  everyMs: hourMs,
  run: async (tx, now, quarantined) => {
    const before = new Date(now.getTime() - limits.deletedKeptDays * dayMs)
    const series = await claim(tx, before, quarantined)
    if (!series) return 0
    const { organisation_id: organisationId, id } = series
    await forRow(id, async () => {
      if (await purgeSeries(tx, organisationId, id)) await purge(tx, organisationId, id)
    })
    return 1
  },
})

type Deleted = Series & { readonly visibility: 'public' | 'private'; readonly author_user_id: string }

/** Records that a survey was deleted or restored; for everybody only if everybody may know of the survey. */
export const auditDeletion = (
  { tx, actor, now }: { readonly tx: Tx; readonly actor: Actor; readonly now: Date },
  action: AuditAction,
  { organisation_id: organisationId, id: target, visibility, author_user_id: author }: Deleted,
): Promise<void> =>
  recordAudit(tx, {
    organisationId,
    actor: actedBy(actor),
    action,
    target,
    privateTo: visibility === 'private' ? author : null,
    at: now,
  })

/** @returns false where something of it is on hold: then nothing has changed */
async function purgeSeries(tx: Tx, organisationId: string, seriesId: string): Promise<boolean> {
  const rows = await many(
    tx,
    shapeOf(collections, ['id', 'held_at']),
    sql`
      select id, held_at
      from collections
      where organisation_id = ${organisationId}
        and series_id = ${seriesId}
      order by id
      for update`,
  )
  if (rows.some(({ held_at: heldAt }) => heldAt !== null)) return false
  await run(
    tx,
    sql`
      update collections
      set state = 'cancelled',
          deletion = 'survey'
      where organisation_id = ${organisationId}
        and series_id = ${seriesId}`,
  )
  await run(
    tx,
    sql`delete from opt_outs where organisation_id = ${organisationId} and series_id = ${seriesId}`,
  )
  afterCommit(tx, 'work due', null)
  return true
}

/** Whether anybody is being asked for this pulse or check-in. */
export const isAnyOpen = (tx: Tx, organisationId: string, seriesId: string): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from collections
      where organisation_id = ${organisationId}
        and series_id = ${seriesId}
        and state = 'open'`,
  )

/** Its pulse or check-in was deleted, or restored (null): that changes who sees what belongs to the collection. */
export const setDeleted = (
  tx: Tx,
  organisationId: string,
  seriesId: string,
  at: Date | null,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set deleted_at = ${at}
      where organisation_id = ${organisationId}
        and series_id = ${seriesId}`,
  )
