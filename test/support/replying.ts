/** A closed survey of two teams with findings, a lead of one of them, and somebody who replies. The clock is turned by hand. */
import type { Scope } from '../../contract/scopes.ts'
import { changeByHand } from './by-hand.ts'
import { bodyOf } from './clockwork.ts'
import { type Client, client, eventually } from './world.ts'
import {
  answersOf,
  ask,
  closedResults,
  type House,
  linksInMail,
  type Person,
  type Pulse,
  pulseOf,
} from '../attack/acting/acting.ts'

const scopes: Scope[] = [
  'pulses:read',
  'pulses:write',
  'insights:read',
  'insights:write',
  'replies:write',
  'teams:read',
]

/** Somebody with a token for replies, who leads these teams. */
export async function replier(house: House, leads: readonly string[], role: 'admin' | 'member' = 'member') {
  const { world, program } = house
  const { userId } = await world.user({ role })
  const name = `Lead ${userId.slice(-4)}`
  const { id: memberId } = await bodyOf(program.post('/api/members', { name }), 201)
  await changeByHand(
    world.running.db,
    { kind: 'user', id: userId },
    { text: 'update users set member_id = $1, name = $2 where id = $3', values: [memberId, name, userId] },
  )
  for (const team of leads)
    await bodyOf(program.post(`/api/teams/${team}/members/${memberId}`, { role: 'lead' }), 200)
  const token = await world.token({ userId, scopes, expiresAt: new Date('2100-01-01T00:00:00Z') })
  return { ...client(world.url, token), name, userId, memberId: memberId as string }
}

export type Asked = {
  pulse: Pulse
  teams: string[]
  people: Person[][]
  /** By address. */
  links: Map<string, string>
  receipts: string[]
}

/** Two teams of eight, of whom all but the last two of each answer. @returns before the close */
export async function askedTwoTeams(house: House, more: Record<string, unknown> = {}): Promise<Asked> {
  const teams = [await house.team('Platform'), await house.team('Design')]
  const people = [await house.people(teams[0], 8), await house.people(teams[1], 8)]
  const pulse = await ask(house.author, pulseOf(teams, more))
  const links = await linksInMail(house, pulse.title, people.flat())
  const receipts: string[] = []
  for (const team of people)
    for (const [at, { email }] of team.slice(0, 6).entries()) {
      const answers = answersOf(1 + (at % 4))
      receipts.push((await bodyOf(house.world.anyone.post(links.get(email)!, { answers }), 201)).receipt)
    }
  return { pulse, teams, people, links, receipts }
}

/** Closes the survey. @returns a finding about everyone, and one about each team */
export async function findingsOf(house: House, { pulse, teams }: Asked, reader: Client) {
  await closedResults(house.author, pulse.path)
  const { body } = await eventually(
    () => reader.get(`/api/insights?pulse_id=${pulse.id}&kind=score`),
    (reply) => reply.body.insights.length === 3,
  )
  const of = (team: string | null): string =>
    body.insights.find(({ scope }: any) => scope.team_id === team).id
  return { everyone: of(null), platform: of(teams[0]), design: of(teams[1]) }
}

export const replyTo = async (
  by: Client,
  insight: string,
  text: string,
  more: object = {},
): Promise<string> =>
  (await bodyOf(by.post(`/api/insights/${insight}/replies`, { kind: 'answer', text, ...more }), 201)).id

export async function publishedTo(by: Client, insight: string, text: string): Promise<string> {
  const id = await replyTo(by, insight, text)
  await bodyOf(by.post(`/api/replies/${id}/publish`))
  return id
}
