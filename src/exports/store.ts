/** SQL of exports and of the pieces of their files. */
import type { Dataset, Export, ExportFault } from '../../contract/exports.ts'
import { limits } from '../../contract/limits.ts'
import { type ApplicationActor, userIdOf } from '../actor.ts'
import { exists, json, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { exportPieces, exports } from '../db/tables.ts'
import { newId, type PresentedSecret } from '../ids.ts'

export type ExportRef = { readonly organisationId: string; readonly id: string }

const exportRow = shapeOf(exports, [
  'id',
  'dataset',
  'format',
  'gzip',
  'filter',
  'state',
  'fault',
  'row_count',
  'bytes',
  'application_id',
  'user_id',
  'schedule_id',
  'created_at',
  'ended_at',
  'expires_at',
])

const exportOf = ({ row_count: rows, ...row }: RowOf<typeof exportRow>): Export => ({ ...row, rows })

/** What one caller asked for: a person by an application, or an application by itself. */
export const ofCaller = (actor: ApplicationActor) => sql`
  organisation_id = ${actor.organisationId}
  and application_id = ${actor.applicationId}
  and user_id is not distinct from ${userIdOf(actor)}`

export type ExportDraft = Pick<Export, 'dataset' | 'format' | 'gzip' | 'filter' | 'schedule_id'>

/** Until the transaction ends: what is asked for meanwhile waits, and reads what the transaction has left. */
export const lockExports = (tx: Tx, organisationId: string): Promise<number> =>
  run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`exports of ${organisationId}`}, 0))`)

/** One call at a time in an organisation. @returns undefined where as many run as may */
export async function insertExport(
  tx: Tx,
  actor: ApplicationActor,
  { dataset, format, gzip, filter, schedule_id }: ExportDraft,
  now: Date,
): Promise<Export | undefined> {
  const { organisationId, applicationId, scopes } = actor
  await lockExports(tx, organisationId)
  const row = await one(
    tx,
    exportRow,
    sql`
      insert into exports (organisation_id, id, dataset, format, gzip, filter, state, application_id, user_id, scopes, schedule_id,
                           created_at, updated_at)
      select ${organisationId}, ${newId('export')}, ${dataset}, ${format}, ${gzip}, ${json(filter)}, 'queued',
             ${applicationId}, ${userIdOf(actor)}, ${textArray([...scopes])}, ${schedule_id}, ${now}::timestamptz,
             ${now}::timestamptz
      where (
        select count(*)
        from exports
        where organisation_id = ${organisationId}
          and state in ('queued', 'running')
      ) < ${limits.exportsRunningMax}
      returning ${exportRow.columns}`,
  )
  return row && exportOf(row)
}

export const listExports = async (
  tx: Tx,
  actor: ApplicationActor,
  dataset: Dataset | undefined,
  { after, limit }: Paged,
): Promise<Export[]> =>
  (
    await many(
      tx,
      exportRow,
      sql`
        select ${exportRow.columns}
        from exports
        where ${ofCaller(actor)}
          and ${olderThan('id', after)}
          ${dataset === undefined ? sql`` : sql`and dataset = ${dataset}`}
        order by id desc
        limit ${limit + 1}`,
    )
  ).map(exportOf)

export async function findExport(tx: Tx, actor: ApplicationActor, id: string): Promise<Export | undefined> {
  const row = await one(
    tx,
    exportRow,
    sql`
      select ${exportRow.columns}
      from exports
      where ${ofCaller(actor)}
        and id = ${id}`,
  )
  return row && exportOf(row)
}

const jobRow = shapeOf(exports, [
  'dataset',
  'format',
  'gzip',
  'filter',
  'application_id',
  'user_id',
  'schedule_id',
  'scopes',
  'attempt',
  'created_at',
])
export type ExportJob = RowOf<typeof jobRow>

/** Begins, or starts over after a worker died. @returns undefined where it has ended */
export async function beginExport(
  tx: Tx,
  { organisationId, id }: ExportRef,
  now: Date,
): Promise<ExportJob | undefined> {
  const row = await one(
    tx,
    jobRow,
    sql`
      update exports
      set state = 'running',
          attempt = attempt + 1,
          row_count = 0,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
        and state in ('queued', 'running')
      returning ${jobRow.columns}`,
  )
  if (row) await deletePieces(tx, { organisationId, id })
  return row
}

/** A try of a job. */
export type Attempt = ExportRef & { readonly attempt: number }

/** Still at work, and by nobody who began after. */
const atWork = ({ organisationId, id, attempt }: Attempt) => sql`
  organisation_id = ${organisationId}
  and id = ${id}
  and attempt = ${attempt}
  and state = 'running'`

export const deletePieces = (tx: Tx, { organisationId, id }: ExportRef): Promise<number> =>
  run(
    tx,
    sql`
      delete from export_pieces
      where organisation_id = ${organisationId}
        and export_id = ${id}`,
  )

/** The lock keeps whoever cancels waiting, so that they delete this piece too. @returns 0 where this try is over */
export const insertPiece = (tx: Tx, attempt: Attempt, place: number, bytes: Buffer): Promise<number> =>
  run(
    tx,
    sql`
      insert into export_pieces (organisation_id, export_id, place, bytes)
      select organisation_id, id, ${place}::integer, ${bytes}::bytea
      from exports
      where ${atWork(attempt)}
      for share`,
  )

/** @returns 0 where this try is over */
export const storeProgress = (tx: Tx, attempt: Attempt, rows: number, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update exports
      set row_count = ${rows},
          updated_at = ${now}
      where ${atWork(attempt)}`,
  )

