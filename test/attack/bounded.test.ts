/**
 * What follows from published counts because answers are whole numbers within bounds: a unanimous cell would tell everybody's
 * answer. Small organisations are solved by trying every world; larger ones by a mixed-integer solver.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer, Question } from '../../contract/questions.ts'
import { aggregate } from '../../src/cells/cells.ts'
import {
  answerersOf,
  diceOf,
  type Organisation,
  type Period,
  questions,
  randomOrganisation,
} from './organisation.ts'
import {
  gate,
  type Method,
  plainThreshold,
  type PublishedFigure,
  withoutBanding,
  withoutMerging,
} from './published.ts'
import { atomsOf, rowsOf } from './row-space.ts'
import { type Programme, type Solver, startSolver } from './solver.ts'
import { groupsBelow, isSettled, sortsOf, type World } from './worlds.ts'

/** Questions, and the complete records of answers of which each person gives one. The attacker is after each of the questions. */
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
  {
    name: 'a question that follows from one that follows',
    people: 6,
    questions: [
      fair,
      {
        id: 'told',
        type: 'yes_no',
        text: 'Have you told anybody?',
        required: true,
        show_if: { question_id: 'q', any_of: [false] },
      },
      {
        id: 'helped',
        type: 'scale',
        text: 'Did it help?',
        min: 1,
        max: 2,
        required: true,
        show_if: { question_id: 'told', any_of: [true, false] },
      },
    ],
    records: [
      [{ question_id: 'q', value: true }],
      ...[true, false].map((told): Answer[] => [
        { question_id: 'q', value: false },
        { question_id: 'told', value: told },
        { question_id: 'helped', value: told ? 2 : 1 },
      ]),
    ],
  },
  {
    name: 'questions that follow from several answers of one',
    people: 5,
    questions: [
      scale,
      ...[[1], [1, 2]].map((any_of): Question => ({
        id: `upTo${any_of.length}`,
        type: 'yes_no',
        text: 'Shall we talk?',
        required: true,
        show_if: { question_id: 'q', any_of },
      })),
    ],
    records: [1, 2, 3].flatMap((value) =>
      (value === 3 ? [true] : [true, false]).map((talk) => [
        { question_id: 'q', value },
        ...[1, 2].flatMap((most) => (value <= most ? [{ question_id: `upTo${most}`, value: talk }] : [])),
      ]),
    ),
  },
]

const k = 3

/** One team, two teams, or a team and people in none; at least k people in all. */
const shapes = (people: number): (string | null)[][] => [
  new Array<string>(people).fill('a'),
  Array.from({ length: people }, (_, person) => (person < Math.floor(people / 2) ? 'a' : 'b')),
  Array.from({ length: people }, (_, person) => (person < k ? 'a' : null)),
]

/** The bytes that leave when people give these records. One more is asked in each place and silent, so nobody is left out at random. */
function publisher(method: Method, one: Case, homes: (string | null)[]): (world: World) => string {
  const silent = [...new Set(homes)]
  const everybody = [...homes, ...silent]
  const period: Period = {
    teams: [
      { id: 'a', parent: null },
      { id: 'b', parent: null },
    ],
    memberships: everybody.map((home) => (home === null ? [] : [home])),
    homes: everybody,
    answers: [],
  }
  const organisation: Organisation = { seed: 0, people: everybody.length, k, periods: [period] }
  const records = one.records.map((record) => new Map(record.map((answer) => [answer.question_id, answer])))
  return (world) => {
    period.answers = [...world.map((record) => records[record]), ...silent.map(() => null)]
    return JSON.stringify(
      one.questions.map((question) =>
        method(organisation, period, question, one.questions).map(({ team, figure }) => ({ team, figure })),
      ),
    )
  }
}

/** How many groups below k have, in some world, their answers to one of the questions settled by what leaves. */
function settledGroups(method: Method, one: Case, homes: (string | null)[]): number {
  const groups = [...groupsBelow([...homes.keys()], k)]
  const sorts = sortsOf(homes.length, one.records.length, publisher(method, one, homes))
  return one.questions.reduce((settled, { id }) => {
    const answers = one.records.map((record) =>
      JSON.stringify(record.find(({ question_id: asked }) => asked === id)?.value ?? null),
    )
    const secret = answers.map((value) => answers.indexOf(value))
    // Figures show that nobody gave a value, so it is no secret that nobody was asked the follow-up.
    const wasAsked = (record: number): boolean => answers[record] !== 'null'
    return sorts
      .map((sort) => ({
        inside: groups.filter((group) => group.some((person) => wasAsked(sort[0][person]))),
        worlds: sort.map((world) => world.map((record) => secret[record])),
      }))
      .reduce(
        (sum, { inside, worlds }) => sum + inside.filter((group) => isSettled(worlds, group)).length,
        settled,
      )
  }, 0)
}

