import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDirectory, refused } from '../../test/support/directory.ts'

const nobody = 'mem_01h455vb4pex5vsknk084sn02q'

test('members can join, change their role, leave and rejoin', async () => {
  const { api, team, member } = await newDirectory()
  const { id } = await team('Platform')
  const ada = await member('Ada', { email: 'ada@acme.test' })
  const at = `/api/teams/${id}/members/${ada.id}`

  const joined = await api.post(at)
  assert.equal(joined.status, 200)
  const { joined_at, ...membership } = joined.body
  assert.deepEqual(membership, { member_id: ada.id, name: 'Ada', email: 'ada@acme.test', role: 'member' })
  assert.deepEqual((await api.post(at, { role: 'lead' })).body, { ...joined.body, role: 'lead' })
  assert.deepEqual((await api.post(at)).body, { ...joined.body, role: 'lead' })
  assert.equal((await api.get(`/api/teams/${id}`)).body.member_count, 1)
  const { body: reread } = await api.get(`/api/members/${ada.id}`)
  assert.deepEqual([reread.team_ids, reread.version], [[id], 2])

  assert.equal((await api.delete(at)).status, 204)
  assert.equal((await api.delete(at)).status, 204)
  assert.deepEqual((await api.get(`/api/teams/${id}/members`)).body.members, [])
  const again = await api.post(at, { role: 'manager' })
  assert.equal(again.body.role, 'manager')
  // A whole second is written without its thousandths: compared as text it would come last.
  assert.ok(new Date(again.body.joined_at) > new Date(joined_at))
})

test('joining again in the instant of leaving restores the same membership', async () => {
  const { api, team, member, clock } = await newDirectory({ at: '2026-11-02T09:00:00Z' })
  const { id } = await team('Platform')
  const ada = await member('Ada', { team_ids: [id] })
  const at = `/api/teams/${id}/members/${ada.id}`
  await api.delete(at)
  const again = await api.post(at, { role: 'lead' })
  assert.deepEqual(
    [again.status, again.body.role, again.body.joined_at],
    [200, 'lead', '2026-11-02T09:00:00Z'],
  )

  clock.set('2026-11-02T08:00:00Z')
  assert.equal((await api.delete(at)).status, 204)
  assert.deepEqual((await api.get(`/api/teams/${id}/members`)).body.members, [])
})

test('only current members of the organisation can join', async () => {
  const { api, team, member } = await newDirectory()
  const { id } = await team('Platform')
  const theirs = await (await newDirectory()).member('Eve')
  const gone = await member('Gone')
  await api.delete(`/api/members/${gone.id}`)
  const ada = await member('Ada')
  for (const member_id of [nobody, theirs.id, gone.id]) {
    refused(404, 'not_found')(await api.post(`/api/teams/${id}/members/${member_id}`))
    const members = [{ member_id: ada.id }, { member_id }]
    refused(
      422,
      'unprocessable',
      '/members/1/member_id',
    )(await api.put(`/api/teams/${id}/members`, { members }))
  }
  refused(404, 'not_found')(await api.delete(`/api/teams/${id}/members/${theirs.id}`))
  assert.equal((await api.get(`/api/teams/${id}`)).body.member_count, 0)
})

test('all members of a team can be replaced in one call', async () => {
  const { api, team, member, events } = await newDirectory()
  const { id } = await team('Platform')
  const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((name) => member(name)))
  const set = async (...members: { member_id: string; role?: string }[]) =>
    (await api.put(`/api/teams/${id}/members`, { members })).body
  const roles = async () =>
    (await api.get(`/api/teams/${id}/members`)).body.members.map((it: any) => [it.name, it.role]).toSorted()

  assert.deepEqual(await set({ member_id: a.id, role: 'lead' }, { member_id: b.id }), {
    added: 2,
    removed: 0,
    member_count: 2,
  })
  assert.deepEqual(await set({ member_id: b.id, role: 'manager' }, { member_id: c.id }), {
    added: 1,
    removed: 1,
    member_count: 2,
  })
  assert.deepEqual(await roles(), [
    ['B', 'manager'],
    ['C', 'member'],
  ])
  const before = await events()
  await set({ member_id: b.id, role: 'manager' }, { member_id: c.id })
  assert.deepEqual(await events(), before)

  refused(
    422,
    'unprocessable',
    '/members/1/member_id',
  )(await api.put(`/api/teams/${id}/members`, { members: [{ member_id: a.id }, { member_id: a.id }] }))
  assert.deepEqual(await set(), { added: 0, removed: 2, member_count: 0 })
})

