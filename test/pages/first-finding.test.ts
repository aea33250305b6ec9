/** Which finding a home begins with: a problem anywhere in the newest survey before good news of all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingOf } from '../../web/home/first-finding.ts'
import type { Insight } from '../../web/insights/ranked.ts'

type Level = 'problem' | 'fine' | 'strength'

const level = (id: string, teamId: string | null, state: Level, pulse = 'pls_new'): Insight =>
  ({
    id,
    kind: 'level',
    subject: id,
    value: { state, mean: state === 'problem' ? 2 : 4, reference: 3, times: 1 },
    scope: { team_id: teamId, pulse_id: pulse, question_id: `question of ${id}` },
  }) as unknown as Insight

const rise = (id: string): Insight =>
  ({
    id,
    kind: 'change',
    subject: id,
    value: { of: 'answers', metric: 'score', against: 'previous', direction: 'up', from: 3.2, to: 3.9 },
    scope: { team_id: null, pulse_id: 'pls_new', question_id: `question of ${id}` },
  }) as unknown as Insight

const first = (insights: readonly Insight[], group: string | null = null): string | undefined =>
  findingOf(insights, group, [])?.id

test('a problem of everyone comes first, then one of a team, then what improved, then what is good', () => {
  const strong = level('strong', null, 'strength')
  assert.equal(first([strong]), 'strong')
  assert.equal(first([strong, rise('tools')]), 'tools')
  assert.equal(first([strong, rise('tools'), level('support', 'team_support', 'problem')]), 'support')
  assert.equal(
    first([strong, level('workload', null, 'problem'), level('support', 'team_support', 'problem')]),
    'workload',
  )
})

test('what an earlier survey said of a team stays there', () => {
  assert.equal(first([rise('tools'), level('support', 'team_support', 'problem', 'pls_old')]), 'tools')
})

test('where only teams are told of, theirs comes first', () => {
  assert.equal(first([level('support', 'team_support', 'problem')]), 'support')
  assert.equal(first([]), undefined)
})
