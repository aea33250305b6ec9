/** A random organisation made over HTTP, asked over HTTP, with a record of what is true of it: who counts where and said what. */
import assert from 'node:assert/strict'
import { scopeNames, scopes } from '../../contract/scopes.ts'
import { type Client, client, eventually, links, newWorld, type World } from '../support/world.ts'
import { type Dice } from './organisation.ts'
import { idOf } from './readings.ts'

type Member = { id: string; teams: string[] }
type Team = { id: string; parent: string | null }

export type Clients = { world: World; author: Client; colleague: Client; program: Client }

/** What was asked of whom, and who said what. People are members' ids. */
export type Asked = {
  place: string
  mode: string
  teams: Team[]
  homes: Map<string, string | null>
  said: Map<string, Map<string, unknown>>
}

export type House = Clients & { dice: Dice; teams: Team[]; members: Member[]; asked: Asked[] }

export const questions = [
  {
    id: 'calm',
    type: 'scale',
    text: 'I could work calmly',
    min: 1,
    max: 5,
    required: true,
    driver: 'workload',
  },
  { id: 'fair', type: 'yes_no', text: 'Was it fair?' },
  { id: 'why', type: 'text', text: 'What got in the way?', intent: 'improve' },
]

async function made(promise: Promise<{ status: number; body: any }>, status = 201): Promise<any> {
  const reply = await promise
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  return reply.body
}

export async function newHouse(dice: Dice, size = dice.whole(10, 20), given?: World): Promise<House> {
  const world = given ?? (await newWorld())
  // Tokens that outlive whatever a clock does that is turned by hand.
  const lasting = async (userId?: string): Promise<Client> => {
    const granted = userId ? scopeNames : scopeNames.filter((scope) => scopes[scope].organisation)
    return client(
      world.url,
      await world.token({ userId, scopes: granted, expiresAt: new Date('2100-01-01T00:00:00Z') }),
    )
  }
  const house: House = {
    world,
    author: await lasting((await world.user()).userId),
    colleague: await lasting((await world.user({ role: 'admin' })).userId),
    program: await lasting(),
    dice,
    teams: [],
    members: [],
    asked: [],
  }
  for (let index = 0; index < dice.whole(2, 4); index++) {
    const parent = index > 0 && dice.chance(0.5) ? dice.pick(house.teams).id : null
    const draft = { name: `Team ${index}`, ...(parent && { parent_team_id: parent }) }
    house.teams.push({ id: (await made(house.program.post('/api/teams', draft))).id, parent })
  }
  for (let index = 0; index < size; index++) {
    const team = dice.pick(house.teams).id
    const { id } = await made(
      house.program.post('/api/members', { name: `Secretname ${index}`, team_ids: [team] }),
    )
    house.members.push({ id, teams: [team] })
  }
  for (let overlap = 0; overlap < 3; overlap++)
    await join(house, dice.pick(house.members), dice.pick(house.teams).id)
  return house
}

export async function join({ program }: House, member: Member, team: string): Promise<void> {
  if (member.teams.includes(team)) return
  await made(program.post(`/api/teams/${team}/members/${member.id}`), 200)
  member.teams.push(team)
}

export async function leave({ program }: House, member: Member, team: string): Promise<void> {
  await made(program.delete(`/api/teams/${team}/members/${member.id}`), 204)
  member.teams = member.teams.filter((own) => own !== team)
}

export function isIn(teams: readonly Team[], team: string | null, above: string): boolean {
  for (let at: string | null = team; at !== null;) {
    if (at === above) return true
    const here: string = at
    at = teams.find(({ id }) => id === here)?.parent ?? null
  }
  return false
}

/** Where everybody counts who is asked, by the words of the specification. */
function homesOf({ teams, members }: House, chosen: readonly string[], left: readonly string[]) {
  const asked = teams.filter(({ id }) => chosen.some((above) => isIn(teams, id, above)))
  const ids = new Set(asked.map(({ id }) => id))
  const homes = new Map<string, string | null>()
  for (const member of members) {
    const home = member.teams.find((team) => ids.has(team))
    if (home !== undefined && !left.includes(member.id)) homes.set(member.id, home)
  }
  return { asked, homes }
}

