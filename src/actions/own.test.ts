/** Actions that people make of a finding, and what they are beside those that a report recommends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '../../contract/scopes.ts'
import { limits } from '../../contract/limits.ts'
import { prepare } from '../../test/access/prepared.ts'
import { eventually, newWorld } from '../../test/support/world.ts'

const it = await prepare()
const { author, world } = it

const me = (await author.get('/api/me')).body

const draft = { insight_id: it.insightId, title: 'Meet on Mondays only' }
const create = (more: object = {}, by = author) => by.post('/api/actions', { ...draft, ...more })

test('a finding becomes an action of one’s own, which is accepted and says that a person made it', async () => {
  const owner = (await world.team('Owners', 1)).members[0]
  const plan = {
    first_step: 'Ask who needs Tuesdays',
    owner_member_id: owner,
    due_on: '2031-05-01',
    note: 'In the retro',
  }
  const made = await create({ ...plan, driver: 'meetings_process' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, ...action } = made.body
  assert.deepEqual({ ...action, ...draft, ...plan, driver: 'meetings_process' }, action)
  assert.deepEqual(
    [action.origin, action.maker_name, action.state, action.version, action.times, action.is_current],
    ['person', me.user.name, 'accepted', 1, 1, true],
  )
  const ofReports = [
    'catalogue',
    'owner_role',
    'effort',
    'measure',
    'priority',
    'confidence',
    'named',
    'effect',
  ]
  assert.deepEqual(
    ofReports.map((field) => action[field]),
    ofReports.map(() => null),
  )
  assert.deepEqual((await author.get(`/api/actions/${id}?language=de`)).body, made.body)
  const listed = (await author.get(`/api/actions?driver=meetings_process&owner=${owner}`)).body.actions
  assert.deepEqual(
    listed.map((one: { id: string }) => one.id),
    [id],
  )
  await eventually(
    () => author.get('/api/events?types=action.accepted&limit=200'),
    ({ body }) => body.events.some((event: unknown) => JSON.stringify(event).includes(id)),
  )
})

test('its maker is named to people, and to programs that read teams', async () => {
  const { id } = (await create()).body
  const nameFor = async (scopes: Scope[]) =>
    (await (await world.organisation(scopes)).get(`/api/actions/${id}`)).body.maker_name
  assert.deepEqual(
    [await nameFor(['insights:read']), await nameFor(['insights:read', 'teams:read'])],
    [null, me.user.name],
  )
})

test('it goes the way of every action', async () => {
  const { id } = (await create()).body
  const move = async (body: object) => (await author.patch(`/api/actions/${id}`, body)).body.state
  assert.equal(await move({ state: 'in_progress' }), 'in_progress')
  assert.equal(await move({ state: 'done' }), 'done')
  assert.equal(await move({ state: 'accepted' }), 'accepted')
  assert.equal(await move({ state: 'dismissed', reason: 'We found another way' }), 'dismissed')
})

const refused: [string, object, number, string][] = [
  ['an unknown finding', { insight_id: `ins_${'0'.repeat(26)}` }, 422, '/insight_id'],
  ['an unknown owner', { owner_member_id: `mem_${'0'.repeat(26)}` }, 422, '/owner_member_id'],
  ['an unknown driver', { driver: 'weather' }, 400, '/driver'],
  ['a title of spaces', { title: '   ' }, 400, '/title'],
  ['a title that is too long', { title: 'x'.repeat(limits.nameLengthMax + 1) }, 400, '/title'],
  ['what only a report says', { priority: 1 }, 400, '/priority'],
]
for (const [what, more, status, pointer] of refused)
  test(`${what} is refused with a pointer`, async () => {
    const reply = await create(more)
    assert.equal(reply.status, status, JSON.stringify(reply.body))
    assert.equal(reply.body.errors[0].pointer, pointer)
  })

test('a finding of another organisation is like none', async () => {
  const elsewhere = await newWorld({ running: world.running })
  const stranger = await elsewhere.user()
  const reply = await stranger.post('/api/actions', draft)
  assert.deepEqual([reply.status, reply.body.errors[0].pointer], [422, '/insight_id'])
})

test('a finding of a deleted survey takes no action', async () => {
  const { actionId, pulseId } = await it.newSuffering()
  const { insight_id: insightId } = (await author.get(`/api/actions/${actionId}`)).body
  assert.equal((await author.delete(`/api/pulses/${pulseId}`)).status, 204)
  const reply = await create({ insight_id: insightId })
  assert.deepEqual([reply.status, reply.body.code], [409, 'not_released'])
})

test('calls at once make no more actions of a finding than it may have', async () => {
  const { actionId } = await it.newSuffering()
  const { insight_id: insightId } = (await author.get(`/api/actions/${actionId}`)).body
  const replies = await Promise.all(
    Array.from({ length: limits.ownActionsMax + 5 }, (_, at) =>
      create({ insight_id: insightId, title: `No. ${at}` }),
    ),
  )
  const made = replies.filter(({ status }) => status === 201)
  assert.equal(made.length, limits.ownActionsMax)
  const refusal = replies.find(({ status }) => status !== 201)!
  assert.deepEqual([refusal.status, refusal.body.code], [409, 'too_many_actions'])
})

test('the same call twice with a key makes one action', async () => {
  const key = { 'idempotency-key': 'one action' }
  const [first, second] = [
    await author.post('/api/actions', draft, key),
    await author.post('/api/actions', draft, key),
  ]
  assert.equal(first.body.id, second.body.id)
})
