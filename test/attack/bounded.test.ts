/**
 * What follows from published counts because answers are whole numbers within bounds: a cell that all agree in would tell
 * each one's answer. Small organisations are solved by trying every world; larger ones by a mixed-integer solver.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Answer, type Question } from '../../contract/questions.ts'
import { aggregate } from '../../src/cells/cells.ts'
import {
  answerersOf,
  diceOf,
  type Organisation,
  type Period,
  questions,
  randomOrganisation,
} from './organisation.ts'
import { gate, plainThreshold, type Told, type Way, withoutBanding, withoutMerging } from './published.ts'
import { atomsOf, rowsOf } from './row-space.ts'
import { type Programme, type Solver, startSolver } from './solver.ts'
import { groupsBelow, isSettled, sortsOf, type World } from './worlds.ts'

/** Complete answers, of which each person gives one; what of them the attacker is after; and what is asked. */
type Case = {
  name: string
  questions: Question[]
  records: Answer[][]
  people: number
}

const of = (question: Question, values: readonly Answer['value'][]): Omit<Case, 'name' | 'people'> => ({
  questions: [question],
  records: values.map((value) => [{ question_id: question.id, value }]),
})

const scale: Question = { id: 'q', type: 'scale', text: 'How calm?', min: 1, max: 3 }
const fair: Question = { id: 'q', type: 'yes_no', text: 'Fair?', required: true }
const three = ['maps', 'mail', 'fax'].map((id) => ({ id, text: id }))
const options = ['maps', 'mail'].map((id) => ({ id, text: id }))

const cases: Case[] = [
  { name: 'scale', people: 6, ...of(scale, [1, 2, 3]) },
  { name: 'yes or no', people: 8, ...of(fair, [true, false]) },
  { name: 'mood', people: 6, ...of({ id: 'q', type: 'mood', text: 'Mood?' }, [1, 3, 5]) },
  { name: 'eNPS', people: 6, ...of({ id: 'q', type: 'enps', text: 'Recommend?' }, [0, 8, 10]) },
  {
    name: 'number',
    people: 6,
    ...of({ id: 'q', type: 'number', text: 'Hours?', min: 0, max: 2 }, [0, 1, 2]),
  },
  {
    name: 'single choice',
    people: 6,
    ...of({ id: 'q', type: 'single_choice', text: 'Which?', options }, ['maps', 'mail']),
  },
  {
    name: 'several choices',
    people: 6,
    ...of({ id: 'q', type: 'multi_choice', text: 'Which?', options: three }, [
      ['maps'],
      ['mail'],
      ['maps', 'mail'],
      ['maps', 'mail', 'fax'],
    ]),
  },
  {
    name: 'two of three choices',
    people: 6,
    ...of({ id: 'q', type: 'multi_choice', text: 'Which two?', options: three, min_picks: 2, max_picks: 2 }, [
      ['maps', 'mail'],
      ['maps', 'fax'],
      ['mail', 'fax'],
    ]),
  },
  {
    name: 'ranking',
    people: 8,
    ...of({ id: 'q', type: 'ranking', text: 'Order?', options }, [
      ['maps', 'mail'],
      ['mail', 'maps'],
    ]),
  },
  {
    name: 'a question and the one that follows from it',
    people: 6,
    questions: [
      fair,
      {
        id: 'more',
        type: 'scale',
        text: 'How much?',
        min: 1,
        max: 2,
        show_if: { question_id: 'q', any_of: [false] },
      },
    ],
    records: [
      [{ question_id: 'q', value: true }],
      [
        { question_id: 'q', value: false },
        { question_id: 'more', value: 1 },
      ],
      [
        { question_id: 'q', value: false },
        { question_id: 'more', value: 2 },
      ],
    ],
  },
]

const k = 3

/** Two teams or one below the other; at least k in the whole. */
const shapes = (people: number): (string | null)[][] => [
  new Array<string>(people).fill('a'),
  Array.from({ length: people }, (_, person) => (person < Math.floor(people / 2) ? 'a' : 'b')),
  Array.from({ length: people }, (_, person) => (person < k ? 'a' : null)),
]

/** The bytes that leave when people give these records. */
function publisher(way: Way, one: Case, homes: (string | null)[]): (world: World) => string {
  const period: Period = {
    teams: [
      { id: 'a', parent: null },
      { id: 'b', parent: null },
    ],
    memberships: homes.map((home) => (home === null ? [] : [home])),
    homes,
    answers: [],
  }
  const organisation: Organisation = { seed: 0, people: homes.length, k, periods: [period] }
  const records = one.records.map((record) => new Map(record.map((answer) => [answer.question_id, answer])))
  return (world) => {
    period.answers = world.map((record) => records[record])
    return JSON.stringify(
      one.questions.map((question) =>
        way(organisation, period, question, one.questions).map(({ team, figure }) => ({ team, figure })),
      ),
    )
  }
}

