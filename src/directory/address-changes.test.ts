/** Nobody hands a member’s account, or their links, to another mailbox: a new address of somebody who can sign in has to be confirmed. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { rateLimits } from '../../contract/limits.ts'
import { type House, newHouse, ok, refused, startService } from '../../test/support/sign-in-organisation.ts'
import { client, type Client, type Reply } from '../../test/support/world.ts'
import { unknownSecret } from '../../test/support/unknown-secrets.ts'

const service = await startService()
const dayMs = 86_400_000
let serial = 0
const address = (): string => `person${++serial}@acme.test`

suite('a new address', () => {
  let it: House
  let other: House
  let admin: Client
  let program: Client
  let anyone: Client

  /** Time passes, after which everybody has new tokens. */
  const turn = async (ms: number): Promise<void> => {
    it.running.clock!.advance(ms)
    admin = await it.user({ id: it.adminId })
    program = await it.organisation()
  }

  before(async () => {
    it = await newHouse(service)
    other = await newHouse(service)
    anyone = client(it.url)
    await turn(0)
  })

  const add = async (by: Client, more: Record<string, unknown> = {}): Promise<any> =>
    ok(await by.post('/api/members', { name: 'Victor', email: address(), ...more }))
  const member = async (id: string): Promise<any> => ok(await program.get(`/api/members/${id}`))
  const change = async (by: Client, id: string, email: string | null): Promise<any> =>
    ok(await by.patch(`/api/members/${id}`, { email }))
  const tokenTo = async (to: string, kind: 'ea' | 'ek'): Promise<string> => {
    const letter = (await it.letters()).findLast(
      (one) => one.to === to && new URL(one.link).hash.startsWith(`#sonde_${kind}_`),
    )
    assert.ok(letter, `no mail to ${to}`)
    return new URL(letter.link).hash.slice(1)
  }
  const confirm = (token: string): Promise<Reply> => anyone.post('/api/address-changes/confirm', { token })
  const reject = (token: string): Promise<Reply> => anyone.post('/api/address-changes/reject', { token })
  const signIn = async (email: string, sub = email): Promise<Client> => it.person({ sub, email })
  const audited = async (id: string): Promise<string[]> =>
    ok(await it.admin.get(`/api/audit-events?target=${id}`)).audit_events.map(({ action }: any) => action)

  for (const [who, by] of [
    ['an admin', () => admin],
    ['a program', () => program],
  ] as const)
    test(`of a user, by ${who}, waits for its owner; sign-in stays with the identity, before and after`, async () => {
      const { id, email, sign_in } = await add(admin)
      assert.equal(sign_in, 'expected')
      const victor = await signIn(email)
      const { user } = ok(await victor.get('/api/me'))
      assert.equal((await member(id)).sign_in, 'user')
      const next = address()
      const pending = await change(by(), id, next)
      assert.deepEqual([pending.email, pending.pending_email], [email, next])
      refused(await (await signIn(next)).get('/api/me'), 403, 'access_denied')

      const done = ok(await confirm(await tokenTo(next, 'ea')))
      assert.equal(done.email, next)
      const now = await member(id)
      assert.deepEqual([now.email, now.pending_email], [next, null])
      assert.equal(now.version, pending.version + 1)
      // The account is the identity's and not the new mailbox's.
      const me = ok(await victor.get('/api/me'))
      assert.deepEqual([me.user.id, me.user.email], [user.id, next])
      refused(await (await signIn(next, 'another account')).get('/api/me'), 403, 'access_denied')
      assert.deepEqual((await audited(id)).slice(0, 2), ['address.changed', 'address.change_requested'])
    })

  test('of somebody expected, by a program, makes its owner nobody, before and after it is confirmed', async () => {
    const { id, email } = await add(admin)
    const evil = `x${++serial}@evil.test`
    assert.equal((await change(program, id, evil)).pending_email, evil)
    refused(await (await signIn(evil)).get('/api/me'), 403, 'access_denied')
    ok(await confirm(await tokenTo(evil, 'ea')))
    assert.deepEqual([(await member(id)).email, (await member(id)).sign_in], [evil, 'invitation'])
    refused(await (await signIn(evil)).get('/api/me'), 403, 'access_denied')
    refused(await (await signIn(email)).get('/api/me'), 403, 'access_denied')
  })

  test('of somebody expected, by an admin, makes its owner the user once it is confirmed', async () => {
    const { id } = await add(admin)
    const next = address()
    await change(admin, id, next)
    refused(await (await signIn(next)).get('/api/me'), 403, 'access_denied')
    ok(await confirm(await tokenTo(next, 'ea')))
    const { user } = ok(await (await signIn(next)).get('/api/me'))
    assert.equal(user.email, next)
  })

  test('cannot be had in two steps: by removing the address, or suspending the member, first', async () => {
    for (const first of [{ email: null }, { status: 'suspended' }, { status: 'deactivated' }]) {
      const { id } = await add(admin)
      const evil = `x${++serial}@evil.test`
      ok(await program.patch(`/api/members/${id}`, first))
      await change(program, id, evil)
      ok(await program.patch(`/api/members/${id}`, { status: 'active' }))
      refused(await (await signIn(evil)).get('/api/me'), 403, 'access_denied')
    }
  })

  test('of a user whose address was removed first waits too, and the user’s own address is told', async () => {
    const { id, email } = await add(admin)
    ok(await (await signIn(email)).get('/api/me'))
    await change(program, id, null)
    const evil = `x${++serial}@evil.test`
    const pending = await change(program, id, evil)
    assert.deepEqual([pending.email, pending.pending_email], [null, evil])
    ok(await reject(await tokenTo(email, 'ek')))
    assert.deepEqual([(await member(id)).email, (await member(id)).pending_email], [null, null])
  })

  test('at a confirmed domain waits for the old one too where that was removed first, by a call or by a file', async () => {
    const domain = `confirmed${++serial}.test`
    await it.running.db.pool.query(
      `insert into organisation_domains (organisation_id, id, domain, challenge, confirmed_at, created_at, updated_at)
       values ($1, $2, $3, 'x', now(), now(), now())`,
      [it.organisationId, `dom_${serial}`, domain],
    )
    for (const remove of [
      (id: string) => change(program, id, null),
      async (id: string) =>
        ok(await program.post('/api/imports', { rows: [{ external_id: id, name: 'Victor', email: null }] })),
    ]) {
      const email = `victor${++serial}@${domain}`
      const { id } = await add(program, { email })
      ok(await program.patch(`/api/members/${id}`, { external_id: id }))
      await remove(id)
      assert.equal((await member(id)).email, null)
      const evil = `evil${++serial}@${domain}`
      const pending = await change(program, id, evil)
      assert.deepEqual([pending.email, pending.pending_email], [null, evil])
      ok(await reject(await tokenTo(email, 'ek')))
      assert.deepEqual([(await member(id)).email, (await member(id)).pending_email], [null, null])
    }
  })

  test('of somebody who has no account and is not expected counts at once, and makes nobody a user', async () => {
    const { id, sign_in } = await add(program)
    assert.equal(sign_in, 'invitation')
    const next = address()
    const after = await change(program, id, next)
    assert.deepEqual([after.email, after.pending_email, after.sign_in], [next, null, 'invitation'])
    refused(await (await signIn(next)).get('/api/me'), 403, 'access_denied')
    assert.equal((await audited(id))[0], 'address.changed')
  })

  test('is kept away by whoever reads the old address, and then its link is over', async () => {
    const { id, email } = await add(admin)
    const next = address()
    await change(program, id, next)
    const [yes, no] = [await tokenTo(next, 'ea'), await tokenTo(email, 'ek')]
    assert.equal(ok(await reject(no)).email, email)
    refused(await confirm(yes), 409, 'address_change_ended')
    refused(await reject(no), 409, 'address_change_ended')
    assert.deepEqual([(await member(id)).email, (await member(id)).pending_email], [email, null])
    assert.equal((await audited(id))[0], 'address.change_rejected')
  })

  test('has links that work once, each for its own purpose, and of many at once one works', async () => {
    const { id, email } = await add(admin)
    const next = address()
    await change(admin, id, next)
    const [yes, no] = [await tokenTo(next, 'ea'), await tokenTo(email, 'ek')]
    refused(await confirm(no), 404, 'not_found')
    refused(await reject(yes), 404, 'not_found')
    refused(await confirm(unknownSecret('ea')), 404, 'not_found')
    refused(await confirm('x'), 404, 'not_found')
    assert.equal((await anyone.post('/api/address-changes/confirm', {})).status, 400)
    const replies = await Promise.all(Array.from({ length: 10 }, () => confirm(yes)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    for (const reply of replies.filter(({ status }) => status !== 200))
      refused(reply, 409, 'address_change_ended')
    refused(await reject(no), 409, 'address_change_ended')
    assert.equal((await member(id)).version, 3)
  })

  test('confirmed and rejected at the same time ends in one of the two', async () => {
    const { id, email } = await add(admin)
    const next = address()
    await change(admin, id, next)
    const [yes, no] = [await tokenTo(next, 'ea'), await tokenTo(email, 'ek')]
    const [first, second] = await Promise.all([confirm(yes), reject(no)])
    assert.deepEqual([first.status, second.status].toSorted(), [200, 409])
    const { email: current, pending_email } = await member(id)
    assert.deepEqual([current, pending_email], [first.status === 200 ? next : email, null])
  })

  test('that another one replaced has a dead link, and asking for the same again sends no second mail', async () => {
    const { id, email } = await add(admin)
    const [first, second] = [address(), address()]
    await change(admin, id, first)
    const old = await tokenTo(first, 'ea')
    const again = await change(program, id, first.toUpperCase())
    assert.deepEqual([again.pending_email, again.version], [first, 2])
    await change(admin, id, second)
    refused(await confirm(old), 404, 'not_found')
    assert.equal((await it.letters()).filter(({ to }) => to === first).length, 1)
    ok(await confirm(await tokenTo(second, 'ea')))
    assert.equal((await member(id)).email, second)
    assert.notEqual(email, second)
  })

  test('is given up by asking for the current address', async () => {
    const { id, email } = await add(admin)
    const next = address()
    await change(program, id, next)
    const token = await tokenTo(next, 'ea')
    const kept = await change(program, id, email)
    assert.deepEqual([kept.email, kept.pending_email], [email, null])
    refused(await confirm(token), 409, 'address_change_ended')
    assert.equal((await audited(id))[0], 'address.change_cancelled')
  })

  test('expires: its link ends, and it is pending no longer', async () => {
    const { id, email } = await add(admin)
    const next = address()
    await change(admin, id, next)
    const token = await tokenTo(next, 'ea')
    await turn(7 * dayMs)
    refused(await confirm(token), 409, 'address_change_ended')
    await it.running.app.due.settle()
    assert.deepEqual([(await member(id)).email, (await member(id)).pending_email], [email, null])
    assert.equal((await audited(id))[0], 'address.change_expired')
  })

  test('that another member has, or gets before it is confirmed, is refused', async () => {
    const { id, email } = await add(admin)
    const { email: theirs } = await add(admin)
    refused(await admin.patch(`/api/members/${id}`, { email: theirs.toUpperCase() }), 409, 'conflict')
    const next = address()
    await change(admin, id, next)
    const token = await tokenTo(next, 'ea')
    await add(program, { email: next })
    refused(await confirm(token), 409, 'conflict')
    assert.equal((await member(id)).email, email)
  })

  test('goes with the member who is erased', async () => {
    const { id } = await add(admin)
    const next = address()
    await change(admin, id, next)
    const token = await tokenTo(next, 'ea')
    ok(await admin.post(`/api/members/${id}/erase`))
    refused(await confirm(token), 404, 'not_found')
    const left = await it.running.db.pool.query('select 1 from address_changes where member_id = $1', [id])
    assert.equal(left.rowCount, 0)
  })

  test('asked for again and again floods no mailbox', async () => {
    const { id, email } = await add(admin)
    const all = Array.from({ length: 6 }, address)
    for (const next of all) {
      await change(program, id, next)
      await it.letters()
    }
    const sent = (await it.letters()).filter(({ to }) => all.includes(to))
    assert.equal(sent.length, 3)
    assert.equal((await it.letters()).filter(({ to }) => to === email).length, 3)
    await turn(dayMs)
    assert.ok(await tokenTo(all[5], 'ea'))
  })

  test('is nothing that a member, an analyst or another organisation can ask for', async () => {
    const { id } = await add(admin)
    for (const role of ['member', 'analyst'] as const)
      refused(
        await (await it.user({ role })).patch(`/api/members/${id}`, { email: address() }),
        403,
        'role_required',
      )
    for (const by of [await other.organisation(), await other.user({ role: 'admin' })])
      refused(await by.patch(`/api/members/${id}`, { email: address() }), 404, 'not_found')
    refused(
      await (await it.organisation(['teams:read'])).patch(`/api/members/${id}`, { email: address() }),
      403,
      'insufficient_scope',
    )
  })

  test('of many in one import waits, is told by a dry run, and makes no second change when it is repeated', async () => {
    const external = () => `hr-${++serial}`
    const victor = await add(admin, { external_id: external() })
    const plain = await add(program, { external_id: external() })
    const [next, direct] = [address(), address()]
    const rows = [
      { external_id: victor.external_id, email: next },
      { external_id: plain.external_id, email: direct },
    ]
    const dry = ok(await program.post('/api/imports?dry_run=true', { rows }))
    assert.deepEqual([dry.updated, dry.addresses_pending], [2, 1])
    assert.deepEqual(dry.changes[0].fields, { pending_email: { from: null, to: next } })
    assert.deepEqual((await member(victor.id)).pending_email, null)
    assert.equal((await it.letters()).filter(({ to }) => to === next).length, 0)

    assert.equal(ok(await program.post('/api/imports', { rows })).addresses_pending, 1)
    const pending = await member(victor.id)
    assert.deepEqual([pending.email, pending.pending_email], [victor.email, next])
    assert.deepEqual([(await member(plain.id)).email, (await member(plain.id)).pending_email], [direct, null])
    refused(await (await signIn(next)).get('/api/me'), 403, 'access_denied')

    const again = ok(await program.post('/api/imports', { rows }))
    assert.deepEqual([again.unchanged, again.addresses_pending], [2, 0])
    assert.equal((await it.letters()).filter(({ to }) => to === next).length, 1)
    ok(await confirm(await tokenTo(next, 'ea')))
    assert.equal(ok(await program.post('/api/imports', { rows })).unchanged, 2)
    refused(await (await signIn(next)).get('/api/me'), 403, 'access_denied')
  })

  test('in an import is given up by a row with the current address, and kept by a row without one', async () => {
    const victor = await add(admin, { external_id: `hr-${++serial}` })
    const { external_id } = victor
    const next = address()
    await change(admin, victor.id, next)
    const rowsOf = (row: Record<string, unknown>) => ({ rows: [{ external_id, ...row }] })
    const token = await tokenTo(next, 'ea')
    ok(await program.post('/api/imports', rowsOf({ name: 'Viktor' })))
    assert.equal((await member(victor.id)).pending_email, next)
    ok(await program.post('/api/imports', rowsOf({ email: victor.email })))
    assert.equal((await member(victor.id)).pending_email, null)
    refused(await confirm(token), 409, 'address_change_ended')
  })

  test('in an import cannot be taken over by another row while it is not confirmed', async () => {
    const victor = await add(admin, { external_id: `hr-${++serial}` })
    const plain = await add(program, { external_id: `hr-${++serial}` })
    const reply = await program.post('/api/imports', {
      rows: [
        { external_id: victor.external_id, email: address() },
        { external_id: plain.external_id, email: victor.email },
      ],
    })
    refused(reply, 422, 'import_refused')
    assert.equal(reply.body.errors[0].pointer, '/rows/1/email')
  })
})

test('wrong links are slowed down, from one network', async () => {
  const { running } = await startService({ SONDE_RATE_LIMITS: 'on' })
  const anyone = client(running.url)
  const guess = () => anyone.post('/api/address-changes/confirm', { token: unknownSecret('ea') })
  for (let count = 0; count < rateLimits.guess; count++) refused(await guess(), 404, 'not_found')
  const slowed = await guess()
  refused(slowed, 429, 'rate_limited')
  assert.match(slowed.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
})
