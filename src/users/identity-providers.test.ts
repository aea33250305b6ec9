/** An organisation's own provider counts for that organisation, once it is proved, and for no other. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { run, sql } from '../db/db.ts'
import { testAudience, type TestIssuer } from '../../test/support/issuer.ts'
import {
  type House,
  newHouse,
  ok,
  ownProvider,
  proveBy,
  refused,
  startService,
} from '../../test/support/sign-in-organisation.ts'
import { untilWaiting } from '../../test/support/waiting.ts'

const path = '/api/identity-providers'

let it: House
let other: House

const draft = (more: object = {}) => ({
  name: 'Ours',
  issuer: 'https://idp.example',
  audiences: ['https://api.example'],
  ...more,
})
/** What the pages see of a person of a provider. */
const seen = async (house: House, idp: TestIssuer, claims: Record<string, unknown>) =>
  (await house.person(claims, idp)).get('/api/me')

suite('identity providers of an organisation', () => {
  before(async () => {
    const service = await startService()
    it = await newHouse(service)
    other = await newHouse(service)
  })

  test('are stored with all their settings', async () => {
    const settings = draft({
      issuer: 'https://acme.eu.example/',
      profile: 'auth0',
      client_id: 'abc',
      authorized_parties: ['abc', 'def'],
      organisation: { claim: 'org_id', values: ['org_1'] },
      joins: true,
      roles: { claim: 'https://acme.example/roles', values: { lead: 'analyst' } },
    })
    const made = ok(await it.admin.post(path, settings))
    const { id, state, redirect_uri, created_at: _c, updated_at: _u, proved_at, version, ...rest } = made
    assert.deepEqual(rest, { ...settings, has_client_secret: false })
    assert.deepEqual([state, proved_at, version], ['unproved', null, 1])
    assert.equal(redirect_uri, `${it.url}/sign-in/callback/${id}`)
    assert.deepEqual(ok(await it.admin.get(`${path}/${id}`)), made)
    assert.deepEqual(ok(await it.admin.get(path)).identity_providers, [made])
    refused(await it.admin.post(path, settings), 409, 'conflict')
    refused(
      await it.admin.patch(`${path}/${id}`, { name: 'x' }, { 'if-match': '"7"' }),
      412,
      'precondition_failed',
    )
    refused(await other.admin.get(`${path}/${id}`), 404, 'not_found')
    assert.equal((await it.admin.delete(`${path}/${id}`)).status, 204)
    refused(await it.admin.get(`${path}/${id}`), 404, 'not_found')
  })

  test('the provider of the service cannot be added, and no claim makes an admin', async () => {
    refused(await it.admin.post(path, draft({ issuer: it.idp.issuer })), 409, 'conflict')
    const roles = { claim: 'roles', values: { boss: 'admin' } }
    refused(await it.admin.post(path, draft({ roles })), 400, 'invalid_request')
  })

  test('an admin whose token does not fit is told which setting to look at, and nobody else is', async () => {
    const house = await newHouse({ idp: it.idp, running: it.running })
    const { idp } = await ownProvider(house, { client_id: 'site' })
    const told: [Record<string, unknown>, string, string][] = [
      [{ aud: 'https://graph.example' }, 'another_audience', 'aud: https://graph.example'],
      [{ client_id: 'other' }, 'another_party', 'azp: other'],
      [{ nonce: 'x' }, 'another_kind', 'an ID token'],
    ]
    for (const [claims, code, detail] of told) {
      const reply = await proveBy(house, idp, claims)
      refused(reply, 422, 'unprocessable')
      assert.deepEqual(reply.body.errors, [{ pointer: '/session_token', code, detail }])
      assert.match(reply.body.detail, new RegExp(`\\(${detail}\\)`))
    }
    const member = await house.invite('told@elsewhere.test')
    const mem = await house.person({ sub: 'told', email: 'told@elsewhere.test' })
    ok(await mem.post('/api/invitations/accept', { token: member.token }))
    const token = await house.token({ sub: 'told', aud: 'https://graph.example' }, idp)
    const theirs = await mem.post('/api/me/identities', { session_token: token })
    assert.deepEqual([theirs.status, theirs.body.errors[0].code], [422, 'invalid_token'])
    const elsewhere = await newHouse({ idp: it.idp, running: it.running })
    const others = await elsewhere.person(elsewhere.adminClaims)
    const ofOthers = await others.post('/api/me/identities', { session_token: token })
    assert.deepEqual([ofOthers.status, ofOthers.body.errors[0].code], [422, 'invalid_token'])
  })

  test('nobody signs in by an unproved provider; an admin who adds an identity of it proves it', async () => {
    const house = await newHouse({ idp: it.idp, running: it.running })
    const { idp, id } = await ownProvider(house, { joins: true })
    refused(await seen(house, idp, { sub: 'new' }), 403, 'access_denied')
    const member = await house.invite('mem@elsewhere.test')
    const mem = await house.person({ sub: 'mem', email: 'mem@elsewhere.test' })
    ok(await mem.post('/api/invitations/accept', { token: member.token }))
    const session_token = await house.token({ sub: 'mem there' }, idp)
    refused(await mem.post('/api/me/identities', { session_token }), 403, 'access_denied')
    assert.equal((await proveBy(house, idp)).status, 201)
    assert.equal(ok(await house.admin.get(`${path}/${id}`)).state, 'proved')
    ok(await mem.post('/api/me/identities', { session_token }))
    const me = ok(await seen(house, idp, { sub: 'new', name: 'Newcomer' }))
    assert.deepEqual(
      [me.user.name, me.role, me.organisation.id],
      ['Newcomer', 'member', house.organisationId],
    )
  })

  test('a provider that brings newcomers in brings nobody back whose access has ended', async () => {
    const house = await newHouse({ idp: it.idp, running: it.running })
    const { idp } = await ownProvider(house, { joins: true })
    assert.equal((await proveBy(house, idp)).status, 201)
    const directory = await house.user({ role: 'admin' })
    const { id } = ok(await directory.post('/api/members', { name: 'Mem', email: 'mem@acme.test' }))
    ok(await directory.delete(`/api/members/${id}`))
    const away = { sub: 'mem again', email: 'Mem@acme.test', email_verified: true }
    refused(await seen(house, idp, away), 403, 'access_denied')
    refused(await seen(house, idp, { ...away, email_verified: false }), 403, 'access_denied')
    ok(await directory.patch(`/api/members/${id}`, { status: 'active' }))
    const back = ok(await seen(house, idp, away))
    ok(await house.admin.patch(`/api/people/${back.user.id}`, { state: 'disabled' }))
    refused(await seen(house, idp, { ...away, sub: 'mem once more' }), 403, 'access_denied')
    ok(await seen(house, idp, { sub: 'somebody else', email: 'other@acme.test', email_verified: true }))
  })

  test('a provider signs in people of its own organisation, and nobody of another', async () => {
    const house = await newHouse({ idp: it.idp, running: it.running })
    const { idp } = await ownProvider(house, { joins: true })
    assert.equal((await proveBy(house, idp)).status, 201)
    // Of another organisation: the address of its admin, and one in its directory.
    ok(
      await (
        await other.user({ id: other.adminId })
      ).post('/api/members', {
        name: 'Mem',
        email: 'only@other.test',
      }),
    )
    const named = { 'sonde-organisation': other.organisationId }
    for (const email of [other.adminEmail, 'only@other.test']) {
      const forged = await house.person({ sub: email, email }, idp)
      refused(await forged.get('/api/me', named), 403, 'access_denied')
      refused(await forged.get('/api/applications', named), 403, 'access_denied')
      assert.equal(ok(await forged.get('/api/me')).organisation.id, house.organisationId)
    }
    // The same subject at two issuers is two people.
    const admin = await house.person({ sub: house.adminEmail }, idp)
    assert.equal(ok(await admin.get('/api/me')).role, 'member')
    const session_token = await house.token({ sub: 'x' }, idp)
    refused(await other.admin.post('/api/me/identities', { session_token }), 403, 'access_denied')
  })

  test('claims decide who belongs and in which role, again at every sign-in; a person who no longer belongs is out with all their tokens', async () => {
    const house = await newHouse({ idp: it.idp, running: it.running })
    const { idp } = await ownProvider(house, {
      profile: 'clerk',
      audiences: [],
      authorized_parties: ['https://site.example'],
      organisation: { claim: 'o.id', values: ['org_ours'] },
      joins: true,
      roles: { claim: 'o.rol', values: { lead: 'analyst' } },
    })
    const of = (sub: string, o: object | null, more: object = {}) => ({
      sub,
      azp: 'https://site.example',
      ...(o && { o }),
      ...more,
    })
    const ours = { id: 'org_ours' }
    refused(await proveBy(house, idp, of('admin', { id: 'org_theirs' })), 403, 'access_denied')
    assert.equal((await proveBy(house, idp, of('admin', ours))).status, 201)

    for (const o of [null, { id: 'org_theirs' }, { id: ['org_theirs'] }, {}])
      refused(await seen(house, idp, of('ada', o)), 403, 'access_denied')
    const { user, role } = ok(await seen(house, idp, of('ada', { ...ours, rol: 'lead' })))
    assert.equal(role, 'analyst')
    const token = await house.user({ id: user.id, scopes: ['pulses:read'] })
    ok(await token.get('/api/pulses'))
    assert.equal(ok(await seen(house, idp, of('ada', { ...ours, rol: 'none' }))).role, 'member')

    refused(await seen(house, idp, of('ada', { id: 'org_theirs' })), 403, 'access_denied')
    refused(await token.get('/api/pulses'), 401, 'invalid_token')
    const left = ok(await house.admin.get('/api/people?state=left')).people
    assert.deepEqual(
      left.map(({ id }: any) => id),
      [user.id],
    )
    assert.equal(ok(await seen(house, idp, of('ada', { ...ours, rol: 'lead' }))).user.id, user.id)

    for (const azp of [undefined, 'https://evil.example', 'https://site.example/'])
      refused(await seen(house, idp, of('ada', ours, { azp })), 401, 'invalid_token')
    // The role of an admin is not changed by claims.
    ok(await house.admin.patch(`/api/people/${user.id}`, { role: 'admin' }))
    assert.equal(ok(await seen(house, idp, of('ada', ours))).role, 'admin')
    ok(await house.admin.patch(`/api/people/${user.id}`, { role: 'member', state: 'disabled' }))
    refused(await seen(house, idp, of('ada', ours)), 403, 'access_denied')
  })

  test('two organisations cannot prove one provider with the same claims; with other claims they can', async () => {
    const [one, two] = [
      await newHouse({ idp: it.idp, running: it.running }),
      await newHouse({ idp: it.idp, running: it.running }),
    ]
    const settings = (values: string[]) => ({ organisation: { claim: 'org', values }, joins: true })
    const { idp } = await ownProvider(one, settings(['a', 'b']))
    assert.equal((await proveBy(one, idp, { org: 'a' })).status, 201)
    const same = ok(
      await two.admin.post(
        path,
        draft({ issuer: idp.issuer, audiences: [testAudience], ...settings(['b']) }),
      ),
    )
    refused(await proveBy(two, idp, { org: 'b' }), 409, 'conflict')
    ok(await two.admin.patch(`${path}/${same.id}`, { organisation: { claim: 'org', values: ['c'] } }))
    assert.equal((await proveBy(two, idp, { org: 'c' })).status, 201)
    assert.equal(ok(await seen(one, idp, { sub: 'p', org: 'a' })).organisation.id, one.organisationId)
    assert.equal(ok(await seen(two, idp, { sub: 'q', org: 'c' })).organisation.id, two.organisationId)
    refused(await seen(two, idp, { sub: 'r', org: ['a', 'c'] }), 409, 'organisation_required')
  })

  for (const nameless of ['first', 'second'] as const)
    test(`where the tokens of the ${nameless} of two organisations name no recipient, only the first proves their provider`, async () => {
      const [one, two] = [
        await newHouse({ idp: it.idp, running: it.running }),
        await newHouse({ idp: it.idp, running: it.running }),
      ]
      // This profile needs an issuer with TLS, which a test has not.
      const giveProfile = (id: string) =>
        it.running.db.pool.query(`update identity_providers set profile = 'workos' where id = $1`, [id])
      const { idp, id } = await ownProvider(one)
      assert.equal((await proveBy(one, idp)).status, 201)
      const audience = 'https://other.example'
      const later = ok(await two.admin.post(path, draft({ issuer: idp.issuer, audiences: [audience] })))
      await giveProfile(nameless === 'first' ? id : later.id)
      refused(await proveBy(two, idp, { aud: audience }), 409, 'conflict')
    })

  test('a change of the accepted tokens has to be proved again, and the last way to sign in stays', async () => {
    const house = await newHouse({ idp: it.idp, running: it.running })
    const { idp, id } = await ownProvider(house)
    assert.equal((await proveBy(house, idp)).status, 201)
    const renamed = ok(await house.admin.patch(`${path}/${id}`, { name: 'Other', joins: true }))
    assert.equal(renamed.state, 'proved')
    const identities = ok(await house.admin.get('/api/me')).identities
    const first = identities.find(({ current }: any) => current)
    assert.equal((await house.admin.delete(`/api/me/identities/${first.id}`)).status, 204)

    const there = await house.person({ sub: `admin of ${house.organisationId}` }, idp)
    refused(await there.patch(`${path}/${id}`, { audiences: ['https://x.test'] }), 409, 'last_way_in')
    refused(await there.delete(`${path}/${id}`), 409, 'last_way_in')
    ok(await there.patch(`${path}/${id}`, { name: 'Again' }))
    const back = { session_token: await house.token({ sub: 'a new one' }) }
    ok(await there.post('/api/me/identities', back))
    const changed = ok(await there.patch(`${path}/${id}`, { audiences: ['https://x.test'] }))
    assert.equal(changed.state, 'unproved')
    refused(await there.get('/api/organisation'), 401, 'invalid_token')
  })

  test('the users whom a provider brought in leave with it', async () => {
    const house = await newHouse({ idp: it.idp, running: it.running })
    const { idp, id } = await ownProvider(house, { joins: true })
    assert.equal((await proveBy(house, idp)).status, 201)
    const { user } = ok(await seen(house, idp, { sub: 'ada' }))
    const token = await house.user({ id: user.id, scopes: ['pulses:read'] })
    ok(await token.get('/api/pulses'))
    assert.equal((await house.admin.delete(`${path}/${id}`)).status, 204)
    refused(await token.get('/api/pulses'), 401, 'invalid_token')
    refused(await seen(house, idp, { sub: 'ada' }), 401, 'invalid_token')
    ok(await house.admin.get('/api/organisation'))
  })

  test('a test says in words what is wrong', async () => {
    const house = await newHouse({ idp: it.idp, running: it.running })
    const { idp, id } = await ownProvider(house, { client_id: 'site' })
    const tried = async () => ok(await house.admin.post(`${path}/${id}/test`))
    const well = await tried()
    assert.deepEqual(
      [well.ok, well.checks.map(({ check }: any) => check)],
      [true, ['address', 'discovery', 'keys', 'sign_in']],
    )
    idp.fail(true)
    const down = await tried()
    assert.equal(down.ok, false)
    assert.match(down.checks.at(-1).detail, /answered 500/)
    const nowhere = ok(await house.admin.post(path, draft({ issuer: 'http://127.0.0.1:9' })))
    const silent = ok(await house.admin.post(`${path}/${nowhere.id}/test`))
    assert.deepEqual([silent.ok, silent.checks.at(-1).check], [false, 'discovery'])
    assert.equal(silent.checks.at(-1).detail, 'No server answers at this address: check the issuer')
  })

  test('no provider is deleted with the last admin, who came by it', async () => {
    const house = await newHouse({ idp: it.idp, running: it.running })
    const { idp, id } = await ownProvider(house, { joins: true })
    assert.equal((await proveBy(house, idp)).status, 201)
    const joined = await house.person({ sub: 'joined' }, idp)
    const { user } = ok(await joined.get('/api/me'))
    ok(await house.admin.patch(`/api/people/${user.id}`, { role: 'admin' }))
    const second = await house.token({ sub: `second of ${user.id}` })
    ok(await joined.post('/api/me/identities', { session_token: second }))
    ok(await joined.patch(`/api/people/${house.adminId}`, { role: 'member' }))
    refused(await joined.delete(`${path}/${id}`), 409, 'last_admin')
    ok(await joined.get('/api/organisation'))
    ok(await joined.patch(`/api/people/${house.adminId}`, { role: 'admin' }))
    ok(await joined.delete(`${path}/${id}`))
    refused(await joined.get('/api/organisation'), 401, 'invalid_token')
  })

  test('the last admin keeps a way to sign in, when both go at the same time', async () => {
    for (const change of ['delete', 'patch'] as const) {
      const house = await newHouse({ idp: it.idp, running: it.running })
      const { idp, id } = await ownProvider(house)
      const added = ok(await proveBy(house, idp))
      const { identities } = ok(await house.admin.get('/api/me'))
      const own = identities.find((one: any) => one.id !== added.id)
      const byProvider = await house.person({ sub: `admin of ${house.organisationId}` }, idp)
      const { both } = await it.running.db.transaction(async (tx) => {
        await run(tx, sql`select from identities where id = ${own.id} for update`)
        const identity = byProvider.delete(`/api/me/identities/${own.id}`)
        // Until it has been checked that another way in is left, and waits for the row.
        await untilWaiting(it.running, 1)
        const body = change === 'patch' ? { audiences: ['https://another.test'] } : undefined
        const provider = house.admin[change](`${path}/${id}`, body)
        await untilWaiting(it.running, 2)
        return { both: Promise.all([identity, provider]) }
      })
      const [identity, provider] = await both
      assert.equal(identity.status, 204)
      // Anyone who comes second may be without access by then.
      assert.ok([403, 409].includes(provider.status), `${provider.status}`)
      ok(await byProvider.get('/api/organisation'))
    }
  })

  test('after an emergency reload the old keys no longer count, on any node', async () => {
    const house = await newHouse({ idp: it.idp, running: it.running })
    const { idp, id } = await ownProvider(house, { joins: true })
    assert.equal((await proveBy(house, idp)).status, 201)
    const stolen = await house.token({ sub: 'thief' }, idp)
    await idp.rotate()
    ok(await house.anyone.get('/api/me', { authorization: `Bearer ${stolen}` }))
    ok(await house.admin.post(`${path}/${id}/reload`))
    refused(await house.anyone.get('/api/me', { authorization: `Bearer ${stolen}` }), 401, 'invalid_token')
    ok(await seen(house, idp, { sub: 'honest' }))
  })

  test('an organisation that has not proved a provider cannot discard its keys for others', async () => {
    const house = await newHouse({ idp: it.idp, running: it.running })
    const { idp } = await ownProvider(house, { joins: true })
    assert.equal((await proveBy(house, idp)).status, 201)
    const stranger = await newHouse({ idp: it.idp, running: it.running })
    const { id } = ok(await stranger.admin.post(path, draft({ issuer: idp.issuer })))
    ok(await seen(house, idp, { sub: 'ada' }))
    const before = idp.asked.length
    idp.fail(true)
    ok(await stranger.admin.post(`${path}/${id}/reload`))
    ok(await seen(house, idp, { sub: 'ada' }))
    assert.equal(idp.asked.length, before)
  })

  test('the sign-in page gets what it needs of a provider, and finds the proved ones of an organisation', async () => {
    const house = await newHouse({ idp: it.idp, running: it.running })
    const { idp, id } = await ownProvider(house, { client_id: 'site' })
    const listed = async () =>
      ok(await house.anyone.get(`/sign-in/providers?organisation=${house.slug}`)).providers
    assert.deepEqual(await listed(), [])
    const shown = ok(await house.anyone.get(`/sign-in/provider?id=${id}`))
    assert.deepEqual(
      [shown.issuer, shown.client_id, shown.redirect_path],
      [idp.issuer, 'site', `/sign-in/callback/${id}`],
    )
    assert.equal((await proveBy(house, idp)).status, 201)
    assert.deepEqual(await listed(), [{ id, name: 'Our own' }])
    const page = await house.anyone.get(`/sign-in/callback/${id}`)
    assert.ok(page.headers.get('content-security-policy')!.includes(`connect-src 'self' ${idp.issuer}`))
    refused(await house.anyone.get('/sign-in/provider?id=x'), 404, 'not_found')
    assert.deepEqual(ok(await house.anyone.get('/sign-in/providers?organisation=x')), {
      organisation: null,
      providers: [],
    })
  })
})
