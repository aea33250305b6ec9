/** Whom of the directory somebody sees: members themselves and their teams, managers their people, analysts and admins everybody. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { refused } from '../../test/support/directory.ts'
import { newPeopledWorld } from '../../test/support/people.ts'
import type { Client } from '../../test/support/world.ts'

const world = await newPeopledWorld()
const api = await world.organisation(['teams:read', 'teams:write'])

async function idOf(path: string, draft: Record<string, unknown>, by: Client = api): Promise<string> {
  const { status, body } = await by.post(path, draft)
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

/** Sales with Inside Sales under it, and Legal. Mia manages Sales, Max is in it, Ines in Inside Sales, Lea in Legal. */
let teams: Record<'sales' | 'inside' | 'legal', string>
let people: Record<'mia' | 'max' | 'ines' | 'lea', string>
let mia: Client
let max: Client
let analyst: Client

/** A token that acts for this member. */
async function tokenOf(email: string): Promise<Client> {
  const person = await world.person(email)
  const { user } = (await person.get('/api/me')).body
  return world.user({ id: user.id })
}

const idsOf = async (by: Client, path: string, noun: 'members' | 'teams'): Promise<string[]> => {
  const { status, body } = await by.get(path)
  assert.equal(status, 200, JSON.stringify(body))
  return body[noun].map((row: { id?: string; member_id?: string }) => row.id ?? row.member_id).sort()
}

const sorted = (...ids: string[]): string[] => ids.sort()

before(async () => {
  const sales = await idOf('/api/teams', { name: 'Sales' })
  const inside = await idOf('/api/teams', { name: 'Inside Sales', parent_team_id: sales })
  const legal = await idOf('/api/teams', { name: 'Legal' })
  teams = { sales, inside, legal }
  const admin = await world.user({ id: world.adminId })
  const add = (name: string, teamId: string): Promise<string> =>
    idOf(
      '/api/members',
      { name, email: `${name.toLowerCase()}-${world.adminEmail}`, team_ids: [teamId] },
      admin,
    )
  people = {
    mia: await add('Mia', sales),
    max: await add('Max', sales),
    ines: await add('Ines', inside),
    lea: await add('Lea', legal),
  }
  await api.post(`/api/teams/${sales}/members/${people.mia}`, { role: 'manager' })
  mia = await tokenOf(`mia-${world.adminEmail}`)
  max = await tokenOf(`max-${world.adminEmail}`)
  analyst = await world.user({ role: 'analyst' })
})

