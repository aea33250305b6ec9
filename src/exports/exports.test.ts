/** Exports as files: who may ask and read, how they are sent, and how jobs end. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, suite, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { parse as load } from 'yaml'
import { columnsOf } from '../../contract/export-rows.ts'
import { type Dataset, datasetNames, datasets, rowOperations } from '../../contract/exports.ts'
import { limits } from '../../contract/limits.ts'
import type { Operation } from '../../contract/operation.ts'
import { type Scope, scopeNames, scopes } from '../../contract/scopes.ts'
import { ended, exporting, linesOf, rowsOf } from '../../test/support/exporting.ts'
import { type Client, client, newWorld, type World } from '../../test/support/world.ts'
import { createApplicationFor } from '../oauth/oauth.ts'
import { writeExport } from './exports.ts'
import * as store from './store.ts'

let world: World
let author: Client
let colleague: Client
let program: Client
const { download, fileOf } = exporting(() => world.url)

const expiresAt = new Date('2027-10-11T12:00:00Z')
const organisationScopes = scopeNames.filter((scope) => scopes[scope].organisation)

before(async () => {
  world = await newWorld({ at: '2026-10-11T12:00:00Z' })
  const lasting = async ({ userId }: { userId: string }) =>
    client(world.url, await world.token({ userId, scopes: scopeNames, expiresAt }))
  author = await lasting(await world.user())
  colleague = await lasting(await world.user())
  program = client(world.url, await world.token({ scopes: organisationScopes, expiresAt }))
  for (const name of ['Development', 'Platform', 'Design']) await world.team(name, 1)
})

const newApplication = (): Promise<string> => {
  const { organisationId, running } = world
  const draft = { name: 'Warehouse', scopes: organisationScopes }
  return running.db.transaction(async (tx) => {
    const owner = { organisationId, userId: null }
    return (await createApplicationFor(tx, owner, draft, running.clock!.now())).id
  })
}

suite('files', () => {
  test('a name that a spreadsheet would run is text in CSV, and unchanged as JSON', async () => {
    const name = '=HYPERLINK("https://evil.example","Click")'
    const { id } = (await program.post('/api/teams', { name, description: ' +1 "quoted"\nline' })).body
    const csv = await fileOf(program, { dataset: 'teams', format: 'csv' })
    const cells: Record<string, string>[] = parse(csv.bytes, { columns: true })
    const team = cells.find(({ team_id }) => team_id === id)
    assert.deepEqual([team?.name, team?.description], [`'${name}`, `' +1 "quoted"\nline`])
    const lines = linesOf((await fileOf(program, { dataset: 'teams', format: 'jsonl' })).bytes)
    assert.equal(lines.find(({ team_id }) => team_id === id).name, name)
  })

  test('are sent in part, with a validator, and by a link that works once', async () => {
    const { id, bytes } = await fileOf(program, { dataset: 'teams', format: 'csv' })
    const whole = await download(program, id)
    const etag = whole.headers.get('etag')!
    assert.equal((await download(program, id, { 'if-none-match': etag })).status, 304)
    for (const [range, part] of [
      ['bytes=0-9', bytes.subarray(0, 10)],
      ['bytes=100-', bytes.subarray(100)],
      ['bytes=-7', bytes.subarray(-7)],
    ] as const) {
      const reply = await download(program, id, { range, 'if-range': etag })
      assert.equal(reply.status, 206)
      assert.deepEqual(Buffer.from(await reply.arrayBuffer()), part, range)
    }
    const changed = await download(program, id, { range: 'bytes=0-9', 'if-range': '"another"' })
    assert.equal((await changed.arrayBuffer()).byteLength, bytes.length)
    const beyond = await download(program, id, { range: `bytes=${bytes.length}-` })
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${bytes.length}`])
    await Promise.all([whole.body?.cancel(), beyond.body?.cancel()])

    const link = async () => (await program.post(`/api/exports/${id}/link`)).body.url as string
    const [first, second] = [await link(), await link()]
    assert.equal((await fetch(first)).status, 404, 'a new link replaces the one before')
    assert.equal((await fetch(second, { method: 'HEAD' })).status, 200)
    const fetched = await Promise.all([fetch(second), fetch(second), fetch(second)])
    assert.deepEqual(fetched.map(({ status }) => status).toSorted(), [200, 404, 404])
    const late = await link()
    const { clock } = world.running
    const now = clock!.now()
    clock!.set(new Date(now.getTime() + 301_000))
    assert.equal((await fetch(late)).status, 404)
    clock!.set(now)
  })

  test('are there for their caller alone', async () => {
    const { id } = await fileOf(author, { dataset: 'teams', format: 'csv' })
    for (const api of [colleague, program]) {
      assert.equal((await api.get(`/api/exports/${id}`)).status, 404)
      assert.equal((await api.get(`/api/exports/${id}/file`)).status, 404)
      assert.equal((await api.delete(`/api/exports/${id}`)).status, 404)
      assert.ok(!(await api.get('/api/exports?limit=200')).body.exports.some((one: any) => one.id === id))
    }
    assert.equal((await author.get('/api/exports?limit=1')).body.exports[0].id, id)
  })

  test('take the scopes of their rows, to be asked for and to be read', async () => {
    const only = async (...granted: Scope[]) =>
      client(world.url, await world.token({ scopes: granted, expiresAt }))
    const ask = async (api: Client, dataset: Dataset) => api.post('/api/exports', { dataset, format: 'csv' })
    const lacking = async (missing: string, reply: { status: number; body: any; headers: Headers }) => {
      assert.deepEqual([reply.status, reply.body.code], [403, 'insufficient_scope'], missing)
      assert.ok(reply.headers.get('www-authenticate')?.includes(`scope="${missing}"`))
    }
    await lacking('insights:read', await ask(await only('exports:write', 'teams:read'), 'figures'))
    await lacking('pulses:read', await ask(await only('exports:write', 'responses:read'), 'comments'))
    await lacking('responses:read', await ask(await only('exports:write', 'pulses:read'), 'comments'))
    const { id } = await fileOf(program, { dataset: 'audit', format: 'csv' })
    const little = await only('exports:write', 'pulses:read')
    await lacking('audit:read', await little.get(`/api/exports/${id}/file`))
    await lacking('audit:read', await little.post(`/api/exports/${id}/link`))
    const comments = await (await only('responses:read')).get('/api/exports/comments/rows')
    await lacking('pulses:read', comments)
  })
})

suite('jobs', () => {
  const setState = (id: string, state: string): Promise<unknown> =>
    world.running.db.pool.query(
      'update exports set state = $2, fault = null, updated_at = now() where id = $1',
      [id, state],
    )
  const piecesOf = async (id: string): Promise<number> =>
    (await world.running.db.pool.query('select 1 from export_pieces where export_id = $1', [id])).rows.length
  const work = async (exportId: string): Promise<void> => {
    const { organisationId, running } = world
    const { addresses } = running.app
    await writeExport({ db: running.db, clock: running.clock!, addresses })({ organisationId, exportId })
  }

  test('start over after a worker died, and the dead one writes nothing more', async () => {
    const { organisationId, running } = world
    const { id, bytes } = await fileOf(program, { dataset: 'teams', format: 'jsonl' })
    await setState(id, 'running')
    await work(id)
    const again = await download(program, id)
    assert.deepEqual(Buffer.from(await again.arrayBuffer()), bytes)
    const dead = { organisationId, id, attempt: 1 }
    await setState(id, 'running')
    assert.equal(await store.insertPiece(running.db.tx, dead, 9, Buffer.from('x')), 0)
    assert.equal(await store.storeProgress(running.db.tx, dead, 1, new Date()), 0)
    await work(id)
    assert.equal((await ended(program, id)).state, 'ready')
  })

  test('fail where the access that asked has ended meanwhile', async () => {
    const applicationId = await newApplication()
    const api = client(world.url, await world.token({ scopes: organisationScopes, applicationId, expiresAt }))
    const { id } = await fileOf(api, { dataset: 'teams', format: 'csv' })
    await world.running.db.pool.query("update applications set scopes = '{exports:write}' where id = $1", [
      applicationId,
    ])
    await setState(id, 'queued')
    await work(id)
    assert.deepEqual([(await ended(api, id)).state, (await ended(api, id)).fault], ['failed', 'access_ended'])
    assert.equal(await piecesOf(id), 0)
    await setState(id, 'queued')
    await world.running.db.pool.query("update applications set status = 'revoked' where id = $1", [
      applicationId,
    ])
    await work(id)
    const { rows } = await world.running.db.pool.query('select state, fault from exports where id = $1', [id])
    assert.deepEqual(rows, [{ state: 'failed', fault: 'access_ended' }])
  })

  test('five run at a time in an organisation', async () => {
    const ids: string[] = []
    for (let at = 0; at < 5; at++) ids.push((await fileOf(program, { dataset: 'teams', format: 'csv' })).id)
    for (const id of ids) await setState(id, 'running')
    const refused = await author.post('/api/exports', { dataset: 'teams', format: 'csv' })
    assert.deepEqual([refused.status, refused.body.code], [409, 'too_many_exports'])
    for (const id of ids) assert.equal((await program.delete(`/api/exports/${id}`)).status, 204)
    assert.equal((await ended(program, ids[0])).state, 'cancelled')
    assert.equal(await piecesOf(ids[0]), 0)
    assert.equal((await program.get(`/api/exports/${ids[0]}/file`)).body.code, 'export_not_ready')
    assert.equal((await program.delete(`/api/exports/${ids[0]}`)).status, 204)
    assert.equal((await author.post('/api/exports', { dataset: 'teams', format: 'csv' })).status, 201)
  })

  test('a file is gone after a day, and its row after a month', async () => {
    const { clock, app } = world.running
    const { id } = await fileOf(program, { dataset: 'teams', format: 'csv' })
    const now = clock!.now().getTime()
    clock!.set(new Date(now + 86_401_000))
    for (const reply of [
      await program.get(`/api/exports/${id}/file`),
      await program.post(`/api/exports/${id}/link`),
    ])
      assert.deepEqual([reply.status, reply.body.code], [410, 'export_expired'])
    await app.due.settle()
    assert.equal((await ended(program, id)).state, 'expired')
    assert.equal(await piecesOf(id), 0)
    assert.equal((await program.get(`/api/exports/${id}/file`)).body.code, 'export_expired')
    clock!.set(new Date(now + 31 * 86_400_000))
    await app.due.settle()
    assert.equal((await program.get(`/api/exports/${id}`)).status, 404)
  })
})

test('the manifest for Airbyte names every list, with its cursor, and keys that its rows have', async () => {
  const file = new URL('../../docs/airbyte-manifest.yaml', import.meta.url)
  const { streams } = load(await readFile(file, 'utf8'), { merge: true })
  assert.deepEqual(
    streams.map(({ name }: any) => name),
    datasetNames,
  )
  for (const { name, retriever, incremental_sync: sync, primary_key: key = [] } of streams) {
    const { path, query }: Operation = rowOperations[name as Dataset]
    assert.equal(retriever.requester.path, path)
    const { page_size_option, page_token_option, pagination_strategy } = retriever.paginator
    const parameters = [page_size_option, page_token_option, sync.start_time_option].map(
      (option) => option.field_name,
    )
    const { pulse_id: _pulse, check_in_id: _checkIn, team_id: _team, ...ofAll } = (query as any).properties
    assert.deepEqual(parameters.toSorted(), Object.keys(ofAll).toSorted())
    assert.ok(pagination_strategy.page_size <= limits.exportPageRowsMax)
    assert.deepEqual(retriever.record_selector.extractor.field_path, ['rows'])
    const columns = columnsOf(datasets[name as Dataset]).map((column) => column.name)
    for (const column of [...key, sync.cursor_field]) assert.ok(columns.includes(column), `${name} ${column}`)
  }
  const rows = await rowsOf(program, 'teams', 'limit=2&released_since=2020-01-01T00:00:00Z')
  assert.equal(rows.length, new Set(rows.map(({ team_id }) => team_id)).size)
})
