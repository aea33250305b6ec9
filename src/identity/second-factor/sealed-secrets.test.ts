/** The secret of an authenticator app is sealed: a copy of the database gives no code. */
import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import {
  beginSignIn,
  codeAt,
  inSession,
  type Person,
  signInWith,
} from '../../../test/support/embedded-sign-in.ts'
import { startApp } from '../../../test/support/start.ts'
import { SealingError, sealingBy } from '../../sealing.ts'
import { createAccount } from '../accounts.ts'
import { bootstrap } from '../bootstrap.ts'
import { sealStoredSecrets } from './sealed-secrets.ts'

// The clock stands still, so that no code expires while a test runs.
const { url, db, clock } = await startApp({ at: new Date().toISOString() })
let serial = 0

/** Time that no code of this test has used up. */
const later = (steps: number): Date => new Date(clock!.now().getTime() + steps * 30_000)

async function withApp() {
  const email = `person${++serial}@acme.test`
  await db.transaction((tx) => bootstrap(tx, { organisation: `Acme ${serial}`, admin: email }, clock!.now()))
  const { password } = await createAccount(db.tx, { email, name: 'Ada' }, clock!.now())
  const person = { email, password }
  const api = inSession(url, await signInWith(url, person))
  const { secret } = (await api.post('/api/me/second-factor/authenticator')).body
  const confirmed = await api.post('/api/me/second-factor/authenticator/confirm', {
    code: codeAt(secret, later(-1)),
  })
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
  return { person, api, secret: secret as string }
}

suite('the secret of an app', () => {
  /** Everything that is in the database, as text. */
  const databaseText = async (): Promise<string> => {
    const { rows: tables } = await db.pool.query(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const texts: string[] = []
    for (const { name } of tables)
      for (const { text } of (await db.pool.query(`select t::text as text from "${name}" t`)).rows)
        texts.push(text)
    return texts.join('\n')
  }
  const isIn = (text: string, secret: string): boolean =>
    text.includes(secret) || text.includes(Buffer.from(secret).toString('hex'))
  const accountOf = async ({ email }: Person): Promise<string> =>
    (await db.pool.query('select id from idp_accounts where email = $1', [email])).rows[0].id
  const storedOf = async (person: Person): Promise<{ secret: string | null; sealed_secret: Buffer | null }> =>
    (
      await db.pool.query('select secret, sealed_secret from idp_authenticators where account_id = $1', [
        await accountOf(person),
      ])
    ).rows[0]

  test('is nowhere in the database, so that a copy of it gives no code', async () => {
    const { person, api, secret } = await withApp()
    const begun = (await api.post('/api/me/second-factor/authenticator')).body.secret
    const text = await databaseText()
    assert.ok(text.includes(person.email))
    assert.ok(!isIn(text, secret), 'of an app that is set up')
    assert.ok(!isIn(text, begun), 'of one that is being set up')
    const { sealed_secret: sealed } = await storedOf(person)
    const use = `authenticator ${await accountOf(person)}`
    const folder = await mkdtemp(join(tmpdir(), 'sonde-sealing-'))
    assert.throws(
      () => sealingBy(join(folder, 'other.key'), true).open(sealed!, use),
      SealingError,
      'another installation has another key',
    )
  })

  test('from before it was sealed works, and is sealed at the next start', async () => {
    const { person, secret } = await withApp()
    await db.pool.query(
      'update idp_authenticators set secret = $1, sealed_secret = null where account_id = $2',
      [secret, await accountOf(person)],
    )
    await signInWith(url, person, [{ code: codeAt(secret, later(0)) }])
    assert.equal(await db.transaction(sealStoredSecrets), 1)
    assert.equal(await db.transaction(sealStoredSecrets), 0)
    assert.equal((await storedOf(person)).secret, null)
    assert.ok(!isIn(await databaseText(), secret))
    await signInWith(url, person, [{ code: codeAt(secret, later(1)) }])
  })

  test('opens nothing for an account that it was copied to', async () => {
    const mine = await withApp()
    const other = await withApp()
    await db.pool.query('update idp_authenticators set sealed_secret = $1 where account_id = $2', [
      (await storedOf(mine.person)).sealed_secret,
      await accountOf(other.person),
    ])
    const signIn = await beginSignIn(url)
    await signIn.send(other.person)
    assert.equal((await signIn.send({ code: codeAt(mine.secret, later(0)) })).status, 500)
  })
})
