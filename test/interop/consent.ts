/** A person at the consent page, as its script does it: sign in at the embedded provider, allow, and follow the address in the reply. */
import assert from 'node:assert/strict'
import { signIn } from '../../demo/sign-in.ts'
import { bootstrap, createAccount } from '../../src/identity/identity.ts'
import { createApplicationFor } from '../../src/oauth/oauth.ts'
import { startApp } from '../support/start.ts'
import { client, pulseDraft } from '../support/world.ts'

const account = { email: 'ada@acme.test', password: 'correct horse battery' }

/** A value that must be there. */
export function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('a value is missing')
  return value
}

export type Interop = Awaited<ReturnType<typeof interop>>

/** A service with one application, registered for both flows, and a person who can allow it. */
export async function interop() {
  const { db, url } = await startApp()
  const now = new Date()
  const { organisation } = await db.transaction((tx) =>
    bootstrap(tx, { organisation: 'Acme', admin: account.email, name: 'Ada' }, now),
  )
  await createAccount(db.tx, { ...account, name: 'Ada' }, now)
  const redirectUri = 'http://127.0.0.1:9/callback'
  const scopes = ['pulses:read', 'pulses:write', 'teams:read', 'offline_access'] as const
  const application = await db.transaction((tx) =>
    createApplicationFor(
      tx,
      { organisationId: organisation.id, userId: null },
      { name: 'Stock client', redirect_uris: [redirectUri], scopes: [...scopes] },
      now,
    ),
  )
  const session = await signIn(url, account)

  /** @returns the address that the browser is sent back to */
  const allow = async (address: string | URL): Promise<URL> => {
    const page = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } })
    const text = await page.text()
    assert.equal(page.status, 200, text)
    const [, endpoint] = required(/data-endpoint="([^"]+)"/.exec(text))
    const requested = Object.fromEntries(new URL(address).searchParams)
    const names = [
      'client_id',
      'redirect_uri',
      'scope',
      'state',
      'code_challenge',
      'code_challenge_method',
      'resource',
    ]
    const body = Object.fromEntries(
      names.filter((name) => requested[name]).map((name) => [name, requested[name]]),
    )
    const reply = await client('', session).post(endpoint, body)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return new URL(reply.body.redirect_to)
  }
  return {
    url,
    redirectUri,
    allow,
    clientId: application.client_id,
    clientSecret: required(application.client_secret),
    /** A token of an organisation may not make pulses; one of a person may. */
    worksFor: async (kind: 'organisation' | 'person', token: string): Promise<void> => {
      const api = client(url, token)
      assert.equal((await api.get('/api/pulses')).status, 200)
      const made = await api.post('/api/pulses', pulseDraft([]))
      assert.equal(made.status, kind === 'person' ? 201 : 403, JSON.stringify(made.body))
    },
  }
}
