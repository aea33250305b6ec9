/** `dry_run=true`: the same refusals as in earnest, and nothing that stays. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { operations } from '../contract/operations.ts'
import { byClock } from '../src/audit/audit.ts'
import { cancelCollection, closeCollection } from '../src/collection/collection.ts'
import { only, sql, throughPlugin, trial, type Tx } from '../src/db/db.ts'
import { int8, jsonb, shape, shapeOf } from '../src/db/shape.ts'
import { pulses } from '../src/db/tables.ts'
import { call, ok } from './access/call.ts'
import { type Prepared, prepare } from './access/prepared.ts'
import { requests } from './access/requests.ts'
import { type Client, client, pulseDraft } from './support/world.ts'

let it: Prepared

const tried = operations.filter(({ dryRun }) => dryRun)
const surveys = [
  'pulses',
  'check_ins',
  'check_in_instances',
  'collections',
  'recipients',
  'deliveries',
  'collection_keys',
] as const

/** Everything of an organisation that a survey leaves behind, except for what the clock does meanwhile. */
const left = async (): Promise<unknown> => {
  const { organisationId, running } = it.world
  const counts: number[] = []
  for (const table of surveys) {
    const { rows } = await only(
      running.db.tx,
      shape({ rows: int8 }),
      sql`select count(*) as rows from ${sql.table(table)} where organisation_id = ${organisationId}`,
    )
    counts.push(rows)
  }
  const { told } = await only(
    running.db.tx,
    shape({ told: jsonb }),
    sql`
      select jsonb_build_object(
        'audit', (select count(*) from audit_events where organisation_id = ${organisationId} and actor_kind <> 'clock'),
        'pulses', (select jsonb_agg(jsonb_build_array(id, state, version) order by id) from pulses where organisation_id = ${organisationId}),
        'check_ins', (select jsonb_agg(jsonb_build_array(id, state, version) order by id) from check_ins where organisation_id = ${organisationId}),
        'keys', (select count(*) from idempotency_keys where organisation_id = ${organisationId})
      ) as told`,
  )
  return { counts, told }
}

suite('dry_run', () => {
  before(async () => {
    it = await prepare()
  })

  test('is offered by every transition, and by what makes and changes a survey', () => {
    const transitions = operations.filter(
      ({ method, path, tag }) =>
        method === 'POST' &&
        /^(Pulses|Check-ins|Check-in instances)$/.test(tag) &&
        /\{id\}\/[a-z]+$/.test(path) &&
        !/(duplicate|recipients|codes)$/.test(path),
    )
    const ids = tried.map(({ id }) => id)
    for (const { id } of transitions) assert.ok(ids.includes(id), id)
    for (const id of ['createPulse', 'updatePulse', 'createCheckIn', 'updateCheckIn'])
      assert.ok(ids.includes(id as never), id)
  })

  for (const operation of tried) {
    test(`of ${operation.id} changes nothing, and in earnest it is done after`, async () => {
      const request = await requests[operation.id](it)
      const by: Client = request.by ?? it.author
      const earlier = await left()
      const keyed = { 'idempotency-key': `try-${operation.id}` }
      for (const headers of [undefined, keyed]) {
        const dry = { ...request, query: { ...request.query, dry_run: 'true' } }
        const reply = await call(by, operation, dry, headers)
        assert.equal(reply.status, 204, JSON.stringify(reply.body))
        assert.deepEqual([reply.body, reply.headers.get('sonde-dry-run')], [null, 'true'])
      }
      assert.deepEqual(await left(), earlier)
      const done = await call(by, operation, request, keyed)
      assert.equal(done.status, operation.status, JSON.stringify(done.body))
      assert.equal(done.headers.get('sonde-dry-run'), null)
    })
  }

  test('is refused as in earnest', async () => {
    const pulse = ok(await it.author.post('/api/pulses', it.draft()))
    const nobody = ok(await it.author.post('/api/pulses', pulseDraft([])))
    const path = (id: string, verb: string) => `/api/pulses/${id}/${verb}`
    const bare = client(it.world.url, await it.world.token({ scopes: ['pulses:read'] }))
    for (const [by, at, body] of [
      [it.author, path(pulse.id, 'close'), {}],
      [it.author, path(pulse.id, 'extend'), { closes_at: 'tomorrow' }],
      [it.author, path(nobody.id, 'open'), {}],
      [it.author, path('pls_01hzzzzzzzzzzzzzzzzzzzzzzz', 'open'), {}],
      [bare, path(pulse.id, 'open'), {}],
      [it.world.anyone, path(pulse.id, 'open'), {}],
      [it.author, '/api/pulses', { ...pulseDraft([]), title: '' }],
    ] as const) {
      const earnest = await by.post(at, body)
      const dry = await by.post(`${at}?dry_run=true`, body)
      assert.ok(earnest.status >= 400, at)
      const { request_id: _r, instance: _i, ...said } = dry.body
      const { request_id: _s, instance: _j, ...expected } = earnest.body
      assert.deepEqual([dry.status, said], [earnest.status, expected])
    }
    const unknown = await it.author.post(`${path(pulse.id, 'open')}?dry_run=perhaps`, {})
    assert.deepEqual([unknown.status, unknown.body.code], [400, 'invalid_request'])
  })

  test('of closing or cancelling touches no answer: how long it takes would reveal how many there are', async () => {
    const { running, organisationId } = it.world
    const { id } = await it.openPulse()
    const { collection_id: collectionId } = await only(
      running.db.tx,
      shapeOf(pulses, ['collection_id']),
      sql`select collection_id from pulses where id = ${id}`,
    )
    const ref = { organisationId, collectionId: collectionId! }
    const statements: string[] = []
    const seen = (tx: Tx): Tx =>
      throughPlugin(tx, {
        transformQuery: ({ node }) => {
          statements.push(JSON.stringify(node))
          return node
        },
        transformResult: ({ result }) => Promise.resolve(result),
      })
    const now = new Date()
    await trial(running.db, (tx) => closeCollection(seen(tx), ref, { by: byClock, now }))
    await trial(running.db, (tx) => cancelCollection(seen(tx), ref, now))
    assert.equal(statements.length, 1, 'whether a legal hold keeps it')
  })
})
