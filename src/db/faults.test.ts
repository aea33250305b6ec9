import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { isUniqueViolation } from './faults.ts'

function violationOf(
  constraint: string,
  message = `duplicate key value violates unique constraint "${constraint}"`,
): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { code: '23505', constraint })
}

/** As Citus passes it on from the server of a part. */
function passedOnOf(message: string): pg.DatabaseError {
  return Object.assign(violationOf('', message), { constraint: undefined })
}

test('a constraint is known by its name, and by the name that it has on a part of a divided table', () => {
  assert.ok(isUniqueViolation(violationOf('members_by_email'), 'members_by_email'))
  assert.ok(isUniqueViolation(violationOf('members_by_email_102081'), 'members_by_email'))
  assert.ok(!isUniqueViolation(violationOf('members_by_external_id_102081'), 'members_by_email'))
  assert.ok(!isUniqueViolation(violationOf('members_by_email_address'), 'members_by_email'))
})

test('a constraint is known by the message alone, in any language, where no field names it', () => {
  for (const message of [
    'duplicate key value violates unique constraint "members_by_email_102081"',
    'doppelter Schlüsselwert verletzt Unique-Constraint »members_by_email_102081«',
  ]) {
    assert.ok(isUniqueViolation(passedOnOf(message), 'members_by_email'))
    assert.ok(!isUniqueViolation(passedOnOf(message), 'members_by_external_id'))
    assert.ok(!isUniqueViolation(passedOnOf(message), 'email'))
  }
})
