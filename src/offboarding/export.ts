/**
 * The export of an organisation: asked for, written by a job as a ZIP file of JSON Lines, kept for a week and fetched by a link that works for
 * a quarter of an hour. A page of a list and a piece of the file are all that is in memory at a time.
 */
import { Readable } from 'node:stream'
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type * as contract from '../../contract/offboarding.ts'
import type { OrganisationExport } from '../../contract/offboarding.ts'
import type { Reply } from '../../contract/operation.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import type { Clock } from '../clock.ts'
import { type Db, isUnavailable, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { type Api, refuseGuess } from '../http/route.ts'
import { isActiveAdmin } from '../identity/identity.ts'
import { newSecret, readSecret, sha256 } from '../ids.ts'
import { enqueue, type JobData } from '../jobs/jobs.ts'
import { problem } from '../problem.ts'
import { parts, type Reader } from './export-parts.ts'
import * as store from './export-store.ts'

/** @throws export_running */
export async function createOrganisationExport({
  tx,
  actor,
  now,
}: Call<typeof contract.createOrganisationExport>): Promise<OrganisationExport> {
  const { organisationId, userId: askedBy } = actor
  const made = await store.insertExport(tx, { organisationId, askedBy, parts: parts.length }, now)
  if (!made) throw problem('export_running')
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(actor),
    action: 'organisation.export_requested',
    target: organisationId,
    detail: { export_id: made.id },
    at: now,
  })
  await enqueue(tx, 'organisation.export', { organisationId, exportId: made.id })
  return made
}

/** @throws invalid_cursor */
export async function listOrganisationExports({
  tx,
  actor: { organisationId },
  query,
}: Call<typeof contract.listOrganisationExports>): Promise<Page<'exports', OrganisationExport>> {
  const paging = paged(`exports of ${organisationId}`, query)
  return pageOf('exports', await store.listExports(tx, organisationId, paging), paging, ({ id }) => id)
}

/** @throws not_found */
export async function getOrganisationExport({
  tx,
  actor: { organisationId },
  params: { id },
}: Call<typeof contract.getOrganisationExport>): Promise<OrganisationExport> {
  const found = await store.findExport(tx, { organisationId, id })
  if (!found) throw problem('not_found')
  return found
}

/** @throws not_found | export_not_ready */
export async function createExportLink(
  call: Call<typeof contract.createExportLink>,
  developerUrl: string,
): Promise<Reply<typeof contract.createExportLink>> {
  const { tx, actor, params, now } = call
  const { organisationId, userId: by } = actor
  const ref = { organisationId, id: params.id }
  const found = await store.findExport(tx, ref)
  if (!found) throw problem('not_found')
  const token = newSecret('pl', organisationId)
  const until = new Date(now.getTime() + limits.exportLinkSeconds * 1000)
  if ((await store.storeExportToken(tx, ref, { hash: sha256(token), until, by }, now)) === 0)
    throw problem('export_not_ready', { state: found.state })
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(actor),
    action: 'organisation.export_linked',
    target: organisationId,
    detail: { export_id: found.id },
    at: now,
  })
  return { url: `${developerUrl}/exports/${token}`, expires_at: until.toISOString() }
}

/** Pieces of a row of about a megabyte: one is in memory at a time. */
const pieceBytes = 1_048_576

const linesOf = async function* (rows: AsyncIterable<unknown>, onEnd: () => Promise<unknown>) {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
  await onEnd()
}

const notes = `What is not in this export:
- Answers of anonymous surveys: nobody can find or read them.
- Single answers of confidential and attributed surveys: who may read them is settled by the promise of each survey.
- Private surveys and what belongs to them: their authors alone see them.
Each .jsonl file has one JSON object a line, in the shapes of the API.
`

/** Passed to erasure by operations.ts: the files tell of whoever was there. */
export const endOrganisationExports = store.endExports

