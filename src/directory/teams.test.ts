import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newDirectory, refused } from '../../test/support/directory.ts'

const nowhere = 'tem_01h455vb4pex5vsknk084sn02q'

test('a team can be created, read and changed', async () => {
  const { api, team } = await newDirectory()
  const parent = await team('Engineering')
  const created = await api.post('/api/teams', {
    name: '  Platform ',
    external_id: 'plat',
    description: 'Keeps it up',
    parent_team_id: parent.id,
    time_zone: 'europe/berlin',
  })
  assert.equal(created.status, 201)
  assert.equal(created.headers.get('etag'), '"1"')
  assert.match(created.body.id, /^tem_/)
  const { id, created_at, updated_at, ...rest } = created.body
  assert.equal(created_at, updated_at)
  assert.deepEqual(rest, {
    external_id: 'plat',
    name: 'Platform',
    description: 'Keeps it up',
    parent_team_id: parent.id,
    time_zone: 'Europe/Berlin',
    member_count: 0,
    status: 'active',
    version: 1,
  })
  assert.deepEqual((await api.get(`/api/teams/${id}`)).body, created.body)

  const changed = await api.patch(`/api/teams/${id}`, { description: null }, { 'if-match': '"1"' })
  assert.equal(changed.status, 200)
  assert.equal(changed.headers.get('etag'), '"2"')
  assert.equal(changed.body.description, null)
  assert.equal(changed.body.name, 'Platform')
})

test('a change that changes nothing makes no new version', async () => {
  const { api, team, events } = await newDirectory()
  const { id } = await team('Platform')
  const { body } = await api.patch(`/api/teams/${id}`, { name: ' Platform', status: 'active' })
  assert.equal(body.version, 1)
  assert.deepEqual(await events(), [{ type: 'team.created', payload: { team_id: id } }])
})

test('no two teams of an organisation share an external_id', async () => {
  const { api, team } = await newDirectory()
  await team('One', { external_id: 'x' })
  const two = await team('Two')
  const taken = refused(409, 'conflict', '/external_id')
  taken(await api.post('/api/teams', { name: 'Three', external_id: 'x' }))
  taken(await api.patch(`/api/teams/${two.id}`, { external_id: 'x' }))
  const elsewhere = await newDirectory()
  await elsewhere.team('One', { external_id: 'x' })
})

const unfitNames = {
  'a control character': 'Plat\u0007form',
  'a line break': 'Plat\nform',
  'a right-to-left override': 'Plat\u202eform',
  'an isolate': 'Plat\u2066form',
  'nothing to see': '\u200b\u200d',
}
for (const [what, name] of Object.entries(unfitNames)) {
  test(`a name with ${what} is refused`, async () => {
    const { api, team } = await newDirectory()
    const { id } = await team('Platform')
    const unfit = refused(422, 'unprocessable', '/name')
    unfit(await api.post('/api/teams', { name }))
    unfit(await api.patch(`/api/teams/${id}`, { name }))
    unfit(await api.post('/api/members', { name }))
  })
}

test('names are stored in NFC', async () => {
  const { team } = await newDirectory()
  assert.equal((await team('Cafe\u0301')).name, 'Caf\u00e9')
})

test('a time zone must be an IANA zone', async () => {
  const { api } = await newDirectory()
  for (const time_zone of ['Mars/Olympus', '+02:00', 'GMT+2', 'Europe']) {
    refused(422, 'unprocessable', '/time_zone')(await api.post('/api/teams', { name: 'T', time_zone }))
    refused(422, 'unprocessable', '/time_zone')(await api.post('/api/members', { name: 'M', time_zone }))
  }
})

test('a stale If-Match changes nothing', async () => {
  const { api, team } = await newDirectory()
  const { id } = await team('Platform')
  await api.patch(`/api/teams/${id}`, { name: 'Platforms' })
  const stale = refused(412, 'precondition_failed')
  stale(await api.patch(`/api/teams/${id}`, { name: 'Other' }, { 'if-match': '"1"' }))
  stale(await api.delete(`/api/teams/${id}`, undefined, { 'if-match': '"1"' }))
  const { body } = await api.get(`/api/teams/${id}`)
  assert.deepEqual([body.name, body.status, body.version], ['Platforms', 'active', 2])
})

