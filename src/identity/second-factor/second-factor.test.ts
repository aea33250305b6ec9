/** The second factor of the embedded provider over HTTP: set up, asked for, used once, taken away. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startApp } from '../../../test/support/start.ts'
import {
  amrOf,
  beginSignIn,
  codeAt,
  codesOn,
  inSession,
  type Person,
  secretOn,
  signInWith,
  softwarePasskey,
  visitor,
} from '../../../test/support/embedded-sign-in.ts'
import { limits } from '../../../contract/limits.ts'
import { bootstrap } from '../bootstrap.ts'
import { createAccount } from '../accounts.ts'
import { resetFactorsByEmail } from './reset.ts'

// The clock stands still, so that no code expires while a test runs.
const running = await startApp({ at: new Date().toISOString() })
const { url, db, clock } = running
const step = 30_000
let serial = 0

async function newPerson(): Promise<Person & { organisationId: string }> {
  const email = `person${++serial}@acme.test`
  const made = await db.transaction((tx) =>
    bootstrap(tx, { organisation: `Acme ${serial}`, admin: email }, clock!.now()),
  )
  const { password } = await createAccount(db.tx, { email, name: 'Ada' }, clock!.now())
  return { email, password, organisationId: made.organisation.id }
}

/** Time that no code of this test has used up. */
const later = (steps: number): Date => new Date(clock!.now().getTime() + steps * step)

async function withApp() {
  const person = await newPerson()
  const api = inSession(url, await signInWith(url, person))
  const { secret, uri, qr } = (await api.post('/api/me/second-factor/authenticator')).body
  assert.match(uri, /^otpauth:\/\/totp\/Sonde:.*issuer=Sonde/)
  assert.match(qr.path, /^M\d+ \d+h1v1h-1z/)
  // The step before: the present one is left for signing in.
  const confirmed = await api.post('/api/me/second-factor/authenticator/confirm', {
    code: codeAt(secret, later(-1)),
  })
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
  return { person, api, secret: secret as string, codes: confirmed.body.recovery_codes as string[] }
}

async function withPasskey() {
  const person = await newPerson()
  const api = inSession(url, await signInWith(url, person))
  const key = softwarePasskey(url)
  const { options } = (await api.post('/api/me/second-factor/passkeys/options')).body
  const added = await api.post('/api/me/second-factor/passkeys', key.create(options))
  assert.equal(added.status, 200, JSON.stringify(added.body))
  return { person, api, key, id: added.body.second_factor.passkeys[0].id as string }
}

const options = async (page: string, go: ReturnType<typeof visitor>): Promise<any> =>
  JSON.parse((await go(`${page}/passkey-options`, {})).text)

