import { test } from 'node:test'
import assert from 'node:assert/strict'
import { startApp } from '../../test/support/start.ts'
import type { Session } from '../actor.ts'
import { many, run, sql } from '../db/db.ts'
import { users } from '../db/tables.ts'
import { shapeOf } from '../db/shape.ts'
import { bootstrap } from './bootstrap.ts'
import { disableUserOf, enableUserOf, eraseUserOf, personOf } from './users.ts'

const { db } = await startApp()
const now = new Date()
let serial = 0

const session = (more: Partial<Session> = {}): Session => ({
  kind: 'session',
  issuer: 'https://idp.test',
  subject: `subject ${++serial}`,
  email: null,
  emailVerified: true,
  name: 'Somebody',
  clientId: null,
  signedInAt: now,
  lacksSecondFactor: false,
  admissions: null,
  ...more,
})
const person = (who: Session, organisationId: string | null = null) =>
  db.transaction((tx) => personOf(tx, who, organisationId, now))
const organisation = async (admin: string): Promise<string> =>
  (await db.transaction((tx) => bootstrap(tx, { organisation: 'Acme', admin }, now))).organisation.id
const member = async (organisationId: string, email: string, status = 'active'): Promise<string> => {
  const id = `mem_${++serial}`
  await run(
    db.tx,
    sql`insert into members (organisation_id, id, name, email, status, created_at, updated_at)
        values (${organisationId}, ${id}, 'Member', ${email}, ${status}, ${now}, ${now})`,
  )
  return id
}
const refuses = (promise: Promise<unknown>, code: string) => assert.rejects(promise, { code })

test('the first admin is linked by a verified address, whatever its case, and stays linked without it', async () => {
  const id = await organisation('Ada@acme-1.test')
  const ada = session({ email: 'ada@ACME-1.test' })
  const first = await person(ada)
  assert.deepEqual([first.organisationId, first.role], [id, 'admin'])
  assert.deepEqual(await person({ ...ada, email: 'other@elsewhere.test', emailVerified: false }), first)
})

test('an address that is not verified links nobody', async () => {
  await organisation('ada@acme-2.test')
  await refuses(person(session({ email: 'ada@acme-2.test', emailVerified: false })), 'access_denied')
  await refuses(person(session({ email: null })), 'access_denied')
})

test('the identity that signed in first keeps the user', async () => {
  const id = await organisation('ada@acme-3.test')
  await person(session({ email: 'ada@acme-3.test' }))
  await refuses(person(session({ email: 'ada@acme-3.test' })), 'access_denied')
  await refuses(
    person(session({ email: 'ada@acme-3.test', issuer: 'https://other.test' }), id),
    'access_denied',
  )
})

test('an active member of the directory becomes a user, others do not', async () => {
  const id = await organisation('ada@acme-4.test')
  await member(id, 'mem@acme-4.test')
  await member(id, 'gone@acme-4.test', 'deactivated')
  await member(id, 'away@acme-4.test', 'suspended')
  const mem = session({ email: 'mem@acme-4.test' })
  const made = await person(mem)
  assert.deepEqual([made.organisationId, made.role], [id, 'member'])
  assert.equal((await person(mem)).userId, made.userId)
  await refuses(person(session({ email: 'gone@acme-4.test' })), 'access_denied')
  await refuses(person(session({ email: 'away@acme-4.test' })), 'access_denied')
  await refuses(person(session({ email: 'nobody@acme-4.test' })), 'access_denied')
})

test('an expected admin who is in the directory too is one person', async () => {
  const id = await organisation('ada@acme-5.test')
  const memberId = await member(id, 'ada@acme-5.test')
  const ada = await person(session({ email: 'ada@acme-5.test' }))
  const rows = await many(
    db.tx,
    shapeOf(users, ['id', 'role', 'member_id']),
    sql`select id, role, member_id from users where organisation_id = ${id}`,
  )
  assert.deepEqual(rows, [{ id: ada.userId, role: 'admin', member_id: memberId }])
})

test('twenty first sign-ins at once make one user', async () => {
  const id = await organisation('ada@acme-6.test')
  await member(id, 'mem@acme-6.test')
  for (const email of ['ada@acme-6.test', 'mem@acme-6.test']) {
    const who = session({ email })
    const people = await Promise.all(Array.from({ length: 20 }, () => person(who)))
    assert.equal(new Set(people.map(({ userId }) => userId)).size, 1)
  }
  assert.equal(
    (await many(db.tx, shapeOf(users, ['id']), sql`select id from users where organisation_id = ${id}`))
      .length,
    2,
  )
})

test('a person who is expected in several organisations must name one', async () => {
  const [a, b] = [await organisation('ada@acme-7.test'), await organisation('ada@acme-7.test')]
  const ada = session({ email: 'ada@acme-7.test' })
  await refuses(person(ada), 'organisation_required')
  assert.equal((await person(ada, b)).organisationId, b)
  assert.equal((await person(ada)).organisationId, b)
  assert.equal((await person(ada, a)).organisationId, a)
  await refuses(person(ada), 'organisation_required')
})

test('being listed in another directory moves nobody', async () => {
  const home = await organisation('ada@acme-8.test')
  const ada = session({ email: 'ada@acme-8.test' })
  await person(ada)
  const elsewhere = await organisation('eve@evil-8.test')
  await member(elsewhere, 'ada@acme-8.test')
  assert.equal((await person(ada)).organisationId, home)
})

test('an organisation refuses a person whom it does not know', async () => {
  await organisation('ada@acme-9.test')
  const other = await organisation('eve@evil-9.test')
  await refuses(person(session({ email: 'ada@acme-9.test' }), other), 'access_denied')
  await refuses(person(session({ email: 'ada@acme-9.test' }), 'org_unknown'), 'access_denied')
})

test('a person who left the directory is out until they are back', async () => {
  const id = await organisation('ada@acme-10.test')
  const memberId = await member(id, 'mem@acme-10.test')
  const mem = session({ email: 'mem@acme-10.test' })
  const { userId } = await person(mem)
  assert.equal(await disableUserOf(db.tx, id, memberId, now), true)
  await refuses(person(mem), 'access_denied')
  await refuses(person(mem, id), 'access_denied')
  assert.equal(await enableUserOf(db.tx, id, memberId, now), true)
  assert.equal((await person(mem)).userId, userId)
})

test('who is out, or back in, is announced by the transaction itself: this process waits for no notification', async () => {
  const announced: string[] = []
  db.onCommit('access changed', ({ kind, id }) => void announced.push(`${kind} ${id}`))
  const organisationId = await organisation('ada@acme-13.test')
  await person(session({ email: 'ada@acme-13.test' }))
  const memberId = await member(organisationId, 'bea@acme-13.test')
  const bea = await person(session({ email: 'bea@acme-13.test' }))
  const steps = [disableUserOf, enableUserOf, eraseUserOf]
  for (const step of steps)
    await db.transaction<number | boolean>((tx) => step(tx, organisationId, memberId, now))
  assert.deepEqual(announced, Array(3).fill(`user ${bea.userId}`))
})
