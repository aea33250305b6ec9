/**
 * Everybody who calls in the matrix of authority, none of whom has made what is called: people of each role, managers and members of a team,
 * applications of each reach; and what is of one team alone, to see who finds it.
 */
import { type Role, roles } from '../../contract/authority.ts'
import { client, type Client } from '../support/world.ts'
import { ok, type Prepared } from './prepared.ts'

/** Signed in, and with a token of an application that acts for them. */
export type Person = { role: Role; token: Client; session: Client; memberId: string }

export type Callers = Awaited<ReturnType<typeof callersIn>>

export async function callersIn(it: Prepared) {
  const { world, team } = it
  const near = await world.team('Near', 2)
  const kept = await keptResults(it)
  const teams = [team.id, near.id, kept.pulseTeam, kept.instanceTeam]
  const elsewhere = [await it.newTeam()]
  const people = new Map<string, Person>()
  for (const role of roles) people.set(role, await personIn(it, role))
  people.set('member of the team', await personIn(it, 'member', { teams }))
  people.set('manager', await personIn(it, 'member', { teams, as: 'manager' }))
  people.set('other manager', await personIn(it, 'member', { teams: elsewhere, as: 'manager' }))
  const programs = new Map([
    ['application', await world.organisation()],
    ['application of the team', await programOf(it, teams)],
    ['application of another team', await programOf(it, elsewhere)],
  ])
  return { people, programs, kept, near: { team: near.id, somebody: near.members[0] } }
}

async function personIn(
  { world }: Prepared,
  role: Role,
  { teams = [], as = 'member' }: { teams?: string[]; as?: 'member' | 'manager' } = {},
): Promise<Person> {
  const email = `${role}-${Math.random().toString(36).slice(2)}-${world.adminEmail}`
  const adder = await world.user({ id: world.adminId })
  const { id: memberId } = ok(await adder.post('/api/members', { name: 'Somebody', email }))
  const session = await world.person(email)
  const { user } = ok(await session.get('/api/me'))
  ok(await world.admin.patch(`/api/people/${user.id}`, { role }))
  const program = await world.organisation()
  for (const team of teams) ok(await program.post(`/api/teams/${team}/members/${memberId}`, { role: as }))
  return { role, session, memberId, token: await world.user({ id: user.id }) }
}

/** One that reads the results of these teams, with every scope that an application has by itself. */
async function programOf({ world }: Prepared, teams: string[]): Promise<Client> {
  const { scopes } = ok(await (await world.organisation()).get('/api/me'))
  const draft = { name: 'Of some teams', scopes, results_team_ids: teams }
  const { id } = ok(await world.admin.post('/api/applications', draft))
  return client(world.url, await world.token({ scopes, applicationId: id }))
}

/** A closed pulse and a closed instance, each of a team of its own, with results for managers alone. */
async function keptResults(it: Prepared) {
  const { author, world } = it
  const forManagers = { confidentiality: { mode: 'anonymous', results_audience: 'managers' } }
  const pulse = await it.newSuffering(forManagers)
  const { id: instanceTeam } = await world.team('Kept', 11)
  const instance = await it.answeredInstance(instanceTeam, forManagers)
  const { actions } = ok(await author.get(`/api/actions?pulse_id=${pulse.pulseId}`))
  const { insights } = ok(await author.get(`/api/insights?check_in_instance_id=${instance.id}`))
  // What is to be done is said of everyone where a team would say the same.
  const action = actions.find(({ scope }: any) => scope.team_id === null)
  const insight = insights.find(({ scope }: any) => scope.team_id === instanceTeam)
  return {
    pulse: pulse.pulseId,
    pulseTeam: pulse.teamId,
    action: action.id as string,
    instance: instance.id as string,
    instanceTeam,
    insight: insight.id as string,
    checkIn: instance.check_in_id as string,
  }
}
