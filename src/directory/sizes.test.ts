/** The tree of teams with how many people each has, and members of a team with those under it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run, sql } from '../db/db.ts'
import { newDirectory } from '../../test/support/directory.ts'

const nodeOf = (tree: { teams: { id: string; people_count: number }[] }, id: string) =>
  tree.teams.find((team) => team.id === id)

test('each team counts its own active people, and those of all teams under it once', async () => {
  const { api, team, member, world } = await newDirectory()
  const engineering = await team('Engineering')
  const platform = await team('Platform', { parent_team_id: engineering.id })
  const tools = await team('Tools', { parent_team_id: platform.id })
  const legal = await team('Legal')
  const gone = await team('Gone', { parent_team_id: engineering.id })
  const under = await team('Under gone', { parent_team_id: gone.id })
  await member('Ada', { team_ids: [engineering.id, tools.id] })
  await member('Grace', { team_ids: [platform.id] })
  const suspended = await member('Linus', { team_ids: [platform.id] })
  await api.patch(`/api/members/${suspended.id}`, { status: 'suspended' })
  const left = await member('Edsger', { team_ids: [tools.id] })
  await api.delete(`/api/members/${left.id}`)
  await member('Barbara', { team_ids: [under.id] })
  await member('Alan')
  await api.delete(`/api/teams/${gone.id}`)

  const { status, body } = await api.get('/api/teams/tree')
  assert.equal(status, 200)
  const { teams, ...whole } = body
  assert.deepEqual(whole, { truncated: false, people_count: 4, without_team_count: 1, k_score: 5 })
  assert.deepEqual(nodeOf(body, engineering.id), {
    id: engineering.id,
    name: 'Engineering',
    parent_team_id: null,
    member_count: 1,
    people_count: 2,
    leads: [],
  })
  const sizes = (id: string) => {
    const { member_count: own, people_count: all } = teams.find((one: { id: string }) => one.id === id)
    return [own, all]
  }
  assert.deepEqual(sizes(platform.id), [1, 2])
  assert.deepEqual(sizes(tools.id), [1, 1])
  assert.deepEqual(sizes(legal.id), [0, 0])
  assert.deepEqual(sizes(under.id), [1, 1])
  // Archived: anyone who is asked as Engineering is not asked through it.
  assert.equal(nodeOf(body, gone.id), undefined)

  const admin = await world.user({ id: world.adminId, scopes: ['teams:read'] })
  assert.deepEqual((await admin.get('/api/teams/tree')).body, body)
})

test('each team names the active people who manage or lead it, by name', async () => {
  const { api, team, member } = await newDirectory()
  const platform = await team('Platform')
  const product = await team('Product', { parent_team_id: platform.id })
  const [grace, ada, linus] = [await member('Grace'), await member('Ada'), await member('Linus')]
  const join = (id: string, role: string) => api.post(`/api/teams/${platform.id}/members/${id}`, { role })
  await join(grace.id, 'manager')
  await join(ada.id, 'lead')
  await join(linus.id, 'lead')
  await member('Edsger', { team_ids: [platform.id] })
  await api.patch(`/api/members/${linus.id}`, { status: 'suspended' })
  const { body } = await api.get('/api/teams/tree')
  assert.deepEqual(body.teams.find(({ id }: { id: string }) => id === platform.id).leads, [
    { member_id: ada.id, name: 'Ada', role: 'lead' },
    { member_id: grace.id, name: 'Grace', role: 'manager' },
  ])
  assert.deepEqual(body.teams.find(({ id }: { id: string }) => id === product.id).leads, [])
  await api.delete(`/api/teams/${platform.id}/members/${ada.id}`)
  const later = (await api.get('/api/teams/tree')).body
  assert.deepEqual(
    later.teams
      .find(({ id }: { id: string }) => id === platform.id)
      .leads.map(({ name }: { name: string }) => name),
    ['Grace'],
  )
})

test('a team with those under it lists the members of all of them once', async () => {
  const { api, team, member } = await newDirectory()
  const sales = await team('Sales')
  const inside = await team('Inside', { parent_team_id: sales.id })
  const deep = await team('Deep', { parent_team_id: inside.id })
  const ada = await member('Ada', { team_ids: [sales.id, deep.id] })
  const grace = await member('Grace', { team_ids: [deep.id] })
  await member('Alan')
  const named = async (query: string): Promise<string[]> =>
    (await api.get(`/api/members?${query}`)).body.members.map(({ id }: { id: string }) => id)
  assert.deepEqual(await named(`team_id=${sales.id}`), [ada.id])
  assert.deepEqual(await named(`team_id=${sales.id}&include_subteams=true`), [ada.id, grace.id])
  assert.deepEqual(await named(`team_id=${sales.id}&include_subteams=true&q=Gra`), [grace.id])
  const nowhere = 'tem_01h455vb4pex5vsknk084sn02q'
  assert.deepEqual(await named(`team_id=${nowhere}&include_subteams=true`), [])

  const first = await api.get(`/api/members?team_id=${sales.id}&include_subteams=true&limit=1`)
  const cursor = encodeURIComponent(first.body.next_cursor)
  assert.deepEqual(await named(`team_id=${sales.id}&include_subteams=true&limit=1&cursor=${cursor}`), [
    grace.id,
  ])
})

test('a list of a team with those under it, and what a lead sees, end where its size does: at an archived team', async () => {
  const { api, team, member, world } = await newDirectory()
  const top = await team('Top')
  const gone = await team('Gone', { parent_team_id: top.id })
  const under = await team('Under', { parent_team_id: gone.id })
  const lena = await member('Lena', { team_ids: [top.id] })
  await member('Otto', { team_ids: [under.id] })
  await api.post(`/api/teams/${top.id}/members/${lena.id}`, { role: 'lead' })
  await api.delete(`/api/teams/${gone.id}`)
  const user = await world.user({ role: 'member' })
  await run(world.running.db.tx, sql`update users set member_id = ${lena.id} where id = ${user.userId}`)
  for (const client of [api, user]) {
    const { body } = await client.get(`/api/members?team_id=${top.id}&include_subteams=true`)
    assert.deepEqual(
      body.members.map(({ name }: { name: string }) => name),
      ['Lena'],
    )
    const tree = (await client.get('/api/teams/tree')).body
    assert.equal(nodeOf(tree, top.id)?.people_count, 1)
  }
  const seen = (await user.get('/api/teams/tree')).body
  assert.deepEqual([seen.people_count, seen.teams.length], [1, 1])
})
