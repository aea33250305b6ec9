/** What becomes of what somebody types into a form while it is saved, or while somebody else saves. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rebased } from '../../web/ui/form-draft.ts'

const before = { name: 'Board', uris: ['https://a.test'] }

test('what is typed while the form itself is saved stays', () => {
  const sent = { name: 'Board of all', uris: ['https://a.test'] }
  const draft = { name: 'Board of all teams', uris: ['https://a.test', ''] }
  assert.deepEqual(rebased(draft, { before, saved: sent, sent }), draft)
})

test('what is typed stays where another form, or somebody else, saves other fields', () => {
  const draft = { name: 'My board', uris: ['https://a.test'] }
  const saved = { name: 'Board', uris: ['https://b.test'] }
  assert.deepEqual(rebased(draft, { before, saved, sent: null }), {
    name: 'My board',
    uris: ['https://b.test'],
  })
})

test('where somebody else changed the same field theirs is shown', () => {
  const draft = { name: 'My board', uris: ['https://a.test'] }
  const saved = { name: 'Their board', uris: ['https://a.test'] }
  assert.deepEqual(rebased(draft, { before, saved, sent: null }), saved)
  // Whatever this form had sent before.
  assert.deepEqual(rebased(draft, { before, saved, sent: before }), saved)
})
