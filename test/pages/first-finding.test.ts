/** Which finding a home begins with: a problem anywhere in the newest survey before good news of all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf } from '../../web/home/first-finding.ts'
import type { Action, Insight } from '../../web/insights/ranked.ts'

type Level = 'problem' | 'fine' | 'strength'

const level = (id: string, teamId: string | null, state: Level, pulse = 'pls_new'): Insight =>
  ({
    id,
    kind: 'level',
    subject: id,
    value: { state, mean: state === 'problem' ? 2 : 4, reference: 3, times: 1 },
    scope: { team_id: teamId, pulse_id: pulse, question_id: `question of ${id}` },
    survey: { closed_at: pulse === 'pls_old' ? '2026-11-16T09:00:00Z' : '2026-11-25T09:00:00Z' },
  }) as unknown as Insight

const rise = (id: string): Insight =>
  ({
    id,
    kind: 'change',
    subject: id,
    value: { of: 'answers', metric: 'score', against: 'previous', direction: 'up', from: 3.2, to: 3.9 },
    scope: { team_id: null, pulse_id: 'pls_new', question_id: `question of ${id}` },
    survey: { closed_at: '2026-11-25T09:00:00Z' },
  }) as unknown as Insight

const ids = (insights: readonly Insight[], actions: readonly Action[] = []): string[] =>
  findingsOf(insights, { own: new Set(), actions, parents: new Map() }).map(({ id }) => id)

const first = (insights: readonly Insight[]): string | undefined => ids(insights)[0]

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

const suggestion = (teamId: string, driver: string, state: Action['state']): Action =>
  ({
    origin: 'report',
    is_current: true,
    driver,
    state,
    priority: 1,
    scope: { team_id: teamId, pulse_id: 'pls_new' },
  }) as unknown as Action

test('of two problems the one whose suggestion waits comes first, and the other follows', () => {
  const both = [level('load', 'team_platform', 'problem'), level('calm', 'team_support', 'problem')]
  assert.deepEqual(ids(both, [suggestion('team_support', 'calm', 'suggested')]), ['calm', 'load'])
  assert.deepEqual(
    ids(both, [
      suggestion('team_platform', 'load', 'suggested'),
      suggestion('team_support', 'calm', 'accepted'),
    ]),
    ['load', 'calm'],
  )
})

test('another survey that closed in the same week is told of beside the newest', () => {
  const outage = {
    ...level('calm', 'team_support', 'problem', 'pls_outage'),
    survey: { closed_at: '2026-11-23T09:00:00Z' },
  } as unknown as Insight
  assert.deepEqual(ids([rise('tools'), outage]), ['calm', 'tools'])
})
