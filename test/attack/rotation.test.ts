/**
 * An author who lets questions take turns, to ask nearly the same again of nearly the same people: each instance asks it in other words, and
 * somebody has left meanwhile, whose answer would be the difference of two figures. They hold every token and know what everybody else thinks.
 *
 * Rotation tells them what a check-in tells whose author edits it before each instance, figure by figure; and less than pulses of their own,
 * since people keep their seats in a check-in, whatever it asks.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { type Client, links, newWorld, type World } from '../support/world.ts'

/** The smallest group that may be told apart. */
const k = 5
const wordings = ['How calm was your week?', 'How quiet were the last days?', 'How restful was this week?']
const questions = wordings.map((text, at) => ({ id: `calm${at}`, type: 'scale', text }))
const size = { Core: 10, Rest: 8 }

type Company = { world: World; author: Client; teams: { id: string; members: string[] }[] }

async function newCompany(): Promise<Company> {
  const world = await newWorld()
  const author = await world.user({ role: 'admin' })
  const teams = []
  for (const [name, count] of Object.entries(size)) teams.push(await world.team(name, count))
  return { world, author, teams }
}

/** What was shown of a group, by its name; null: it is hidden. */
type Shown = Record<string, { n: number; mean: number } | null>

/** Everybody answers what they always think: by their place in the team, so that any two figures can be set against one another. */
async function answered({ world, author, teams }: Company, place: string): Promise<Shown> {
  await bodyOf(author.post(`${place}/open`))
  const thinks = new Map(teams.flatMap(({ members }) => members.map((id, at) => [id, 1 + (at % 5)] as const)))
  for (const { member_id: id, url } of await links(author, place)) {
    const link = new URL(url).pathname
    const [question] = (await bodyOf(world.anyone.get(link))).questions
    const answers = [{ question_id: question.id, value: thinks.get(id) }]
    await bodyOf(world.anyone.post(link, { answers }), 201)
  }
  await bodyOf(author.post(`${place}/close`))
  const { teams: groups, questions: all } = await bodyOf(author.get(`${place}/results`))
  const figureOf = ([figure]: any[] = []) =>
    figure && !figure.suppressed ? { n: figure.n, mean: figure.mean } : null
  return Object.fromEntries([
    ['everyone', figureOf(all)],
    ...groups.map((one: any) => [one.name, one.suppressed ? null : figureOf(one.questions)]),
  ])
}

/** Between two surveys one of the core leaves. */
const leaves = ({ author, teams: [core] }: Company, at: number): Promise<unknown> =>
  bodyOf(author.delete(`/api/members/${core.members[at]}`), 204)

async function nextOf({ author }: Company, path: string): Promise<string> {
  const next = (await instancesOf(author, path)).find(({ state }) => state === 'scheduled')
  return `/api/check-in-instances/${next.id}`
}

const draftOf = ({ teams }: Company, more: object): object =>
  weekly(
    teams.map(({ id }) => id),
    { confidentiality: { mode: 'anonymous' }, ...more },
  )

/** @param edit  what the author does before each instance */
async function checkIn(
  company: Company,
  more: object,
  edit: (path: string, at: number) => Promise<unknown>,
): Promise<Shown[]> {
  const { path } = await activated(company.author, draftOf(company, more))
  const shown: Shown[] = []
  for (const at of questions.keys()) {
    if (at > 0) await leaves(company, at)
    await edit(path, at)
    shown.push(await answered(company, await nextOf(company, path)))
  }
  return shown
}

async function pulses(company: Company): Promise<Shown[]> {
  const shown: Shown[] = []
  for (const [at, question] of questions.entries()) {
    if (at > 0) await leaves(company, at)
    const draft = {
      title: `Pulse ${at}`,
      questions: [question],
      recipients: { team_ids: company.teams.map(({ id }) => id) },
      confidentiality: { mode: 'anonymous' },
      channels: ['link'],
    }
    const { id } = await bodyOf(company.author.post('/api/pulses', draft), 201)
    shown.push(await answered(company, `/api/pulses/${id}`))
  }
  return shown
}

/** Two figures of one group that fewer than k people tell apart: then the difference is what those few said. */
function told(shown: readonly Shown[]): string[] {
  return shown.flatMap((one, at) =>
    shown.slice(at + 1).flatMap((other) =>
      Object.keys(one).filter((group) => {
        const [before, after] = [one[group], other[group]]
        if (!before || !after) return false
        const apart = Math.abs(before.n - after.n)
        return apart > 0 && apart < k
      }),
    ),
  )
}

let rotated: Shown[]

suite('questions that take turns tell', () => {
  before(async () => {
    const rotation = { question_ids: questions.map(({ id }) => id), per_instance: 1, no_repeat_for: 2 }
    rotated = await checkIn(await newCompany(), { questions, rotation }, async () => {})
  })

  test('nobody apart who left between two instances', () => {
    assert.ok(
      Object.values(rotated[0]).every((figure) => figure !== null),
      JSON.stringify(rotated),
    )
    assert.deepEqual(told(rotated), [], JSON.stringify(rotated))
  })

  test('what a check-in tells that its author edits by hand, figure by figure', async () => {
    const company = await newCompany()
    const edited = await checkIn(company, { questions: [questions[0]] }, (path, at) =>
      bodyOf(company.author.patch(path, { questions: [questions[at]] })),
    )
    const counted = (shown: readonly Shown[]) =>
      shown.map((one) => Object.entries(one).map(([group, figure]) => [group, figure && figure.n]))
    assert.deepEqual(counted(rotated), counted(edited))
  })

  test('less than pulses do, which ask in other words as if it were something else', async () => {
    assert.ok(told(await pulses(await newCompany())).length > 0)
  })
})
