/** Archiving a team lets nobody read more than before, and nobody less of earlier surveys. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { type Prepared, prepare } from '../access/prepared.ts'
import { run, sql } from '../../src/db/db.ts'
import { ok } from '../support/sign-in-organisation.ts'
import { client, type Client } from '../support/world.ts'

suite('an application of some teams', () => {
  let it: Prepared
  let program: Client
  let readers: string
  const registered = async (resultsTeams: string[]): Promise<Client> => {
    const { admin, anyone, url } = it.world
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
  const teamsRead = async (by: Client): Promise<string[]> =>
    ok(await by.get(`/api/check-in-instances/${it.read.id}/results`)).teams.map(
      ({ team_id }: { team_id: string }) => team_id,
    )
  const teamOf = async (name: string, parent?: string): Promise<string> =>
    ok(await program.post('/api/teams', { name, ...(parent && { parent_team_id: parent }) })).id

  before(async () => {
    it = await prepare()
    program = await registered([it.team.id])
    ;[{ id: readers }] = ok(await program.get('/api/teams?q=Readers')).teams
  })

  test('cannot read another team by placing it under an archived one and reactivating that', async () => {
    const shell = await teamOf('Shell', it.team.id)
    const inner = await teamOf('Inner', shell)
    assert.deepEqual(await teamsRead(program), [])
    ok(await program.delete(`/api/teams/${shell}`))
    const moved = await program.patch(`/api/teams/${readers}`, { parent_team_id: inner })
    const back = await program.patch(`/api/teams/${shell}`, { status: 'active' })
    assert.deepEqual(
      [moved.status, back.status, await teamsRead(program)],
      [422, 200, []],
      JSON.stringify([moved.body, back.body]),
    )
  })

  test('cannot bring people there through a team under an archived one', async () => {
    const shell = await teamOf('Shell two', it.team.id)
    const inner = await teamOf('Inner two', shell)
    const elsewhere = await it.newMember({ team_ids: [readers] })
    ok(await program.delete(`/api/teams/${shell}`))
    const added = await program.post(`/api/teams/${inner}/members/${elsewhere}`, {})
    ok(await program.patch(`/api/teams/${shell}`, { status: 'active' }))
    assert.equal(added.status, 422, JSON.stringify(added.body))
  })
})

test('a lead still reads results of surveys from before a team in between was archived', async () => {
  const it = await prepare()
  const program = await it.world.organisation()
  const top = ok(await program.post('/api/teams', { name: 'Top' })).id
  const gone = ok(await program.post('/api/teams', { name: 'Gone', parent_team_id: top })).id
  const under = await it.world.team('Under', 11, { parent: gone })
  const beside = await it.world.team('Beside', 11, { parent: top })
  const lena = ok(await program.post('/api/members', { name: 'Lena', team_ids: [] })).id
  ok(await program.post(`/api/teams/${top}/members/${lena}`, { role: 'lead' }))
  const lead = await it.world.user({ role: 'member' })
  await run(it.world.running.db.tx, sql`update users set member_id = ${lena} where id = ${lead.userId}`)
  const read = await it.answeredInstance(top, {
    confidentiality: { mode: 'anonymous', results_audience: 'managers' },
  })
  const seen = async () => {
    const { body } = await lead.get(`/api/check-in-instances/${read.id}/results`)
    const teams = (body.teams ?? [])
      .filter((one: any) => one.questions)
      .map((one: any) => one.name ?? one.team_id)
    const responses = await lead.get(`/api/teams/${under.id}/responses`)
    const insights = await lead.get(`/api/insights?team_id=${under.id}`)
    const actions = await lead.get(`/api/actions?team_id=${under.id}`)
    return {
      teams: teams.toSorted(),
      responses: [responses.status, JSON.stringify(responses.body).length > 100],
      insights: [insights.status, insights.body?.insights?.length],
      actions: [actions.status, actions.body?.actions?.length],
    }
  }
  const before = await seen()
  ok(await program.delete(`/api/teams/${gone}`))
  assert.deepEqual(await seen(), before, `Under is ${under.id}, Beside ${beside.id}`)
})