test('a team is never its own ancestor', async () => {
  const { api, team } = await newDirectory()
  const top = await team('Top')
  const middle = await team('Middle', { parent_team_id: top.id })
  const low = await team('Low', { parent_team_id: middle.id })
  const cycle = refused(422, 'team_cycle')
  cycle(await api.patch(`/api/teams/${top.id}`, { parent_team_id: top.id }))
  cycle(await api.patch(`/api/teams/${top.id}`, { parent_team_id: low.id }))
  const moved = await api.patch(`/api/teams/${low.id}`, { parent_team_id: top.id })
  assert.equal(moved.body.parent_team_id, top.id)
})

test('two simultaneous moves cannot make a cycle', async () => {
  const { api, team } = await newDirectory()
  for (let round = 0; round < 5; round++) {
    const [a, b] = await Promise.all([team('A'), team('B')])
    const moves = await Promise.all([
      api.patch(`/api/teams/${a.id}`, { parent_team_id: b.id }),
      api.patch(`/api/teams/${b.id}`, { parent_team_id: a.id }),
    ])
    assert.deepEqual(moves.map((move) => move.status).toSorted(), [200, 422])
  }
})

test('a parent must be an active team of the same organisation', async () => {
  const { api, team } = await newDirectory()
  const other = await (await newDirectory()).team('Theirs')
  const gone = await team('Gone')
  await api.delete(`/api/teams/${gone.id}`)
  const { id } = await team('Ours')
  for (const parent_team_id of [nowhere, other.id, gone.id]) {
    const unknown = refused(422, 'unprocessable', '/parent_team_id')
    unknown(await api.post('/api/teams', { name: 'T', parent_team_id }))
    unknown(await api.patch(`/api/teams/${id}`, { parent_team_id }))
  }
})

test('a team of another organisation is not found', async () => {
  const { api, member } = await newDirectory()
  const theirs = await newDirectory()
  const { id } = await theirs.team('Theirs')
  const ours = await member('Ada')
  for (const team of [id, nowhere, 'tem_x', 'x']) {
    const absent = refused(404, 'not_found')
    absent(await api.get(`/api/teams/${team}`))
    absent(await api.patch(`/api/teams/${team}`, { name: 'Ours' }))
    absent(await api.delete(`/api/teams/${team}`))
    absent(await api.get(`/api/teams/${team}/members`))
    absent(await api.put(`/api/teams/${team}/members`, { members: [] }))
    absent(await api.post(`/api/teams/${team}/members/${ours.id}`))
    absent(await api.delete(`/api/teams/${team}/members/${ours.id}`))
  }
  assert.equal((await theirs.api.get(`/api/teams/${id}`)).body.version, 1)
})

test('an archived team leaves the list, loses its members and keeps its place', async () => {
  const { api, team, member, events } = await newDirectory()
  const top = await team('Top')
  const { id } = await team('Old', { parent_team_id: top.id })
  const below = await team('Below', { parent_team_id: id })
  const ada = await member('Ada', { team_ids: [id] })

  assert.equal((await api.delete(`/api/teams/${id}`)).status, 204)
  assert.equal((await api.delete(`/api/teams/${id}`)).status, 204)
  const { body: archived } = await api.get(`/api/teams/${id}`)
  assert.deepEqual([archived.status, archived.member_count], ['archived', 0])
  assert.deepEqual((await api.get(`/api/members/${ada.id}`)).body.team_ids, [])
  assert.equal((await api.get(`/api/teams/${below.id}`)).body.parent_team_id, id)
  assert.deepEqual(names(await api.get('/api/teams')), ['Top', 'Below'])
  assert.deepEqual(names(await api.get('/api/teams?status=archived')), ['Old'])

  refused(404, 'not_found')(await api.post(`/api/teams/${id}/members/${ada.id}`))
  refused(422, 'unprocessable', '')(await api.put(`/api/teams/${id}/members`, { members: [] }))
  refused(
    422,
    'unprocessable',
    '/team_ids/1',
  )(await api.post('/api/members', { name: 'Bob', team_ids: [top.id, id] }))

  const back = await api.patch(`/api/teams/${id}`, { status: 'active' })
  assert.deepEqual([back.body.status, back.body.member_count], ['active', 0])
  assert.deepEqual(
    (await events()).filter(({ payload }) => payload.team_id === id).map(({ type }) => type),
    ['team.created', 'team.updated', 'team.archived', 'team.updated'],
  )
})

test('PATCH to archived does what DELETE does', async () => {
  const { api, team, member, events } = await newDirectory()
  const { id } = await team('Old')
  await member('Ada', { team_ids: [id] })
  const { body } = await api.patch(`/api/teams/${id}`, { status: 'archived' })
  assert.deepEqual([body.status, body.member_count], ['archived', 0])
  assert.equal((await events()).at(-1)!.type, 'team.archived')
})

