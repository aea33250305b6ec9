/** SQL of the exports of an organisation. */
import type { OrganisationExport } from '../../contract/offboarding.ts'
import { claimWithin } from '../db/claiming.ts'
import { many, one, run, sql, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { organisationExportPieces, organisationExports } from '../db/tables.ts'
import { newId, type PresentedSecret } from '../ids.ts'

export type ExportRef = { readonly organisationId: string; readonly id: string }

const exportRow = shapeOf(organisationExports, [
  'id',
  'state',
  'asked_by',
  'parts_done',
  'parts_total',
  'bytes',
  'expires_at',
  'created_at',
])

const exportOf = (row: RowOf<typeof exportRow>): OrganisationExport => {
  const { asked_by: requested_by, parts_done: done, parts_total: total, ...rest } = row
  return { ...rest, requested_by, progress: { done, total } }
}

/** Until the transaction ends: what is asked for meanwhile waits, and reads what the transaction has left. */
const lockExports = (tx: Tx, organisationId: string): Promise<number> =>
  run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`export of ${organisationId}`}, 0))`)

/** @returns undefined while another one is under way */
export async function insertExport(
  tx: Tx,
  { organisationId, askedBy, parts }: { organisationId: string; askedBy: string; parts: number },
  now: Date,
): Promise<OrganisationExport | undefined> {
  await lockExports(tx, organisationId)
  const row = await one(
    tx,
    exportRow,
    sql`
      insert into organisation_exports (organisation_id, id, state, asked_by, parts_total, created_at, updated_at)
      values (${organisationId}, ${newId('organisationExport')}, 'waiting', ${askedBy}, ${parts}, ${now}, ${now})
      on conflict do nothing
      returning ${exportRow.columns}`,
  )
  return row && exportOf(row)
}

export const listExports = async (
  tx: Tx,
  organisationId: string,
  { after, limit }: Paged,
): Promise<OrganisationExport[]> =>
  (
    await many(
      tx,
      exportRow,
      sql`
        select ${exportRow.columns}
        from organisation_exports
        where organisation_id = ${organisationId}
          and ${olderThan('id', after)}
        order by id desc
        limit ${limit + 1}`,
    )
  ).map(exportOf)

export async function findExport(
  tx: Tx,
  { organisationId, id }: ExportRef,
): Promise<OrganisationExport | undefined> {
  const row = await one(
    tx,
    exportRow,
    sql`
      select ${exportRow.columns}
      from organisation_exports
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )
  return row && exportOf(row)
}

/** Begins, or starts over after a worker died. @returns 0 where it has ended */
export async function beginExport(tx: Tx, { organisationId, id }: ExportRef, now: Date): Promise<number> {
  const begun = await run(
    tx,
    sql`
      update organisation_exports
      set state = 'running',
          parts_done = 0,
          bytes = 0,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
        and state in ('waiting', 'running')`,
  )
  if (begun > 0) await deletePieces(tx, { organisationId, id })
  return begun
}

const deletePieces = (tx: Tx, { organisationId, id }: ExportRef): Promise<number> =>
  run(
    tx,
    sql`
      delete from organisation_export_pieces
      where organisation_id = ${organisationId}
        and export_id = ${id}`,
  )

/** The lock keeps whoever ends the export waiting, so that they delete this piece too. @returns 0 where it has ended */
export const insertPiece = (
  tx: Tx,
  { organisationId, id }: ExportRef,
  place: number,
  bytes: Buffer,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into organisation_export_pieces (organisation_id, export_id, place, bytes)
      select organisation_id, id, ${place}::integer, ${bytes}::bytea
      from organisation_exports
      where organisation_id = ${organisationId}
        and id = ${id}
        and state = 'running'
      for share`,
  )

export const storeProgress = (
  tx: Tx,
  { organisationId, id }: ExportRef,
  done: number,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update organisation_exports
      set parts_done = ${done},
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
        and state = 'running'`,
  )

