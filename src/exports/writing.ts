/**
 * The job of an export: reads as the caller who asked, with what they may do now, all of it of one moment, and stores the file in pieces. A
 * page of a list and a piece of the file are in memory at a time. A job that was cut off starts over.
 */
import { columnsOf, type Row } from '../../contract/export-rows.ts'
import { datasets, type ExportFault } from '../../contract/exports.ts'
import { limits } from '../../contract/limits.ts'
import { codeOf } from '../caught.ts'
import type { Clock } from '../clock.ts'
import { type Db, isUnavailable, run, sql } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import type { Asking } from '../http/asking.ts'
import type { Addresses } from '../http/server.ts'
import type { JobData } from '../jobs/jobs.ts'
import { currentAccess } from '../oauth/oauth.ts'
import { Problem } from '../problem.ts'
import { formats, gzipped } from './formats/formats.ts'
import { teamsTold } from './reach.ts'
import { record } from './requesting.ts'
import { allRows, assertMayRead, sources } from './rows.ts'
import { markWritten } from './schedule-store.ts'
import * as store from './store.ts'

type Setup = { readonly db: Db; readonly clock: Clock; readonly addresses: Addresses }

/** A mebibyte, all but the last of a file. */
export const pieceBytes = 1_048_576

/** Somebody cancelled it, or another worker started it over. */
class Ended extends Error {}

class TooLarge extends Error {}

/** A race that the next try wins: SQLSTATE 40… */
const isPassing = (error: unknown): boolean => isUnavailable(error) || (codeOf(error) ?? '').startsWith('40')

const faultOf = (error: unknown): ExportFault =>
  error instanceof TooLarge || error instanceof RangeError
    ? 'too_large'
    : error instanceof Problem
      ? 'access_ended'
      : 'unexpected'

export const writeExport =
  ({ db, clock, addresses }: Setup) =>
  async ({ organisationId, exportId: id }: JobData['export.write']): Promise<void> => {
    const job = await db.transaction((tx) => store.beginExport(tx, { organisationId, id }, clock.now()))
    if (!job) return
    const attempt = { organisationId, id, attempt: job.attempt }
    const { application_id: applicationId, user_id: userId, schedule_id, scopes } = job
    const actor = await currentAccess(db.tx, { organisationId, applicationId, userId, scopes })
    const fail = (fault: ExportFault) =>
      db.transaction((tx) => store.failExport(tx, attempt, fault, clock.now()))
    if (!actor) return fail('access_ended')
    const api = { addresses, clock }
    try {
      const { rows, bytes, teamIds } = await db.transaction(async (tx) => {
        await run(tx, sql`set transaction isolation level repeatable read`)
        assertMayRead(api, job.dataset, actor)
        const teamIds = await teamsTold(tx, job.dataset, actor)
        const file = await writeFile({ db, clock, attempt, job }, { api, tx, actor, now: clock.now() })
        return { ...file, teamIds }
      })
      await db.transaction(async (tx) => {
        const now = clock.now()
        const expiresAt = new Date(now.getTime() + limits.exportFileSeconds * 1000)
        if ((await store.finishExport(tx, attempt, { rows, bytes, teamIds, expiresAt }, now)) === 0) return
        if (schedule_id !== null)
          await markWritten(tx, { organisation_id: organisationId, id: schedule_id }, job.created_at)
        const { dataset, format, filter } = job
        const detail = { dataset, format, filter, rows }
        await record({ tx, actor, now }, 'export.written', { organisationId, id }, detail)
        await recordEvent(tx, {
          organisationId,
          type: 'export.ready',
          payload: { export_id: id, schedule_id, application_id: applicationId },
          privateTo: userId,
          at: now,
        })
      })
    } catch (error) {
      if (error instanceof Ended) return
      if (isPassing(error)) throw error
      await fail(faultOf(error))
      if (faultOf(error) === 'unexpected') throw error
    }
  }

type Work = {
  readonly db: Db
  readonly clock: Clock
  readonly attempt: store.Attempt
  readonly job: store.ExportJob
}

async function writeFile(
  { db, clock, attempt, job }: Work,
  asking: Asking,
): Promise<{ rows: number; bytes: number }> {
  let rows = 0
  async function* counted(): AsyncIterable<readonly Row[]> {
    for await (const batch of allRows(asking, sources[job.dataset], job.filter)) {
      rows += batch.length
      yield batch
    }
  }
  const chunks = formats[job.format].write(columnsOf(datasets[job.dataset]), counted())
  let place = 0
  let bytes = 0
  for await (const piece of piecesOf(job.gzip ? gzipped(chunks) : chunks)) {
    bytes += piece.length
    if (bytes > limits.exportBytesMax) throw new TooLarge('the file is too large')
    const stored = await store.insertPiece(db.tx, attempt, place++, piece)
    if (stored === 0 || (await store.storeProgress(db.tx, attempt, rows, clock.now())) === 0)
      throw new Ended('ended')
  }
  return { rows, bytes }
}

/** Pieces of one size, and what is left as the last. */
async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.length
    if (size < pieceBytes) continue
    const whole = Buffer.concat(held)
    let at = 0
    for (; at + pieceBytes <= size; at += pieceBytes) yield whole.subarray(at, at + pieceBytes)
    held = [whole.subarray(at)]
    size -= at
  }
  if (size > 0) yield Buffer.concat(held)
}
