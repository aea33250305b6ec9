/** A call whose body arrives late counts for what its caller may do then, and not for what they might when they began it. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { before, suite, test } from 'node:test'
import type { Client } from '../../test/support/world.ts'
import { type House, newHouse, ok, startService } from '../../test/support/sign-in-organisation.ts'

let it: House
let serial = 0

type Call = { path: string; by: Client; body: string; media?: string }

/** Sends the headers and the first letter of the body, and the rest after `meanwhile`. */
const sendLate = (
  { path, by, body, media = 'application/json' }: Call,
  meanwhile: () => Promise<unknown>,
): Promise<{ status: number | undefined; code: unknown }> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${by.token}`,
      'content-type': media,
      'content-length': Buffer.byteLength(body),
    }
    const call = request(`${it.url}${path}`, { method: 'POST', headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      reply.on('end', () => resolve({ status: reply.statusCode, code: JSON.parse(text).code }))
    })
    call.on('error', reject)
    call.write(body.slice(0, 1))
    // Long enough to be admitted by the headers.
    setTimeout(() => void meanwhile().then(() => call.end(body.slice(1)), reject), 200)
  })

/** An admin beside the first, in person and through an application. */
async function secondAdmin() {
  const email = `late${++serial}@elsewhere.test`
  const { token } = await it.invite(email, 'admin')
  const person = await it.person({ sub: email, email })
  const { user_id: id } = ok(await person.post('/api/invitations/accept', { token }))
  return { id, person, application: await it.user({ id }) }
}

const calls: Record<string, (who: Awaited<ReturnType<typeof secondAdmin>>) => Call> = {
  'invites somebody': ({ person }) => ({
    path: '/api/invitations',
    by: person,
    body: JSON.stringify({ email: `own${++serial}@elsewhere.test`, role: 'admin' }),
  }),
  'adds a member': ({ application }) => ({
    path: '/api/members',
    by: application,
    body: JSON.stringify({ name: 'Added late' }),
  }),
  'imports a file': ({ application }) => ({
    path: '/api/imports',
    by: application,
    body: 'name,email\nAdded late,late@elsewhere.test\n',
    media: 'text/csv',
  }),
}

suite('a late body', () => {
  before(async () => {
    it = await newHouse(await startService())
  })

  for (const [what, callOf] of Object.entries(calls)) {
    test(`of somebody who ${what} arrives`, async () => {
      const { status } = await sendLate(callOf(await secondAdmin()), async () => {})
      assert.ok(status === 200 || status === 201, `${status}`)
    })

    test(`of somebody who ${what} is refused once they are disabled, or are no admin`, async () => {
      for (const change of [{ state: 'disabled' }, { role: 'member' }]) {
        const who = await secondAdmin()
        const { status, code } = await sendLate(callOf(who), async () =>
          ok(await it.admin.patch(`/api/people/${who.id}`, change)),
        )
        const expected = change.role
          ? 'role_required'
          : callOf(who).by === who.person
            ? 'access_denied'
            : 'invalid_token'
        assert.deepEqual([status, code], [expected === 'invalid_token' ? 401 : 403, expected])
      }
    })
  }

  test('of a call that was refused leaves nothing', async () => {
    const who = await secondAdmin()
    const email = `nobody${serial}@elsewhere.test`
    await sendLate({ ...calls['imports a file'](who), body: `name,email\nNobody,${email}\n` }, async () =>
      ok(await it.admin.patch(`/api/people/${who.id}`, { state: 'disabled' })),
    )
    const { members } = ok(await (await it.organisation()).get(`/api/members?email=${email}`))
    assert.deepEqual(members, [])
  })
})
