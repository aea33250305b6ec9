/** Figures that join two answers of one person: where they are computed, where they are not, and that they are computed once. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { many, only, run, sql } from '../db/db.ts'
import { jsonbOf, shape, shapeOf, text } from '../db/shape.ts'
import { comparisons } from '../db/tables.ts'
import { activated, instancesOf, weekly } from '../../test/support/recurring.ts'
import { type Client, eventually, links, newWorld, type World } from '../../test/support/world.ts'
import { type Comparisons, comparisonsOf } from './comparisons.ts'

let world: World
let author: Client
let team: { id: string; members: string[] }

const people = 36
const questions = [
  { id: 'load', type: 'scale', text: 'Load', driver: 'workload' },
  { id: 'recommend', type: 'enps', text: 'Recommend' },
]

const first = (at: number): number => 3 + (at % 3)
const second = (at: number): number => 1 + ((at * 2) % 3)
const third = (at: number): number => 2 + ((at * 2 + 1) % 3)
/** Correlates with the load, not perfectly. */
const outcome = (load: number, at: number): number => Math.min(10, 2 * load + (at % 2))

type Answers = (person: number) => number | null

async function runInstance(path: string, load: Answers): Promise<string> {
  const waiting = (await instancesOf(author, path)).find(({ state }) => state === 'scheduled')
  const place = `/api/check-in-instances/${waiting.id}`
  assert.equal((await author.post(`${place}/open`)).status, 200)
  const urls = new Map((await links(author, place)).map(({ member_id, url }) => [member_id, url]))
  for (const [at, member] of team.members.entries()) {
    const value = load(at)
    const url = urls.get(member)
    if (value === null || !url) continue
    const answers = [
      { question_id: 'load', value },
      { question_id: 'recommend', value: outcome(value, at) },
    ]
    assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
  }
  assert.equal((await author.post(`${place}/close`)).status, 200)
  await eventually(
    () => author.get(`${place}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  return waiting.id as string
}

const comparisonRow = shapeOf(comparisons, ['paired', 'impacts'], {
  paired: jsonbOf<Comparisons['paired']>(),
  impacts: jsonbOf<Comparisons['impacts']>(),
})

const storedOf = (instance: string): Promise<Comparisons> =>
  only(
    world.running.db.tx,
    comparisonRow,
    sql`
      select k.paired, k.impacts
      from comparisons k
      join check_in_instances i on i.organisation_id = k.organisation_id and i.collection_id = k.collection_id
      where i.id = ${instance}`,
  )

const begun = (more: object = {}) => activated(author, { ...weekly([team.id]), questions, ...more })

const twice = async (now: Answers, more: object = {}, then: Answers = first): Promise<Comparisons> => {
  const { path } = await begun(more)
  await runInstance(path, then)
  return storedOf(await runInstance(path, now))
}

const subjects = ({ paired }: Comparisons): string[] =>
  paired
    .map(({ team_id, question_id }) => `${team_id === '' ? 'everyone' : 'team'} ${question_id}`)
    .toSorted()

suite('comparisons inside the gate', () => {
  before(async () => {
    world = await newWorld()
    author = await world.user()
    // One person never answers: of a team in which all do, one answer is left out at random.
    const { id, members } = await world.team('Platform', people + 1)
    team = { id, members: members.slice(0, people) }
  })

  test('tell a step of p for a group and a question, and nothing else about the pairs', async () => {
    const { paired } = await twice(second)
    assert.deepEqual(
      subjects({ paired, impacts: [] }),
      ['everyone load', 'everyone recommend', 'team load', 'team recommend'].filter((one) => one),
    )
    for (const one of paired) {
      assert.deepEqual(Object.keys(one).toSorted(), ['p', 'question_id', 'team_id'])
      assert.equal(one.p, 0.000_01)
    }
  })

  for (const mode of ['attributed', 'anonymous'] as const) {
    test(`are ${mode === 'anonymous' ? 'never computed' : 'computed'} for a collection that is ${mode}`, async () => {
      const found = await twice(second, { confidentiality: { mode } })
      assert.equal(found.paired.length > 0, mode === 'attributed')
    })
  }

  for (const [then, now] of [
    ['attributed', 'confidential'],
    ['confidential', 'attributed'],
  ] as const)
    test(`are not computed between an instance that is ${then} and one that is ${now}`, async () => {
      const { path } = await begun({ confidentiality: { mode: then } })
      await runInstance(path, first)
      const changed = await author.patch(path, { confidentiality: { mode: now } })
      assert.equal(changed.status, 200, JSON.stringify(changed.body))
      const modes: string[] = []
      // The instance that was planned before keeps the mode that it was planned with, or takes the new one.
      for (const answers of [second, first]) {
        const instance = await runInstance(path, answers)
        modes.push((await author.get(`/api/check-in-instances/${instance}/confidentiality`)).body.mode)
        if (modes.at(-1) !== (modes.at(-2) ?? then)) assert.deepEqual((await storedOf(instance)).paired, [])
      }
      assert.equal(modes.at(-1), now)
    })

  test('are not computed where fewer than k_score people joined or left', async () => {
    const without =
      (count: number, answers: Answers): Answers =>
      (at) =>
        at < count ? null : answers(at)
    assert.deepEqual((await twice(second, {}, without(3, first))).paired, [])
    assert.deepEqual((await twice(without(3, second))).paired, [])
    assert.ok((await twice(without(8, second))).paired.length > 0, 'eight are enough')
    assert.deepEqual((await twice(without(20, second))).paired, [], 'too few answered both')
  })

  test('are not computed after an answer was erased, and not computed again when one is erased later', async () => {
    const { path } = await begun()
    await runInstance(path, first)
    const { tx } = world.running.db
    await run(
      tx,
      sql`
        delete from responses
        where organisation_id = ${world.organisationId}
          and member_id = ${team.members[0]}`,
    )
    assert.deepEqual(
      (await storedOf(await runInstance(path, (at) => (at === 0 ? null : second(at))))).paired,
      [],
    )

    const again = await begun()
    await runInstance(again.path, first)
    const instance = await runInstance(again.path, second)
    const before = await storedOf(instance)
    await run(
      tx,
      sql`
        delete from responses
        where organisation_id = ${world.organisationId}
          and member_id = ${team.members[1]}`,
    )
    const reply = await author.post('/api/insights/recompute', { check_in_instance_id: instance })
    assert.equal(reply.status, 200)
    assert.deepEqual(await storedOf(instance), before)
    assert.ok(before.paired.length > 0)
  })

  test('are about the instance before, and about no other one that was inserted since', async () => {
    const { path } = await begun()
    const [then, now] = [await runInstance(path, first), await runInstance(path, second)]
    const { tx } = world.running.db
    const rows = await many(
      tx,
      shape({ id: text, collection_id: text }),
      sql`select id, collection_id from check_in_instances where id in (${then}, ${now})`,
    )
    const collectionOf = (instance: string): string =>
      rows.find(({ id }) => id === instance)?.collection_id ?? ''
    const ref = { organisationId: world.organisationId, collectionId: collectionOf(now) }
    assert.ok((await comparisonsOf(tx, ref, collectionOf(then))).paired.length > 0)
    const other = await comparisonsOf(tx, ref, 'col_of_a_survey_that_was_brought_in')
    assert.deepEqual([other.paired, other.impacts.length], [[], 1])
  })

  test('join instances in a line, in whatever order they are analysed: none to two later ones, and none past a joined one', async () => {
    const { path } = await begun()
    const ids: string[] = []
    for (const answers of [first, second, third]) ids.push(await runInstance(path, answers))
    const { tx } = world.running.db
    const forget = (instance: string): Promise<number> =>
      run(
        tx,
        sql`
          delete from comparisons k
          using check_in_instances i
          where i.id = ${instance}
            and k.organisation_id = i.organisation_id
            and k.collection_id = i.collection_id`,
      )
    const again = async (instance: string): Promise<Comparisons> => {
      await forget(instance)
      assert.equal(
        (await author.post('/api/insights/recompute', { check_in_instance_id: instance })).status,
        200,
      )
      return storedOf(instance)
    }
    assert.ok((await storedOf(ids[2])).paired.length > 0)
    assert.deepEqual(
      (await again(ids[1])).paired,
      [],
      'the last instance is joined to it, by people of two instances',
    )
    assert.ok((await again(ids[2])).paired.length > 0)

    // The middle instance is analysed after the last one was compared with the first.
    await run(tx, sql`update check_in_instances set state = 'skipped' where id = ${ids[1]}`)
    assert.ok((await again(ids[2])).paired.length > 0)
    await run(tx, sql`update check_in_instances set state = 'closed' where id = ${ids[1]}`)
    assert.deepEqual((await again(ids[1])).paired, [], 'the first instance is joined to the last')
  })

  test('tell how a driver correlates with eNPS in the organisation, in twentieths, from 30 people on', async () => {
    const { path } = await begun({ confidentiality: { mode: 'anonymous' } })
    const { impacts } = await storedOf(await runInstance(path, (at) => 1 + (at % 5)))
    assert.deepEqual(
      impacts.map(({ driver, question_id, n }) => [driver, question_id, n]),
      [['workload', 'load', 35]],
    )
    const [{ correlation }] = impacts
    assert.ok(correlation >= 0.9 && correlation <= 1)
    assert.ok(Math.abs(correlation * 20 - Math.round(correlation * 20)) < 1e-9)
    const few = await storedOf(await runInstance(path, (at) => (at < 25 ? 1 + (at % 5) : null)))
    assert.deepEqual(few.impacts, [])
  })
})
