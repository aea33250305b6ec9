/**
 * Exports of datasets: lists of rows (rows.ts), and jobs that write the same rows as a file (writing.ts). A file is there for a day, for
 * whoever asked for it, with the scopes that its rows take, as long as they may read all of it. The door of this folder.
 */
import type * as contract from '../../contract/exports.ts'
import type { Export, ExportFile } from '../../contract/exports.ts'
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Reply } from '../../contract/operation.ts'
import { actedBy, recordReading } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { type Api, refuseGuess } from '../http/route.ts'
import { sendFile } from '../http/files.ts'
import { newSecret, readSecret, sha256 } from '../ids.ts'
import { type Problem, problem } from '../problem.ts'
import { deleteOld, expireExport } from './ending.ts'
import { formats } from './formats/formats.ts'
import { reachesFile, readerNow } from './reach.ts'
import { detailOf, record, requestExport } from './requesting.ts'
import { assertMayRead, assertFits } from './rows.ts'
import { deleteStopped } from './schedule-store.ts'
import * as store from './store.ts'
import { pieceBytes } from './writing.ts'

export { schedulesTask } from './schedules.ts'
export { endExports } from './ending.ts'
export { writeExport } from './writing.ts'

type Door = Pick<Api, 'addresses' | 'clock'>

/** @throws insufficient_scope | role_required  for the rows @throws too_many_exports | unprocessable */
export async function createExport(api: Door, call: Call<typeof contract.createExport>): Promise<Export> {
  const { actor, body } = call
  const { dataset, format, gzip = false, filter = {} } = body
  assertMayRead(api, dataset, actor)
  await assertFits(call, dataset, filter)
  const made = await requestExport(call, { dataset, format, gzip, filter, schedule_id: null })
  if (!made) throw problem('too_many_exports')
  return made
}

/** @throws invalid_cursor */
export async function listExports({
  tx,
  actor,
  query,
}: Call<typeof contract.listExports>): Promise<Page<'exports', Export>> {
  const paging = paged(`exports of ${actor.organisationId}`, query)
  const rows = await store.listExports(tx, actor, query.dataset, paging)
  return pageOf('exports', rows, paging, ({ id }) => id)
}

/** @throws not_found */
export async function getExport({ tx, actor, params }: Call<typeof contract.getExport>): Promise<Export> {
  const found = await store.findExport(tx, actor, params.id)
  if (!found) throw problem('not_found')
  return found
}

/** What has ended stays as it is. @throws not_found */
export async function cancelExport(call: Call<typeof contract.cancelExport>): Promise<null> {
  const { tx, actor, params, now } = call
  const found = await getExport(call)
  const ref = { organisationId: actor.organisationId, id: params.id }
  if ((await store.cancelExport(tx, ref, now)) > 0)
    await record(call, 'export.cancelled', ref, detailOf(found))
  return null
}

const notThere = ({ state }: Export): Problem =>
  state === 'expired' || state === 'ready'
    ? problem('export_expired')
    : problem('export_not_ready', { state })

const isThere = ({ state, expires_at }: Export, now: Date): boolean =>
  state === 'ready' && expires_at !== null && Date.parse(expires_at) > now.getTime()

/** @throws export_expired  for a caller who may read less than the file tells */
async function assertReaches({
  tx,
  actor,
  params: { id },
}: Pick<Call<typeof contract.getExport>, 'tx' | 'actor' | 'params'>): Promise<void> {
  const written = await store.getWritten(tx, { organisationId: actor.organisationId, id })
  if (!(await reachesFile(tx, written, actor)))
    throw problem('export_expired', {
      detail: 'You may read less by now than what is in the file, or something in it was deleted',
    })
}

/** @throws not_found | export_not_ready | export_expired | insufficient_scope */
export async function getExportFile(
  api: Door,
  call: Call<typeof contract.getExportFile>,
): Promise<ExportFile> {
  const { tx, actor, now } = call
  const found = await getExport(call)
  assertMayRead(api, found.dataset, actor)
  if (!isThere(found, now)) throw notThere(found)
  await assertReaches(call)
  await recordReading(
    tx,
    {
      organisationId: actor.organisationId,
      actor: actedBy(actor),
      action: 'export.downloaded',
      operation: 'getExportFile',
      at: now,
    },
    [found.id],
    async () => new Map([[found.id, { detail: { dataset: found.dataset }, privateTo: null }]]),
  )
  return fileOf(tx, { organisation_id: actor.organisationId, ...found })
}