export async function ask(house: House, mode: string, chosen: string[], left: string[] = []): Promise<Asked> {
  const { author } = house
  const { asked: teams, homes } = homesOf(house, chosen, left)
  const pulse = await made(
    author.post('/api/pulses', {
      title: `Asked ${mode}`,
      visibility: 'public',
      questions,
      recipients: { team_ids: chosen, member_ids: [], excluded_member_ids: left },
      confidentiality: { mode },
      channels: ['link'],
    }),
  )
  const place = `/api/pulses/${pulse.id}`
  const asked: Asked = { place, mode, teams, homes, said: new Map() }
  house.asked.push(asked)
  await made(author.post(`${place}/open`), 200)
  return asked
}

/** An instance that the clock has opened. */
export function openInstance(house: House, place: string, mode: string, chosen: string[]): Asked {
  const { asked: teams, homes } = homesOf(house, chosen, [])
  const asked: Asked = { place, mode, teams, homes, said: new Map() }
  house.asked.push(asked)
  return asked
}

const words = [
  'Too many meetings.',
  'The tools are slow, and nobody mends them.',
  'I like my team.',
  'Pay is too low.',
]

export function randomWords(dice: Dice, member: string): Map<string, unknown> {
  const said = new Map<string, unknown>([['calm', dice.chance(0.5) ? 4 : dice.whole(1, 5)]])
  if (dice.chance(0.8)) said.set('fair', dice.chance(0.7))
  if (dice.chance(0.85)) said.set('why', `${dice.pick(words)} So say I, ${member.slice(-6)}.`)
  return said
}

/** Answers as some of those who are asked; `each` is told after every one. */
export async function answerAll(
  house: House,
  asked: Asked,
  rate: number,
  each?: () => Promise<void>,
): Promise<string[]> {
  const { author, dice, world } = house
  const receipts: string[] = []
  const all = await links(author, asked.place)
  assert.deepEqual(new Set(all.map((one) => one.member_id)), new Set(asked.homes.keys()))
  for (const { member_id: member, url } of all) {
    if (!dice.chance(rate)) continue
    const said = randomWords(dice, member)
    const answers = [...said].map(([question_id, value]) => ({
      question_id,
      ...(question_id === 'why' ? { text: value } : { value }),
    }))
    receipts.push((await made(world.anyone.post(new URL(url).pathname, { answers }))).receipt)
    asked.said.set(member, said)
    await each?.()
  }
  return receipts
}

/** The last receipts of a few are used to withdraw, so that those said nothing. */
export async function withdraw(
  { world }: House,
  asked: Asked,
  receipt: string,
  member: string,
): Promise<void> {
  await made(world.anyone.delete(`/receipts/${receipt}`), 204)
  asked.said.delete(member)
}

export async function close({ author }: House, { place }: Asked): Promise<void> {
  await made(author.post(`${place}/close`), 200)
  await eventually(
    () => author.get(place),
    ({ body }) => ['available', 'insufficient'].includes(body.results_status),
  )
}

/** The people whom a figure about this team and quantity is about: numbers of house.members. */
export function peopleBehind(
  house: House,
  fact: { collection: string; team: string; quantity: string },
): number[] {
  const asked = house.asked.find(({ place }) => idOf(place) === fact.collection)
  assert.ok(asked, `${fact.collection} was never asked`)
  return house.members.flatMap(({ id }, person) => {
    const home = asked.homes.get(id)
    if (home === undefined || (fact.team !== '' && !isIn(house.teams, home, fact.team))) return []
    if (fact.quantity === 'answered') return [person]
    const question = fact.quantity === 'topics' ? 'why' : fact.quantity
    return asked.said.get(id)?.has(question) ? [person] : []
  })
}
