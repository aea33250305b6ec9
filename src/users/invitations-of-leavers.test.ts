/** People who have lost their access have no way back: no invitation that they received or sent lets anybody in, however their access ended. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { run, sql } from '../db/db.ts'
import type { Client } from '../../test/support/world.ts'
import { type House, newHouse, ok, refused, startService } from '../../test/support/sign-in-organisation.ts'

let it: House
/** The admin, through an application. */
let directory: Client
let serial = 0

const address = (): string => `leaver${++serial}@elsewhere.test`

const listed = async (email: string): Promise<string> =>
  ok(await directory.post('/api/members', { name: 'Leaver', email })).id

const invitation = async (id: string) =>
  ok(await it.admin.get('/api/invitations?limit=200')).invitations.find((one: any) => one.id === id)

const userOf = async (by: Client): Promise<string> => ok(await by.get('/api/me')).user.id

const accept = (by: Client, token: string) => by.post('/api/invitations/accept', { token })

/** An admin who is in the directory, and the invitation that they send to another address of theirs. */
async function inviter() {
  const email = address()
  const member = await listed(email)
  const person = await it.person({ sub: email, email })
  const id = await userOf(person)
  ok(await it.admin.patch(`/api/people/${id}`, { role: 'admin' }))
  const own = address()
  it.running.clock!.advance(1000)
  const sent = ok(await person.post('/api/invitations', { email: own, role: 'admin' }))
  return { id, member, own, sent: sent.id, token: await it.invitedBy(own) }
}

const waysOut = {
  'is deactivated in the directory': ({ member }) => directory.delete(`/api/members/${member}`),
  'is left out of an import': async ({ member }) =>
    directory.post('/api/imports', {
      rows: ok(await directory.get('/api/members?limit=200'))
        .members.filter((one: any) => one.id === member)
        .map(({ name, email }: any) => ({ name, email, status: 'deactivated' })),
    }),
  'is erased': ({ member }) => directory.post(`/api/members/${member}/erase`, {}),
  'is disabled': ({ id }) => it.admin.patch(`/api/people/${id}`, { state: 'disabled' }),
  'is not an admin any more': ({ id }) => it.admin.patch(`/api/people/${id}`, { role: 'analyst' }),
} satisfies Record<string, (who: { id: string; member: string }) => Promise<any>>

suite('invitations of somebody who has left', () => {
  before(async () => {
    it = await newHouse(await startService())
    directory = await it.user({ id: it.adminId })
  })

  for (const [how, leave] of Object.entries(waysOut)) {
    test(`an admin who ${how} cannot return by an invitation that they sent before`, async () => {
      const who = await inviter()
      ok(await leave(who))
      refused(await accept(await it.person({ email: who.own }), who.token), 409, 'invitation_revoked')
      assert.equal((await invitation(who.sent)).state, 'revoked')
    })
  }

  test('a disabled person cannot return by an older invitation and another account of their address', async () => {
    const email = address()
    await listed(email)
    const { token } = await it.invite(email, 'admin')
    const first = await it.person({ sub: `first ${email}`, email })
    ok(await it.admin.patch(`/api/people/${await userOf(first)}`, { state: 'disabled' }))
    for (const sub of [`first ${email}`, `second ${email}`])
      refused(await accept(await it.person({ sub, email }), token), 409, 'invitation_revoked')
  })

  test('somebody who never signed in cannot join after they left the directory', async () => {
    const email = address()
    const member = await listed(email)
    const { token } = await it.invite(email.toUpperCase(), 'analyst')
    ok(await directory.delete(`/api/members/${member}`))
    refused(await accept(await it.person({ email }), token), 409, 'invitation_revoked')
    // An admin may still want them back.
    const again = await it.invite(email)
    ok(await accept(await it.person({ email }), again.token))
  })

  test('no invitation names somebody who was erased and never signed in', async () => {
    const email = address()
    const member = await listed(email)
    const { id, token } = await it.invite(email)
    ok(await directory.post(`/api/members/${member}/erase`, {}))
    const { email: kept, state } = await invitation(id)
    assert.deepEqual([kept, state], [`${id}@erased.invalid`, 'revoked'])
    refused(await accept(await it.person({ email }), token), 403, 'access_denied')
  })

  test('an invitation of others is not touched', async () => {
    const { id } = await it.invite(address())
    ok(await waysOut['is disabled'](await inviter()))
    assert.equal((await invitation(id)).state, 'pending')
  })

  test('accepting while being disabled makes nobody active again', async () => {
    const email = address()
    await listed(email)
    const person = await it.person({ email, sub: email })
    const { token } = await it.invite(email, 'admin')
    const id = await userOf(person)
    const accepting = await it.running.db.transaction(async (tx) => {
      await run(
        tx,
        sql`update users set status = 'disabled' where organisation_id = ${it.organisationId} and id = ${id}`,
      )
      const reply = accept(person, token)
      // Long enough for the request to reach the locked row.
      await new Promise((resolve) => setTimeout(resolve, 300))
      return { reply }
    })
    assert.ok((await accepting.reply).status >= 400)
    const { people } = ok(await it.admin.get(`/api/people?q=${email}`))
    assert.deepEqual([people[0].state, people[0].role], ['disabled', 'member'])
  })

  test('if a person accepts twenty times while somebody disables them, they are out in the end', async () => {
    for (let round = 0; round < 3; round++) {
      const email = address()
      await listed(email)
      const { token } = await it.invite(email, 'admin')
      const person = await it.person({ email, sub: email })
      const id = await userOf(person)
      const replies = await Promise.all([
        ...Array.from({ length: 20 }, () => accept(person, token)),
        it.admin.patch(`/api/people/${id}`, { state: 'disabled' }),
      ])
      assert.deepEqual(
        replies.filter(({ status }) => status >= 500).map(({ body }) => body),
        [],
      )
      refused(await person.get('/api/me'), 403, 'access_denied')
    }
  })
})