suite('an authenticator app', () => {
  test('is asked for after the password, and the token says how somebody signed in', async () => {
    const { person, secret } = await withApp()
    const signIn = await beginSignIn(url)
    const asked = await signIn.send(person)
    assert.equal(asked.status, 200)
    assert.match(asked.text, /Enter your code/)
    assert.doesNotMatch(asked.text, /<script|style=/)
    const token = await signIn.finish(await signIn.send({ code: codeAt(secret, later(0)) }))
    assert.deepEqual(amrOf(token), ['pwd', 'otp', 'mfa'])
    assert.equal((await inSession(url, token).get('/api/me')).status, 200)
    assert.deepEqual(amrOf(await signInWith(url, await newPerson())), ['pwd'])
  })

  test('gives codes that count once, one step early or late, and never an earlier one', async () => {
    const { person, secret } = await withApp()
    const code = codeAt(secret, later(0))
    await signInWith(url, person, [{ code }])
    const again = await beginSignIn(url)
    await again.send(person)
    for (const used of [
      code,
      codeAt(secret, later(-1)),
      codeAt(secret, later(-5)),
      codeAt(secret, later(5)),
      'abcdef',
      '',
    ]) {
      const { status, text } = await again.send({ code: used })
      assert.equal(status, 400)
      assert.match(text, /This code isn’t right/)
    }
    await again.finish(await again.send({ code: codeAt(secret, later(1)) }))
  })

  test('lets one of eight sign-ins with the same code in', async () => {
    const { person, secret } = await withApp()
    const begun = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const signIn = await beginSignIn(url)
        await signIn.send(person)
        return signIn
      }),
    )
    const code = codeAt(secret, later(0))
    const replies = await Promise.all(begun.map((signIn) => signIn.send({ code })))
    assert.equal(replies.filter(({ status }) => status === 303).length, 1)
  })

  test('cannot be passed by a second page, by no code, or by a code of another account', async () => {
    const { person, secret } = await withApp()
    const other = await withApp()
    const signIn = await beginSignIn(url)
    await signIn.send(person)
    assert.equal((await signIn.send({})).status, 400)
    assert.match((await signIn.go(signIn.page)).text, /Enter your code/)
    assert.equal((await signIn.send({ code: codeAt(other.secret, later(0)) })).status, 400)
    // Somebody else who signs in on the same page is asked for their own.
    assert.equal((await signIn.send(other.person)).status, 200)
    assert.equal((await signIn.send({ code: codeAt(secret, later(0)) })).status, 400)
    assert.match((await signIn.send({ restart: 'yes' })).text, /name="password"/)
    assert.equal((await signIn.send({ code: codeAt(other.secret, later(0)) })).status, 400)
  })

  test('is set up only with a right code of the secret that was shown last', async () => {
    const person = await newPerson()
    const api = inSession(url, await signInWith(url, person))
    const path = '/api/me/second-factor/authenticator'
    const wrong = await api.post(`${path}/confirm`, { code: '123456' })
    assert.deepEqual([wrong.status, wrong.body.errors[0].code], [422, 'expired'])
    const first = (await api.post(path)).body
    const second = (await api.post(path)).body
    assert.notEqual(first.secret, second.secret)
    const stale = await api.post(`${path}/confirm`, { code: codeAt(first.secret, later(0)) })
    assert.deepEqual([stale.status, stale.body.errors[0].code], [422, 'wrong'])
    assert.equal((await api.get('/api/me/second-factor')).body.authenticator, null)
    assert.equal((await api.post(`${path}/confirm`, { code: codeAt(second.secret, later(0)) })).status, 200)
  })

  test('is not asked for any more once it is removed', async () => {
    const { person, api } = await withApp()
    assert.equal((await api.delete('/api/me/second-factor/authenticator')).status, 204)
    assert.equal((await api.delete('/api/me/second-factor/authenticator')).status, 404)
    await signInWith(url, person)
    const { body } = await api.get('/api/me/second-factor')
    assert.deepEqual([body.authenticator, body.recovery_codes_left], [null, 0])
  })

  test('takes no code after a hundred wrong ones in a row, until it is reset', async () => {
    const { person, secret } = await withApp()
    await db.pool.query('update idp_accounts set factor_failures = $1 where email = $2', [
      limits.factorFailuresMax - 1,
      person.email,
    ])
    const signIn = await beginSignIn(url)
    await signIn.send(person)
    assert.match((await signIn.send({ code: '000000' })).text, /This code isn’t right/)
    assert.match((await signIn.send({ code: codeAt(secret, later(0)) })).text, /Too many wrong codes/)
    assert.equal(await resetFactorsByEmail(db.tx, person.email, new Date()), true)
    assert.equal(await resetFactorsByEmail(db.tx, 'nobody@acme.test', new Date()), false)
    await signInWith(url, person)
  })
})

suite('recovery codes', () => {
  test('come with the first factor, sign in once each, and are read as people type them', async () => {
    const { person, api, codes } = await withApp()
    assert.equal(codes.length, 10)
    assert.match(codes[0], /^([0-9a-z]{4}-){3}[0-9a-z]{4}$/)
    const typed = ` ${codes[0].toUpperCase().replaceAll('-', ' ')} `
    assert.deepEqual(amrOf(await signInWith(url, person, [{ recovery_code: typed }])), ['pwd', 'mfa'])
    const again = await beginSignIn(url)
    await again.send(person)
    assert.equal((await again.send({ recovery_code: codes[0] })).status, 400)
    assert.equal((await api.get('/api/me/second-factor')).body.recovery_codes_left, 9)
    const { rows } = await db.pool.query('select code_sha256::text as hash from idp_recovery_codes')
    assert.ok(!rows.some(({ hash }) => codes.some((code) => hash.includes(code.replaceAll('-', '')))))
  })

  test('one that is used by several at once lets one in', async () => {
    const { person, codes } = await withApp()
    const begun = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const signIn = await beginSignIn(url)
        await signIn.send(person)
        return signIn
      }),
    )
    const replies = await Promise.all(begun.map((signIn) => signIn.send({ recovery_code: codes[0] })))
    assert.equal(replies.filter(({ status }) => status === 303).length, 1)
  })

  test('of another account are wrong, and replaced ones no longer work', async () => {
    const { person, api, codes } = await withApp()
    const other = await withApp()
    const { recovery_codes: replaced } = (await api.post('/api/me/second-factor/recovery-codes')).body
    const signIn = await beginSignIn(url)
    await signIn.send(person)
    assert.equal((await signIn.send({ recovery_code: other.codes[0] })).status, 400)
    assert.equal((await signIn.send({ recovery_code: codes[1] })).status, 400)
    assert.equal((await signIn.send({ recovery_code: replaced[0] })).status, 303)
    const nobody = inSession(url, await signInWith(url, await newPerson()))
    assert.equal((await nobody.post('/api/me/second-factor/recovery-codes')).status, 422)
  })
})

