/** The audit log in words: what is beside an event, and runs of one kind as one row. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEvent } from '../../contract/audit.ts'
import { rowsOf } from '../../web/audit/runs.ts'

const event = (id: string, action: AuditEvent['action'], userId = 'usr_1'): AuditEvent => ({
  id,
  action,
  actor: { kind: 'person', user_id: userId, application_id: null },
  target: `mem_${id}`,
  detail: {},
  occurred_at: '2026-11-23T09:00:00Z',
})

const shown = (events: readonly AuditEvent[], ...open: string[]): string[] =>
  rowsOf(events, new Set(open)).map(({ id, run, isOpen }) => (run ? `${id} ×${run.length} ${isOpen}` : id))

test('three events of one kind by one actor are one row, which opens to them', () => {
  const members = ['a', 'b', 'c'].map((id) => event(id, 'member.created'))
  const log = [...members, event('d', 'person.left'), event('e', 'member.created')]
  assert.deepEqual(shown(log), ['run a ×3 false', 'd', 'e'])
  assert.deepEqual(shown(log, 'a'), ['run a ×3 true', 'a', 'b', 'c', 'd', 'e'])
})

test('two of a kind stand by themselves, and so do those of two actors', () => {
  assert.deepEqual(shown([event('a', 'member.created'), event('b', 'member.created')]), ['a', 'b'])
  const log = ['a', 'b', 'c', 'd'].map((id, at) => event(id, 'member.created', `usr_${at % 2}`))
  assert.deepEqual(shown(log), ['a', 'b', 'c', 'd'])
})
