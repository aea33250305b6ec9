/**
 * Somebody keeps an export and makes it again after a person was erased or has moved, and figures were computed again. Who reads both, in rows
 * and in files, with every scope and as anybody who may read them, learns nothing about that person: what is about answers is the same in
 * both, value by value, and nothing of it comes again as new.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Dataset, datasetNames } from '../../contract/exports.ts'
import { exporting, linesOf, rowsOf } from '../support/exporting.ts'
import { analysed } from '../support/story.ts'
import { bodyOf } from '../support/clockwork.ts'
import { type Client, links, newWorld, pulseDraft, type World } from '../support/world.ts'
import { answerAll, close, type Fixture, join, leave, newFixture, openPulse } from './fixture.ts'
import { diceOf } from './organisation.ts'
import { idOf } from './readings.ts'

/** Without the log, which says who was erased, and the teams, which say how many are in each: neither says anything of answers. */
const aboutAnswers = datasetNames.filter((dataset) => dataset !== 'audit' && dataset !== 'teams')

type Export = Readonly<Record<string, readonly string[]>>

/** Comments come in no particular order. */
const inOrder = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted()

const clientsOf = ({ author, program }: Fixture): [string, Client][] => Object.entries({ author, program })

async function rowsFor(api: Client, filter: Record<string, string> = {}): Promise<Export> {
  const query = new URLSearchParams({ limit: '1000', ...filter }).toString()
  const all: Record<string, string[]> = {}
  for (const dataset of aboutAnswers) all[dataset] = inOrder(await rowsOf(api, dataset, query))
  return all
}

/** As many at a time as an organisation may have. */
async function filesFor({ world }: Fixture, api: Client): Promise<Export> {
  const { fileOf } = exporting(() => world.url)
  const fileRows = async (dataset: Dataset): Promise<[string, string[]]> => {
    const { bytes } = await fileOf(api, { dataset, format: 'jsonl' })
    return [dataset, inOrder(linesOf(bytes))]
  }
  const half = Math.ceil(aboutAnswers.length / 2)
  const first = await Promise.all(aboutAnswers.slice(0, half).map(fileRows))
  return Object.fromEntries([...first, ...(await Promise.all(aboutAnswers.slice(half).map(fileRows)))])
}

const newestOf = (made: Export): string =>
  Object.values(made)
    .flat()
    .map((row): string => JSON.parse(row).released_at)
    .reduce((one, other) => (one < other ? other : one))

suite('two exports of closed surveys', () => {
  test('are equal in everything about answers, before and after an erasure, a recompute and late moves', async () => {
    const fixture = await newFixture(diceOf(78), 18)
    const roots = fixture.teams.filter(({ parent }) => parent === null).map(({ id }) => id)
    for (const mode of ['anonymous', 'confidential', 'attributed']) {
      const survey = await openPulse(fixture, mode, roots)
      await answerAll(fixture, survey, 0.9)
      await close(fixture, survey)
    }
    const first = new Map<string, Export>()
    for (const [who, api] of clientsOf(fixture)) first.set(who, await rowsFor(api))
    const files = await filesFor(fixture, fixture.program)
    assert.deepEqual(files, first.get('program'))
    const erased = fixture.members.find(({ id }) => fixture.surveys.every(({ answers }) => answers.has(id)))
    assert.ok(erased)
    for (const dataset of ['results', 'figures', 'participation', 'insights', 'comments'])
      assert.ok(files[dataset].length > 0, `${dataset} has something to compare`)

    assert.equal((await fixture.colleague.post(`/api/members/${erased.id}/erase`)).status, 200)
    for (const { place } of fixture.surveys) {
      const again = await fixture.author.post('/api/insights/recompute', { pulse_id: idOf(place) })
      assert.equal(again.status, 200)
    }
    const [mover, other] = fixture.members.filter(({ id }) => id !== erased.id)
    for (const team of fixture.teams) await join(fixture, mover, team.id)
    await leave(fixture, other, other.teams[0])

    assert.deepEqual(await filesFor(fixture, fixture.program), files)
    for (const [who, api] of clientsOf(fixture)) {
      const before = first.get(who)!
      assert.deepEqual(await rowsFor(api), before, who)
    }
    const since = new Date(Date.parse(newestOf(files)) + 1).toISOString()
    const newer = await rowsFor(fixture.program, { released_since: since })
    assert.deepEqual(Object.values(newer).flat(), [])
  })
})

const isIn = (row: any, pulse: string, team: string | null): boolean =>
  row.pulse_id === pulse && row.team_id === team

type Asking = { teams: string[]; mode: string; silent: ReadonlySet<string> }

/** A survey that everybody answers as they always do except for the silent, without whom one of each place would be left out at random. */
async function ask(world: World, author: Client, { teams, mode, silent }: Asking): Promise<[string, string]> {
  const draft = pulseDraft(teams, {
    questions: [{ id: 'calm', type: 'scale', text: 'I could work calmly', driver: 'workload' }],
    confidentiality: { mode },
  })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  for (const { url, member_id: member } of await links(author, `/api/pulses/${id}`)) {
    if (silent.has(member)) continue
    const answers = [{ question_id: 'calm', value: 4 }]
    await bodyOf(world.anyone.post(new URL(url).pathname, { answers }), 201)
  }
  return [id, `/api/pulses/${id}`]
}

/** The answers of a place: a department of eleven who answer, with a team of three below it that is too small to be shown; or another of eight. */
const answering = { department: 14, sales: 8 }

suite('two exports of the same questions, with an erasure while the second survey is open', () => {
  for (const [mode, where] of [
    ['anonymous', 'in the hidden team'],
    ['confidential', 'above it'],
  ])
    test(`differ by nobody or by a whole place: ${mode}, ${where}`, async () => {
      const world = await newWorld()
      const author = await world.user()
      const program = await world.organisation()
      const department = await world.team('Department', 12)
      const small = await world.team('Pair and one', 3, { parent: department.id })
      const sales = await world.team('Sales', 9)
      const silent = new Set([department.members[11], sales.members[8]])
      const asking = { teams: [department.id, sales.id], mode, silent }
      const [before, closing] = await ask(world, author, asking)
      const close = async (path: string) => {
        await bodyOf(author.post(`${path}/close`))
        await analysed(author, `${path}/results`)
      }
      await close(closing)
      const kept = await rowsFor(program)

      const [after, open] = await ask(world, author, asking)
      const whileOpen = await rowsFor(program)
      const [erased] = where === 'above it' ? department.members : small.members
      await bodyOf(program.post(`/api/members/${erased}/erase`))
      assert.ok(whileOpen.collections.some((row) => row.includes(after) && JSON.parse(row).responded > 0))
      assert.deepEqual(await rowsFor(program), whileOpen)
      await close(open)
      for (const pulse of [before, after])
        await bodyOf(author.post('/api/insights/recompute', { pulse_id: pulse }))

      const all = await rowsFor(program)
      for (const [dataset, rows] of Object.entries(kept)) {
        const own = new Set(all[dataset])
        assert.deepEqual(
          rows.filter((row) => row.includes(before) && !own.has(row)),
          [],
          dataset,
        )
      }
      const scores = all.figures.map((row) => JSON.parse(row)).filter(({ measure }) => measure === 'score')
      const counts = [before, after].map((pulse) =>
        [null, department.id, small.id, sales.id].map(
          (team) => scores.find((row) => isIn(row, pulse, team))?.n ?? null,
        ),
      )
      assert.deepEqual(counts, [
        [answering.department + answering.sales, answering.department, null, answering.sales],
        [answering.sales, null, null, answering.sales],
      ])
    })
})