suite('a passkey', () => {
  test('signs in after the password, and alone', async () => {
    const { person, key } = await withPasskey()
    const signIn = await beginSignIn(url)
    const asked = await signIn.send(person)
    assert.match(asked.text, /Use your passkey/)
    const wanted = await options(signIn.page, signIn.go)
    assert.deepEqual(
      wanted.allowCredentials.map((one: any) => one.id),
      [key.id],
    )
    const token = await signIn.finish(await signIn.send({ passkey: key.get(wanted) }))
    assert.deepEqual(amrOf(token), ['pwd', 'pop', 'mfa'])

    const alone = await beginSignIn(url)
    assert.match((await alone.go(alone.page)).text, /Sign in with a passkey/)
    const anybody = await options(alone.page, alone.go)
    assert.deepEqual(anybody.allowCredentials, [])
    const second = await alone.finish(await alone.send({ passkey: key.get(anybody) }))
    assert.deepEqual(amrOf(second), ['pop', 'user', 'mfa'])
    assert.equal((await inSession(url, second).get('/api/me')).body.user.email, person.email)
  })

  test('answers a challenge once, for this address, verified, and with a counter that rises', async () => {
    const { key } = await withPasskey()
    const signIn = await beginSignIn(url)
    const fails = async (passkey: string) => {
      const { status, text } = await signIn.send({ passkey })
      assert.equal(status, 400)
      assert.match(text, /The passkey didn’t work/)
    }
    await fails(key.get({ challenge: 'made-up', rpId: 'localhost' }))
    const first = await options(signIn.page, signIn.go)
    const answer = key.get(first)
    await fails(key.get(await options(signIn.page, signIn.go), { at: 'https://evil.test' }))
    await fails(key.get({ ...(await options(signIn.page, signIn.go)), rpId: 'evil.test' }))
    // Without verification of the person a stolen key would be enough.
    await fails(key.get(await options(signIn.page, signIn.go), { flags: 0x01 }))
    // An answer to a challenge that another one has replaced.
    await fails(answer)
    await fails('{}')
    await fails('no json')
    await fails(softwarePasskey(url).get(await options(signIn.page, signIn.go)))
    const last = key.get(await options(signIn.page, signIn.go), { count: 40 })
    await signIn.finish(await signIn.send({ passkey: last }))
    const replay = await beginSignIn(url)
    await options(replay.page, replay.go)
    assert.equal((await replay.send({ passkey: last })).status, 400)
    const copy = key.get(await options(replay.page, replay.go), { count: 40 })
    assert.equal((await replay.send({ passkey: copy })).status, 400)
  })

  test('of somebody else does not stand for the code of this account', async () => {
    const { person } = await withApp()
    const { key } = await withPasskey()
    const signIn = await beginSignIn(url)
    await signIn.send(person)
    const reply = await signIn.send({ passkey: key.get(await options(signIn.page, signIn.go)) })
    assert.equal(reply.status, 400)
    assert.match((await signIn.go(signIn.page)).text, /Enter your code/)
  })

  test('is added once, for this address, and no longer works once it is removed', async () => {
    const { api, key, id } = await withPasskey()
    const path = '/api/me/second-factor/passkeys'
    const again = (await api.post(`${path}/options`)).body.options
    assert.deepEqual(
      again.excludeCredentials.map((one: any) => one.id),
      [key.id],
    )
    assert.equal((await api.post(path, key.create(again))).status, 422)
    const other = softwarePasskey(url)
    const wrong = (await api.post(`${path}/options`)).body.options
    assert.equal((await api.post(path, other.create(wrong, 'Other', 'https://evil.test'))).status, 422)
    const stranger = await withPasskey()
    assert.equal((await stranger.api.delete(`${path}/${id}`)).status, 404)
    assert.equal((await api.delete(`${path}/${id}`)).status, 204)
    const signIn = await beginSignIn(url)
    const reply = await signIn.send({ passkey: key.get(await options(signIn.page, signIn.go)) })
    assert.equal(reply.status, 400)
  })

  test('of this host may be used by the pages on their own', async () => {
    const { origins } = (await (await fetch(`${url}/.well-known/webauthn`)).json()) as { origins: string[] }
    assert.deepEqual(origins, [new URL(url).origin])
  })
})

