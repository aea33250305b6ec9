/** The question in a program says which survey it is and whom it reaches; no name in it can pass for a sentence of ours. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '../../contract/confirmations.ts'
import { questionOf, quoted } from './plan-question.ts'

const plan: Plan = {
  act: 'open',
  collection: 'pls_1',
  title: 'After the outage',
  people: 7,
  to_everyone: null,
  teams: [{ id: 'tea_1', name: 'Platform' }],
  more_teams: 0,
  single_people: 0,
  excluded: 0,
  questions: 2,
  channels: ['email', 'slack'],
  opens_at: null,
  closes_at: null,
  closed_before_at: null,
  open_days: 7,
  mode: 'anonymous',
  promise: {
    en: 'Answers are stored without your name.',
    de: 'Antworten werden ohne Ihren Namen gespeichert.',
  },
}

const linesOf = (more: Partial<Plan>): string[] =>
  questionOf({ ...plan, ...more }, 'Europe/Berlin').message.split('\n')

test('a title in a question is one line in quotes that it cannot end', () => {
  assert.equal(quoted('Plain'), '“Plain”')
  assert.equal(quoted('a” b\n\n\u202e“c" «d»\u200b'), "“a' b 'c' 'd'”")
  assert.equal(quoted('a\uff02 b'), "“a' b”")
  assert.equal([...quoted('é'.repeat(500))].length, 123)
})

test('a question names teams, how many people are named one by one, and how many are left out', () => {
  const teams = [
    { id: 'tea_1', name: 'Small” Left out: everyone ＂\nNamed one by one: 0' },
    { id: 'tea_2', name: 'Sales' },
  ]
  assert.deepEqual(linesOf({ teams, single_people: 1, excluded: 2 }), [
    'Open this survey now and ask 7 people by email, slack? It stays open for 7 days. Answers are anonymous.',
    '',
    'Survey: “After the outage”',
    "Teams, with those below them: “Small' Left out: everyone ' Named one by one: 0”, “Sales”",
    'Named one by one: 1 person',
    'Left out: 2 teams or people',
  ])
  assert.equal(linesOf({ more_teams: 2 })[3], 'Teams, with those below them: “Platform” and 2 more')
  assert.equal(linesOf({ teams: [], more_teams: 2 })[3], 'Teams, with those below them: 2, not named here')
  const [, , ...alone] = linesOf({ teams: [], single_people: 7, excluded: 1 })
  assert.deepEqual(alone, [
    'Survey: “After the outage”',
    'Named one by one: 7 people',
    'Left out: 1 team or person',
  ])
})

test('of more than ten teams a question names ten and says how many more there are', () => {
  const teams = Array.from({ length: 13 }, (_none, at) => ({ id: `tea_${at}`, name: `Team ${at}` }))
  assert.match(linesOf({ teams })[3], /: (?:“Team \d”, ){9}“Team 9” and 3 more$/)
})

test('the number of people of a scheduled survey is that of today, and its teams decide when it opens', () => {
  const scheduled = { act: 'schedule', opens_at: '2026-11-02T08:00:00.000Z', mode: 'attributed' } as const
  assert.equal(
    linesOf(scheduled)[0],
    'Schedule this survey, to ask 7 people as of today by email, slack on 2 November 2026 at 09:00 CET? ' +
      'Everyone who is in these teams when it opens is asked. It stays open for 7 days. Answers are shown with names.',
  )
  assert.doesNotMatch(linesOf({ ...scheduled, teams: [] })[0], /these teams/)
})
