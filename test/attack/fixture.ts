/** A random organisation created and surveyed over HTTP, with a record of the truth: who counts where and answered what. */
import assert from 'node:assert/strict'
import { scopeNames, scopes } from '../../contract/scopes.ts'
import { type Client, client, eventually, links, newWorld, type World } from '../support/world.ts'
import type { Dice } from './organisation.ts'
import { idOf } from './readings.ts'

type Member = { id: string; teams: string[] }
type Team = { id: string; parent: string | null }

export type Clients = { world: World; author: Client; colleague: Client; program: Client }

/** One pulse or instance: whom it asked, and what they answered. People are members' ids. */
export type Survey = {
  place: string
  mode: string
  teams: Team[]
  homes: Map<string, string | null>
  answers: Map<string, Map<string, unknown>>
}

export type Fixture = Clients & { dice: Dice; teams: Team[]; members: Member[]; surveys: Survey[] }

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

/** The body of a reply that must have this status. */
async function bodyOf(request: Promise<{ status: number; body: any }>, status = 201): Promise<any> {
  const reply = await request
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  return reply.body
}

export async function newFixture(dice: Dice, size = dice.whole(10, 20), existing?: World): Promise<Fixture> {
  const world = existing ?? (await newWorld())
  // Tokens that stay valid however far a test turns the clock.
  const lastingClient = async (userId?: string): Promise<Client> => {
    const granted = userId ? scopeNames : scopeNames.filter((scope) => scopes[scope].organisation)
    return client(
      world.url,
      await world.token({ userId, scopes: granted, expiresAt: new Date('2100-01-01T00:00:00Z') }),
    )
  }
  const fixture: Fixture = {
    world,
    author: await lastingClient((await world.user()).userId),
    colleague: await lastingClient((await world.user({ role: 'admin' })).userId),
    program: await lastingClient(),
    dice,
    teams: [],
    members: [],
    surveys: [],
  }
  for (let index = 0; index < dice.whole(2, 4); index++) {
    const parent = index > 0 && dice.chance(0.5) ? dice.pick(fixture.teams).id : null
    const draft = { name: `Team ${index}`, ...(parent && { parent_team_id: parent }) }
    fixture.teams.push({ id: (await bodyOf(fixture.program.post('/api/teams', draft))).id, parent })
  }
  const homes = Array.from({ length: size }, () => dice.pick(fixture.teams).id)
  for (const team of new Set(homes)) {
    const here = homes.flatMap((home, index) => (home === team ? [index] : []))
    const added = here.map((index) => ({ name: `Secretname ${index}`, email: null }))
    const ids = await world.people(team, added)
    for (const [place, index] of here.entries()) fixture.members[index] = { id: ids[place], teams: [team] }
  }
  for (let overlap = 0; overlap < 3; overlap++)
    await join(fixture, dice.pick(fixture.members), dice.pick(fixture.teams).id)
  return fixture
}

export async function join({ program }: Fixture, member: Member, team: string): Promise<void> {
  if (member.teams.includes(team)) return
  await bodyOf(program.post(`/api/teams/${team}/members/${member.id}`), 200)
  member.teams.push(team)
}