suite('the directory, as far as somebody sees it', () => {
  test('a member sees themselves, and their teams with those under them', async () => {
    assert.deepEqual(await idsOf(max, '/api/members', 'members'), [people.max])
    assert.deepEqual(await idsOf(max, '/api/teams', 'teams'), sorted(teams.sales, teams.inside))
    assert.deepEqual(await idsOf(max, `/api/teams/${teams.sales}/members`, 'members'), [people.max])
    assert.equal((await max.get(`/api/members/${people.max}`)).status, 200)
    assert.equal((await max.get(`/api/members/${people.max}/absences`)).status, 200)
    assert.equal((await max.get(`/api/teams/${teams.inside}`)).status, 200)
  })

  test('who leads a team is named to those who see that person, and to nobody else', async () => {
    const leadsOf = async (by: Client): Promise<string[]> => {
      const { teams: seen } = (await by.get('/api/teams/tree')).body
      const { leads } = seen.find(({ id }: { id: string }) => id === teams.sales)
      return leads.map(({ name }: { name: string }) => name)
    }
    assert.deepEqual(await leadsOf(max), [])
    assert.deepEqual(await leadsOf(mia), ['Mia'])
    assert.deepEqual(await leadsOf(analyst), ['Mia'])
  })

  test('a manager sees the people of their teams and of those under them', async () => {
    assert.deepEqual(await idsOf(mia, '/api/members', 'members'), sorted(people.mia, people.max, people.ines))
    assert.deepEqual(
      await idsOf(mia, `/api/teams/${teams.sales}/members`, 'members'),
      sorted(people.mia, people.max),
    )
    assert.equal((await mia.get(`/api/members/${people.ines}`)).status, 200)
    assert.equal((await mia.get(`/api/members/${people.ines}/absences`)).status, 200)
  })

  test('managed leaves the teams that somebody manages, with those under them', async () => {
    const managed = '/api/teams?managed=true'
    assert.deepEqual(await idsOf(mia, managed, 'teams'), sorted(teams.sales, teams.inside))
    for (const by of [max, analyst, api]) assert.deepEqual(await idsOf(by, managed, 'teams'), [])
  })

  test('the tree and its counts are of what somebody sees', async () => {
    const treeOf = async (by: Client) => {
      const { status, body } = await by.get('/api/teams/tree')
      assert.equal(status, 200, JSON.stringify(body))
      return { ids: body.teams.map(({ id }: { id: string }) => id).sort(), people: body.people_count }
    }
    assert.deepEqual(await treeOf(max), { ids: sorted(teams.sales, teams.inside), people: 1 })
    assert.deepEqual(await treeOf(mia), { ids: sorted(teams.sales, teams.inside), people: 3 })
    for (const by of [analyst, api])
      assert.deepEqual((await treeOf(by)).ids, sorted(teams.sales, teams.inside, teams.legal))
    const whole = `team_id=${teams.sales}&include_subteams=true`
    assert.deepEqual(await idsOf(max, `/api/members?${whole}`, 'members'), [people.max])
    for (const by of [max, mia])
      assert.deepEqual(
        await idsOf(by, `/api/members?team_id=${teams.legal}&include_subteams=true`, 'members'),
        [],
      )
  })

  test('what lies beyond is not found, by id or by a filter', async () => {
    for (const by of [mia, max]) {
      for (const path of [
        `/api/members/${people.lea}`,
        `/api/members/${people.lea}/absences`,
        `/api/teams/${teams.legal}`,
        `/api/teams/${teams.legal}/members`,
      ])
        refused(404, 'not_found')(await by.get(path))
      for (const filter of [
        `team_id=${teams.legal}`,
        `email=lea-${world.adminEmail}`,
        'q=Lea',
        `ids=${people.lea}`,
      ])
        assert.deepEqual(await idsOf(by, `/api/members?${filter}`, 'members'), [])
      assert.deepEqual(await idsOf(by, '/api/teams?q=Legal', 'teams'), [])
      assert.deepEqual(await idsOf(by, `/api/teams?ids=${teams.legal},${teams.sales}`, 'teams'), [
        teams.sales,
      ])
      assert.deepEqual(await idsOf(by, `/api/members?ids=${people.lea},${people.max}`, 'members'), [
        people.max,
      ])
    }
    refused(404, 'not_found')(await max.get(`/api/members/${people.mia}`))
  })

  test('a page of what somebody sees is full', async () => {
    const first = await mia.get('/api/members?limit=2')
    assert.equal(first.body.members.length, 2)
    const rest = await mia.get(`/api/members?limit=2&cursor=${encodeURIComponent(first.body.next_cursor)}`)
    assert.deepEqual([rest.body.members.length, rest.body.next_cursor], [1, null])
  })

  test('it ends when somebody leaves the team', async () => {
    const nora = await idOf('/api/members', { name: 'Nora', team_ids: [teams.sales] })
    assert.equal((await mia.get(`/api/members/${nora}`)).status, 200)
    assert.equal((await api.delete(`/api/teams/${teams.sales}/members/${nora}`)).status, 204)
    refused(404, 'not_found')(await mia.get(`/api/members/${nora}`))
  })

  test('somebody who is not a member sees nobody', async () => {
    const guest = await world.user({ role: 'member' })
    assert.deepEqual(await idsOf(guest, '/api/members', 'members'), [])
    assert.deepEqual(await idsOf(guest, '/api/teams', 'teams'), [])
  })

  test('analysts and programs see everybody, and bounced addresses', async () => {
    for (const by of [analyst, api]) {
      const all = await idsOf(by, '/api/members', 'members')
      assert.ok(Object.values(people).every((id) => all.includes(id)))
      assert.equal((await by.get(`/api/teams/${teams.legal}`)).status, 200)
      assert.equal((await by.get('/api/suppressions')).status, 200)
    }
    for (const by of [mia, max]) refused(403, 'role_required')(await by.get('/api/suppressions'))
  })
})

suite('first and last days', () => {
  test('are for those who see the whole directory, and not for managers or colleagues', async () => {
    const days = { joined_on: '2024-05-02', leaves_on: '2027-06-30' }
    assert.equal((await api.patch(`/api/members/${people.max}`, days)).status, 200)
    const seenBy = async (by: Client) => {
      const { body: one } = await by.get(`/api/members/${people.max}`)
      const { body: list } = await by.get('/api/members?limit=100')
      const listed = list.members.find(({ id }: { id: string }) => id === people.max)
      return [one, listed].map(({ joined_on: joined, leaves_on: leaves }) => ({
        joined_on: joined,
        leaves_on: leaves,
      }))
    }
    const nothing = { joined_on: null, leaves_on: null }
    assert.deepEqual(await seenBy(analyst), [days, days])
    assert.deepEqual(await seenBy(api), [days, days])
    assert.deepEqual(await seenBy(mia), [nothing, nothing])
    assert.deepEqual(await seenBy(max), [nothing, nothing])
  })
})
