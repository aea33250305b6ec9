import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, newWorld } from '../../test/support/world.ts'
import { newDirectory, refused } from '../../test/support/directory.ts'

const nobody = 'mem_01h455vb4pex5vsknk084sn02q'
const nowhere = 'tem_01h455vb4pex5vsknk084sn02q'

test('a member can be created, read and changed', async () => {
  const { api, team, member } = await newDirectory()
  const [one, two] = [await team('One'), await team('Two')]
  const boss = await member('Boss')
  const created = await api.post('/api/members', {
    name: ' Ada ',
    external_id: 'hr-1',
    email: 'Ada@acme.test',
    locale: 'de',
    time_zone: 'Europe/Berlin',
    manager_member_id: boss.id,
    attributes: { site: 'Berlin' },
    team_ids: [two.id, one.id],
  })
  assert.equal(created.status, 201)
  assert.equal(created.headers.get('etag'), '"1"')
  assert.match(created.body.id, /^mem_/)
  const { id, created_at, updated_at, ...rest } = created.body
  assert.equal(created_at, updated_at)
  assert.deepEqual(rest, {
    external_id: 'hr-1',
    name: 'Ada',
    email: 'Ada@acme.test',
    pending_email: null,
    sign_in: 'invitation',
    locale: 'de',
    time_zone: 'Europe/Berlin',
    joined_on: null,
    leaves_on: null,
    manager_member_id: boss.id,
    attributes: { site: 'Berlin' },
    channels: [],
    quiet_hours: null,
    absences: [],
    managed_fields: [],
    managed_team_ids: [],
    team_ids: [one.id, two.id].toSorted(),
    status: 'active',
    version: 1,
  })
  assert.deepEqual((await api.get(`/api/members/${id}`)).body, created.body)
  const changed = await api.patch(
    `/api/members/${id}`,
    { attributes: { floor: '2' }, locale: null },
    { 'if-match': '"1"' },
  )
  assert.equal(changed.status, 200)
  assert.deepEqual(
    [changed.body.attributes, changed.body.locale, changed.body.version],
    [{ floor: '2' }, null, 2],
  )
  assert.deepEqual(changed.body.team_ids, created.body.team_ids)
})

test('people whom tests add to a team at once are the same as with a request for each', async () => {
  const world = await newWorld()
  const { db } = world.running
  const at = await world.team('At once', 2)
  const one = await world.team('One by one', 0)
  const program = await world.organisation()
  for (const number of [1, 2])
    await program.post('/api/members', {
      name: `Person One by one ${number}`,
      email: `one-by-one-${number}-${world.adminEmail}`,
      team_ids: [one.id],
    })
  const kept = async (team: string): Promise<unknown[]> => {
    const { rows } = await db.pool.query(
      `select to_jsonb(m) - array['id', 'name', 'email', 'created_at', 'updated_at'] as person,
              to_jsonb(s) - array['team_id', 'member_id', 'joined_at'] as membership,
              t.version,
              (select jsonb_agg(to_jsonb(e) - array['id', 'payload', 'occurred_at', 'position', 'seq', 'placed_at', 'written'])
               from events e
               where e.organisation_id = m.organisation_id and e.payload = jsonb_build_object('member_id', m.id)) as events,
              (select jsonb_agg(jsonb_build_object('action', a.action, 'kind', a.actor_kind,
                                                   'application', a.application_id, 'detail', a.detail))
               from audit_events a
               where a.organisation_id = m.organisation_id and a.target = m.id) as entries
       from memberships s
       join members m on m.organisation_id = s.organisation_id and m.id = s.member_id
       join teams t on t.organisation_id = s.organisation_id and t.id = s.team_id
       where s.team_id = $1`,
      [team],
    )
    return rows
  }
  const [made] = await kept(at.id)
  assert.deepEqual(await kept(at.id), [made, made])
  assert.deepEqual(await kept(one.id), [made, made])
})

test('no two members share an external_id or an e-mail address', async () => {
  const { api, member } = await newDirectory()
  await member('Ada', { external_id: 'x', email: 'ada@acme.test' })
  const bob = await member('Bob')
  const byId = refused(409, 'conflict', '/external_id')
  const byAddress = refused(409, 'conflict', '/email')
  byId(await api.post('/api/members', { name: 'Eve', external_id: 'x' }))
  byId(await api.patch(`/api/members/${bob.id}`, { external_id: 'x' }))
  byAddress(await api.post('/api/members', { name: 'Eve', email: 'ADA@acme.test' }))
  byAddress(await api.patch(`/api/members/${bob.id}`, { email: 'ADA@acme.test' }))
  await (await newDirectory()).member('Ada', { external_id: 'x', email: 'ada@acme.test' })
})

