/** An invitation leads to one user: the person who reads the mail and whose provider vouches for the address. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { many, sql } from '../db/db.ts'
import { shape, text } from '../db/shape.ts'
import {
  type House,
  newHouse,
  ok,
  ownProvider,
  proveBy,
  refused,
  startService,
} from '../../test/support/sign-in-organisation.ts'
import { unknownSecret } from '../../test/support/unknown-secrets.ts'

const dayMs = 86_400_000

let it: House
let other: House
let third: House
let serial = 0

const address = (): string => `guest${++serial}@elsewhere.test`
const accept = async (by: { post: House['admin']['post'] }, token: string) =>
  by.post('/api/invitations/accept', { token })
const stateOf = async (id: string) =>
  ok(await it.admin.get('/api/invitations?limit=200')).invitations.find((one: any) => one.id === id).state

suite('invitations', () => {
  before(async () => {
    const service = await startService()
    it = await newHouse(service)
    other = await newHouse(service)
    third = await newHouse(service)
  })

  test('an invited person joins with the role of the invitation, once', async () => {
    const email = address()
    const { id, token } = await it.invite(email, 'analyst')
    const guest = await it.person({ email: email.toUpperCase() })
    refused(await guest.get('/api/me'), 403, 'access_denied')
    const joined = ok(await accept(guest, token))
    assert.deepEqual([joined.organisation.id, joined.role], [it.organisationId, 'analyst'])
    const me = ok(await guest.get('/api/me'))
    assert.deepEqual([me.user.id, me.role, me.identities.length], [joined.user_id, 'analyst', 1])
    assert.equal(await stateOf(id), 'accepted')
    refused(await accept(guest, token), 409, 'invitation_used')
    refused(await accept(await it.person({ email }), token), 409, 'invitation_used')
  })

  test('the mail is in the language of the organisation, and its link sends the token to no server', async () => {
    ok(await it.admin.patch('/api/organisation', { locale: 'de', name: 'Werk <b>' }))
    const email = address()
    await it.invite(email)
    const letter = (await it.letters()).find(({ to }) => to === email)
    assert.match(letter.subject, /lädt Sie zu Werk <b> ein/)
    assert.match(letter.text, new RegExp(`mit dieser E-Mail-Adresse an: ${email}`))
    assert.match(letter.html, /Werk &lt;b&gt;/)
    assert.doesNotMatch(letter.html, /unsubscribe/)
    const link = new URL(letter.link)
    assert.deepEqual([link.pathname, link.search], ['/invitation', ''])
    assert.match(link.hash, /^#sonde_iv_[0-9a-z]{26}_[0-9A-Za-z]{49}$/)
  })

  test('the token is stored as a hash only, and is in the mail alone', async () => {
    const email = address()
    const { token } = await it.invite(email)
    const listed = await it.admin.get('/api/invitations?limit=200')
    assert.ok(!JSON.stringify(listed.body).includes(token))
    const rows = await many(
      it.running.db.tx,
      shape({ row: text }),
      sql`select to_jsonb(i)::text as row from invitations i`,
    )
    assert.ok(!JSON.stringify(rows).includes(token))
  })

  for (const [what, claims, code] of [
    ['another address', { email: 'somebody@elsewhere.test' }, 'access_denied'],
    ['no address', {}, 'access_denied'],
    ['an address that is not verified', { email_verified: false }, 'email_not_verified'],
    ['an address that is "true"', { email_verified: 'true' }, 'email_not_verified'],
    ['an address of which nothing is said', { email_verified: undefined }, 'email_not_verified'],
  ] as const) {
    test(`${what} accepts nothing, and uses nothing up`, async () => {
      const email = `k${address()}`
      const { token } = await it.invite(email)
      const mine = what.startsWith('an address') ? { email } : {}
      refused(await accept(await it.person({ ...mine, ...claims }), token), 403, code)
      ok(await accept(await it.person({ email }), token))
    })
  }

  test('letters that are equal only when Unicode folds them are other letters', async () => {
    const email = `kim${address()}`
    const { token } = await it.invite(email)
    refused(
      await accept(await it.person({ email: email.replace('k', '\u212a') }), token),
      403,
      'access_denied',
    )
  })

  test('a token ends after 7 days; sending again makes another and ends the first', async () => {
    const email = address()
    const { id, token } = await it.invite(email)
    const guest = await it.person({ email })
    it.running.clock!.advance(7 * dayMs)
    assert.equal(await stateOf(id), 'expired')
    refused(await accept(guest, token), 409, 'invitation_expired')
    refused(await it.admin.post('/api/invitations', { email }), 409, 'conflict')
    const expired = ok(await it.admin.get('/api/invitations?state=expired')).invitations
    assert.ok(expired.some((one: any) => one.id === id))
    const again = ok(await it.admin.post(`/api/invitations/${id}/resend`))
    assert.deepEqual([again.state, again.mail.state], ['pending', 'due'])
    refused(await accept(guest, token), 404, 'not_found')
    const second = await it.invitedBy(email)
    assert.notEqual(second, token)
    refused(await accept(guest, token), 404, 'not_found')
    ok(await accept(guest, second))
    refused(await it.admin.post(`/api/invitations/${id}/resend`), 409, 'invitation_used')
    refused(await it.admin.post(`/api/invitations/${id}/revoke`), 409, 'invitation_used')
  })

  test('a cancelled invitation does not work, and the address can be invited again', async () => {
    const email = address()
    const { id, token } = await it.invite(email)
    for (let time = 0; time < 2; time++)
      assert.equal(ok(await it.admin.post(`/api/invitations/${id}/revoke`)).state, 'revoked')
    refused(await accept(await it.person({ email }), token), 409, 'invitation_revoked')
    refused(await it.admin.post(`/api/invitations/${id}/resend`), 409, 'invitation_revoked')
    const anew = await it.invite(email)
    ok(await accept(await it.person({ email }), anew.token))
  })

  test('made-up tokens are not known', async () => {
    const guest = await it.person({ email: address() })
    for (const token of ['x', unknownSecret('iv'), unknownSecret('at'), `${unknownSecret('iv')}x`])
      refused(await accept(guest, token), 404, 'not_found')
  })

  test('of 20 people who use one token at once, and one person who uses it 20 times, one user is made', async () => {
    const email = address()
    const { token } = await it.invite(email)
    const same = await it.person({ email })
    const guests = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => (i % 2 ? same : it.person({ email }))),
    )
    const replies = await Promise.all(guests.map((guest) => accept(guest, token)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    for (const reply of replies.filter(({ status }) => status !== 200)) refused(reply, 409, 'invitation_used')
    const { people } = ok(await it.admin.get(`/api/people?q=${email}`))
    assert.equal(people.length, 1)
  })

  test('a user is not invited; one who joined in the meantime gets the role of the invitation', async () => {
    refused(await it.admin.post('/api/invitations', { email: it.adminEmail }), 409, 'already_member')
    const email = address()
    ok(await (await it.user({ id: it.adminId })).post('/api/members', { name: 'Mem', email }))
    const { token } = await it.invite(email, 'analyst')
    const member = await it.person({ email })
    assert.equal(ok(await member.get('/api/me')).role, 'member')
    ok(await accept(member, token))
    assert.equal(ok(await member.get('/api/me')).role, 'analyst')
  })

  test('an invited member of the directory becomes one person with the user', async () => {
    const email = address()
    const { token } = await it.invite(email)
    const api = await it.organisation(['teams:write'])
    const member = ok(await api.post('/api/members', { name: 'Mem', email }))
    const { user_id } = ok(await accept(await it.person({ email }), token))
    const { people } = ok(await it.admin.get(`/api/people?q=${email}`))
    assert.deepEqual([people.length, people[0].id, people[0].member_id], [1, user_id, member.id])
  })

  test('a user of another organisation joins this one too, and then names the one they mean', async () => {
    const { token } = await it.invite(other.adminEmail, 'analyst')
    ok(await accept(await other.person(other.adminClaims), token))
    const both = await other.person(other.adminClaims)
    refused(await both.get('/api/applications'), 409, 'organisation_required')
    const me = ok(await both.get('/api/me'))
    assert.deepEqual([me.organisation, me.user, me.role], [null, null, null])
    assert.deepEqual(
      me.organisations.map(({ id, role }: any) => [id, role]).toSorted(),
      [
        [it.organisationId, 'analyst'],
        [other.organisationId, 'admin'],
      ].toSorted(),
    )
    const here = ok(await both.get('/api/me', { 'sonde-organisation': it.organisationId }))
    assert.deepEqual([here.role, here.organisation.id], ['analyst', it.organisationId])
    ok(await both.get('/api/applications', { 'sonde-organisation': other.organisationId }))
  })

  test('nobody accepts an invitation by a provider of another organisation', async () => {
    const email = address()
    const { token } = await it.invite(email)
    const theirs = await ownProvider(third)
    it.running.clock!.set(new Date())
    ok(await proveBy(third, theirs.idp))
    refused(await accept(await third.person({ email }, theirs.idp), token), 403, 'access_denied')
  })

  test('invitations are listed in pages, by state', async () => {
    for (let i = 0; i < 3; i++) await it.invite(address())
    const seen: string[] = []
    let query = 'limit=2&state=pending'
    for (;;) {
      const page = ok(await it.admin.get(`/api/invitations?${query}`))
      seen.push(...page.invitations.map(({ id }: any) => id))
      if (!page.has_more) break
      query = `limit=2&state=pending&cursor=${page.next_cursor}`
    }
    assert.equal(new Set(seen).size, seen.length)
    assert.deepEqual(seen, seen.toSorted().toReversed())
    assert.ok(seen.length >= 3)
  })
})
