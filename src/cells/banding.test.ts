/** Enumerates worlds: everything that the people of a small cell can have answered, and what is published of each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Question } from '../../contract/questions.ts'
import { aggregate, figureOf } from './aggregate.ts'

const questionOf = (question: Partial<Question>): Question =>
  ({ id: 'q', text: 'What?', ...question }) as Question
const options = ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase() }))

type Reply = Partial<Answer>

const published = (question: Question, replies: readonly Reply[]) =>
  figureOf(question, [
    aggregate(
      question,
      replies.map((reply) => ({ question_id: 'q', ...reply })),
      (text) => text,
    ),
  ])

const values = (...all: NonNullable<Answer['value']>[]): Reply[] => all.map((value) => ({ value }))
const range = (from: number, to: number): Reply[] =>
  values(...Array.from({ length: to - from + 1 }, (_, at) => from + at))

const subsets = ['', 'a', 'b', 'c', 'ab', 'ac', 'bc', 'abc'].map((set) => [...set])
const picks = (least: number, most = 3): Reply[] =>
  values(...subsets.filter(({ length }) => length >= least && length <= most))

type Case = [name: string, question: Question, replies: Reply[], people: number]

const cases: Case[] = [
  ['scale', questionOf({ type: 'scale' }), range(1, 5), 5],
  ['scale of two steps', questionOf({ type: 'scale', min: 0, max: 1 }), range(0, 1), 6],
  ['eNPS', questionOf({ type: 'enps' }), range(0, 10), 4],
  ['mood', questionOf({ type: 'mood' }), range(1, 5), 5],
  ['yes or no', questionOf({ type: 'yes_no' }), values(true, false), 6],
  [
    'one choice, or other words',
    questionOf({ type: 'single_choice', options, other: true }),
    [...values('a', 'b', 'c'), { text: 'mine' }],
    5,
  ],
  ['several choices', questionOf({ type: 'multi_choice', options }), picks(1), 4],
  ['several choices, two at least', questionOf({ type: 'multi_choice', options, min_picks: 2 }), picks(2), 5],
  [
    'several choices, one at most',
    questionOf({ type: 'multi_choice', options, max_picks: 1 }),
    picks(1, 1),
    5,
  ],
  [
    'several choices, or other words',
    questionOf({ type: 'multi_choice', options: options.slice(0, 2), other: true }),
    [...values(['a'], ['b'], ['a', 'b']), { text: 'mine' }, { value: ['a'], text: 'mine' }],
    5,
  ],
  ['ranking', questionOf({ type: 'ranking', options, max_picks: 1 }), values(['a'], ['b'], ['c']), 6],
  ['number between bounds', questionOf({ type: 'number', min: 0, max: 4 }), range(0, 4), 5],
  [
    'number between bounds, in halves',
    questionOf({ type: 'number', min: -1, max: 1 }),
    values(-1, -0.5, 0, 0.5, 1),
    5,
  ],
  ['number with a lower bound', questionOf({ type: 'number', min: 0 }), values(0, 1, 7, 40), 5],
  ['number', questionOf({ type: 'number' }), values(-3, 0, 1, 12), 5],
]

/** Every way in which so many people can answer, as indexes of replies. */
function* worlds(replies: number, people: number): Generator<number[]> {
  const world = new Array<number>(people).fill(0)
  for (;;) {
    yield world
    let at = people - 1
    while (at >= 0 && world[at] === replies - 1) world[at--] = 0
    if (at < 0) return
    world[at]++
  }
}

for (const [name, question, replies, people] of cases) {
  test(`${name}: no figure of ${people} people determines an answer, or the answers of any part of them`, () => {
    // The answers of the first n people, in no order: by symmetry, those of any n people.
    const possible = new Map<string, Set<string>[]>()
    for (const world of worlds(replies.length, people)) {
      const figure = JSON.stringify(
        published(
          question,
          world.map((at) => replies[at]),
        ),
      )
      const known = possible.get(figure) ?? Array.from({ length: people - 1 }, () => new Set<string>())
      possible.set(figure, known)
      for (const [at, sets] of known.entries())
        sets.add(
          world
            .slice(0, at + 1)
            .toSorted()
            .join(),
        )
    }
    assert.ok(possible.size > 1)
    for (const [figure, known] of possible)
      for (const [at, sets] of known.entries())
        assert.ok(sets.size > 1, `${figure} tells what ${at + 1} of ${people} answered: ${[...sets].join()}`)
  })
}

test('with several choices, no figure determines how many of a part of the people picked an option that somebody picked', () => {
  for (const least of [1, 2]) {
    const question = questionOf({ type: 'multi_choice', options, min_picks: least })
    const replies = picks(least)
    const people = 4
    const possible = new Map<string, Set<number>[][]>()
    for (const world of worlds(replies.length, people)) {
      const sets = world.map((at) => replies[at].value as string[])
      const figure = JSON.stringify(
        published(
          question,
          world.map((at) => replies[at]),
        ),
      )
      const known =
        possible.get(figure) ?? options.map(() => Array.from({ length: people - 1 }, () => new Set<number>()))
      possible.set(figure, known)
      options.forEach(({ id }, option) =>
        known[option].forEach((counts, at) =>
          counts.add(sets.slice(0, at + 1).filter((set) => set.includes(id)).length),
        ),
      )
    }
    for (const [figure, known] of possible) {
      const { distribution } = JSON.parse(figure) as { distribution: { count: number }[] }
      known.forEach((bySize, option) => {
        if (distribution[option].count > 0)
          for (const counts of bySize) assert.ok(counts.size > 1, `${options[option].id} in ${figure}`)
      })
    }
  }
})

test('a unanimous cell and a cell with one dissenter are published alike, whatever the one answered', () => {
  for (const [name, question, replies, people] of cases) {
    if (question.type === 'multi_choice') continue
    for (const common of replies) {
      const same = new Array<Reply>(people).fill(common)
      const figure = published(question, same)
      assert.equal(figure.banded, true, name)
      for (const one of replies) assert.deepEqual(published(question, same.with(0, one)), figure, name)
    }
  }
})

const banded: [string, Partial<Question>, Reply[], Record<string, unknown>][] = [
  ['a scale moves one step towards the middle', { type: 'scale' }, values(5, 5, 5, 5, 5), { mean: 4.8 }],
  ['a scale does so at its other end as well', { type: 'scale' }, values(1, 1, 1, 1, 4), { mean: 1.2 }],
  ['eNPS is computed from what is stored', { type: 'enps' }, values(9, 9, 9, 9, 9), { enps: 80 }],
  [
    'a number stays a range away from its bound',
    { type: 'number', min: 0, max: 10 },
    values(0, 0, 0, 0, 0),
    { mean: 2 },
  ],
  ['a number near its bound too', { type: 'number', min: 0, max: 10 }, values(10, 10, 9, 10, 9), { mean: 8 }],
  [
    'a number without bounds is what nearly all answered',
    { type: 'number' },
    values(40, 40, 40, 12, 40),
    { mean: 40 },
  ],
]

for (const [promise, question, replies, expected] of banded) {
  test(`banding: ${promise}`, () => {
    const figure = published(questionOf(question), replies)
    assert.deepEqual({ ...figure, ...expected, banded: true }, figure)
  })
}

test('a cell whose answers differ is published as it is', () => {
  const figure = published(questionOf({ type: 'scale' }), values(1, 1, 1, 5, 4))
  assert.deepEqual([figure.mean, figure.banded], [2.4, undefined])
})