/**
 * Why insiders learn only about the others of a cell together: whoever the insiders are, two others may exchange all their
 * answers, and nothing that leaves would differ.
 */
test('when any two people of a cell exchange all their answers, the same bytes leave', () => {
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
  test(`every world of ${one.name}: what leaves settles no person’s answer and no answers of a group below k`, () => {
    for (const homes of shapes(one.people)) {
      assert.equal(settledGroups(gate, one, homes), 0, homes.join(' '))
    }
    const [together] = shapes(one.people)
    assert.ok(
      settledGroups(withoutBanding, one, together) > 0,
      'and would, if unanimous cells were not banded',
    )
  })
}

let solver: Solver

before(async () => {
  solver = await startSolver()
})

const [calm] = questions
const steps = [1, 2, 3, 4, 5]

/** The form in which the gate stores a cell of n people who all gave one value. */
const formOf = (n: number, value: number): number[] => {
  const { counts } = aggregate(
    calm,
    Array.from({ length: n }, () => ({ question_id: calm.id, value: steps[value] })),
    (text) => text,
  )
  return steps.map((step) => counts[String(step)] ?? 0)
}

function programmeOf(
  figures: readonly PublishedFigure[],
  period: Period,
  people: number,
  banded: boolean,
): Programme {
  const sets = figures.map((one) => one.people)
  return {
    people: answerersOf(period, calm.id),
    values: steps.length,
    counts: figures.map(({ people: behind, figure: { distribution = [] } }) => ({
      people: behind,
      counts: distribution.map(({ count }) => count),
    })),
    ...(banded && { banding: { cells: atomsOf(rowsOf(sets, people), people), formOf } }),
  }
}

/** The answer of a person, as an index of `steps`. */
const stepOf = ({ answers }: Period, person: number): number =>
  steps.indexOf(Number(answers[person]?.get(calm.id)?.value))

/** For a few people in each organisation: how many have a single possible answer. */
function solved(method: Method, banded: boolean, organisations: readonly Organisation[]) {
  const dice = diceOf(3)
  let looked = 0
  let certain = 0
  for (const organisation of organisations) {
    const [period] = organisation.periods
    const figures = method(organisation, period, calm)
    if (figures.length === 0) continue
    const programme = programmeOf(figures, period, organisation.people, banded)
    const inside = figures.flatMap(({ people }) => people)
    for (const person of new Set([dice.pick(inside), dice.pick(inside), dice.pick(inside)])) {
      const least = solver.least(programme, [person], stepOf(period, person))
      looked++
      if (least === 1) certain++
    }
    if (!banded) continue
    // A few people of one cell or of several: could others have given these answers?
    const group = [
      ...new Set(Array.from({ length: dice.whole(2, organisation.k - 1) }, () => dice.pick(inside))),
    ]
    const given = group.map((person) => stepOf(period, person))
    const open = new Set(given).values().some((value) => {
      const count = given.filter((one) => one === value).length
      return solver.least(programme, group, value) < count || solver.most(programme, group, value) > count
    })
    assert.ok(open, `organisation ${organisation.seed}: the answers of ${group.join(', ')} are settled`)
  }
  return { looked, certain }
}

test('in larger organisations a solver finds at least two possible answers for everybody', (t) => {
  const count = process.env.SONDE_LONG ? 1000 : 24
  const organisations = Array.from({ length: count }, (_, index) => randomOrganisation(50_000 + index))
  const ours = solved(gate, true, organisations)
  t.diagnostic(`the gate: ${ours.certain} of ${ours.looked} people certain`)
  assert.ok(ours.looked > count)
  assert.equal(ours.certain, 0)
  for (const [name, method] of [
    ['each team of k answerers, without another rule', plainThreshold],
    ['ours, without merging remainders', withoutMerging],
    ['ours, without banding', withoutBanding],
  ] as const) {
    const weaker = solved(method, false, organisations)
    t.diagnostic(`${name}: ${weaker.certain} of ${weaker.looked} people certain`)
    assert.ok(weaker.certain > 0, name)
  }
})
