/** Whose access has ended stays out, also with another account of the same address, and also where they sign in for the first time just then. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { run, sql } from '../db/db.ts'
import type { Client } from '../../test/support/world.ts'
import {
  type House,
  newHouse,
  ok,
  ownProvider,
  proveBy,
  refused,
  startService,
} from '../../test/support/sign-in-organisation.ts'

let it: House
/** The admin, through an application. */
let directory: Client
let serial = 0

const address = (): string => `returning${++serial}@elsewhere.test`

const listed = async (email: string): Promise<string> =>
  ok(await directory.post('/api/members', { name: 'Leaver', email })).id

const untilBlocked = () => new Promise((resolve) => setTimeout(resolve, 300))

suite('returning', () => {
  before(async () => {
    it = await newHouse(await startService())
    directory = await it.user({ id: it.adminId })
  })

  test('a disabled person whom the directory lists is not let in by a second account', async () => {
    const email = address()
    const { token } = await it.invite(email)
    const first = await it.person({ sub: `first ${email}`, email })
    const { user_id: id } = ok(await first.post('/api/invitations/accept', { token }))
    // Added to the directory later, so no user is linked to the member.
    await listed(email)
    ok(await it.admin.patch(`/api/people/${id}`, { state: 'disabled' }))
    const second = await it.person({ sub: `second ${email}`, email: email.toUpperCase() })
    refused(await second.get('/api/me'), 403, 'access_denied')
    refused(await second.get('/api/me/organisations'), 403, 'access_denied')
  })

  test('somebody whom their provider sent away is not let in by the provider of the service', async () => {
    const { idp } = await ownProvider(it, { joins: true, organisation: { claim: 'org', values: ['ours'] } })
    ok(await proveBy(it, idp, { org: 'ours' }))
    const email = address()
    const claims = { sub: email, email, org: 'ours' }
    ok(await (await it.person(claims, idp)).get('/api/me'))
    await listed(email)
    refused(await (await it.person({ ...claims, org: 'theirs' }, idp)).get('/api/me'), 403, 'access_denied')
    refused(await (await it.person({ sub: `own ${email}`, email })).get('/api/me'), 403, 'access_denied')
  })
})

/** While others hold up a first sign-in, the member is deactivated. */
const heldUp = {
  'waits for another first sign-in': (email: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${`address ${it.organisationId} ${email}`}, 0))`,
  'meets the deactivation itself': (email: string) =>
    sql`update members set status = 'deactivated' where organisation_id = ${it.organisationId} and email = ${email}`,
}

suite('a first sign-in', () => {
  for (const [how, hold] of Object.entries(heldUp)) {
    test(`that ${how} makes nobody a user who has left the directory`, async () => {
      const email = address()
      const member = await listed(email)
      const person = await it.person({ email, sub: email })
      const signIn = await it.running.db.transaction(async (tx) => {
        await run(tx, hold(email))
        const reply = person.get('/api/me')
        await untilBlocked()
        if (how.startsWith('waits')) ok(await directory.delete(`/api/members/${member}`))
        return { reply }
      })
      assert.equal((await signIn.reply).status, 403)
      refused(await person.get('/api/me'), 403, 'access_denied')
    })
  }

  test('at the same time as nineteen others and a deactivation ends outside', async () => {
    for (let round = 0; round < 3; round++) {
      const email = address()
      const member = await listed(email)
      const person = await it.person({ email, sub: email })
      await Promise.all([
        ...Array.from({ length: 20 }, () => person.get('/api/me')),
        directory.delete(`/api/members/${member}`),
      ])
      refused(await person.get('/api/me'), 403, 'access_denied')
    }
  })
})
