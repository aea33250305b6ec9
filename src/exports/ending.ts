/** SQL of how exports end: with their day, with a fault, or because somebody was erased; and of rows that are old. */
import { claimWithin } from '../db/claiming.ts'
import { many, one, run, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { exports } from '../db/tables.ts'
import { deletePieces, lockExports } from './store.ts'

const endedRow = shapeOf(exports, ['organisation_id', 'id'])

/** A file that was there has expired; what was under way gives none. */
const ending = (now: Date) => sql`
  state = case when state = 'ready' then 'expired' else 'failed' end,
  fault = case when state = 'ready' then null else 'unexpected' end,
  token_sha256 = null,
  token_expires_at = null,
  ended_at = coalesce(ended_at, ${now}),
  updated_at = ${now}`

/** Ends what is written and what is being written, in all of the organisation. @returns how many exports */
export async function endExports(tx: Tx, organisationId: string, now: Date): Promise<number> {
  await lockExports(tx, organisationId)
  const ended = await many(
    tx,
    endedRow,
    sql`
      update exports
      set ${ending(now)}
      where organisation_id = ${organisationId}
        and state in ('queued', 'running', 'ready')
      returning ${endedRow.columns}`,
  )
  for (const { id } of ended) await deletePieces(tx, { organisationId, id })
  return ended.length
}

/** Ends a file that has expired, or an export that has stood still since `stillSince`. @returns how many */
export async function expireExport(tx: Tx, stillSince: Date, now: Date): Promise<number> {
  const row = await claimWithin(
    tx,
    sql`
      select organisation_id
      from exports
      where state = 'ready' and expires_at <= ${now}
         or state in ('queued', 'running') and updated_at < ${stillSince}`,
    (organisationId) =>
      one(
        tx,
        endedRow,
        sql`
      update exports
      set ${ending(now)}
      where organisation_id = ${organisationId}
        and id = (
        select id
        from exports
        where organisation_id = ${organisationId}
          and (state = 'ready' and expires_at <= ${now}
            or state in ('queued', 'running') and updated_at < ${stillSince})
        limit 1
        for update skip locked)
      returning ${endedRow.columns}`,
      ),
  )
  if (!row) return 0
  await deletePieces(tx, { organisationId: row.organisation_id, id: row.id })
  return 1
}

/** Rows of exports that ended long ago. @returns how many */
export const deleteOld = (tx: Tx, before: Date, most: number): Promise<number> =>
  run(
    tx,
    sql`
      delete from exports
      where (organisation_id, id) in (
        select organisation_id, id
        from exports
        where created_at < ${before}
          and state in ('failed', 'cancelled', 'expired')
        limit ${most})`,
  )
