import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { isUniqueViolation } from './faults.ts'

function violationOf(constraint: string): pg.DatabaseError {
  const error = new pg.DatabaseError(
    `duplicate key value violates unique constraint "${constraint}"`,
    0,
    'error',
  )
  return Object.assign(error, { code: '23505', constraint })
}

test('a constraint is known by its name, and by the name that it has on a part of a divided table', () => {
  assert.ok(isUniqueViolation(violationOf('members_by_email'), 'members_by_email'))
  assert.ok(isUniqueViolation(violationOf('members_by_email_102081'), 'members_by_email'))
  assert.ok(!isUniqueViolation(violationOf('members_by_external_id_102081'), 'members_by_email'))
  assert.ok(!isUniqueViolation(violationOf('members_by_email_address'), 'members_by_email'))
})