test('250 teams are paged, each once', async () => {
  const { api, team } = await newDirectory()
  const created: string[] = []
  for (let i = 0; i < 250; i += 10) {
    const batch = await Promise.all(Array.from({ length: 10 }, (_, n) => team(`Team ${i + n}`)))
    created.push(...batch.map((it) => it.id))
  }
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const at: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await api.get(`/api/teams?limit=60${at}`)
    assert.equal(body.has_more, body.next_cursor !== null)
    ids.push(...body.teams.map((it: { id: string }) => it.id))
    cursor = body.next_cursor
  } while (cursor !== null)
  assert.deepEqual(ids, created.toSorted())
})

test('a cursor belongs to its list, its filter and its organisation', async () => {
  const { api, team, member } = await newDirectory()
  await Promise.all([team('A'), team('B'), member('A'), member('B')])
  const { next_cursor: cursor } = (await api.get('/api/teams?limit=1')).body
  assert.equal((await api.get(`/api/teams?limit=5&cursor=${cursor}`)).body.teams.length, 1)
  const { id } = await team('C')
  const other = await newDirectory()
  const invalid = refused(400, 'invalid_cursor')
  invalid(await api.get('/api/teams?cursor=x'))
  invalid(await api.get(`/api/teams?cursor=x${cursor}`))
  invalid(await api.get(`/api/teams?q=A&cursor=${cursor}`))
  invalid(await api.get(`/api/members?cursor=${cursor}`))
  invalid(await api.get(`/api/teams/${id}/members?cursor=${cursor}`))
  invalid(await other.api.get(`/api/teams?cursor=${cursor}`))
})

test('teams can be filtered by name, external_id and time of change', async () => {
  const { api, team } = await newDirectory()
  await team('100% Öl', { external_id: 'oil' })
  await team('100 Ways')
  await sleep(2)
  const late = await team('Late')
  const found = async (query: Record<string, string>) =>
    names(await api.get(`/api/teams?${new URLSearchParams(query)}`))
  assert.deepEqual(await found({ q: '100' }), ['100% Öl', '100 Ways'])
  assert.deepEqual(await found({ q: '100%' }), ['100% Öl'])
  assert.deepEqual(await found({ q: '0_W' }), [])
  assert.deepEqual(await found({ q: 'o\u0308L' }), ['100% Öl'])
  assert.deepEqual(await found({ external_id: 'oil' }), ['100% Öl'])
  assert.deepEqual(await found({ updated_since: late.updated_at }), ['Late'])
  refused(400, 'invalid_request')(await api.get('/api/teams?q=%00'))
  refused(400, 'invalid_request')(await api.get('/api/teams?updated_since=yesterday'))
})

test('teams are found by their ids, archived ones as well', async () => {
  const { api, team } = await newDirectory()
  const other = await newDirectory()
  const [one, two, three] = [await team('One'), await team('Two'), await team('Three')]
  const theirs = await other.team('Theirs')
  await api.delete(`/api/teams/${two.id}`)
  const ids = [three, two, theirs].map(({ id }) => id).join(',')
  assert.deepEqual(names(await api.get(`/api/teams?ids=${ids}`)), ['Two', 'Three'])
  assert.deepEqual(names(await api.get(`/api/teams?ids=${ids}&status=active`)), ['Three'])
  assert.deepEqual(names(await api.get(`/api/teams?ids=${one.id}&q=Two`)), [])
  refused(400, 'invalid_request')(await api.get(`/api/teams?ids=${one.id},x`))
})

test('bodies and queries that do not match the contract are refused', async () => {
  const { api } = await newDirectory()
  refused(400, 'invalid_request', '/name')(await api.post('/api/teams', {}))
  refused(400, 'invalid_request', '/colour')(await api.post('/api/teams', { name: 'T', colour: 'red' }))
  refused(400, 'invalid_request')(await api.get('/api/teams?limit=201'))
  refused(400, 'invalid_request')(await api.get('/api/teams?colour=red'))
})

test('teams:read allows reading and not writing', async () => {
  const { reader, team } = await newDirectory()
  const { id } = await team('Platform')
  assert.equal((await reader.get(`/api/teams/${id}`)).status, 200)
  refused(403, 'insufficient_scope')(await reader.post('/api/teams', { name: 'T' }))
  refused(403, 'insufficient_scope')(await reader.delete(`/api/teams/${id}`))
})

const names = (reply: { body: any }): string[] => reply.body.teams.map((it: { name: string }) => it.name)
