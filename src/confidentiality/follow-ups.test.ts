/**
 * Measures that tell something about one another. Both examples broke the gate when each measure was divided by itself; the
 * attacker in test/attack found them.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Question } from '../../contract/questions.ts'
import { type QuestionCell, questionMeasure } from '../cells/cells.ts'
import { questionOf } from './confidentiality.ts'
import { cellsInside, type Measure, respondentsMeasure } from './release.ts'

const teams = ['a', 'b'].map((id) => ({ id, parent: null }))
const shownAll = new Set(['', 'a', 'b'])
const asTheyAre = (text: string): string => text
const respondent = (team: string, answers: Answer[]) => ({
  team,
  answers: new Map(answers.map((answer) => [answer.question_id, answer])),
})

const fair: Question = { id: 'fair', type: 'yes_no', text: 'Was it fair?', required: true }
const much: Question = {
  id: 'much',
  type: 'scale',
  text: 'How unfair?',
  required: true,
  show_if: { question_id: 'fair', any_of: [false] },
}

/** What a team of `people` shows of the leading question and of its follow-up. */
function publishedOf(people: number, unfair: number) {
  const respondents = Array.from({ length: people }, (_, index) =>
    respondent(
      'a',
      index < unfair
        ? [
            { question_id: 'fair', value: false },
            { question_id: 'much', value: 3 },
          ]
        : [{ question_id: 'fair', value: true }],
    ),
  )
  const shown = new Map([[respondentsMeasure, shownAll]])
  const frozen = { thresholds: { k_score: 5, k_comment: 10 }, teams }
  const led = cellsInside(questionOf(fair, asTheyAre), respondents, frozen, shown)
  shown.set(questionMeasure('fair'), new Set(led.groups.map(({ team }) => team)))
  const more = cellsInside(questionOf(much, asTheyAre), respondents, frozen, shown)
  return [led.cells, more.cells].map((cells) =>
    cells.map(({ size, figures }) => [size, { ...(figures as QuestionCell).counts }]),
  )
}

for (const [all, nearly] of [
  [8, 7],
  [6, 5],
] as const) {
  test(`a follow-up asked of ${all} of ${all} people looks like one asked of ${nearly} of ${all}`, () => {
    const published = publishedOf(all, all)
    assert.deepEqual(published, publishedOf(all, nearly))
    assert.deepEqual(published[1], [[nearly, { 3: nearly - 1, 4: 1 }]])
  })
}

test('a follow-up that two people were not asked is counted whole', () => {
  const [, more] = publishedOf(8, 6)
  assert.deepEqual(more, [[6, { 3: 5, 4: 1 }]])
})

test('measures of comments are shown where comments are, and nowhere else', () => {
  const respondents = [5, 7].flatMap((count, index) =>
    Array.from({ length: count }, () =>
      respondent(teams[index].id, [{ question_id: 'why', text: 'Too many meetings.' }]),
    ),
  )
  const why: Question = { id: 'why', type: 'text', text: 'Why?' }
  const frozen = { thresholds: { k_score: 5, k_comment: 10 }, teams }
  const feeling: Measure = {
    name: 'sentiment:why',
    threshold: 'score',
    within: [questionMeasure('why')],
    values: (all) => all.map(() => 1),
    figures: (values) => values.length,
  }
  const shown = new Map([[respondentsMeasure, shownAll]])
  const groups = (measure: Measure) =>
    cellsInside(measure, respondents, frozen, shown).groups.map(({ team }) => team)
  // No comments are shown yet, so nothing may be shown about them.
  assert.deepEqual(groups(feeling), [])
  shown.set(questionMeasure('why'), new Set(groups(questionOf(why, asTheyAre))))
  assert.deepEqual(groups(feeling), [''])
})
