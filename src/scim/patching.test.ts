/** PATCH of the addresses of a user, as providers write it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patchedUser } from './patching.ts'
import type { Email, UserResource } from './resource.ts'

const work: Email = { value: 'ada@work.example', type: 'work', primary: true }
const home: Email = { value: 'ada@home.example', type: 'home' }
const user: UserResource = { userName: 'ada', active: true, emails: [work] }

const emailsAfter = (...Operations: object[]): Email[] | undefined => patchedUser(user, { Operations }).emails

test('what is there already is not added twice, in whatever case', () => {
  const again = { ...work }
  const inCapitals = { Value: 'ADA@work.example', Type: 'Work', Primary: 'True' }
  assert.deepEqual(emailsAfter({ op: 'add', path: 'emails', value: [again] }), [work])
  assert.equal(emailsAfter({ op: 'Add', path: 'Emails', value: [inCapitals] })?.length, 1)
  assert.deepEqual(emailsAfter({ op: 'add', value: { emails: [home] } }), [work, home])
})

test('a filter finds by any spelling, and what it does not find is made', () => {
  const value = 'ada@new.example'
  for (const path of [
    'emails[type eq "work"].value',
    'Emails[Type eq "WORK"].Value',
    'emails[primary eq true].value',
    'emails[primary eq "True"].value',
    'urn:ietf:params:scim:schemas:core:2.0:User:emails[value eq "ADA@work.example"].value',
  ])
    assert.deepEqual(emailsAfter({ op: 'Replace', path, value }), [{ ...work, value }], path)
  assert.deepEqual(emailsAfter({ op: 'Add', path: 'emails[type eq "home"].value', value: home.value }), [
    work,
    home,
  ])
  const whole = { op: 'replace', path: 'emails[type eq "work"]', value: { Value: value } }
  assert.deepEqual(emailsAfter(whole), [{ ...work, value }])
  assert.deepEqual(emailsAfter({ op: 'replace', path: 'emails.value', value }), [work])
})

test('an address is removed by a filter, by its value, or with all; what is not there is removed without a fault', () => {
  for (const operation of [
    { op: 'remove', path: 'emails' },
    { op: 'Remove', path: 'emails', value: [{ value: 'ADA@work.example' }] },
    { op: 'remove', path: 'emails[type eq "work"]' },
    { op: 'replace', path: 'emails[type eq "work"].value', value: null },
  ])
    assert.equal(emailsAfter(operation), undefined, JSON.stringify(operation))
  for (const operation of [
    { op: 'remove', path: 'emails[type eq "other"].value' },
    { op: 'remove', path: 'emails', value: [{ value: 'other@work.example' }] },
  ])
    assert.deepEqual(emailsAfter(operation), [work])
  const { type: _, ...untyped } = work
  assert.deepEqual(emailsAfter({ op: 'remove', path: 'emails[primary eq true].type' }), [untyped])
  assert.throws(() => emailsAfter({ op: 'remove', path: 'emails[type eq work]' }), {
    scimType: 'invalidPath',
  })
})

test('one address is primary: the one that was made so last', () => {
  const primary = { ...home, primary: true }
  assert.deepEqual(emailsAfter({ op: 'add', path: 'emails', value: [primary] }), [
    { ...work, primary: false },
    primary,
  ])
  assert.deepEqual(
    emailsAfter(
      { op: 'add', path: 'emails', value: [home] },
      { op: 'replace', path: 'emails[type eq "home"].primary', value: 'True' },
    ),
    [{ ...work, primary: false }, primary],
  )
})