type Finished = {
  readonly rows: number
  readonly bytes: number
  readonly teamIds: readonly string[] | null
  readonly expiresAt: Date
}

/** @returns 0 where this try is over */
export const finishExport = (
  tx: Tx,
  attempt: Attempt,
  { rows, bytes, teamIds, expiresAt }: Finished,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update exports
      set state = 'ready',
          row_count = ${rows},
          bytes = ${bytes},
          team_ids = ${teamIds === null ? null : textArray(teamIds)},
          expires_at = ${expiresAt},
          ended_at = ${now},
          updated_at = ${now}
      where ${atWork(attempt)}`,
  )

export async function failExport(tx: Tx, attempt: Attempt, fault: ExportFault, now: Date): Promise<void> {
  const failed = await run(
    tx,
    sql`
      update exports
      set state = 'failed',
          fault = ${fault},
          ended_at = ${now},
          updated_at = ${now}
      where ${atWork(attempt)}`,
  )
  if (failed > 0) await deletePieces(tx, attempt)
}

/** Cancels one that is under way or ready; the others have ended already. @returns 0 for those */
export async function cancelExport(tx: Tx, { organisationId, id }: ExportRef, now: Date): Promise<number> {
  const cancelled = await run(
    tx,
    sql`
      update exports
      set state = 'cancelled',
          token_sha256 = null,
          token_expires_at = null,
          ended_at = coalesce(ended_at, ${now}),
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
        and state in ('queued', 'running', 'ready')`,
  )
  if (cancelled > 0) await deletePieces(tx, { organisationId, id })
  return cancelled
}

/** @returns 0 where the file is not there any more */
export const storeToken = (
  tx: Tx,
  { organisationId, id }: ExportRef,
  { hash, until }: { hash: Buffer; until: Date },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update exports
      set token_sha256 = ${hash},
          token_expires_at = ${until}
      where organisation_id = ${organisationId}
        and id = ${id}
        and state = 'ready'
        and expires_at > ${now}`,
  )

const writtenRow = shapeOf(exports, ['organisation_id', 'dataset', 'filter', 'team_ids', 'created_at'])
export type Written = RowOf<typeof writtenRow>

/** What the file of an export contains. */
export const getWritten = (tx: Tx, { organisationId, id }: ExportRef): Promise<Written> =>
  only(
    tx,
    writtenRow,
    sql`
      select ${writtenRow.columns}
      from exports
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

/** Rows of these say nothing of a survey. */
const ofNoSurvey: readonly Dataset[] = ['teams', 'audit']
/** Rows of these have no words of answers. */
const withoutWords: readonly Dataset[] = ['collections', 'participation']

/**
 * Whether something may stand in a file that was taken away from its readers since it was asked for: a survey that was deleted, until it is restored, or
 * answers whose time was over.
 */
export const hasLost = (
  tx: Tx,
  { organisation_id: organisationId, dataset, filter, created_at: since }: Written,
): Promise<boolean> => {
  if (ofNoSurvey.includes(dataset)) return Promise.resolve(false)
  const series = [filter.pulse_id, filter.check_in_id].filter((id) => id !== undefined)
  return exists(
    tx,
    sql`
      select 1
      from collections
      where organisation_id = ${organisationId}
        and opened_at is not null
        ${series.length > 0 ? sql`and series_id = any (${textArray(series)})` : sql``}
        and (
          deleted_at >= ${since}::timestamptz
          ${withoutWords.includes(dataset) ? sql`` : sql`or answers_deleted_at >= ${since}::timestamptz`}
        )`,
  )
}

const fileRow = shapeOf(exports, [
  'organisation_id',
  'id',
  'dataset',
  'format',
  'gzip',
  'filter',
  'bytes',
  'team_ids',
  'application_id',
  'user_id',
  'scopes',
  'created_at',
])
export type FileRow = RowOf<typeof fileRow>

const byToken = ({ organisationId, hash }: PresentedSecret, now: Date) => sql`
  organisation_id = ${organisationId}
  and token_sha256 = ${hash}
  and token_expires_at > ${now}
  and state = 'ready'
  and expires_at > ${now}`

/** The file behind a link, which stays. */
export const findByToken = (tx: Tx, secret: PresentedSecret, now: Date): Promise<FileRow | undefined> =>
  one(tx, fileRow, sql`select ${fileRow.columns} from exports where ${byToken(secret, now)}`)

/** The file behind a link, which works no more from now on. */
export const redeemToken = (tx: Tx, secret: PresentedSecret, now: Date): Promise<FileRow | undefined> =>
  one(
    tx,
    fileRow,
    sql`
      update exports
      set token_sha256 = null,
          token_expires_at = null
      where ${byToken(secret, now)}
      returning ${fileRow.columns}`,
  )

const pieceRow = shapeOf(exportPieces, ['bytes'])

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
        from export_pieces
        where organisation_id = ${organisationId}
          and export_id = ${id}
          and place = ${place}`,
    )
  )?.bytes
