/**
 * An organisation under attack by somebody who acts. Honest people answer by the link in their own mail, which the outbox holds; the
 * attacker has tokens with the scopes that a test names, and calls the public API.
 */
import assert from 'node:assert/strict'
import type { Scope } from '../../../contract/scopes.ts'
import { bodyOf } from '../../support/clockwork.ts'
import { messagesIn } from '../../support/outbox.ts'
import type { Running } from '../../support/start.ts'
import { type Client, client, eventually, newWorld, type Reply } from '../../support/world.ts'

/** The attacker won so many of what there was to win. */
export const wonNone = (won: number, of: number, what: string): void =>
  assert.equal(won, 0, `the attack won ${won} of ${of} ${what}`)

export type Person = { id: string; email: string }
export type Pulse = { id: string; path: string; title: string }

export const questions = [
  { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 },
  { id: 'why', type: 'text', text: 'What got in the way?' },
]

export const answersOf = (score: number, comment?: string) => [
  { question_id: 'calm', value: score },
  ...(comment === undefined ? [] : [{ question_id: 'why', text: comment }]),
]

/** Tokens stay valid however far a test turns the clock. */
const expiresAt = new Date('2100-01-01T00:00:00Z')

const authorScopes: Scope[] = ['pulses:read', 'pulses:write', 'checkins:read', 'checkins:write']
const programScopes: Scope[] = [
  'teams:read',
  'teams:write',
  'directory:admin',
  'checkins:read',
  'checkins:write',
  'insights:read',
  'responses:read',
]

let houses = 0

export type House = Awaited<ReturnType<typeof newHouse>>

/** @param options.at  turns the clock by hand */
export async function newHouse(options: { at?: string; running?: Running } = {}) {
  const world = await newWorld(options)
  const number = ++houses
  const { userId } = await world.user()
  const author = client(world.url, await world.token({ userId, scopes: authorScopes, expiresAt }))
  const program = client(world.url, await world.token({ scopes: programScopes, expiresAt }))
  const admin = client(
    world.url,
    await world.token({ userId: world.adminId, scopes: authorScopes, expiresAt }),
  )
  let people = 0
  return {
    world,
    /** A user's token for pulses and check-ins. */
    author,
    /** An organisation's token for teams, members, check-ins and reading. */
    program,
    admin,
    userId,
    /** Does what is due, where the clock is turned by hand; otherwise the workers do it by themselves. */
    settle: (): Promise<void> => world.running.app.due.settle(),
    team: async (name: string, parent?: string): Promise<string> =>
      (
        await bodyOf(
          program.post('/api/teams', { name, ...(parent !== undefined && { parent_team_id: parent }) }),
          201,
        )
      ).id,
    people: async (teamId: string, count: number): Promise<Person[]> => {
      const added = Array.from({ length: count }, () => ({
        name: `Person ${++people}`,
        email: `person-${people}@house-${number}-${process.pid}.example`,
      }))
      const ids = await world.people(teamId, added)
      return added.map(({ email }, at) => ({ id: ids[at], email }))
    },
  }
}

export const peopleOf = ({ people }: House, teamId: string, count: number): Promise<Person[]> =>
  people(teamId, count)

let titles = 0

export const pulseOf = (teamIds: readonly string[], more: Record<string, unknown> = {}) => ({
  title: `Survey no. ${++titles} of ${process.pid}`,
  visibility: 'public',
  questions,
  recipients: { team_ids: teamIds },
  confidentiality: { mode: 'anonymous' },
  channels: ['email'],
  ...more,
})

/** Creates and opens a pulse. @returns the first refusal, or the pulse */
export async function tryToAsk(
  author: Client,
  draft: ReturnType<typeof pulseOf>,
): Promise<{ refused: Reply } | { pulse: Pulse }> {
  const created = await author.post('/api/pulses', draft)
  if (created.status !== 201) return { refused: created }
  const path = `/api/pulses/${created.body.id}`
  const opened = await author.post(`${path}/open`)
  return opened.status === 200
    ? { pulse: { id: created.body.id, path, title: draft.title } }
    : { refused: opened }
}

export async function ask(author: Client, draft: ReturnType<typeof pulseOf>): Promise<Pulse> {
  const asked = await tryToAsk(author, draft)
  assert.ok('pulse' in asked, JSON.stringify(asked))
  return asked.pulse
}

/** The paths of the links that these people got by mail for this survey, by address. */
export async function linksInMail(
  { world, settle }: House,
  title: string,
  people: readonly Person[],
): Promise<Map<string, string>> {
  await settle()
  const links = async (): Promise<Map<string, string>> => {
    const addresses = new Set(people.map(({ email }) => email))
    const messages = (await messagesIn(world.running.outbox)).filter(
      ({ to, subject, text }) => addresses.has(to) && (subject + text).includes(title),
    )
    // If there are several to one person, the newest.
    messages.sort((a, b) => (a.at < b.at ? -1 : 1))
    return new Map(messages.map(({ to, link }) => [to, new URL(link).pathname]))
  }
  return eventually(links, (found) => found.size === people.length)
}

/** Everybody here answers by the link in their mail. */
export async function answerByMail(
  house: House,
  { title }: Pick<Pulse, 'title'>,
  answers: ReadonlyMap<Person, readonly unknown[]>,
): Promise<void> {
  const links = await linksInMail(house, title, [...answers.keys()])
  for (const [person, replies] of answers)
    await bodyOf(house.world.anyone.post(links.get(person.email) ?? '', { answers: replies }), 201)
}

/** Closes a pulse. @returns its results, once they are there */
export async function closedResults(author: Client, path: string): Promise<any> {
  await bodyOf(author.post(`${path}/close`))
  return resultsOf(author, path)
}

export async function resultsOf(reader: Client, path: string): Promise<any> {
  const { body } = await eventually(
    () => reader.get(`${path}/results`),
    (reply) => ['available', 'insufficient'].includes(reply.body.results_status),
  )
  return body
}

/** The links of a pulse that its author is handed, by member; none where the call is refused. */
export async function linksListed(author: Client, path: string): Promise<Map<string, string>> {
  const { status, body } = await author.get(`${path}/links?limit=200`)
  return new Map(
    status === 200 ? body.links.map((one: any) => [one.member_id, new URL(one.url).pathname]) : [],
  )
}

export const figureOf = (results: any, id: string): any =>
  results.questions.find((question: any) => question.id === id)

/** How often each value was given, as a reader sees it. */
export const countsOf = (figure: any): Map<number, number> =>
  new Map((figure?.distribution ?? []).map(({ value, count }: any) => [value, count]))

/** Value → how much more often it was given in the first figure than in the second. */
export function differenceOf(first: any, second: any): Map<number, number> {
  const [a, b] = [countsOf(first), countsOf(second)]
  const values = new Set([...a.keys(), ...b.keys()])
  return new Map(
    [...values]
      .map((value) => [value, (a.get(value) ?? 0) - (b.get(value) ?? 0)] as const)
      .filter(([, difference]) => difference !== 0),
  )
}
