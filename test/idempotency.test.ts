/** Idempotency-Key: one key has one effect, however often and fast it is sent; a key belongs to its caller. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, suite, test } from 'node:test'
import { many, sql } from '../src/db/db.ts'
import { shapeOf } from '../src/db/shape.ts'
import { idempotencyKeys } from '../src/db/tables.ts'
import { newPeopledWorld, type PeopledWorld } from './support/people.ts'
import { type Client, pulseDraft, type Reply } from './support/world.ts'

let world: PeopledWorld
let api: Client

const withKey = (key: string) => ({ 'idempotency-key': key })

const create = (by: Client, key: string, name = 'Once'): Promise<Reply> =>
  by.post('/api/teams', { name }, withKey(key))

const countTeams = async (by = api): Promise<number> =>
  (await by.get('/api/teams?limit=200')).body.teams.length

const kept = () =>
  many(
    world.running.db.tx,
    shapeOf(idempotencyKeys, ['key', 'operation', 'response']),
    sql`select key, operation, response from idempotency_keys where organisation_id = ${world.organisationId}`,
  )

suite('Idempotency-Key', () => {
  before(async () => {
    world = await newPeopledWorld()
    api = await world.organisation()
  })

  test('the same key and body get the first reply again, marked as replayed', async () => {
    const before = await countTeams()
    const key = randomUUID()
    const first = await create(api, key)
    assert.equal(first.status, 201)
    assert.equal(first.headers.get('idempotent-replayed'), null)
    await api.patch(`/api/teams/${first.body.id}`, { name: 'Renamed since' })
    const again = await create(api, key)
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.headers.get('etag'), first.headers.get('etag'))
    assert.equal(await countTeams(), before + 1)
  })

  test('another body or another address under the same key is refused', async () => {
    const key = randomUUID()
    const { body: team } = await create(api, key)
    for (const reply of [
      await create(api, key, 'Other'),
      await api.post('/api/members', { name: 'Once' }, withKey(key)),
      await api.post(`/api/teams/${team.id}/members/${team.id.replace('tem', 'mem')}`, {}, withKey(key)),
    ]) {
      assert.deepEqual([reply.status, reply.body.code], [422, 'idempotency_key_reused'])
    }
  })

  test('a refusal is not stored: the corrected call can use the same key', async () => {
    const key = randomUUID()
    const parent = 'tem_01jz00000000000000000000zz'
    const wrong = await api.post('/api/teams', { name: 'Below', parent_team_id: parent }, withKey(key))
    assert.equal(wrong.status, 422)
    assert.equal((await create(api, key, 'Below')).status, 201)
  })

  test('50 calls with one key have one effect; those that come too early are told to retry', async () => {
    const before = await countTeams()
    const key = randomUUID()
    const replies = await Promise.all(Array.from({ length: 50 }, () => create(api, key)))
    const made = replies.filter(({ status }) => status === 201)
    const early = replies.filter(({ status }) => status === 409)
    assert.equal(made.length + early.length, 50)
    assert.ok(made.length > 0)
    assert.equal(new Set(made.map(({ body }) => JSON.stringify(body))).size, 1)
    for (const { body, headers } of early) {
      assert.equal(body.code, 'idempotency_in_progress')
      assert.equal(headers.get('retry-after'), '1')
    }
    assert.equal(await countTeams(), before + 1)
    assert.deepEqual((await create(api, key)).body, made[0].body)
  })

  test('a transition happens once: a pulse is not opened twice', async () => {
    const user = await world.user()
    const team = await world.team('Asked', 5)
    const { id } = (await user.post('/api/pulses', pulseDraft([team.id]))).body
    const key = randomUUID()
    const open = () => user.post(`/api/pulses/${id}/open`, undefined, withKey(key))
    const [first, again] = [await open(), await open()]
    assert.deepEqual([first.status, again.status], [200, 200])
    assert.deepEqual(again.body, first.body)
    assert.equal((await user.post(`/api/pulses/${id}/open`)).status, 409)
  })

  test('a key belongs to its caller: another user, the organisation and another organisation can use it', async () => {
    const key = randomUUID()
    const [ada, bob] = [await world.user({ role: 'admin' }), await world.user({ role: 'admin' })]
    const other = await newPeopledWorld()
    const callers = [api, ada, bob, await other.organisation(), await other.user({ role: 'admin' })]
    const ids = new Set<string>()
    for (const caller of callers) {
      const reply = await create(caller, key, `Of ${ids.size}`)
      assert.equal(reply.status, 201)
      ids.add(reply.body.id)
    }
    assert.equal(ids.size, callers.length)
    // A new token of the same user is the same caller.
    const later = await world.user({ id: ada.userId })
    assert.equal((await create(later, key, 'Of 1')).headers.get('idempotent-replayed'), 'true')
  })

  test('only POST stores keys', async () => {
    const before = (await kept()).length
    const { id } = (await api.post('/api/teams', { name: 'No key' })).body
    const key = withKey(randomUUID())
    assert.equal((await api.get('/api/teams', key)).status, 200)
    assert.equal((await api.patch(`/api/teams/${id}`, { name: 'One' }, key)).status, 200)
    assert.equal((await api.patch(`/api/teams/${id}`, { name: 'Two' }, key)).body.name, 'Two')
    assert.equal((await api.put(`/api/teams/${id}/members`, { members: [] }, key)).status, 200)
    assert.equal((await api.delete(`/api/teams/${id}`, undefined, key)).status, 204)
    assert.equal((await kept()).length, before)
  })

  test('a reply with a secret is never stored', async () => {
    const key = withKey(randomUUID())
    const draft = { name: 'Bot', scopes: ['teams:read'], redirect_uris: [world.application.redirect_uri] }
    const one = await world.admin.post('/api/applications', draft, key)
    const two = await world.admin.post('/api/applications', draft, key)
    assert.deepEqual([one.status, two.status], [201, 201])
    assert.notEqual(one.body.client_secret, two.body.client_secret)
    const rotate = () => world.admin.post(`/api/applications/${one.body.id}/rotate-secret`, {}, key)
    const rotated = await rotate()
    assert.equal(rotated.status, 200)
    const { client_id, redirect_uri } = world.application
    const code = await world.admin.post('/api/oauth/code', { client_id, redirect_uri }, key)
    assert.equal(code.status, 200)
    const text = JSON.stringify(await kept())
    const secrets = [
      one.body.client_secret,
      two.body.client_secret,
      rotated.body.client_secret,
      code.body.code,
    ]
    for (const secret of secrets) assert.ok(!text.includes(secret))
    assert.doesNotMatch(text, /sonde_(cs|at|ac)_/)
  })
})