test('of 100 simultaneous creations of one person exactly one succeeds', async () => {
  const { api, team } = await newDirectory()
  const { id } = await team('Platform')
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      api.post('/api/members', {
        name: 'Ada',
        external_id: 'hr-1',
        ...(i % 2 === 0 && { team_ids: [id] }),
      }),
    ),
  )
  const winners = replies.filter((reply) => reply.status === 201)
  assert.equal(winners.length, 1)
  for (const reply of replies) if (reply !== winners[0]) refused(409, 'conflict', '/external_id')(reply)
  assert.equal((await api.get('/api/members')).body.members.length, 1)
})

test('teams and managers of another organisation are unknown', async () => {
  const { api, team, member } = await newDirectory()
  const theirs = await newDirectory()
  const [ours, theirTeam, eve] = [await team('Ours'), await theirs.team('Theirs'), await theirs.member('Eve')]
  const ada = await member('Ada')
  for (const unknown of [nowhere, theirTeam.id]) {
    const reply = await api.post('/api/members', { name: 'Bob', team_ids: [ours.id, unknown] })
    refused(422, 'unprocessable', '/team_ids/1')(reply)
  }
  for (const manager_member_id of [nobody, eve.id]) {
    const unknown = refused(422, 'unprocessable', '/manager_member_id')
    unknown(await api.post('/api/members', { name: 'Bob', manager_member_id }))
    unknown(await api.patch(`/api/members/${ada.id}`, { manager_member_id }))
  }
  refused(
    422,
    'unprocessable',
    '/manager_member_id',
  )(await api.patch(`/api/members/${ada.id}`, { manager_member_id: ada.id }))
  assert.deepEqual((await api.get(`/api/teams/${ours.id}`)).body, ours)
  assert.equal((await api.get('/api/members')).body.members.length, 1)
})

test('a member of another organisation is not found', async () => {
  const { api } = await newDirectory()
  const theirs = await newDirectory()
  const eve = await theirs.member('Eve')
  for (const id of [eve.id, nobody, 'mem_x', 'x']) {
    const absent = refused(404, 'not_found')
    absent(await api.get(`/api/members/${id}`))
    absent(await api.patch(`/api/members/${id}`, { name: 'Ours' }))
    absent(await api.delete(`/api/members/${id}`))
  }
  assert.deepEqual((await theirs.api.get(`/api/members/${eve.id}`)).body, eve)
})

test('a stale If-Match changes nothing', async () => {
  const { api, member } = await newDirectory()
  const { id } = await member('Ada')
  await api.patch(`/api/members/${id}`, { name: 'Ada L.' })
  const stale = refused(412, 'precondition_failed')
  stale(await api.patch(`/api/members/${id}`, { name: 'Other' }, { 'if-match': '"1"' }))
  stale(await api.delete(`/api/members/${id}`, undefined, { 'if-match': '"1"' }))
  const { body } = await api.get(`/api/members/${id}`)
  assert.deepEqual([body.name, body.status, body.version], ['Ada L.', 'active', 2])
})

test('of simultaneous changes of one version exactly one succeeds', async () => {
  const { api, member } = await newDirectory()
  const { id } = await member('Ada')
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      api.patch(`/api/members/${id}`, { name: `Ada ${i}` }, { 'if-match': '"1"' }),
    ),
  )
  assert.deepEqual(replies.map((it) => it.status).toSorted(), [200, ...Array(7).fill(412)])
})

