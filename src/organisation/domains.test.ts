/** Domains: who of the directory becomes a user. The DNS is a small server of the test, asked over UDP as any other. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { startDns } from '../../test/support/dns.ts'
import { type House, newHouse, ok, refused, startService } from '../../test/support/sign-in-organisation.ts'
import type { Client, Reply } from '../../test/support/world.ts'

const { zone, address } = await startDns()
const service = await startService({ SONDE_DNS_SERVERS: address })
let serial = 0

suite('domains of the organisation', () => {
  let it: House
  let admin: Client
  let program: Client

  before(async () => {
    it = await newHouse(service)
    admin = await it.user({ id: it.adminId })
    program = await it.organisation()
  })

  const domainName = (): string => `acme-${++serial}.test`
  const add = async (domain: string, by = it.admin): Promise<any> =>
    ok(await by.post('/api/organisation/domains', { domain }))
  const confirm = (id: string, by = it.admin): Promise<Reply> =>
    by.post(`/api/organisation/domains/${id}/confirm`)
  const publish = ({ record }: any, ...parts: string[]): void =>
    void zone.records.set(record.name, [['v=spf1 -all'], parts.length > 0 ? parts : [record.value]])
  const confirmed = async (domain: string, house = it): Promise<any> => {
    const made = await add(domain, house.admin)
    publish(made)
    return ok(await confirm(made.id, house.admin))
  }
  const member = async (by: Client, email: string): Promise<any> =>
    ok(await by.post('/api/members', { name: 'Somebody', email }))
  const signIn = async (email: string, house = it): Promise<Reply> =>
    (await house.person({ sub: email, email })).get('/api/me', { 'sonde-organisation': house.organisationId })

  test('without a domain, whom a program added needs an invitation, and whom an admin added does not', async () => {
    const [byProgram, byAdmin] = [`outsider-${++serial}@evil.test`, `grace-${serial}@acme.test`]
    assert.equal((await member(program, byProgram)).sign_in, 'invitation')
    assert.equal((await member(admin, byAdmin)).sign_in, 'expected')
    const rows = [{ name: 'Imported', email: `imported-${serial}@evil.test` }]
    ok(await program.post('/api/imports', { rows }))
    refused(await signIn(byProgram), 403, 'access_denied')
    refused(await signIn(rows[0].email), 403, 'access_denied')
    ok(await signIn(byAdmin))
    const { token } = await it.invite(byProgram)
    const outsider = await it.person({ sub: byProgram, email: byProgram })
    ok(await outsider.post('/api/invitations/accept', { token }))
    assert.equal(ok(await signIn(byProgram)).role, 'member')
  })

  test('with a confirmed one, those at it become users, whoever added them, and nobody else does', async () => {
    const domain = domainName()
    const [at, below, elsewhere] = [
      `ada@${domain.toUpperCase()}`,
      `eve@sub.${domain}`,
      `bob-${serial}@other.test`,
    ]
    const members = []
    for (const email of [at, below, elsewhere]) members.push(await member(program, email))
    const byAdmin = await member(admin, `carl-${serial}@other.test`)
    const { id, state } = await add(domain)
    assert.equal(state, 'pending')
    refused(await signIn(at), 403, 'access_denied')

    await confirmed(`second-${domain}`)
    refused(await signIn(at), 403, 'access_denied')
    publish(ok(await it.admin.get('/api/organisation/domains')).domains.find((one: any) => one.id === id))
    assert.equal(ok(await confirm(id)).state, 'confirmed')
    ok(await signIn(at))
    for (const email of [below, elsewhere, byAdmin.email]) refused(await signIn(email), 403, 'access_denied')
    const ways = await Promise.all(
      [...members, byAdmin].map(async (one) => ok(await program.get(`/api/members/${one.id}`)).sign_in),
    )
    assert.deepEqual(ways, ['user', 'invitation', 'invitation', 'invitation'])
    // Users stay when the domain goes; nobody new comes by it.
    assert.equal((await it.admin.delete(`/api/organisation/domains/${id}`)).status, 204)
    ok(await signIn(at))
  })

  test('an unverified address at a confirmed domain lets nobody in', async () => {
    const domain = domainName()
    await confirmed(domain)
    const email = `ada@${domain}`
    await member(program, email)
    const forged = await it.person({ sub: email, email, email_verified: false })
    refused(await forged.get('/api/me'), 403, 'access_denied')
  })

  test('a domain is confirmed by its own record alone, in one part or in several', async () => {
    const made = await add(domainName())
    assert.match(made.record.name, /^_sonde\./)
    const missing = await confirm(made.id)
    refused(missing, 409, 'domain_unconfirmed')
    assert.ok(missing.body.detail.includes(made.record.value))
    const other = await add(domainName())
    publish(made, other.record.value)
    refused(await confirm(made.id), 409, 'domain_unconfirmed')
    zone.broken.add(made.record.name)
    refused(await confirm(made.id), 503, 'unavailable')
    zone.broken.delete(made.record.name)
    publish(made, made.record.value.slice(0, 9), made.record.value.slice(9))
    const done = ok(await confirm(made.id))
    assert.deepEqual([done.state, done.version], ['confirmed', 2])
  })

  test('confirmed ten times at once it is confirmed once, and then without asking the DNS', async () => {
    const made = await add(domainName())
    publish(made)
    for (const reply of await Promise.all(Array.from({ length: 8 }, () => confirm(made.id))))
      assert.equal(ok(reply).version, 2)
    const { audit_events: events } = ok(await it.admin.get(`/api/audit-events?target=${made.id}`))
    assert.deepEqual(
      events.map(({ action }: any) => action),
      ['domain.confirmed', 'domain.added'],
    )
    const { length } = zone.asked
    it.running.clock!.advance(60_000)
    ok(await confirm(made.id))
    assert.equal(zone.asked.length, length)
  })

  test('names are domain names, each once, and written in one way', async () => {
    const domain = domainName()
    assert.equal((await add(` ${domain.toUpperCase()}. `)).domain, domain)
    refused(await it.admin.post('/api/organisation/domains', { domain }), 409, 'conflict')
    assert.equal((await add('bücher.test')).domain, 'xn--bcher-kva.test')
    for (const wrong of [
      'acme',
      '1.2.3.4',
      'a b.test',
      '-a.test',
      'a..test',
      'acme.test/x',
      '*.acme.test',
      '@',
      `${'a'.repeat(64)}.test`,
    ])
      refused(await it.admin.post('/api/organisation/domains', { domain: wrong }), 422, 'unprocessable')
    for (const body of [{}, { domain: '' }, { domain: 7 }, { domain, state: 'confirmed' }])
      assert.equal((await it.admin.post('/api/organisation/domains', body)).status, 400)
  })

  test('are of one organisation: another one neither sees nor confirms nor removes them, and may have its own', async () => {
    const other = await newHouse(service)
    const domain = domainName()
    const mine = await confirmed(domain)
    refused(await confirm(mine.id, other.admin), 404, 'not_found')
    refused(await other.admin.delete(`/api/organisation/domains/${mine.id}`), 404, 'not_found')
    assert.deepEqual(ok(await other.admin.get('/api/organisation/domains')).domains, [])
    const email = `ada@${domain}`
    await member(await other.organisation(), email)
    refused(await signIn(email, other), 403, 'access_denied')
    const theirs = await add(domain, other.admin)
    assert.notEqual(theirs.record.value, mine.record.value)
    refused(await confirm(theirs.id, other.admin), 409, 'domain_unconfirmed')
  })

  test('are an admin’s in person: not a member’s, not an analyst’s, not a program’s', async () => {
    const other = await newHouse(service)
    const { id } = await add(domainName(), other.admin)
    const people: Client[] = []
    for (const role of ['member', 'analyst'] as const) {
      const { token } = await other.invite(`${role}-${++serial}@acme.test`, role)
      const email = `${role}-${serial}@acme.test`
      const person = await other.person({ sub: email, email })
      ok(await person.post('/api/invitations/accept', { token }))
      people.push(person)
    }
    for (const person of people) {
      refused(await person.get('/api/organisation/domains'), 403, 'role_required')
      refused(await person.post('/api/organisation/domains', { domain: 'x.test' }), 403, 'role_required')
      refused(await confirm(id, person), 403, 'role_required')
      refused(await person.delete(`/api/organisation/domains/${id}`), 403, 'role_required')
    }
    for (const by of [await other.organisation(), await other.user({ role: 'admin' })])
      refused(await confirm(id, by), 401, 'invalid_token')
  })

  test('a page holds some of them, and there are at most twenty', async () => {
    const other = await newHouse(service)
    for (let count = 0; count < 20; count++) await add(domainName(), other.admin)
    refused(
      await other.admin.post('/api/organisation/domains', { domain: domainName() }),
      422,
      'unprocessable',
    )
    const first = ok(await other.admin.get('/api/organisation/domains?limit=15'))
    assert.deepEqual([first.domains.length, first.has_more], [15, true])
    const rest = ok(
      await other.admin.get(
        `/api/organisation/domains?limit=15&cursor=${encodeURIComponent(first.next_cursor)}`,
      ),
    )
    assert.deepEqual([rest.domains.length, rest.has_more], [5, false])
  })
})
