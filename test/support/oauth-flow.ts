/** The flows of OAuth as a caller sees them, with session tokens of an identity provider for tests. */
import { type Scope, scopeNames } from '../../contract/scopes.ts'
import { client, type Client } from './world.ts'
import type { ApplicationDraft } from '../../contract/oauth.ts'
import { createApplicationFor } from '../../src/oauth/oauth.ts'
import { type Running, startApp } from './start.ts'
import { bootstrap } from '../../src/identity/identity.ts'
import { startIssuer, type TestIssuer } from './issuer.ts'
import { atEndOf } from './endings.ts'

export type TokenAnswer = { status: number; headers: Headers; body: any }

export const callback = 'https://client.example/callback'

let serial = 0

export type Flow = Awaited<ReturnType<typeof newFlow>>

/** An organisation with an admin, Ada, who has an account at the provider, and one application. */
export async function newFlow(
  options: { at?: string; env?: Record<string, string>; running?: Running; idp?: TestIssuer } = {},
) {
  const idp = options.idp ?? (await startIssuer())
  if (!options.idp) atEndOf('file', () => idp.close())
  const running = options.running ?? (await startApp({ ...options, env: { ...idp.env, ...options.env } }))
  const { db, url, clock } = running
  const number = ++serial
  const email = `ada${number}@acme.test`
  const { organisation, admin } = await db.transaction((tx) =>
    bootstrap(tx, { organisation: `Acme ${number}`, admin: email, name: 'Ada' }, clock?.now() ?? new Date()),
  )
  const sessionToken = () => idp.token({ sub: `ada ${number}`, email, email_verified: true, name: 'Ada' })
  const session = async (): Promise<Client> => client(url, await sessionToken())
  /** By the rule itself: sessions live in real time, and by a clock that a test has turned far ahead the sign-in is long ago. */
  const register = async (draft: Record<string, unknown> = {}): Promise<any> =>
    db.transaction((tx) =>
      createApplicationFor(
        tx,
        { organisationId: organisation.id, userId: admin.id },
        {
          name: 'Bot',
          redirect_uris: [callback],
          scopes: scopeNames,
          ...(draft as Partial<ApplicationDraft>),
        },
        clock?.now() ?? new Date(),
      ),
    )
  const application = await register()
  const credentials = {
    client_id: application.client_id as string,
    client_secret: application.client_secret as string,
  }

  const send = async (init: RequestInit & { path?: string }, at = url): Promise<TokenAnswer> => {
    const reply = await fetch(at + (init.path ?? '/oauth/token'), { method: 'POST', ...init })
    const text = await reply.text()
    return {
      status: reply.status,
      headers: reply.headers,
      body: text.startsWith('{') ? JSON.parse(text) : text,
    }
  }
  const token = (body: unknown, at = url): Promise<TokenAnswer> =>
    send(
      {
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      },
      at,
    )

  const form = (
    body: Record<string, string> | string,
    headers: Record<string, string> = {},
  ): Promise<TokenAnswer> =>
    send({
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(body),
    })

  /** Consents, like the consent page: the reply of POST /api/oauth/code. */
  const allow = async (more: Record<string, unknown> = {}, by?: string) =>
    client(url, by ?? (await sessionToken())).post('/api/oauth/code', {
      client_id: credentials.client_id,
      redirect_uri: callback,
      ...more,
    })
  const code = async (more: Record<string, unknown> = {}): Promise<string> => {
    const { status, body } = await allow(more)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body.code
  }
  const redeem = (secret: string, more: Record<string, unknown> = {}, at = url) =>
    token(
      { grant_type: 'authorization_code', code: secret, redirect_uri: callback, ...credentials, ...more },
      at,
    )
  const scopesOf = (answer: TokenAnswer): Scope[] => answer.body.scope.split(' ')

  return {
    idp,
    running,
    db,
    url,
    clock,
    organisationId: organisation.id,
    adminId: admin.id,
    email,
    application,
    credentials,
    sessionToken,
    session,
    register,
    send,
    token,
    form,
    allow,
    code,
    redeem,
    scopesOf,
    /** Whether the API accepts a token. */
    works: async (accessToken: string, at = url): Promise<boolean> =>
      (await client(at, accessToken).get('/api/teams')).status === 200,
  }
}
