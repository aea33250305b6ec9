/** Five weeks of a check-in for tests of insights: three teams, answered by all, with a load that rises. */
import assert from 'node:assert/strict'
import { scopeNames, scopes } from '../../contract/scopes.ts'
import { bodyOf } from './clockwork.ts'
import { activated, instancesOf, weekly } from './recurring.ts'
import { type Client, client, links, newWorld, type World } from './world.ts'

const questions = [
  { id: 'load', type: 'scale', text: 'My work can be done in time', driver: 'workload' },
  { id: 'recommend', type: 'enps', text: 'Would you advise a friend to come?' },
  { id: 'more', type: 'text', text: 'What would help?', intent: 'improve' },
]

const complaint = (at: number): string =>
  `The workload is far too high on ${at % 5} days. We need fewer meetings with customers of sort ${at}.`

export type Team = { id: string; members: string[] }
export type Story = Awaited<ReturnType<typeof newStory>>

export const dayMs = 86_400_000

/** Tokens stay valid for the weeks of this story. */
const expiresAt = new Date('2027-10-11T12:00:00Z')
const organisationScopes = scopeNames.filter((scope) => scopes[scope].organisation)

function lastApart({ id, members }: Team): [Team, string] {
  return [{ id, members: members.slice(0, -1) }, members.slice(-1)[0]]
}

export const storyBegins = '2026-10-11T12:00:00Z'

/** @param world  whose clock is turned by hand and is where the story begins */
export async function newStory(within?: World) {
  const world = within ?? (await newWorld({ at: storyBegins }))
  const lasting = async ({ userId }: { userId: string }) => ({
    ...client(world.url, await world.token({ userId, scopes: scopeNames, expiresAt })),
    userId,
  })
  const author = await lasting(await world.user())
  const colleague = await lasting(await world.user())
  const program = client(world.url, await world.token({ scopes: organisationScopes, expiresAt }))
  // One person of each never answers: of a team in which all do, one answer is left out at random.
  const [top, silentInTop] = lastApart(await world.team('Development', 13))
  const [inner, silentInInner] = lastApart(await world.team('Platform', 12, { parent: top.id }))
  const small: Team = await world.team('Design', 2, { parent: top.id })
  const { path } = await activated(
    author,
    weekly([top.id], { questions, confidentiality: { mode: 'anonymous' } }),
  )
  const instanceIds: string[] = []
  for (let week = 0; week < 5; week++) {
    world.running.clock!.set(new Date(Date.parse('2026-10-12T08:00:00Z') + week * 7 * dayMs))
    await world.running.app.due.settle()
    const open = (await instancesOf(author, path)).find(({ state }) => state === 'open')
    instanceIds.push(open.id)
    const silent = new Set([silentInTop, silentInInner])
    await answerInstance(world, author, { id: open.id, silent }, (at) => Math.min(5, 1 + week + (at % 2)))
    await bodyOf(author.post(`/api/check-in-instances/${open.id}/close`))
    await analysed(author, `/api/check-in-instances/${open.id}/results`)
  }
  const read = async (list: string, query = '', api: Client = program): Promise<any> => {
    const { status, body } = await api.get(`/api/insights/${list}${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const attributedPulse = (answering: string[], more: object = {}): Promise<string> =>
    pulseWith(world, author, top.id, { ...more, answering })
  return {
    world,
    author,
    colleague,
    program,
    teams: { top, inner, small },
    checkInId: path.split('/').at(-1)!,
    instanceIds,
    last: instanceIds.at(-1)!,
    read,
    /** Open, with the answers of these people. */
    attributedPulse,
  }
}

/** Answered by all but the silent, so that no answer is left out at random; the eNPS is skipped by every fourth. */
async function answerInstance(
  world: World,
  author: Client,
  { id, silent }: { id: string; silent: ReadonlySet<string> },
  load: (at: number) => number,
): Promise<void> {
  const asked = await links(author, `/api/check-in-instances/${id}`)
  for (const [at, { url }] of asked.filter(({ member_id }) => !silent.has(member_id)).entries()) {
    const answers = [
      { question_id: 'load', value: load(at) },
      ...(at % 4 === 0 ? [] : [{ question_id: 'recommend', value: at % 11 }]),
      { question_id: 'more', text: complaint(at) },
    ]
    assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
  }
}

export async function analysed(author: Client, results: string): Promise<void> {
  for (;;) {
    const { results_status: status } = (await author.get(results)).body
    if (status === 'available' || status === 'insufficient') return
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

async function pulseWith(
  world: World,
  author: Client,
  teamId: string,
  { answering, ...more }: { answering: string[] } & Record<string, unknown>,
): Promise<string> {
  const { id } = await bodyOf(
    author.post('/api/pulses', {
      title: 'How are we',
      visibility: 'public',
      questions,
      recipients: { team_ids: [teamId] },
      confidentiality: { mode: 'attributed' },
      channels: ['link'],
      ...more,
    }),
    201,
  )
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  for (const { url, member_id } of await links(author, `/api/pulses/${id}`)) {
    if (answering.includes(member_id)) await answer(world, url, 4)
  }
  return id
}

/** @returns the receipt */
export async function answer(world: World, url: string, load: number): Promise<string> {
  const answers = [
    { question_id: 'load', value: load },
    { question_id: 'recommend', value: 9 },
    { question_id: 'more', text: complaint(load) },
  ]
  const { status, body } = await world.anyone.post(new URL(url).pathname, { answers })
  assert.equal(status, 201, JSON.stringify(body))
  return body.receipt
}
