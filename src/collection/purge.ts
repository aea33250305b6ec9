/**
 * Purging a pulse or a check-in that was deleted thirty days ago. Its collections are marked here, in one statement: from then on they are
 * cancelled, so no link, result or list leads to them, and their rows go in small parts (deletion.ts). Nobody can restore a part of a
 * survey, because its owner is gone with the mark. The record of what happened stays: events, and the audit log.
 */
import { afterCommit, exists, many, run, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections } from '../db/tables.ts'

/** The condition that nothing of a series is on legal hold: on the row of its pulse or check-in. */
export const seriesNotHeld = (alias: string) => sql`
  not exists (
    select 1
    from collections
    where collections.organisation_id = ${sql.ref(alias)}.organisation_id
      and collections.series_id = ${sql.ref(alias)}.id
      and collections.held_at is not null
  )`

/** @returns false where something of it is on hold: then nothing has changed */
export async function purgeSeries(tx: Tx, organisationId: string, seriesId: string): Promise<boolean> {
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
