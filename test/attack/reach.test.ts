/** An application that reads the results of listed teams, and may edit teams: the list is an admin's to change. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { ok, prepare, type Prepared } from '../access/prepared.ts'
import { type Client, client, type Reply } from '../support/world.ts'

suite('an application that reads the results of some teams', () => {
  let it: Prepared
  let program: Client

  /** A token of a new application, as the token endpoint gives it. */
  async function registered(resultsTeams: readonly string[] | null): Promise<Client> {
    const { admin, url, anyone } = it.world
    const { client_id, client_secret } = ok(
      await admin.post('/api/applications', {
        name: 'Sync',
        scopes: ['pulses:read', 'checkins:read', 'responses:read', 'teams:read', 'teams:write'],
        results_team_ids: resultsTeams,
      }),
    )
    const { access_token } = ok(
      await anyone.post('/oauth/token', { grant_type: 'client_credentials', client_id, client_secret }),
    )
    return client(url, access_token)
  }

  /** The teams of the answered instance whose results it reads. */
  const teamsRead = async (by: Client): Promise<string[]> =>
    ok(await by.get(`/api/check-in-instances/${it.read.id}/results`)).teams.map(
      ({ team_id }: { team_id: string }) => team_id,
    )
  const teamOf = async (name: string, parent?: string): Promise<string> =>
    ok(await program.post('/api/teams', { name, ...(parent && { parent_team_id: parent }) })).id

  let readers: string

  before(async () => {
    it = await prepare()
    program = await registered([it.team.id])
    ;[{ id: readers }] = ok(await program.get('/api/teams?q=Readers')).teams
  })

  test('cannot read another team by placing it under one of them, at any level', async () => {
    const below = await teamOf('Below', it.team.id)
    const around = await teamOf('Around')
    assert.deepEqual(await teamsRead(program), [])
    const places = [
      [readers, it.team.id],
      [readers, below],
      [around, it.team.id],
    ]
    for (const [team, parent] of places) {
      const { status, body } = await program.patch(`/api/teams/${team}`, { parent_team_id: parent })
      assert.deepEqual(
        [status, body.errors?.[0].pointer, body.errors?.[0].code],
        [422, '/parent_team_id', 'out_of_reach'],
      )
    }
    assert.deepEqual(await teamsRead(program), [])
  })

  test('still moves teams that it reads, and teams among those that it does not', async () => {
    const [one, two] = [await teamOf('One', it.team.id), await teamOf('Two', it.team.id)]
    ok(await program.patch(`/api/teams/${one}`, { parent_team_id: two }))
    ok(await program.patch(`/api/teams/${one}`, { parent_team_id: it.team.id }))
    ok(await program.patch(`/api/teams/${two}`, { parent_team_id: null }))
    ok(await program.patch(`/api/teams/${readers}`, { parent_team_id: await teamOf('Elsewhere') }))
    assert.deepEqual(await teamsRead(program), [])
  })

  test('cannot bring people of other teams into them, at once, step by step or by a file', async () => {
    const api = await it.world.organisation()
    const [own, elsewhere] = [await it.newMember(), await it.newMember({ team_ids: [readers] })]
    const below = await teamOf('Under it', it.team.id)
    const isRefused = ({ status, body }: Reply) =>
      assert.deepEqual([status, body.errors?.[0].code], [422, 'out_of_reach'], JSON.stringify(body))
    for (const team of [it.team.id, below]) {
      isRefused(await program.post(`/api/teams/${team}/members/${elsewhere}`))
      const members = [{ member_id: own }, { member_id: elsewhere }]
      isRefused(await program.put(`/api/teams/${team}/members`, { members }))
    }
    ok(await program.delete(`/api/teams/${readers}/members/${elsewhere}`))
    isRefused(await program.post(`/api/teams/${below}/members/${elsewhere}`))
    const rows = [{ external_id: 'e1', name: 'Eve', teams: 'Platform' }]
    isRefused(await program.post('/api/imports', { rows }))
    assert.equal(ok(await api.get(`/api/teams/${below}`)).member_count, 0)
    // Newcomers come, people change between its teams, and others may bring anybody.
    ok(await program.post(`/api/teams/${it.team.id}/members/${own}`))
    ok(await program.post(`/api/teams/${below}/members/${own}`))
    ok(await program.post('/api/members', { name: 'Ned', team_ids: [below] }))
    ok(await api.post(`/api/teams/${below}/members/${elsewhere}`))
    ok(await program.post(`/api/teams/${below}/members/${elsewhere}`, { role: 'lead' }))
    const aside = await teamOf('Aside')
    ok(await program.post(`/api/teams/${aside}/members/${elsewhere}`))
  })

  test('reads a team that somebody else has placed there', async () => {
    const whole = await registered(null)
    ok(await whole.patch(`/api/teams/${readers}`, { parent_team_id: it.team.id }))
    assert.deepEqual(await teamsRead(program), [readers])
  })
})
