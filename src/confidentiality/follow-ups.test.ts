/**
 * Measures that tell something about one another. Both examples broke the gate when each measure was divided by itself; the
 * attacker in test/attack found them.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Question } from '../../contract/questions.ts'
import { followUpsIn, type QuestionCell, questionMeasure } from '../cells/cells.ts'
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

const more: Question = {
  id: 'more',
  type: 'scale',
  text: 'Still?',
  required: true,
  show_if: { question_id: 'much', any_of: [3, 4] },
}

/** What a team of `people` shows of the leading question, of its follow-up, and of the one that follows from that. */
function publishedOf(people: number, unfair: number) {
  const respondents = Array.from({ length: people }, (_, index) =>
    respondent(
      'a',
      index < unfair
        ? [
            { question_id: 'fair', value: false },
            { question_id: 'much', value: 3 },
            { question_id: 'more', value: 1 },
          ]
        : [{ question_id: 'fair', value: true }],
    ),
  )
  const shown = new Map([[respondentsMeasure, shownAll]])
  const form = [fair, much, more]
  const frozen = { thresholds: { k_score: 5, k_comment: 10 }, teams, followUps: followUpsIn(form) }
  return form.map((question) => {
    const { cells, groups } = cellsInside(questionOf(question, asTheyAre), respondents, frozen, shown)
    shown.set(questionMeasure(question.id), new Set(groups.map(({ team }) => team)))
    return cells.map(({ size, figures }) => [size, { ...(figures as QuestionCell).counts }])
  })
}

for (const [all, nearly] of [
  [8, 7],
  [6, 5],
] as const) {
  test(`a follow-up asked of ${all} of ${all} people looks like one asked of ${nearly} of ${all}`, () => {
    const published = publishedOf(all, all)
    assert.deepEqual(published, publishedOf(all, nearly))
    assert.deepEqual(published[1], [[nearly, { 3: nearly - 1, 4: 1 }]])
    // One fewer again, and nobody where fewer than k are left.
    const again = nearly - 1
    assert.deepEqual(published[2], again < 5 ? [] : [[again, { 1: again - 1, 2: 1 }]])
  })
}

test('a follow-up that two people were not asked is counted whole', () => {
  const [, followed] = publishedOf(8, 6)
  assert.deepEqual(followed, [[6, { 3: 5, 4: 1 }]])
})

test('measures of comments are shown where comments are, and nowhere else', () => {
  const respondents = [5, 7].flatMap((count, index) =>
    Array.from({ length: count }, () =>
      respondent(teams[index].id, [{ question_id: 'why', text: 'Too many meetings.' }]),
    ),
  )
  const why: Question = { id: 'why', type: 'text', text: 'Why?' }
  const frozen = { thresholds: { k_score: 5, k_comment: 10 }, teams, followUps: [] }
  const feeling: Measure = {
    name: 'sentiment:why',
    threshold: 'score',
    questions: ['why'],
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
