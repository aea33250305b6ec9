/** What cannot be undone needs a recent sign-in, in person and through an application; programs of no person are not affected. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { decodeJwt } from 'jose'
import { scopeNames } from '../../contract/scopes.ts'
import { newFlow } from '../support/oauth-flow.ts'
import { needsRecentSignIn } from '../support/replies.ts'
import { newHouse, startService } from '../support/sign-in-organisation.ts'
import { startApp } from '../support/start.ts'
import { client, newWorld, type World } from '../support/world.ts'

const minute = 60_000
const long = (): Date => new Date(Date.now() - 11 * minute)

async function admins(world: World) {
  const { userId } = await world.user({ role: 'admin' })
  const as = async (signedInAt?: Date) =>
    client(world.url, await world.token({ userId, scopes: scopeNames, ...(signedInAt && { signedInAt }) }))
  return { fresh: await as(), stale: await as(long()) }
}

suite('erasing somebody', () => {
  test('takes an admin who signed in within ten minutes', async () => {
    const world = await newWorld()
    const { members } = await world.team('Platform', 2)
    const { fresh, stale } = await admins(world)
    needsRecentSignIn(await stale.post(`/api/members/${members[0]}/erase`))
    assert.equal((await fresh.get(`/api/members/${members[0]}`)).body.status, 'active')
    assert.equal((await fresh.post(`/api/members/${members[0]}/erase`)).status, 200)
  })

  test('tells a stale member that it takes an admin, and nothing of a member that is not there', async () => {
    const world = await newWorld()
    const { userId } = await world.user({ role: 'member' })
    const token = await world.token({ userId, scopes: scopeNames, signedInAt: long() })
    const reply = await client(world.url, token).post('/api/members/mem_01h455vb4pex5vsknk084sn02q/erase')
    assert.deepEqual([reply.status, reply.body.code], [403, 'role_required'])
    const { stale } = await admins(world)
    needsRecentSignIn(await stale.post('/api/members/mem_01h455vb4pex5vsknk084sn02q/erase'))
  })

  test('is open to a program that acts for no person, however old its token', async () => {
    const world = await newWorld()
    const { members } = await world.team('Platform', 1)
    const program = await world.organisation()
    assert.equal((await program.post(`/api/members/${members[0]}/erase`)).status, 200)
  })

  test('counts from the sign-in behind the authorisation, through code and refresh tokens', async () => {
    const flow = await newFlow()
    const scopes = ['teams:read', 'teams:write', 'directory:admin', 'offline_access']
    const scope = scopes.join(' ')
    const program = await flow.register({ scopes })
    const credentials = { client_id: program.client_id, client_secret: program.client_secret }
    const claims = decodeJwt(await flow.sessionToken())
    const tokensAfter = async (signedInAt: Date) => {
      const by = await flow.idp.token({ ...claims, auth_time: Math.floor(signedInAt.getTime() / 1000) })
      const { code } = (await flow.allow({ ...credentials, client_secret: undefined, scope }, by)).body
      const redeemed = await flow.redeem(code, credentials)
      assert.equal(redeemed.status, 200, JSON.stringify(redeemed.body))
      const refreshed = await flow.token({
        grant_type: 'refresh_token',
        refresh_token: redeemed.body.refresh_token,
        ...credentials,
      })
      assert.equal(refreshed.status, 200, JSON.stringify(refreshed.body))
      return [redeemed.body.access_token, refreshed.body.access_token].map((token) => client(flow.url, token))
    }
    const add = async (api: ReturnType<typeof client>, name: string): Promise<string> =>
      (await api.post('/api/members', { name })).body.id
    for (const api of await tokensAfter(long()))
      needsRecentSignIn(await api.post(`/api/members/${await add(api, 'Grace')}/erase`))
    for (const api of await tokensAfter(new Date()))
      assert.equal((await api.post(`/api/members/${await add(api, 'Ken')}/erase`)).status, 200)
  })
})

suite('deactivating many by an import', () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `Person ${i}`, external_id: `p${i}` }))

  async function directory(count: number) {
    const world = await newWorld()
    const { fresh, stale } = await admins(world)
    assert.equal((await fresh.post('/api/imports', { rows: people(count) })).status, 200)
    return { world, fresh, stale }
  }

  test('takes a recent sign-in for more than ten people', async () => {
    const { fresh, stale } = await directory(30)
    const path = '/api/imports?missing=deactivate'
    needsRecentSignIn(await stale.post(path, { rows: people(19) }))
    assert.equal((await stale.get('/api/members?status=deactivated')).body.members.length, 0)
    const few = await stale.post(path, { rows: people(20) })
    assert.deepEqual([few.status, few.body.deactivated], [200, 10])
    const many = await fresh.post(`${path}&confirm_deactivate=true`, { rows: people(5) })
    assert.deepEqual([many.status, many.body.deactivated], [200, 15])
  })

  test('counts those whom the file deactivates by their status, and lets a dry run and a program pass', async () => {
    const { world, stale } = await directory(12)
    const rows = people(12).map((row) => ({ ...row, status: 'deactivated' }))
    assert.equal((await stale.post('/api/imports?dry_run=true', { rows })).status, 200)
    needsRecentSignIn(await stale.post('/api/imports', { rows }))
    assert.equal((await (await world.organisation()).post('/api/imports', { rows })).status, 200)
  })
})

test('deactivating many by several files or one by one counts together for an hour', async () => {
  const running = await startApp({ at: '2026-11-02T09:00:00Z' })
  const clock = running.clock!
  const world = await newWorld({ running })
  const { userId } = await world.user({ role: 'admin' })
  const as = async (signedInAt: Date) =>
    client(world.url, await world.token({ userId, scopes: scopeNames, signedInAt }))
  const staleNow = () => as(new Date(clock.now().getTime() - 11 * minute))
  let stale = await staleNow()
  const rows = Array.from({ length: 24 }, (_, i) => ({ name: `Person ${i}`, external_id: `p${i}` }))
  assert.equal((await stale.post('/api/imports', { rows })).status, 200)
  const { members } = (await stale.get('/api/members?limit=50')).body
  const idOf = (i: number): string =>
    members.find(({ external_id }: { external_id: string }) => external_id === `p${i}`).id
  const out = (from: number, to: number) =>
    stale.post('/api/imports', {
      rows: rows.slice(from, to).map((row) => ({ ...row, status: 'deactivated' })),
    })

  assert.equal((await out(0, 4)).status, 200)
  assert.equal((await out(4, 8)).status, 200)
  needsRecentSignIn(await out(8, 11))
  assert.equal((await stale.delete(`/api/members/${idOf(8)}`)).status, 204)
  assert.equal((await stale.delete(`/api/members/${idOf(8)}`)).status, 204)
  assert.equal((await stale.patch(`/api/members/${idOf(9)}`, { status: 'deactivated' })).status, 200)
  needsRecentSignIn(await stale.delete(`/api/members/${idOf(10)}`))
  needsRecentSignIn(await stale.patch(`/api/members/${idOf(10)}`, { status: 'deactivated' }))
  assert.equal((await stale.patch(`/api/members/${idOf(10)}`, { name: 'Grace' })).status, 200)
  assert.equal((await stale.delete(`/api/members/${idOf(0)}`)).status, 204, 'somebody who is out already')

  const fresh = await as(clock.now())
  assert.equal((await fresh.delete(`/api/members/${idOf(10)}`)).status, 204)
  const program = await world.organisation()
  assert.equal((await program.delete(`/api/members/${idOf(11)}`)).status, 204)
  clock.advance(60 * minute)
  stale = await staleNow()
  assert.equal((await out(12, 22)).status, 200)
  needsRecentSignIn(await stale.delete(`/api/members/${idOf(22)}`))
})

suite('in person', () => {
  test('an admin whose sign-in is long ago cannot take the organisation along, end it, or make admins', async () => {
    const house = await newHouse(await startService())
    const elevenMinutesAgo = Math.floor((house.running.clock!.now().getTime() - 11 * minute) / 1000)
    const fresh = house.admin
    const stale = await house.person({ ...house.adminClaims, auth_time: elevenMinutesAgo })
    needsRecentSignIn(await stale.post('/api/organisation/exports'))
    needsRecentSignIn(await stale.post('/api/organisation/exports/exp_01h455vb4pex5vsknk084sn02q/link'))
    needsRecentSignIn(await stale.post('/api/organisation/deletion', { slug: house.slug }))
    needsRecentSignIn(await stale.delete('/api/me/identities/idn_01h455vb4pex5vsknk084sn02q'))
    assert.equal((await fresh.post('/api/organisation/exports')).status, 201)

    const invite = (by: typeof stale, name: string, role: string) =>
      by.post('/api/invitations', { email: `${name}@elsewhere.test`, role })
    needsRecentSignIn(await invite(stale, 'grace', 'admin'))
    assert.equal((await invite(stale, 'ken', 'analyst')).status, 201)
    assert.equal((await invite(fresh, 'grace', 'admin')).status, 201)

    const other = await house.user({ role: 'member' })
    const become = (by: typeof stale, role: string) => by.patch(`/api/people/${other.userId}`, { role })
    needsRecentSignIn(await become(stale, 'admin'))
    assert.equal((await become(stale, 'analyst')).status, 200)
    assert.equal((await become(fresh, 'admin')).status, 200)
    needsRecentSignIn(await become(stale, 'member'))
    assert.equal((await become(fresh, 'member')).status, 200)
  })

  test('an admin whose sign-in is long ago cannot revoke an application or delete a provider, and can after signing in', async () => {
    const flow = await newFlow()
    const claims = decodeJwt(await flow.sessionToken())
    const after = async (signedInAt: Date) =>
      client(
        flow.url,
        await flow.idp.token({ ...claims, auth_time: Math.floor(signedInAt.getTime() / 1000) }),
      )
    const [stale, fresh] = [await after(long()), await after(new Date())]
    const other = await flow.register()
    needsRecentSignIn(await stale.post(`/api/applications/${other.id}/revoke`))
    needsRecentSignIn(await stale.delete(`/api/applications/${other.id}`))
    needsRecentSignIn(await stale.delete('/api/identity-providers/idp_01h455vb4pex5vsknk084sn02q'))
    assert.equal((await fresh.post(`/api/applications/${other.id}/revoke`)).status, 200)
  })

  test('an admin whose sign-in is long ago can hand out a copy by a privacy request, and cannot erase by one', async () => {
    const flow = await newFlow()
    const claims = decodeJwt(await flow.sessionToken())
    const after = async (signedInAt: Date) =>
      client(
        flow.url,
        await flow.idp.token({ ...claims, auth_time: Math.floor(signedInAt.getTime() / 1000) }),
      )
    const [stale, fresh] = [await after(long()), await after(new Date())]
    const issued = await flow.token({ grant_type: 'client_credentials', ...flow.credentials })
    const program = client(flow.url, issued.body.access_token)
    const member = await program.post('/api/members', { name: 'Grace', email: 'grace@acme.test' })
    assert.equal(member.status, 201, JSON.stringify(member.body))
    const requested = async (kind: 'access' | 'erasure'): Promise<string> => {
      const reply = await fresh.post('/api/privacy-requests', { member_id: member.body.id, kind })
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
      return `/api/privacy-requests/${reply.body.id}/complete`
    }
    assert.equal((await stale.post(await requested('access'))).status, 200)
    const erasure = await requested('erasure')
    needsRecentSignIn(await stale.post(erasure))
    assert.equal((await program.get(`/api/members/${member.body.id}`)).body.status, 'active')
    assert.equal((await fresh.post(erasure)).status, 200)
  })

  test('an application asks for a recent sign-in with max_age', async () => {
    const flow = await newFlow()
    const claims = decodeJwt(await flow.sessionToken())
    const old = await flow.idp.token({ ...claims, auth_time: Math.floor(long().getTime() / 1000) })
    needsRecentSignIn(await flow.allow({ max_age: 600 }, old))
    assert.equal((await flow.allow({ max_age: 3600 }, old)).status, 200)
    // Anyone who has just come back from the provider is recent enough for any application.
    assert.equal((await flow.allow({ max_age: 0 })).status, 200)
    assert.equal((await flow.allow({ max_age: -1 })).status, 400)
    const page = await fetch(
      `${flow.url}/oauth/authorize?${new URLSearchParams({ client_id: flow.credentials.client_id, redirect_uri: 'https://client.example/callback', max_age: 'soon' })}`,
    )
    assert.equal(page.status, 400)
  })
})