/** How many groups below k have, in some world, their answers to the first question told by what leaves. */
function settledGroups(way: Way, one: Case, homes: (string | null)[]): number {
  // Of several questions the first is what is to be hidden.
  const first = one.records.map((record) => JSON.stringify(record[0].value))
  const secret = first.map((value) => first.indexOf(value))
  const groups = [...groupsBelow([...homes.keys()], k)]
  return sortsOf(homes.length, one.records.length, publisher(way, one, homes))
    .map((sort) => sort.map((world) => world.map((record) => secret[record])))
    .reduce((sum, sort) => sum + groups.filter((group) => isSettled(sort, group)).length, 0)
}

/**
 * Why insiders learn no more than about the others of a cell together: whoever they are, two others may exchange all that
 * they said, and nothing that leaves would be different.
 */
test('any two people of a cell may exchange everything they said: the same bytes leave', () => {
  const dice = diceOf(17)
  for (const one of cases) {
    for (const homes of shapes(one.people)) {
      const published = publisher(gate, one, homes)
      for (let round = 0; round < 50; round++) {
        const world = homes.map(() => dice.whole(0, one.records.length - 1))
        const [a, b] = [dice.whole(0, homes.length - 1), dice.whole(0, homes.length - 1)]
        if (homes[a] !== homes[b]) continue
        const other = world.with(a, world[b]).with(b, world[a])
        assert.equal(published(other), published(world), one.name)
      }
    }
  }
})

for (const one of cases) {
  test(`every world of ${one.name}: what leaves settles nobody’s answer and no group’s below k`, () => {
    for (const homes of shapes(one.people)) {
      assert.equal(settledGroups(gate, one, homes), 0, homes.join(' '))
    }
    const [together] = shapes(one.people)
    assert.ok(
      settledGroups(withoutBanding, one, together) > 0,
      'and would, were cells of one mind not banded',
    )
  })
}

let solver: Solver

before(async () => {
  solver = await startSolver()
})

const [calm] = questions
const steps = [1, 2, 3, 4, 5]

/** The form in which the gate stores a cell of n people who all said one thing. */
const formOf = (n: number, value: number): number[] => {
  const { counts } = aggregate(
    calm,
    Array.from({ length: n }, () => ({ question_id: calm.id, value: steps[value] })),
    (text) => text,
  )
  return steps.map((step) => counts[String(step)] ?? 0)
}

function programmeOf(told: readonly Told[], period: Period, people: number, banded: boolean): Programme {
  const sets = told.map((one) => one.people)
  return {
    people: answerersOf(period, calm.id),
    values: steps.length,
    counts: told.map((one) => ({
      people: one.people,
      counts: one.figure.distribution!.map(({ count }) => count),
    })),
    ...(banded && { banding: { cells: atomsOf(rowsOf(sets, people), people), formOf } }),
  }
}

/** Of a few people in each organisation: how many are left with a single possible answer. */
function solved(way: Way, banded: boolean, organisations: readonly Organisation[]) {
  const dice = diceOf(3)
  let looked = 0
  let certain = 0
  for (const organisation of organisations) {
    const [period] = organisation.periods
    const told = way(organisation, period, calm)
    if (told.length === 0) continue
    const programme = programmeOf(told, period, organisation.people, banded)
    const inside = told.flatMap(({ people }) => people)
    for (const person of new Set([dice.pick(inside), dice.pick(inside), dice.pick(inside)])) {
      const said = steps.indexOf(period.answers[person]!.get(calm.id)!.value as number)
      const least = solver.least(programme, [person], said)
      looked++
      if (least === 1) certain++
    }
    if (!banded) continue
    // Any few of one cell or of several: could somebody else have said it?
    const group = [
      ...new Set(Array.from({ length: dice.whole(2, organisation.k - 1) }, () => dice.pick(inside))),
    ]
    const said = group.map((person) => steps.indexOf(period.answers[person]!.get(calm.id)!.value as number))
    const open = new Set(said).values().some((value) => {
      const count = said.filter((one) => one === value).length
      return solver.least(programme, group, value) < count || solver.most(programme, group, value) > count
    })
    assert.ok(open, `organisation ${organisation.seed}: what ${group.join(', ')} said is settled`)
  }
  return { looked, certain }
}

test('a solver over larger organisations leaves everybody at least two answers', (t) => {
  const count = process.env.SONDE_LONG ? 1000 : 24
  const organisations = Array.from({ length: count }, (_, index) => randomOrganisation(50_000 + index))
  const ours = solved(gate, true, organisations)
  t.diagnostic(`the gate: ${ours.certain} of ${ours.looked} people certain`)
  assert.ok(ours.looked > count)
  assert.equal(ours.certain, 0)
  for (const [name, way] of [
    ['each team of k answerers, and nothing else', plainThreshold],
    ['ours, nothing merged with what is left over', withoutMerging],
    ['ours, without banding', withoutBanding],
  ] as const) {
    const weaker = solved(way, false, organisations)
    t.diagnostic(`${name}: ${weaker.certain} of ${weaker.looked} people certain`)
    assert.ok(weaker.certain > 0, name)
  }
})