test('a deactivated member leaves lists and teams, stays readable, and can come back', async () => {
  const { api, team, member, events } = await newDirectory()
  const one = await team('One')
  const ada = await member('Ada', { team_ids: [one.id] })
  const bob = await member('Bob', { team_ids: [one.id], manager_member_id: ada.id })

  assert.equal((await api.delete(`/api/members/${ada.id}`)).status, 204)
  assert.equal((await api.delete(`/api/members/${ada.id}`)).status, 204)
  const { body: gone } = await api.get(`/api/members/${ada.id}`)
  assert.deepEqual([gone.status, gone.team_ids, gone.version], ['deactivated', [], 2])
  assert.equal((await api.get(`/api/teams/${one.id}`)).body.member_count, 1)
  assert.deepEqual(names(await api.get('/api/members')), ['Bob'])
  assert.deepEqual(names(await api.get('/api/members?status=deactivated')), ['Ada'])
  const kept = await api.patch(`/api/members/${bob.id}`, { manager_member_id: ada.id, name: 'Bobby' })
  assert.equal(kept.body.manager_member_id, ada.id)

  const back = await api.patch(`/api/members/${ada.id}`, { status: 'active' })
  assert.deepEqual([back.body.status, back.body.team_ids], ['active', []])
  assert.deepEqual(
    (await events()).filter(({ payload }) => payload.member_id === ada.id).map(({ type }) => type),
    ['member.created', 'member.deactivated', 'member.updated'],
  )
  assert.deepEqual(
    (await events()).filter(({ payload }) => payload.team_id === one.id).map(({ type }) => type),
    ['team.created', 'team.updated', 'team.updated', 'team.updated'],
  )
})

test('a suspended member stays in their teams and is not counted', async () => {
  const { api, team, member } = await newDirectory()
  const { id } = await team('One')
  const ada = await member('Ada', { team_ids: [id] })
  const { body } = await api.patch(`/api/members/${ada.id}`, { status: 'suspended' })
  assert.deepEqual([body.status, body.team_ids], ['suspended', [id]])
  assert.equal((await api.get(`/api/teams/${id}`)).body.member_count, 0)
  assert.equal((await api.get(`/api/teams/${id}/members`)).body.members.length, 1)
  assert.deepEqual(names(await api.get('/api/members')), ['Ada'])
})

test('PATCH to deactivated does what DELETE does', async () => {
  const { api, team, member, events } = await newDirectory()
  const { id } = await team('One')
  const ada = await member('Ada', { team_ids: [id] })
  const { body } = await api.patch(`/api/members/${ada.id}`, { status: 'deactivated' })
  assert.deepEqual([body.status, body.team_ids], ['deactivated', []])
  assert.ok((await events()).some(({ type }) => type === 'member.deactivated'))
})

test('members can be filtered by name, address, external_id, team, status and time of change', async () => {
  const { api, team, member } = await newDirectory()
  const { id } = await team('One')
  const ada = await member('Ada_L', { external_id: 'hr-1', email: 'ada@acme.test' })
  const bob = await member('Bob', { team_ids: [id] })
  await api.patch(`/api/members/${bob.id}`, { status: 'suspended' })
  const found = async (query: Record<string, string>) =>
    names(await api.get(`/api/members?${new URLSearchParams(query)}`))
  assert.deepEqual(await found({ q: 'ADA' }), ['Ada_L'])
  assert.deepEqual(await found({ q: 'a_l' }), ['Ada_L'])
  assert.deepEqual(await found({ q: 'b_b' }), [])
  assert.deepEqual(await found({ q: '@acme' }), ['Ada_L'])
  assert.deepEqual(await found({ external_id: 'hr-1' }), ['Ada_L'])
  assert.deepEqual(await found({ email: 'ADA@acme.test' }), ['Ada_L'])
  assert.deepEqual(await found({ team_id: id }), ['Bob'])
  assert.deepEqual(await found({ team_id: nowhere }), [])
  assert.deepEqual(await found({ status: 'suspended' }), ['Bob'])
  assert.deepEqual(await found({ updated_since: ada.updated_at }), ['Ada_L', 'Bob'])
  await api.patch(`/api/members/${ada.id}`, { name: 'Ada' })
  const { updated_at } = (await api.get(`/api/members/${ada.id}`)).body
  assert.deepEqual(await found({ updated_since: updated_at }), ['Ada'])
  refused(400, 'invalid_cursor')(await api.get('/api/members?cursor=x'))
  refused(400, 'invalid_request')(await api.get('/api/members?external_id=%00'))
  refused(400, 'invalid_request')(await api.get('/api/members?team_id=x'))
})