/** Writes the file; a job that was cut off starts over. What fails for its own reason is marked as failed, and not tried again. */
export const exportJob =
  (db: Db, clock: Clock) =>
  async ({ organisationId, exportId: id }: JobData['organisation.export']): Promise<void> => {
    const ref = { organisationId, id }
    const found = await store.findExport(db.tx, ref)
    if (!found) return
    const begun = await db.transaction((tx) => store.beginExport(tx, ref, clock.now()))
    if (begun === 0) return
    try {
      const reader = {
        tx: db.tx,
        organisationId,
        exportId: id,
        askedBy: found.requested_by,
        now: clock.now(),
      }
      const bytes = await writeFile(db.tx, ref, reader, clock)
      const expiresAt = new Date(clock.now().getTime() + limits.organisationExportDays * 86_400_000)
      await store.endExport(db.tx, ref, { state: 'ready', bytes, expiresAt }, clock.now())
    } catch (error) {
      if (error instanceof Ended) return
      if (!isUnavailable(error))
        await store.endExport(db.tx, ref, { state: 'failed', bytes: 0, expiresAt: null }, clock.now())
      throw error
    }
  }

/** Somebody was erased whom the file may tell of. */
class Ended extends Error {}

async function writeFile(tx: Tx, ref: store.ExportRef, reader: Reader, clock: Clock): Promise<number> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream)
  zip.on('error', (error: Error) => output.destroy(error))
  let done = 0
  zip.addBuffer(Buffer.from(notes), 'README.txt')
  for (const { file, read } of parts)
    zip.addReadStreamLazy(file, (give) => {
      const onEnd = () => store.storeProgress(tx, ref, ++done, clock.now())
      const stream = Readable.from(linesOf(read(reader), onEnd))
      stream.on('error', (error) => output.destroy(error))
      give(null, stream)
    })
  zip.end()
  return storePieces(tx, ref, output)
}

/** @returns the size of the file */
async function storePieces(tx: Tx, ref: store.ExportRef, chunks: AsyncIterable<Buffer>): Promise<number> {
  let piece: Buffer[] = []
  let size = 0
  let bytes = 0
  let place = 0
  const flush = async (): Promise<void> => {
    if (size === 0) return
    if ((await store.insertPiece(tx, ref, place++, Buffer.concat(piece))) === 0) throw new Ended('ended')
    piece = []
    size = 0
  }
  for await (const chunk of chunks) {
    piece.push(chunk)
    size += chunk.length
    bytes += chunk.length
    if (size >= pieceBytes) await flush()
  }
  await flush()
  return bytes
}

type Download = Pick<Api, 'app' | 'db' | 'clock' | 'limiter'>

/** The file behind a link, piece by piece, for as long as whoever made the link is an admin. */
export function downloadRoute({ app, db, clock, limiter }: Download): void {
  app.get('/exports/:token', async (request, reply) => {
    const { token } = request.params as { token: string }
    const secret = readSecret('pl', token)
    const file = secret && (await store.findFile(db.tx, secret, clock.now()))
    if (!file || !(await isActiveAdmin(db.tx, file.organisation_id, file.linked_by)))
      return refuseGuess({ limiter }, request, problem('not_found'))
    const ref = { organisationId: file.organisation_id, id: file.id }
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-length': file.bytes,
        'content-disposition': `attachment; filename="organisation-${file.created_at.slice(0, 10)}.zip"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .send(Readable.from(piecesOf(db.tx, ref)))
  })
}

async function* piecesOf(tx: Tx, ref: store.ExportRef): AsyncIterable<Buffer> {
  for (let place = 0; ; place++) {
    const piece = await store.findPiece(tx, ref, place)
    if (!piece) return
    yield piece
  }
}

const standsStillMs = 86_400_000

/** Files whose week is over, and exports that a fault has left standing. */
export const exportsTask = {
  name: 'offboarding.exports',
  everyMs: 3_600_000,
  run: (tx: Tx, now: Date): Promise<number> =>
    store.expireExport(tx, new Date(now.getTime() - standsStillMs), now),
}