suite('an organisation that requires a second factor', () => {
  const require = (api: ReturnType<typeof inSession>, second_factor: string) =>
    api.patch('/api/organisation', { second_factor })

  test('has people set one up as they sign in, without script, and takes no earlier session', async () => {
    const person = await newPerson()
    const before = inSession(url, await signInWith(url, person))
    assert.equal((await require(before, 'admins')).body.second_factor, 'admins')
    const refused = await before.get('/api/organisation')
    assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_required'])

    const signIn = await beginSignIn(url)
    const shown = await signIn.send(person)
    assert.match(shown.text, /Set up a second factor/)
    assert.doesNotMatch(shown.text, /<script|style=/)
    const secret = secretOn(shown.text)
    assert.equal((await signIn.send({ code: '000000' })).status, 400)
    assert.equal(secretOn((await signIn.go(signIn.page)).text), secret)
    const saved = await signIn.send({ code: codeAt(secret, later(-1)) })
    assert.equal(codesOn(saved.text).length, 10)
    assert.deepEqual(codesOn((await signIn.go(signIn.page)).text), [])
    const token = await signIn.finish(await signIn.send({}))
    assert.deepEqual(amrOf(token), ['pwd', 'otp', 'mfa'])
    const api = inSession(url, token)
    assert.equal((await api.get('/api/organisation')).status, 200)

    const last = await api.delete('/api/me/second-factor/authenticator')
    assert.deepEqual([last.status, last.body.code], [403, 'second_factor_required'])
    const { audit_events: events } = (await api.get('/api/audit-events')).body
    const actions = events.map(({ action }: any) => action)
    assert.ok(actions.includes('second_factor.added') && actions.includes('organisation.updated'))
    await signInWith(url, person, [{ code: codeAt(secret, later(0)) }])
  })

  test('asks members only where everyone must have one, also at their first sign-in', async () => {
    const admin = await newPerson()
    const api = inSession(url, await signInWith(url, admin))
    await require(api, 'admins')
    const email = `member${++serial}@acme.test`
    await db.pool.query(
      `insert into users (organisation_id, id, email, name, role, created_at, updated_at)
       values ($1, $2, $3, 'Grace', 'member', now(), now())`,
      [admin.organisationId, `usr_${email.split('@')[0]}`, email],
    )
    const { password } = await createAccount(db.tx, { email, name: 'Grace' }, clock!.now())
    assert.equal(
      (await inSession(url, await signInWith(url, { email, password })).get('/api/me')).status,
      200,
    )
    await db.pool.query(`update organisations set second_factor = 'everyone' where id = $1`, [
      admin.organisationId,
    ])
    const newcomer = `newcomer${++serial}@acme.test`
    await db.pool.query(
      `insert into users (organisation_id, id, email, name, role, created_at, updated_at)
       values ($1, $2, $3, 'Ken', 'member', now(), now())`,
      [admin.organisationId, `usr_${newcomer.split('@')[0]}`, newcomer],
    )
    const account = await createAccount(db.tx, { email: newcomer, name: 'Ken' }, clock!.now())
    for (const one of [
      { email, password },
      { email: newcomer, password: account.password },
    ]) {
      const signIn = await beginSignIn(url)
      assert.match((await signIn.send(one)).text, /Set up a second factor/)
    }
  })
})

suite('changing how one signs in', () => {
  test('takes a recent sign-in, and the built-in one', async () => {
    const app = await startApp({ at: new Date(Date.now() + 11 * 60_000).toISOString() })
    const email = 'ada@acme.test'
    await app.db.transaction((tx) => bootstrap(tx, { organisation: 'Acme', admin: email }, app.clock!.now()))
    const { password } = await createAccount(app.db.tx, { email, name: 'Ada' }, app.clock!.now())
    const api = inSession(app.url, await signInWith(app.url, { email, password }))
    assert.equal((await api.get('/api/me/second-factor')).status, 200)
    const tries = [
      await api.post('/api/me/second-factor/authenticator'),
      await api.post('/api/me/second-factor/authenticator/confirm', { code: '123456' }),
      await api.delete('/api/me/second-factor/authenticator'),
      await api.post('/api/me/second-factor/passkeys/options'),
      await api.post('/api/me/second-factor/recovery-codes'),
      await api.patch('/api/organisation', { second_factor: 'everyone' }),
    ]
    for (const { status, body } of tries)
      assert.deepEqual([status, body.code], [403, 'fresh_sign_in_required'])
    assert.equal((await api.patch('/api/organisation', { name: 'Acme again' })).status, 200)
    await app.stop()
  })
})