test('simultaneous replacing, joining and leaving leaves nobody in a team twice', async () => {
  const { api, team, member } = await newDirectory()
  const { id } = await team('Platform')
  const people = await Promise.all(Array.from({ length: 6 }, (_, i) => member(`M${i}`)))
  const members = people.map((it) => ({ member_id: it.id }))
  const replies = await Promise.all([
    ...people.map((it) => api.post(`/api/teams/${id}/members/${it.id}`)),
    api.put(`/api/teams/${id}/members`, { members }),
    api.put(`/api/teams/${id}/members`, { members: members.slice(3) }),
    ...people.map((it) => api.delete(`/api/members/${it.id}`)),
    api.patch(`/api/teams/${id}`, { name: 'Platforms' }),
    api.delete(`/api/teams/${id}`),
  ])
  assert.deepEqual(
    replies.filter((it) => it.status >= 500),
    [],
  )
  assert.equal((await api.get(`/api/teams/${id}`)).body.member_count, 0)
})

test('the members of a team are paged', async () => {
  const { api, team, member } = await newDirectory()
  const { id } = await team('Platform')
  const people = await Promise.all(['A', 'B', 'C'].map((name) => member(name, { team_ids: [id] })))
  const first = (await api.get(`/api/teams/${id}/members?limit=2`)).body
  const rest = (await api.get(`/api/teams/${id}/members?limit=2&cursor=${first.next_cursor}`)).body
  assert.deepEqual([first.has_more, rest.has_more, rest.next_cursor], [true, false, null])
  assert.deepEqual(
    [...first.members, ...rest.members].map((it) => it.member_id),
    people.map((it) => it.id).toSorted(),
  )
})

test('nobody is made a manager or taken out of a team, and no team is moved, unrecorded', async () => {
  const { api, world, team, member } = await newDirectory()
  const [one, two] = [await team('Platform'), await team('Sales')]
  const [ada, bob] = [await member('Ada'), await member('Bob')]
  const at = `/api/teams/${one.id}/members`
  const entries = async () =>
    (
      await world.running.db.pool.query(
        `select action, application_id, target, detail
         from audit_events
         where organisation_id = $1 and action like 'team.%'
         order by occurred_at, id`,
        [world.organisationId],
      )
    ).rows.map(({ action, application_id, target, detail }: Record<string, unknown>) => {
      assert.equal(application_id, world.application.id)
      return [action, target, detail]
    })
  await api.post(`${at}/${ada.id}`)
  await api.patch(`/api/teams/${one.id}`, { description: 'changed' })
  assert.deepEqual(await entries(), [])

  await api.post(`${at}/${ada.id}`, { role: 'manager' })
  await api.post(`${at}/${ada.id}`, { role: 'manager' })
  await api.put(at, { members: [{ member_id: ada.id }, { member_id: bob.id, role: 'lead' }] })
  await api.delete(`${at}/${ada.id}`)
  await api.delete(`${at}/${bob.id}`)
  await api.patch(`/api/teams/${two.id}`, { parent_team_id: one.id })
  const changed = (added: string[], removed: string[]) => [
    'team.managers_changed',
    one.id,
    { added, removed },
  ]
  const removed = ['team.members_removed', one.id, { members: 1 }]
  assert.deepEqual(await entries(), [
    changed([ada.id], []),
    changed([bob.id], [ada.id]),
    removed,
    removed,
    changed([], [bob.id]),
    ['team.moved', two.id, { parent_team_id: { from: null, to: one.id } }],
  ])
})

test('the log names managers of a team that is archived', async () => {
  const { api, world, team, member } = await newDirectory()
  const entries = async (teamId: string): Promise<unknown[]> => {
    const { rows } = await world.running.db.pool.query<{ detail: unknown }>(
      `select detail from audit_events where target = $1 and action = 'team.managers_changed' order by occurred_at, id`,
      [teamId],
    )
    return rows.map(({ detail }) => detail)
  }
  const ada = await member('Ada')
  for (const archive of [
    (path: string) => api.delete(path),
    (path: string) => api.patch(path, { status: 'archived' }),
  ]) {
    const { id } = await team('Short-lived')
    await api.post(`/api/teams/${id}/members/${ada.id}`, { role: 'manager' })
    assert.ok((await archive(`/api/teams/${id}`)).status < 300)
    assert.deepEqual(await entries(id), [
      { added: [ada.id], removed: [] },
      { added: [], removed: [ada.id] },
    ])
  }
})
