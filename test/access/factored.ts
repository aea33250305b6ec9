/**
 * Somebody of the prepared organisation who signs in by the embedded provider, with an authenticator app and a passkey. A node of its own
 * serves that provider, on the same database: the others have an external one. Nothing is due there.
 */
import assert from 'node:assert/strict'
import { one, sql } from '../../src/db/db.ts'
import { shapeOf } from '../../src/db/shape.ts'
import { identities } from '../../src/db/tables.ts'
import { newId } from '../../src/ids.ts'
import { createAccount } from '../../src/identity/identity.ts'
import { beginSignIn, codeAt, inSession, softwarePasskey } from '../support/embedded-sign-in.ts'
import { type Running, startApp } from '../support/start.ts'
import type { World } from '../support/world.ts'
import { ok } from './call.ts'

let node: Promise<Running> | undefined
let serial = 0

export type Factored = Awaited<ReturnType<typeof newFactored>>

export async function newFactored({ organisationId, running }: World) {
  const { url, db, clock } = await (node ??= startApp({
    at: new Date().toISOString(),
    database: running.db.connection,
    shared: true,
  }))
  assert.ok(clock)
  const now = clock.now()
  const email = `factored-${++serial}@test.example`
  const { id: accountId, password } = await createAccount(db.tx, { email, name: 'Factored' }, now)
  const userId = newId('user')
  await one(
    db.tx,
    shapeOf(identities, ['id']),
    sql`
      with made as (
        insert into users (organisation_id, id, email, name, role, created_at, updated_at)
        values (${organisationId}, ${userId}, ${email}, 'Factored', 'member', ${now}, ${now})
        returning id
      )
      insert into identities (organisation_id, id, issuer, subject, user_id, created_at)
      select ${organisationId}, ${newId('identity')}, 'embedded', ${accountId}, id, ${now}
      from made
      returning id`,
  )
  const signIn = await beginSignIn(url)
  const by = inSession(url, await signIn.finish(await signIn.send({ email, password })))
  const path = '/api/me/second-factor'
  const begun = ok(await by.post(`${path}/authenticator`))
  const code = codeAt(begun.secret, now)
  ok(await by.post(`${path}/authenticator/confirm`, { code }))
  const newPasskey = async () =>
    softwarePasskey(url).create(ok(await by.post(`${path}/passkeys/options`)).options)
  const added = ok(await by.post(`${path}/passkeys`, await newPasskey()))
  return {
    by,
    userId,
    passkeyId: added.second_factor.passkeys[0].id as string,
    newPasskey,
    newCode: async (): Promise<string> =>
      codeAt(ok(await by.post(`${path}/authenticator`)).secret, clock.now()),
  }
}
