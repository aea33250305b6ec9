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

test('what was dismissed is taken up again while there is room, and all of it is bounded', async () => {
  const { actionId } = await it.newSuffering()
  const { insight_id: insightId } = (await author.get(`/api/actions/${actionId}`)).body
  const made: string[] = []
  const add = async (): Promise<string> => {
    const { status, body } = await create({ insight_id: insightId })
    if (status === 201) made.push(body.id)
    return status === 201 ? body.id : body.code
  }
  const move = (id: string, patch: object) => author.patch(`/api/actions/${id}`, patch)
  const dismissed = await add()
  assert.equal((await move(dismissed, { state: 'dismissed', reason: 'Not now' })).status, 200)
  for (let at = 0; at < limits.ownActionsMax; at++) await add()
  const refusal = await move(dismissed, { state: 'accepted' })
  assert.deepEqual([refusal.status, refusal.body.code], [409, 'too_many_actions'])
  assert.equal((await move(made[1], { state: 'dismissed', reason: 'Not now' })).status, 200)
  const replies = await Promise.all([
    move(dismissed, { state: 'accepted' }),
    move(made[1], { state: 'accepted' }),
  ])
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409], 'one of two at once')
  for (;;) {
    const open = (await author.get(`/api/actions?limit=200&state=accepted`)).body.actions.find(
      ({ insight_id: of, origin }: any) => of === insightId && origin === 'person',
    )
    assert.equal((await move(open.id, { state: 'dismissed', reason: 'Not now' })).status, 200)
    if (!(await add()).startsWith('act_')) break
    assert.ok(made.length <= limits.ownActionsKeptMax)
  }
  assert.equal(made.length, limits.ownActionsKeptMax)
})

test('the same call twice with a key makes one action', async () => {
  const key = { 'idempotency-key': 'one action' }
  const [first, second] = [
    await author.post('/api/actions', draft, key),
    await author.post('/api/actions', draft, key),
  ]
  assert.equal(first.body.id, second.body.id)
})

test('whoever made it changes its words, and everybody reads the new ones', async () => {
  const { id } = (await create({ first_step: 'Ask who needs Tuesdays' })).body
  const changed = await author.patch(`/api/actions/${id}`, {
    title: 'No meetings on Fridays',
    first_step: null,
  })
  assert.deepEqual(
    [changed.status, changed.body.title, changed.body.first_step, changed.body.version, changed.body.is_mine],
    [200, 'No meetings on Fridays', null, 2, true],
  )
  const seen = (await (await world.user({ role: 'admin' })).get(`/api/actions/${id}`)).body
  assert.deepEqual([seen.title, seen.is_mine], ['No meetings on Fridays', false])
  const program = await world.organisation(['insights:read'])
  assert.equal((await program.get(`/api/actions/${id}`)).body.is_mine, false)
})

test('nobody else changes its words or deletes it, and nobody those of a report', async () => {
  const { id } = (await create()).body
  const other = await world.user({ role: 'admin' })
  for (const path of [`/api/actions/${id}`, `/api/actions/${(await it.newSuffering()).actionId}`]) {
    const replies = [
      await other.patch(path, { title: 'In other words' }),
      await other.patch(path, { first_step: 'Begin elsewhere' }),
      await other.delete(path),
    ]
    assert.deepEqual(
      replies.map(({ status, body }) => [status, body.code]),
      replies.map(() => [403, 'not_the_author']),
    )
    assert.equal((await other.patch(path, { note: 'Anybody may plan it' })).status, 200)
  }
})

test('a deleted action is gone, and programs that follow hear of it', async () => {
  const { id } = (await create()).body
  const stale = await author.delete(`/api/actions/${id}`, undefined, { 'if-match': '"7"' })
  assert.deepEqual([stale.status, stale.body.code], [412, 'precondition_failed'])
  assert.equal((await author.delete(`/api/actions/${id}`)).status, 204)
  assert.equal((await author.get(`/api/actions/${id}`)).status, 404)
  assert.equal((await author.delete(`/api/actions/${id}`)).status, 404)
  const { body } = await eventually(
    () => author.get('/api/events?types=action.deleted&limit=200'),
    (reply) => JSON.stringify(reply.body).includes(id),
  )
  assert.equal(body.events.find((event: any) => event.data.action_id === id).data.state, 'accepted')
})

test('what has ended is not deleted', async () => {
  for (const [state, more] of [
    ['done', {}],
    ['dismissed', { reason: 'We found another way' }],
  ] as const) {
    const { id } = (await create()).body
    assert.equal((await author.patch(`/api/actions/${id}`, { state, ...more })).status, 200)
    const reply = await author.delete(`/api/actions/${id}`)
    assert.deepEqual([reply.status, reply.body.code, reply.body.state], [409, 'action_ended', state])
  }
})

test('it never becomes a suggestion, which only a report makes', async () => {
  const { id } = (await create()).body
  const reply = await author.patch(`/api/actions/${id}`, { state: 'suggested' })
  assert.deepEqual([reply.status, reply.body.errors[0].pointer], [422, '/state'])
})
