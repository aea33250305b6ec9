/** Who may sign in, in which role and how: changed by admins, and by everybody for themselves; the last admin and the last way to sign in stay. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { client as clientOf, type Client } from '../../test/support/world.ts'
import { callback } from '../../test/support/oauth-flow.ts'
import {
  type House,
  newHouse,
  ok,
  ownProvider,
  proveBy,
  refused,
  startService,
} from '../../test/support/sign-in-organisation.ts'

let service: Awaited<ReturnType<typeof startService>>
let it: House
let serial = 0

const address = (): string => `user${++serial}@elsewhere.test`

/** A person who joined by invitation. */
async function joined(role = 'member'): Promise<{ id: string; email: string; client: Client; claims: any }> {
  const email = address()
  const { token } = await it.invite(email, role)
  const claims = { sub: email, email }
  const client = await it.person(claims)
  const { user_id: id } = ok(await client.post('/api/invitations/accept', { token }))
  return { id, email, client, claims }
}

/** A token of an application that a person authorised, by the real flow. */
async function allowed(
  by: Client,
): Promise<{ token: string; redeem(code: string): Promise<any>; code(): Promise<string> }> {
  const application = ok(
    await it.admin.post('/api/applications', {
      name: 'Bot',
      redirect_uris: [callback],
      scopes: ['pulses:read', 'teams:read'],
    }),
  )
  const { client_id, client_secret } = application
  const code = async () =>
    ok(await by.post('/api/oauth/code', { client_id, redirect_uri: callback, scope: 'pulses:read' })).code
  const redeem = async (shown: string) => {
    const body = {
      grant_type: 'authorization_code',
      code: shown,
      redirect_uri: callback,
      client_id,
      client_secret,
    }
    const reply = await fetch(`${it.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: reply.status, body: (await reply.json()) as any }
  }
  const { body } = await redeem(await code())
  return { token: body.access_token, redeem, code }
}

const works = async (token: string): Promise<boolean> =>
  (await it.anyone.get('/api/pulses', { authorization: `Bearer ${token}` })).status === 200

const patch = async (id: string, body: object, headers?: Record<string, string>) =>
  it.admin.patch(`/api/people/${id}`, body, headers)

suite('people', () => {
  before(async () => {
    service = await startService()
    it = await newHouse(service)
  })

  test('are listed by name with role, state and last sign-in, page by page', async () => {
    const { id, email } = await joined('analyst')
    const { people } = ok(await it.admin.get(`/api/people?q=${email.slice(0, 8).toUpperCase()}`))
    const one = people.find((person: any) => person.id === id)
    assert.deepEqual([one.role, one.state, one.identities, one.email], ['analyst', 'active', 1, email])
    assert.ok(Date.now() - Date.parse(one.last_signed_in_at) < 60_000)
    const seen: string[] = []
    let cursor = ''
    do {
      const page = ok(await it.admin.get(`/api/people?limit=1${cursor}`))
      seen.push(...page.people.map((person: any) => person.name))
      cursor = page.has_more ? `&cursor=${page.next_cursor}` : ''
    } while (cursor)
    assert.deepEqual(seen, seen.toSorted())
    assert.ok(seen.length >= 2)
    assert.deepEqual(ok(await it.admin.get('/api/people?q=%25')).people, [], 'a wildcard is a letter')
    const admins = ok(await it.admin.get('/api/people?role=admin&state=active')).people
    assert.deepEqual(
      admins.map((person: any) => person.id),
      [it.adminId],
    )
  })

  test('are found by their ids, in the own organisation', async () => {
    const one = await joined('member')
    const other = await newHouse(service)
    const ids = [one.id, it.adminId, other.adminId].join(',')
    const found = async (query: string): Promise<string[]> =>
      ok(await it.admin.get(`/api/people?${query}`)).people.map((person: { id: string }) => person.id)
    assert.deepEqual((await found(`ids=${ids}`)).toSorted(), [one.id, it.adminId].toSorted())
    assert.deepEqual(await found(`ids=${ids}&role=admin`), [it.adminId])
  })

  test('are found by the member of the directory who is this user, in the own organisation', async () => {
    const email = address()
    const api = await it.user({ id: it.adminId, scopes: ['teams:write', 'directory:admin'] })
    const { id: memberId } = ok(await api.post('/api/members', { name: 'Found', email }))
    const found = async (member: string, by = it.admin): Promise<string[]> =>
      ok(await by.get(`/api/people?member_id=${member}`)).people.map((one: { id: string }) => one.id)
    assert.deepEqual(await found(memberId), [])
    const { user } = ok(await (await it.person({ sub: email, email })).get('/api/me'))
    assert.deepEqual(await found(memberId), [user.id])
    assert.deepEqual(await found('mem_01h455vb4pex5vsknk084sn02q'), [])
    const other = await newHouse(service)
    assert.deepEqual(await found(memberId, other.admin), [])
    refused(await it.admin.get('/api/people?member_id=usr_1'), 400, 'invalid_request')
  })

  test('a disabled user is out at once, with their grants, which do not come back with them', async () => {
    const { id, client, claims } = await joined()
    const { token, code, redeem } = await allowed(client)
    const unredeemed = await code()
    assert.equal(await works(token), true)
    ok(await patch(id, { state: 'disabled' }))
    assert.equal(await works(token), false)
    refused(await (await it.person(claims)).get('/api/me'), 403, 'access_denied')
    ok(await patch(id, { state: 'active' }))
    ok(await (await it.person(claims)).get('/api/me'))
    assert.equal(await works(token), false)
    assert.equal((await redeem(unredeemed)).status, 400)
    assert.equal(await works((await allowed(client)).token), true)
  })

  test('a change needs the version that it was based on, and one that changes nothing is none', async () => {
    const { id } = await joined()
    const { version } = ok(await patch(id, { role: 'analyst' }))
    refused(
      await patch(id, { role: 'member' }, { 'if-match': `"${version - 1}"` }),
      412,
      'precondition_failed',
    )
    assert.equal(ok(await patch(id, { role: 'analyst' })).version, version)
    assert.equal(ok(await patch(id, { role: 'admin' }, { 'if-match': `"${version}"` })).role, 'admin')
    ok(await patch(id, { role: 'member' }))
  })

  test('the last admin can neither step down nor be disabled, and one who never signed in does not count', async () => {
    for (const body of [{ role: 'member' }, { state: 'disabled' }, { role: 'analyst', state: 'disabled' }])
      refused(await patch(it.adminId, body), 409, 'last_admin')
    ok(await it.admin.get('/api/organisation'))
  })

  test('when an admin loses the role their invitations end', async () => {
    const second = await joined('admin')
    const { id } = (await second.client.post('/api/invitations', { email: 'guest@elsewhere.example' })).body
    ok(await patch(second.id, { role: 'member' }))
    const { invitations } = ok(await it.admin.get('/api/invitations'))
    assert.equal(invitations.find((one: any) => one.id === id).state, 'revoked')
  })

  test('of two admins who demote one another at once, one stays', async () => {
    const second = await joined('admin')
    const replies = await Promise.all([
      patch(second.id, { role: 'member' }),
      second.client.patch(`/api/people/${it.adminId}`, { role: 'member' }),
    ])
    const statuses = replies.map(({ status }) => status).toSorted()
    assert.ok(statuses[0] === 200 && [403, 409].includes(statuses[1]), JSON.stringify(statuses))
    const by = replies[0].status === 200 ? it.admin : second.client
    const { people } = ok(await by.get('/api/people?role=admin&state=active'))
    assert.equal(people.length, 1)
    if (by !== it.admin) {
      ok(await by.patch(`/api/people/${it.adminId}`, { role: 'admin' }))
      ok(await patch(second.id, { role: 'member' }))
    }
  })

  test('a person deactivated in the directory cannot be made active as a user', async () => {
    const email = address()
    const api = await it.user({ id: it.adminId, scopes: ['teams:write', 'directory:admin'] })
    const member = ok(await api.post('/api/members', { name: 'Mem', email }))
    const mem = await it.person({ sub: email, email })
    const { user } = ok(await mem.get('/api/me'))
    ok(await api.delete(`/api/members/${member.id}`))
    refused(await patch(user.id, { state: 'active' }), 422, 'unprocessable')
  })

  test('the directory does not reactivate a user whom an admin disabled, only one whom it disabled itself', async () => {
    const email = address()
    const api = await it.user({ id: it.adminId, scopes: ['teams:write', 'directory:admin'] })
    const member = ok(await api.post('/api/members', { name: 'Mem', email }))
    const mem = await it.person({ sub: email, email })
    const { user } = ok(await mem.get('/api/me'))
    const turn = async (status: string) => ok(await api.patch(`/api/members/${member.id}`, { status }))
    await turn('deactivated')
    refused(await mem.get('/api/me'), 403, 'access_denied')
    await turn('active')
    ok(await mem.get('/api/me'))

    ok(await patch(user.id, { state: 'disabled' }))
    for (const status of ['suspended', 'active', 'deactivated', 'active']) await turn(status)
    refused(await mem.get('/api/me'), 403, 'access_denied')
    ok(await patch(user.id, { state: 'active' }))
    ok(await mem.get('/api/me'))
  })

  test('the address of an erased person is in no invitation and no list', async () => {
    const email = address()
    const { token } = await it.invite(email)
    const api = await it.organisation(['teams:write', 'directory:admin'])
    const member = ok(await api.post('/api/members', { name: 'Mem', email }))
    const mem = await it.person({ sub: email, email })
    ok(await mem.post('/api/invitations/accept', { token }))
    ok(await api.post(`/api/members/${member.id}/erase`))
    refused(await (await it.person({ sub: email, email })).get('/api/me'), 403, 'access_denied')
    for (const path of ['/api/people', '/api/invitations']) {
      const { body } = await it.admin.get(`${path}?limit=200`)
      assert.ok(!JSON.stringify(body).includes(email), path)
    }
    const erased = ok(await it.admin.get('/api/people?state=disabled')).people.find(
      (one: any) => one.member_id === member.id,
    )
    refused(await patch(erased.id, { state: 'active' }), 422, 'unprocessable')
  })

  test('every change is in the audit trail', async () => {
    const { id } = await joined()
    ok(await patch(id, { role: 'analyst' }))
    const { audit_events: events } = ok(await it.admin.get(`/api/audit-events?target=${id}`))
    assert.deepEqual(
      events.map(({ action }: any) => action),
      ['person.updated', 'person.joined'],
    )
    assert.deepEqual(events[0].detail, { role: { from: 'member', to: 'analyst' } })
  })
})

suite('me', () => {
  test('names the person, or the application, that a token acts for', async () => {
    const { client, email, id } = await joined('analyst')
    const mine = ok(await client.get('/api/me'))
    assert.deepEqual(
      [mine.kind, mine.user, mine.role, mine.organisation.slug, mine.application, mine.session.fresh],
      [
        'person',
        { id, email, name: email.split('@')[0], member_id: null, language: null, time_zone: null },
        'analyst',
        it.slug,
        null,
        true,
      ],
    )
    assert.deepEqual(
      mine.identities.map((one: any) => [one.current, one.usable]),
      [[true, true]],
    )

    const user = await it.user({ id, scopes: ['pulses:read'] })
    const acted = ok(await user.get('/api/me'))
    assert.deepEqual(
      [acted.kind, acted.user.id, acted.role, acted.application.id, acted.scopes, acted.identities],
      ['user', id, 'analyst', it.application.id, ['pulses:read'], null],
    )
    const program = ok(await (await it.organisation(['teams:read'])).get('/api/me'))
    assert.deepEqual([program.kind, program.user, program.scopes], ['organisation', null, ['teams:read']])
  })

  test('a second identity is added after two recent sign-ins, and leads to the same user', async () => {
    const { claims, client, id } = await joined()
    const second = { sub: `second ${id}`, email: 'private@home.test', email_verified: false }
    const added = ok(await client.post('/api/me/identities', { session_token: await it.token(second) }))
    assert.deepEqual([added.current, added.email], [false, 'private@home.test'])
    assert.equal(ok(await (await it.person(second)).get('/api/me')).user.id, id)
    // Shown again it is there already.
    const again = ok(await client.post('/api/me/identities', { session_token: await it.token(second) }))
    assert.equal(again.id, added.id)

    const stale = { auth_time: Math.floor(Date.now() / 1000) - 3600 }
    const old = await it.person({ ...claims, ...stale })
    const fresh = { session_token: await it.token({ sub: 'third' }) }
    refused(await old.post('/api/me/identities', fresh), 403, 'fresh_sign_in_required')
    const notFresh = { session_token: await it.token({ sub: 'third', ...stale }) }
    refused(await client.post('/api/me/identities', notFresh), 403, 'fresh_sign_in_required')
    refused(await client.post('/api/me/identities', { session_token: 'x' }), 422, 'unprocessable')
    refused(
      await client.post('/api/me/identities', { session_token: (await it.organisation()).token }),
      422,
      'unprocessable',
    )
  })

  test('an identity belongs to one person, also when 20 others add it at once', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => joined()))
    const session_token = await it.token({ sub: `wanted ${++serial}` })
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        people[i % 4].client.post('/api/me/identities', { session_token }),
      ),
    )
    const owners = new Set(replies.flatMap(({ status }, i) => (status === 201 ? [i % 4] : [])))
    assert.equal(owners.size, 1)
    for (const reply of replies.filter(({ status }) => status !== 201)) refused(reply, 409, 'identity_taken')
    const taken = await it.token({ sub: people[0].email })
    refused(
      await people[1].client.post('/api/me/identities', { session_token: taken }),
      409,
      'identity_taken',
    )
  })

  test('an address links nothing: another identity with the same address is another person', async () => {
    const { email } = await joined()
    refused(await (await it.person({ sub: 'impostor', email })).get('/api/me'), 403, 'access_denied')
  })

  test('the last way to sign in stays, also when two are removed at once', async () => {
    const { client } = await joined()
    const first = ok(await client.get('/api/me')).identities[0].id
    refused(await client.delete(`/api/me/identities/${first}`), 409, 'last_way_in')
    const session_token = await it.token({ sub: `spare ${++serial}` })
    const second = ok(await client.post('/api/me/identities', { session_token })).id
    const replies = await Promise.all([first, second].map((id) => client.delete(`/api/me/identities/${id}`)))
    assert.equal(replies.filter(({ status }) => status === 204).length, 1)
    const other = (await joined()).client
    refused(await other.delete(`/api/me/identities/${second}`), 404, 'not_found')
  })

  test('an identity of an unproved provider does not count as a way to sign in', async () => {
    const house = await newHouse(service)
    const { idp, id } = await ownProvider(house)
    assert.equal((await proveBy(house, idp)).status, 201)
    const own = ok(await house.admin.get('/api/me')).identities
    assert.equal(own.length, 2)
    ok(await house.admin.patch(`/api/identity-providers/${id}`, { audiences: ['https://other.test'] }))
    const mine = own.find(({ current }: any) => current)
    refused(await house.admin.delete(`/api/me/identities/${mine.id}`), 409, 'last_way_in')
    const spare = own.find(({ current }: any) => !current)
    assert.equal((await house.admin.delete(`/api/me/identities/${spare.id}`)).status, 204)
  })
})

suite('several organisations', () => {
  test('somebody whom two expect sees both before they are of any, and joins the one that they name', async () => {
    const [one, two] = [await newHouse(service), await newHouse(service)]
    const email = address()
    const members = { name: 'Grace', email }
    for (const house of [one, two])
      ok(await (await house.user({ id: house.adminId })).post('/api/members', members))
    const grace = await one.person({ sub: email, email })
    const states = async () =>
      ok(await grace.get('/api/me/organisations')).organisations.map(({ id, role, state }: any) => [
        id === one.organisationId ? 'one' : 'two',
        role,
        state,
      ])
    assert.deepEqual((await states()).toSorted(), [
      ['one', null, 'expected'],
      ['two', null, 'expected'],
    ])
    const before = ok(await grace.get('/api/me'))
    assert.deepEqual([before.organisation, before.organisations.length], [null, 2])
    for (const house of [one, two])
      assert.equal(ok(await house.admin.get(`/api/people?q=${email}`)).people.length, 0, 'reading joins none')

    const named = ok(await grace.get('/api/me', { 'sonde-organisation': two.organisationId }))
    assert.equal(named.organisation.id, two.organisationId)
    assert.deepEqual(await states(), [
      ['two', 'member', 'active'],
      ['one', null, 'expected'],
    ])
    // The one that they are of counts where none is named: being listed elsewhere moves nobody.
    assert.equal(ok(await grace.get('/api/me')).organisation.id, two.organisationId)
    ok(await grace.get('/api/me', { 'sonde-organisation': one.organisationId }))
    assert.equal(ok(await grace.get('/api/me')).organisation, null)
  })

  test('the list names no organisation that only a program has added them to, and refuses strangers', async () => {
    const house = await newHouse(service)
    const email = address()
    ok(await (await house.organisation()).post('/api/members', { name: 'Outsider', email }))
    const outsider = await house.person({ sub: email, email })
    refused(await outsider.get('/api/me/organisations'), 403, 'access_denied')
    refused(await (await house.user({ role: 'admin' })).get('/api/me/organisations'), 401, 'invalid_token')
    refused(await clientOf(house.url).get('/api/me/organisations'), 401, 'unauthorized')
  })

  test('naming an organisation that one is not of is refused, however many others there are', async () => {
    const [one, two] = [await newHouse(service), await newHouse(service)]
    const named = { 'sonde-organisation': two.organisationId }
    refused(await one.admin.get('/api/me', named), 403, 'access_denied')
    refused(await one.admin.get('/api/organisation/domains', named), 403, 'access_denied')
    assert.equal(ok(await one.admin.get('/api/me/organisations')).organisations.length, 1)
  })
})