export async function leave({ program }: Fixture, member: Member, team: string): Promise<void> {
  await bodyOf(program.delete(`/api/teams/${team}/members/${member.id}`), 204)
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

/** Where everybody who is asked counts, worked out from the words of the specification. */
function rosterOf(
  { teams, members }: Fixture,
  chosen: readonly string[],
  excluded: readonly string[] = [],
): Pick<Survey, 'teams' | 'homes'> {
  const asked = teams.filter(({ id }) => chosen.some((above) => isIn(teams, id, above)))
  const ids = new Set(asked.map(({ id }) => id))
  const homes = new Map<string, string | null>()
  for (const member of members) {
    const home = member.teams.find((team) => ids.has(team))
    if (home !== undefined && !excluded.includes(member.id)) homes.set(member.id, home)
  }
  return { teams: asked, homes }
}

/**
 * In words of their own: each pulse is attacked by itself here. What asking again tells is attacked in acting.test.ts, which knows where
 * people count in a season.
 */
const questionsOf = (survey: number) =>
  questions.map((question) => ({ ...question, text: `${question.text} (${survey})` }))

export async function openPulse(
  fixture: Fixture,
  mode: string,
  chosen: string[],
  excluded: string[] = [],
): Promise<Survey> {
  const { author } = fixture
  const pulse = await bodyOf(
    author.post('/api/pulses', {
      title: `Asked ${mode}`,
      visibility: 'public',
      questions: questionsOf(fixture.surveys.length),
      recipients: { team_ids: chosen, member_ids: [], excluded_member_ids: excluded },
      confidentiality: { mode },
      channels: ['link'],
    }),
  )
  const place = `/api/pulses/${pulse.id}`
  const survey: Survey = { place, mode, ...rosterOf(fixture, chosen, excluded), answers: new Map() }
  fixture.surveys.push(survey)
  await bodyOf(author.post(`${place}/open`), 200)
  return survey
}

/** An instance that the clock has opened. */
export function openInstance(fixture: Fixture, place: string, mode: string, chosen: string[]): Survey {
  const survey: Survey = { place, mode, ...rosterOf(fixture, chosen), answers: new Map() }
  fixture.surveys.push(survey)
  return survey
}

const words = [
  'Too many meetings.',
  'The tools are slow, and nobody mends them.',
  'I like my team.',
  'Pay is too low.',
]

function randomAnswers(dice: Dice, member: string): Map<string, unknown> {
  const answers = new Map<string, unknown>([['calm', dice.chance(0.5) ? 4 : dice.whole(1, 5)]])
  if (dice.chance(0.8)) answers.set('fair', dice.chance(0.7))
  if (dice.chance(0.85)) answers.set('why', `${dice.pick(words)} So say I, ${member.slice(-6)}.`)
  return answers
}

/** Answers for a share of the people who were asked. @returns their receipts */
export async function answerAll(fixture: Fixture, survey: Survey, rate: number): Promise<string[]> {
  const { author, dice, world } = fixture
  const receipts: string[] = []
  const all = await links(author, survey.place)
  assert.deepEqual(new Set(all.map((one) => one.member_id)), new Set(survey.homes.keys()))
  for (const { member_id: member, url } of all) {
    if (!dice.chance(rate)) continue
    const chosen = randomAnswers(dice, member)
    const answers = [...chosen].map(([question_id, value]) => ({
      question_id,
      ...(question_id === 'why' ? { text: value } : { value }),
    }))
    receipts.push((await bodyOf(world.anyone.post(new URL(url).pathname, { answers }))).receipt)
    survey.answers.set(member, chosen)
  }
  return receipts
}

/** Withdraws an answer with its receipt, so that the member answered nothing. */
export async function withdraw(
  { world }: Fixture,
  survey: Survey,
  receipt: string,
  member: string,
): Promise<void> {
  await bodyOf(world.anyone.delete(`/receipts/${receipt}`), 204)
  survey.answers.delete(member)
}

export async function close({ author }: Fixture, { place }: Survey): Promise<void> {
  await bodyOf(author.post(`${place}/close`), 200)
  await eventually(
    () => author.get(place),
    ({ body }) => ['available', 'insufficient'].includes(body.results_status),
  )
}

/**
 * The people whom a figure of this team and quantity is about, as indexes of `members`.
 * @param shown  the teams that have figures of a quantity: by them the attacker finds the cells, and so the lone answers in them, which
 *   are not counted. Whose answer is left out at random nobody knows.
 */
export function peopleBehind(
  fixture: Fixture,
  fact: { collection: string; team: string; quantity: string },
  shown: (survey: Survey, quantity: string) => readonly string[] = () => [],
): number[] {
  const survey = fixture.surveys.find(({ place }) => idOf(place) === fact.collection)
  assert.ok(survey, `there is no survey ${fact.collection}`)
  const counted = countedIn(fixture, survey, fact.quantity, shown)
  return fixture.members.flatMap(({ id }, person) => {
    const home = survey.homes.get(id)
    if (home === undefined || (fact.team !== '' && !isIn(fixture.teams, home, fact.team))) return []
    return fact.quantity === 'answered' || counted.has(id) ? [person] : []
  })
}

/** Who is counted: in each cell of participation, and then of scores, nobody whose answer is the only one. */
function countedIn(
  fixture: Fixture,
  survey: Survey,
  quantity: string,
  shown: (survey: Survey, quantity: string) => readonly string[],
): Set<string> {
  const question = quantity === 'topics' ? 'why' : quantity
  const notLone = (ids: readonly string[], teams: readonly string[]): string[] => {
    if (survey.mode === 'attributed') return [...ids]
    const cells = Map.groupBy(ids, (id) => cellOf(fixture, survey.homes.get(id) ?? null, new Set(teams)))
    return [...cells.values()].filter(({ length }) => length > 1).flat()
  }
  const respondents = notLone([...survey.answers.keys()], shown(survey, 'answered'))
  const answering = respondents.filter((id) => survey.answers.get(id)?.has(question))
  return new Set(notLone(answering, shown(survey, 'calm')))
}

/** The lowest of these teams around a team; '' is everyone. */
function cellOf({ teams }: Fixture, home: string | null, shown: ReadonlySet<string>): string {
  for (let at = home; at !== null;) {
    const here: string = at
    if (shown.has(here)) return here
    at = teams.find(({ id }) => id === here)?.parent ?? null
  }
  return ''
}