type End = { readonly state: 'ready' | 'failed'; readonly bytes: number; readonly expiresAt: Date | null }

export const endExport = (
  tx: Tx,
  { organisationId, id }: ExportRef,
  { state, bytes, expiresAt }: End,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update organisation_exports
      set state = ${state},
          parts_done = case when ${state} = 'ready' then parts_total else parts_done end,
          bytes = ${bytes},
          expires_at = ${expiresAt},
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
        and state = 'running'`,
  )

/** Only for an export that is ready. @returns 0 where it is not */
export const storeExportToken = (
  tx: Tx,
  { organisationId, id }: ExportRef,
  { hash, until, by }: { hash: Buffer; until: Date; by: string },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update organisation_exports
      set token_sha256 = ${hash},
          token_expires_at = ${until},
          linked_by = ${by}
      where organisation_id = ${organisationId}
        and id = ${id}
        and state = 'ready'
        and expires_at > ${now}`,
  )

const fileRow = shapeOf(organisationExports, ['organisation_id', 'id', 'bytes', 'linked_by', 'created_at'])

export const findFile = (
  tx: Tx,
  { organisationId, hash }: PresentedSecret,
  now: Date,
): Promise<RowOf<typeof fileRow> | undefined> =>
  one(
    tx,
    fileRow,
    sql`
      select ${fileRow.columns}
      from organisation_exports
      where organisation_id = ${organisationId}
        and token_sha256 = ${hash}
        and token_expires_at > ${now}
        and state = 'ready'`,
  )

const pieceRow = shapeOf(organisationExportPieces, ['bytes'])

export const findPiece = async (
  tx: Tx,
  { organisationId, id }: ExportRef,
  place: number,
): Promise<Buffer | undefined> =>
  (
    await one(
      tx,
      pieceRow,
      sql`
        select bytes
        from organisation_export_pieces
        where organisation_id = ${organisationId}
          and export_id = ${id}
          and place = ${place}`,
    )
  )?.bytes

const endedRow = shapeOf(organisationExports, ['organisation_id', 'id'])

/** A file that was there has expired; what was under way gives none. */
const ending = (now: Date) => sql`
  state = case when state = 'ready' then 'expired' else 'failed' end,
  token_sha256 = null,
  token_expires_at = null,
  updated_at = ${now}`

/** Ends the file that expired first, or the export that has stood still since `stillSince`. @returns how many */
export async function expireExport(tx: Tx, stillSince: Date, now: Date): Promise<number> {
  const row = await claimWithin(
    tx,
    sql`
      select organisation_id
      from organisation_exports
      where state = 'ready' and expires_at <= ${now}
         or state in ('waiting', 'running') and updated_at < ${stillSince}`,
    (organisationId) =>
      one(
        tx,
        endedRow,
        sql`
      update organisation_exports
      set ${ending(now)}
      where organisation_id = ${organisationId}
        and id = (
        select id
        from organisation_exports
        where organisation_id = ${organisationId}
          and (state = 'ready' and expires_at <= ${now}
            or state in ('waiting', 'running') and updated_at < ${stillSince})
        limit 1
        for update skip locked)
      returning ${endedRow.columns}`,
      ),
  )
  if (!row) return 0
  await deletePieces(tx, { organisationId: row.organisation_id, id: row.id })
  return 1
}

/** What is written and what is being written tells of everybody who is there. @returns how many exports this ends */
export async function endExports(tx: Tx, organisationId: string, now: Date): Promise<number> {
  await lockExports(tx, organisationId)
  const ended = await many(
    tx,
    endedRow,
    sql`
      update organisation_exports
      set ${ending(now)}
      where organisation_id = ${organisationId}
        and state in ('waiting', 'running', 'ready')
      returning ${endedRow.columns}`,
  )
  for (const { id } of ended) await deletePieces(tx, { organisationId, id })
  return ended.length
}