test('members are found by their ids, whatever their status, as a program names those that it has met', async () => {
  const { api, member } = await newDirectory()
  const other = await newDirectory()
  const [ada, bob, cleo] = [await member('Ada'), await member('Bob'), await member('Cleo')]
  const stranger = await other.member('Stranger')
  await api.delete(`/api/members/${bob.id}`)
  const found = async (query: Record<string, string>) =>
    names(await api.get(`/api/members?${new URLSearchParams(query)}`))
  const all = [cleo, ada, bob, stranger, ada].map(({ id }) => id).join(',')
  assert.deepEqual(await found({ ids: `${all},${nobody}` }), ['Ada', 'Bob', 'Cleo'])
  assert.deepEqual(await found({ ids: all, status: 'deactivated' }), ['Bob'])
  assert.deepEqual(await found({ ids: all, q: 'cle' }), ['Cleo'])
  assert.deepEqual(await found({ ids: all, sort: '-name' }), ['Cleo', 'Bob', 'Ada'])
  const { body } = await api.get(`/api/members?ids=${all}&limit=1`)
  assert.deepEqual(
    names(await api.get(`/api/members?ids=${all}&limit=5&cursor=${body.next_cursor}`)),
    ['Bob', 'Cleo'],
    'read on',
  )
  const many = (count: number) => found({ ids: Array.from({ length: count }, () => nobody).join(',') })
  assert.deepEqual(await many(100), [])
  for (const ids of ['', 'x', nowhere, `${ada.id},`, `${ada.id}, ${cleo.id}`, `${all},`.repeat(20) + ada.id])
    refused(400, 'invalid_request')(await api.get(`/api/members?ids=${encodeURIComponent(ids)}`))
})

test('members are paged, each once', async () => {
  const { api, member } = await newDirectory()
  const created = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => member(name)))
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const at: string = cursor === null ? '' : `&cursor=${cursor}`
    const { body } = await api.get(`/api/members?limit=2${at}`)
    ids.push(...body.members.map((it: { id: string }) => it.id))
    cursor = body.next_cursor
  } while (cursor !== null)
  assert.deepEqual(ids, created.map((it) => it.id).toSorted())
})

test('bodies that do not match the contract are refused', async () => {
  const { api } = await newDirectory()
  const malformed = refused(400, 'invalid_request')
  malformed(await api.post('/api/members', {}))
  malformed(await api.post('/api/members', { name: 'A', email: 'nowhere' }))
  malformed(await api.post('/api/members', { name: 'A', attributes: { 'a b': 'x' } }))
  malformed(await api.post('/api/members', { name: 'A', status: 'active' }))
  malformed(await api.post('/api/members', { name: 'a'.repeat(201) }))
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`a${i}`, 'x']))
  malformed(await api.post('/api/members', { name: 'A', attributes: many }))
})

const names = (reply: { body: any }): string[] => reply.body.members.map((it: { name: string }) => it.name)

test('deactivating a member stops applications that act for them, reactivating lets them act again', async () => {
  const world = await newWorld()
  const api = await world.organisation()
  const member = await api.post('/api/members', { name: 'Ada' })
  const user = await world.user()
  await world.running.db.pool.query('update users set member_id = $1 where id = $2', [
    member.body.id,
    user.userId,
  ])
  assert.equal((await user.get('/api/teams')).status, 200)
  assert.equal((await api.delete(`/api/members/${member.body.id}`)).status, 204)
  await eventually(
    () => user.get('/api/teams'),
    (reply) => reply.status === 401,
  )
  assert.equal((await api.patch(`/api/members/${member.body.id}`, { status: 'active' })).status, 200)
  await eventually(
    () => user.get('/api/teams'),
    (reply) => reply.status === 200,
  )
})

test('a member has a first and a last day, in order and within reason', async () => {
  const { api } = await newDirectory()
  const draft = { name: 'Ada', joined_on: '2027-01-04', leaves_on: '2027-01-04' }
  const { body: ada } = await api.post('/api/members', draft)
  assert.deepEqual([ada.joined_on, ada.leaves_on], ['2027-01-04', '2027-01-04'])
  for (const [change, pointer] of [
    [{ leaves_on: '2027-01-03' }, '/leaves_on'],
    [{ joined_on: '2027-01-05' }, '/leaves_on'],
    [{ joined_on: '1026-01-05' }, '/joined_on'],
    [{ leaves_on: '9999-12-31' }, '/leaves_on'],
  ] as const) {
    const reply = await api.patch(`/api/members/${ada.id}`, change)
    assert.deepEqual([reply.status, reply.body.errors[0].pointer], [422, pointer], JSON.stringify(change))
  }
  const stays = await api.patch(`/api/members/${ada.id}`, { leaves_on: null })
  assert.deepEqual([stays.body.joined_on, stays.body.leaves_on], ['2027-01-04', null])
})
