/** What an admin decides about directory sync: a trial, turning it on, the brake, tokens; and what stays theirs in the directory. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  entraUser,
  group,
  made,
  newSynced,
  patchOf,
  provider,
  syncedPeople,
  type Synced,
} from '../../test/support/scim.ts'
import { newHouse, ok, startService } from '../../test/support/sign-in-organisation.ts'
import type { Reply } from '../../test/support/world.ts'

const path = '/api/directory-sync'

const refused = (reply: Reply, status: number, code: string, pointer?: string): void => {
  assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(reply.body))
  if (pointer !== undefined) assert.equal(reply.body.errors[0].pointer, pointer)
}

const changesOf = async ({ admin }: Synced, query = ''): Promise<any[]> =>
  made(await admin.get(`${path}/changes?limit=200${query}`)).changes

const everybody = async ({ api }: Synced): Promise<any[]> =>
  made(await api.get('/api/members?limit=200')).members

const deactivate = ({ idp }: Synced, id: string): Promise<Reply> =>
  idp.patch(`/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }))

test('off: a provider is refused, and says why', async () => {
  const synced = await newSynced('off')
  const { world, state, admin } = synced
  assert.deepEqual([(await state()).state, (await state()).base_url], ['off', `${world.url}/scim/v2`])
  const idp = provider(world.url, await world.token({ scopes: ['directory:sync'] }))
  const reply = await idp.post('/Users', entraUser('Ada'))
  assert.deepEqual([reply.status, reply.body.status], [403, '403'])
  assert.match(reply.body.detail, /Directory sync is off/)
  refused(await admin.post(`${path}/tokens`, {}), 409, 'directory_sync_state')
  refused(await admin.patch(path, { state: 'on' }), 409, 'directory_sync_state')
})

test('a trial answers everything, lists what would change, and changes nothing; turning it on does it', async () => {
  const synced = await newSynced('trial')
  const { idp, api, state, turn, settle, admin } = synced
  const team = made(await api.post('/api/teams', { name: 'Sales' }))
  const old = made(
    await api.post('/api/members', { name: 'Bob B.', email: 'bob@contoso.example', team_ids: [team.id] }),
  )
  const gone = made(await api.post('/api/members', { name: 'Cy Example', email: 'cy@contoso.example' }))
  const before = await everybody(synced)

  const ada = made(await idp.post('/Users', entraUser('Ada'))).id
  const bob = made(await idp.post('/Users', entraUser('Bob'))).id
  const cy = made(await idp.post('/Users', entraUser('Cy', { active: false }))).id
  const sales = made(await idp.post('/Groups', group('Sales', { members: [{ value: ada }, { value: bob }] })))
  const other = made(await idp.post('/Groups', group('Other', { members: [{ value: ada }] })))
  assert.deepEqual([bob, cy, sales.id], [old.id, gone.id, team.id])
  assert.equal(made(await idp.get(`/Users/${ada}`)).displayName, 'Ada Example')

  assert.deepEqual(await everybody(synced), before)
  assert.equal(made(await api.get('/api/teams')).teams.length, 1)
  const changes = await changesOf(synced)
  assert.deepEqual(
    new Map(changes.map((one) => [one.name, [one.subject, one.kind, one.joining, one.leaving]])),
    new Map([
      ['Sales', ['team', 'members', 1, 0]],
      ['Other', ['team', 'create', 1, 0]],
      ['Ada Example', ['member', 'create', 0, 0]],
      ['Bob B.', ['member', 'update', 0, 0]],
      ['Cy Example', ['member', 'deactivate', 0, 0]],
    ]),
  )
  const update = changes.find(({ kind }) => kind === 'update')
  assert.deepEqual(update.fields.name, { from: 'Bob B.', to: 'Bob Example' })
  assert.deepEqual(update.fields['attributes.department'], { from: null, to: 'Tools' })
  const seen = await state()
  assert.deepEqual(seen.planned, {
    create: 1,
    update: 1,
    deactivate: 1,
    reactivate: 0,
    teams: 1,
    memberships: 2,
  })
  assert.deepEqual([seen.users, seen.groups, seen.faults, seen.runs.length], [3, 2, 0, 1])
  assert.deepEqual(
    (await changesOf(synced, '&subject=member&kind=create')).map(({ name }) => name),
    ['Ada Example'],
  )
  const pages: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: any = made(await admin.get(`${path}/changes?limit=2${cursor && `&cursor=${cursor}`}`))
    pages.push(...page.changes.map(({ id }: any) => id))
    cursor = page.next_cursor
  }
  assert.deepEqual(
    pages,
    changes.map(({ id }) => id),
  )

  await turn('on')
  await settle()
  assert.deepEqual(await changesOf(synced), [])
  const after = new Map((await everybody(synced)).map((one) => [one.id, one]))
  assert.deepEqual(after.get(ada).team_ids.toSorted(), [sales.id, other.id].toSorted())
  assert.deepEqual([after.get(bob).name, after.get(bob).team_ids], ['Bob Example', [sales.id]])
  assert.equal(after.has(cy), false)
})

test('what the directory refuses stays planned with its reason, and the rest is written', async () => {
  const synced = await newSynced('trial')
  const { idp, api, turn, settle, state } = synced
  made(await idp.post('/Users', entraUser('Ada')))
  made(await idp.post('/Users', entraUser('Bob')))
  // Somebody takes the address meanwhile.
  const other = made(await api.post('/api/members', { name: 'Other', email: 'ada@contoso.example' }))
  await turn('on')
  await settle()
  const faulty = await changesOf(synced, '&faulty=true')
  assert.deepEqual(
    faulty.map(({ name, fault }) => [name, fault]),
    [['Ada Example', 'conflict']],
  )
  assert.equal((await state()).faults, 1)
  assert.ok((await everybody(synced)).some(({ name }) => name === 'Bob Example'))
  made(await api.patch(`/api/members/${other.id}`, { email: null }))
  const [{ id }] = faulty
  made(await idp.put(`/Users/${id}`, entraUser('Ada')))
  assert.deepEqual(await changesOf(synced), [])
})

// More values than other requests may have.
test('a group of everyone is pushed in one request, and the second time changes nothing', async () => {
  const synced = await newSynced()
  const { idp, api } = synced
  const ids = await syncedPeople(synced.world, 3_500)
  const { id } = made(await idp.post('/Groups', group('Everyone', { members: [] })))
  const value = ids.map((one, at) => ({ value: one, display: `person.${at}@contoso.example`, $ref: null }))
  const push = () => idp.patch(`/Groups/${id}`, patchOf({ op: 'replace', path: 'members', value }))
  const first = await push()
  assert.equal(first.status, 204)
  assert.equal(made(await api.get(`/api/teams/${id}`)).member_count, 3_500)
  const second = await push()
  assert.deepEqual([second.status, second.headers.get('etag')], [204, first.headers.get('etag')])
})

suite('the brake', () => {
  test('stops the deactivation that goes too far and all that follows, until an admin decides', async () => {
    const synced = await newSynced()
    const { idp, state, admin, turn, settle, world } = synced
    const ids = await syncedPeople(synced.world, 30)
    for (const id of ids.slice(0, 20)) made(await deactivate(synced, id))
    assert.equal((await state()).state, 'on')
    const replies = [await deactivate(synced, ids[20]), await idp.delete(`/Users/${ids[21]}`)]
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 204],
    )
    const held = await state()
    assert.deepEqual([held.state, held.held.deactivations, held.planned.deactivate], ['held', 21, 2])
    made(await idp.post('/Users', entraUser('Ada')))
    const people = await everybody(synced)
    assert.ok([ids[20], ids[21]].every((id) => people.some((one) => one.id === id)))
    assert.ok(people.every(({ name }) => name !== 'Ada Example'))
    const { rows } = await world.running.db.pool.query(
      "select detail from audit_events where organisation_id = $1 and action = 'directory_sync.held'",
      [world.organisationId],
    )
    assert.deepEqual(rows, [{ detail: { deactivations: 21, deactivations_max: 20 } }])

    refused(await admin.patch(path, { state: 'on' }), 422, 'unprocessable', '/confirm_deactivate')
    refused(await admin.patch(path, { state: 'on', confirm_deactivate: 1 }), 422, 'unprocessable')
    await turn('on', { confirm_deactivate: 2 })
    await settle()
    const after = await everybody(synced)
    assert.ok([ids[20], ids[21]].every((id) => after.every((one) => one.id !== id)))
    assert.ok(after.some(({ name }) => name === 'Ada Example'))
    // Those who were confirmed do not count again.
    made(await deactivate(synced, ids[22]))
    assert.equal((await state()).state, 'on')
  })

  test('lets a provider take back what it did by mistake', async () => {
    const synced = await newSynced()
    const { idp, state, turn } = synced
    const ids = await syncedPeople(synced.world, 25)
    for (const id of ids.slice(0, 21)) made(await deactivate(synced, id))
    assert.equal((await state()).planned.deactivate, 1)
    const back = patchOf({ op: 'replace', value: { active: true } })
    for (const id of ids.slice(0, 21)) made(await idp.patch(`/Users/${id}`, back))
    const { planned } = await state()
    assert.deepEqual([planned.deactivate, planned.reactivate], [0, 20])
    await turn('on', { confirm_deactivate: 0 })
    await synced.settle()
    assert.ok(ids.every((id) => id !== undefined))
    assert.equal((await everybody(synced)).filter(({ id }) => ids.includes(id)).length, 25)
  })

  test('asks before a trial with many deactivations is turned on', async () => {
    const synced = await newSynced('trial')
    const ids = await syncedPeople(synced.world, 40)
    for (const id of ids.slice(0, 21)) made(await deactivate(synced, id))
    const { admin, turn } = synced
    refused(await admin.patch(path, { state: 'on' }), 422, 'unprocessable', '/confirm_deactivate')
    assert.equal((await turn('on', { confirm_deactivate: 21 })).state, 'on')
  })
})

test('what the provider maintains is not changed elsewhere; the rest is', async () => {
  const synced = await newSynced()
  const { idp, api, turn } = synced
  const { id } = made(await idp.post('/Users', entraUser('Ada')))
  const team = made(await idp.post('/Groups', group('Sales', { members: [{ value: id }] }))).id
  const managed = (reply: Reply, pointer?: string) => refused(reply, 409, 'managed_by_directory', pointer)
  const change = (patch: object) => api.patch(`/api/members/${id}`, patch)
  managed(await change({ name: 'Other' }), '/name')
  managed(await change({ email: 'other@contoso.example' }), '/email')
  managed(await change({ status: 'deactivated' }), '/status')
  managed(
    await change({ attributes: { title: 'Boss', department: 'Tools', employee_number: '7' } }),
    '/attributes/title',
  )
  managed(await api.delete(`/api/members/${id}`))
  managed(await api.patch(`/api/teams/${team}`, { name: 'Other' }), '/name')
  managed(await api.delete(`/api/teams/${team}`))
  managed(await api.delete(`/api/teams/${team}/members/${id}`))
  managed(await api.put(`/api/teams/${team}/members`, { members: [] }))
  const file = (text: string) => api.post('/api/imports', text, { 'content-type': 'text/csv' })
  const byFile = await file('external_id,name\nentra-ada,Other\n')
  assert.deepEqual([byFile.status, byFile.body.errors?.[0]?.code], [422, 'managed_by_directory'])
  const moved = await file('external_id,teams\nentra-ada,Elsewhere\n')
  assert.deepEqual([moved.status, moved.body.errors?.[0]?.code], [422, 'managed_by_directory'])

  made(await change({ name: 'Ada Example', quiet_hours: { start: '20:00', end: '07:00' } }))
  made(
    await change({
      attributes: { title: 'Engineer', department: 'Tools', employee_number: '7', site: 'Berlin' },
    }),
  )
  made(await change({ status: 'suspended' }))
  made(await idp.patch(`/Users/${id}`, patchOf({ op: 'replace', path: 'displayName', value: 'Ada King' })))
  const suspended = made(await api.get(`/api/members/${id}`))
  assert.deepEqual(
    [suspended.status, suspended.name, suspended.attributes.site],
    ['suspended', 'Ada King', 'Berlin'],
  )
  const guest = made(await api.post('/api/members', { name: 'Guest', team_ids: [team] }))
  const ours = made(await api.post('/api/teams', { name: 'Choir' })).id
  made(await api.post(`/api/teams/${ours}/members/${id}`, {}))
  const read = made(await api.get(`/api/members/${id}`))
  for (const field of ['name', 'email', 'status', 'attributes.title'])
    assert.ok(read.managed_fields.includes(field), field)
  assert.ok(!read.managed_fields.includes('quiet_hours'))
  assert.deepEqual(read.team_ids.toSorted(), [ours, team].toSorted())
  assert.deepEqual(read.managed_team_ids, [team])
  const other = made(await api.get(`/api/members/${guest.id}`))
  assert.deepEqual([other.managed_fields, other.managed_team_ids], [[], []])
  made(await api.post(`/api/teams/${team}/members/${id}`, { role: 'manager' }))
  made(await api.delete(`/api/teams/${team}/members/${guest.id}`))
  made(await api.patch(`/api/teams/${team}`, { description: 'Ours' }))

  await turn('off')
  const again = made(await change({ name: 'Ours again' }))
  assert.deepEqual([again.managed_fields, again.managed_team_ids], [[], []])
})

test('a user who signs in loses access when the provider deactivates them, and the last admin stays', async () => {
  const synced = await newSynced()
  const { idp, world, admin } = synced
  const { id } = made(await idp.post('/Users', entraUser('Ada')))
  const user = await world.user()
  const { pool } = world.running.db
  await pool.query('update users set member_id = $1 where id = $2', [id, user.userId])
  assert.equal((await user.get('/api/teams')).status, 200)
  made(await deactivate(synced, id))
  assert.equal((await user.get('/api/teams')).status, 401)
  const boss = made(await idp.post('/Users', entraUser('Boss')))
  await pool.query('update users set member_id = $1 where id = $2', [boss.id, world.adminId])
  made(await admin.get('/api/organisation'))
  const refusal = await deactivate(synced, boss.id)
  assert.deepEqual([refusal.status, refusal.body.status], [409, '409'])
  assert.equal(made(await idp.get(`/Users/${boss.id}`)).active, true)
})

test('an erased member is forgotten here too, and a copy of somebody’s data says what the provider sent', async () => {
  const synced = await newSynced()
  const { idp, world } = synced
  const { id } = made(await idp.post('/Users', entraUser('Ada')))
  const eraser = await world.organisation(['directory:admin'])
  made(await eraser.post(`/api/members/${id}/erase`, {}))
  assert.equal((await idp.get(`/Users/${id}`)).status, 404)
  const { rows } = await world.running.db.pool.query('select 1 from synced_users where id = $1', [id])
  assert.deepEqual(rows, [])
  assert.notEqual(made(await idp.post('/Users', entraUser('Ada'))).id, id)
})

test('a token that somebody reports as public ends, and the admins are told', async () => {
  const synced = await newSynced('trial')
  const { idp, state, world } = synced
  for (const token of [idp.token!, idp.token!])
    assert.equal((await world.anyone.post('/oauth/leaks', { token })).status, 200)
  assert.equal((await idp.get('/Users')).status, 401)
  assert.deepEqual((await state()).tokens, [])
  const { rows } = await world.running.db.pool.query(
    `select detail from audit_events where organisation_id = $1 and action = 'credential.leaked'`,
    [world.organisationId],
  )
  assert.deepEqual(rows, [{ detail: { kind: 'directory_sync_token' } }])
})

test('two tokens are valid at a time; a revoked or expired one is not, and each is shown once', async () => {
  const synced = await newSynced('trial')
  const { admin, idp, state, world } = synced
  const second = made(await admin.post(`${path}/tokens`, {}))
  assert.match(second.token, /^sonde_scim_[0-9a-z]{26}_[0-9A-Za-z]{49}$/)
  refused(await admin.post(`${path}/tokens`, {}), 409, 'too_many_tokens')
  assert.ok(!JSON.stringify(await state()).includes('sonde_scim_'))
  const other = provider(world.url, second.token)
  assert.equal((await other.get('/Users')).status, 200)
  assert.equal((await state()).tokens.find(({ id }: any) => id === second.id).last_used_at !== null, true)
  assert.equal((await admin.delete(`${path}/tokens/${second.id}`)).status, 204)
  assert.equal((await other.get('/Users')).status, 401)
  refused(await admin.delete(`${path}/tokens/${second.id}`), 404, 'not_found')
  await world.running.db.pool.query(
    // The service's clock counts milliseconds, and the database's is finer.
    `update directory_sync_tokens set expires_at = now() - interval '1 second' where organisation_id = $1`,
    [world.organisationId],
  )
  assert.equal((await idp.get('/Users')).status, 401)
  assert.deepEqual((await state()).tokens, [])
})

test('what came in within five minutes is one entry of the audit log, and admins are told of a stop', async () => {
  const service = await startService({}, new Date(Date.now() - 3_600_000))
  const house = await newHouse(service)
  const { admin } = house
  const { clock, app } = service.running
  ok(await admin.patch(path, { state: 'trial' }))
  ok(await admin.patch(path, { state: 'on' }))
  const { token } = ok(await admin.post(`${path}/tokens`, {}))
  const idp = provider(house.url, token)
  for (const name of ['Ada', 'Bob', 'Cy']) made(await idp.post('/Users', entraUser(name)))
  clock!.advance(301_000)
  await app.due.settle()
  const { rows } = await service.running.db.pool.query(
    "select action, detail, application_id from audit_events where organisation_id = $1 and action in ('directory.synced', 'member.created')",
    [house.organisationId],
  )
  assert.equal(rows.length, 1)
  assert.deepEqual([rows[0].detail.created, rows[0].detail.requests], [3, 3])
  made(await idp.post('/Users', entraUser('Dee')))
  const { runs } = ok(await admin.get(path))
  assert.deepEqual(
    runs.map((one: any) => one.counts.created),
    [1, 3],
  )
})
