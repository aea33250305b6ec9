/** An organisation that nobody can administer any more: an admin whose only way to sign in has gone is none. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import {
  type House,
  newHouse,
  ok,
  ownProvider,
  proveBy,
  refused,
  startService,
} from '../support/sign-in-organisation.ts'
import type { Client } from '../support/world.ts'

suite('an admin whose provider has gone', () => {
  let service: Awaited<ReturnType<typeof startService>>

  before(async () => {
    service = await startService()
  })

  /** Ada signs in by the service and by their own provider; Bob by that provider alone. Both are admins. */
  async function twoAdmins() {
    const it: House = await newHouse(service)
    const { idp, id } = await ownProvider(it)
    assert.equal((await proveBy(it, idp)).status, 201)
    const email = `bob-${it.adminEmail}`
    const adder = await it.user({ id: it.adminId })
    ok(await adder.post('/api/members', { name: 'Bob', email }))
    const bob: Client = await it.person({ sub: 'bob', email }, idp)
    const { user } = ok(await bob.get('/api/me'))
    ok(await it.admin.patch(`/api/people/${user.id}`, { role: 'admin' }))
    const { people } = ok(await it.admin.get('/api/people?role=admin'))
    assert.equal(people.length, 2)
    return { it, bob, bobId: user.id as string, provider: `/api/identity-providers/${id}` }
  }

  const stepsDown = (it: House) => it.admin.patch(`/api/people/${it.adminId}`, { role: 'member' })

  test('does not count: with the provider deleted, the other admin cannot step down', async () => {
    const { it, bob, bobId, provider } = await twoAdmins()
    assert.equal((await it.admin.delete(provider)).status, 204)
    refused(await bob.get('/api/me'), 401, 'invalid_token')
    refused(await stepsDown(it), 409, 'last_admin')
    refused(await it.admin.patch(`/api/people/${it.adminId}`, { state: 'disabled' }), 409, 'last_admin')
    ok(await it.admin.patch(`/api/people/${bobId}`, { role: 'member' }))
    ok(await it.admin.get('/api/organisation'))
  })

  test('does not count while the provider has to be proved again', async () => {
    const { it, provider } = await twoAdmins()
    ok(await it.admin.patch(provider, { audiences: ['https://api.sonde.test', 'https://other.test'] }))
    refused(await stepsDown(it), 409, 'last_admin')
  })

  test('counts while the provider signs in', async () => {
    const { it, bob } = await twoAdmins()
    ok(await stepsDown(it))
    ok(await bob.get('/api/organisation'))
  })

  test('cannot be made the last one by two changes at once: one demotes, the other takes the proof away', async () => {
    for (let round = 0; round < 3; round++) {
      const { it, bob, provider } = await twoAdmins()
      await Promise.all([
        bob.patch(`/api/people/${it.adminId}`, { role: 'member' }),
        it.admin.patch(provider, { audiences: ['https://api.sonde.test', 'https://other.test'] }),
      ])
      const seen = await Promise.all([it.admin.get('/api/organisation'), bob.get('/api/organisation')])
      assert.ok(
        seen.some(({ status }) => status === 200),
        JSON.stringify(seen.map(({ body }) => body)),
      )
    }
  })
})