/** @throws not_found | export_not_ready | export_expired | insufficient_scope */
export async function createExportFileLink(
  api: Door,
  call: Call<typeof contract.createExportFileLink>,
): Promise<Reply<typeof contract.createExportFileLink>> {
  const { tx, actor, now } = call
  const found = await getExport(call)
  assertMayRead(api, found.dataset, actor)
  if (isThere(found, now)) await assertReaches(call)
  const token = newSecret('pl', actor.organisationId)
  const until = new Date(now.getTime() + limits.exportFileLinkSeconds * 1000)
  const ref = { organisationId: actor.organisationId, id: found.id }
  if ((await store.storeToken(tx, ref, { hash: sha256(token), until }, now)) === 0) throw notThere(found)
  await record(call, 'export.linked', ref, detailOf(found))
  return { url: `${api.addresses.developerUrl}/exports/files/${token}`, expires_at: until.toISOString() }
}

type Stored = Omit<store.FileRow, 'team_ids' | 'scopes' | 'filter'>

function fileOf(tx: Tx, { organisation_id: organisationId, ...row }: Stored): ExportFile {
  const { extension, media } = formats[row.format]
  return {
    name: `${row.dataset}-${row.created_at.slice(0, 10)}.${extension}${row.gzip ? '.gz' : ''}`,
    media: row.gzip ? 'application/gzip' : media,
    bytes: row.bytes,
    tag: row.id,
    read: (first, last) => bytesOf(tx, { organisationId, id: row.id }, first, last),
  }
}

/** The pieces in which these bytes are, one at a time. */
async function* bytesOf(
  tx: Tx,
  ref: store.ExportRef,
  first: number,
  last: number,
): AsyncIterable<Uint8Array> {
  for (let place = Math.floor(first / pieceBytes); place * pieceBytes <= last; place++) {
    const piece = await store.findPiece(tx, ref, place)
    // It was cancelled or has expired while it was read: a reader sees a file that is cut off, by its length.
    if (!piece) throw new Error(`a piece of export ${ref.id} is gone`)
    const start = place * pieceBytes
    yield piece.subarray(Math.max(0, first - start), last - start + 1)
  }
}

type Download = Door & Pick<Api, 'app' | 'db' | 'limiter'>

/** The file behind a link, for as long as whoever made the link may read it. Looking at its head does not use the link up. */
export function fileRoute({ app, db, clock, limiter, addresses }: Download): void {
  const asking = { api: { addresses, clock }, tx: db.tx }
  const mayFetch = async ({ organisation_id: organisationId, ...row }: store.FileRow): Promise<boolean> => {
    const { application_id: applicationId, user_id: userId, scopes, dataset } = row
    const reader = await readerNow(asking, dataset, { organisationId, applicationId, userId, scopes })
    return reader !== null && (await reachesFile(db.tx, { organisation_id: organisationId, ...row }, reader))
  }
  app.get('/exports/files/:token', async (request, reply) => {
    const { token } = request.params as { token: string }
    const find = request.method === 'HEAD' ? store.findByToken : store.redeemToken
    const secret = readSecret('pl', token)
    const row = secret && (await find(db.tx, secret, clock.now()))
    if (!row || !(await mayFetch(row))) return refuseGuess({ limiter }, request, problem('not_found'))
    return sendFile(request, reply, fileOf(db.tx, row))
  })
}

const standsStillMs = 6 * 3_600_000
const oldRowsAtOnce = 500

/** Files whose day is over, exports that a fault has left standing, and rows that are old, of schedules too. */
export const exportsTask = {
  name: 'exports.expire',
  everyMs: 3_600_000,
  run: async (tx: Tx, now: Date): Promise<number> => {
    const ago = (ms: number): Date => new Date(now.getTime() - ms)
    const expired = await expireExport(tx, ago(standsStillMs), now)
    if (expired > 0) return expired
    const old = ago(limits.exportsKeptDays * 86_400_000)
    return (await deleteOld(tx, old, oldRowsAtOnce)) + (await deleteStopped(tx, old, oldRowsAtOnce))
  },
}
