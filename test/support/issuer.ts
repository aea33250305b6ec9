/**
 * A small identity provider for tests: real HTTP, real signatures, and any claims that a test wants to try. It signs a browser in at once,
 * as the person set by `persons`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

export type Claims = Record<string, unknown>

type Key = { kid: string; privateKey: CryptoKey; jwk: JWK }

const makeKey = async (kid: string): Promise<Key> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }
}

/** Whether a client shows its secret as RFC 6749 §2.3.1 says, and proves that it began the sign-in. */
function isAuthentic(
  { headers }: IncomingMessage,
  form: URLSearchParams,
  { secret, method }: { secret: string; method: string },
): boolean {
  const basic = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
  const shown =
    method === 'client_secret_post'
      ? form.get('client_secret')
      : decodeURIComponent((basic.split(':')[1] ?? '').replaceAll('+', ' '))
  return shown === secret && (form.get('code_verifier')?.length ?? 0) >= 43
}

export const testAudience = 'https://api.sonde.test'

export async function startIssuer() {
  let key = await makeKey('first')
  let failing = false
  /** How and with what secret its clients authenticate; null: public ones. */
  let clients: { secret: string; method: 'client_secret_post' | 'client_secret_basic' } | null = null
  const asked: string[] = []
  let person: Claims = { sub: 'somebody' }
  const server = createServer((request, response) => {
    asked.push(request.url!)
    const url = new URL(request.url!, issuer)
    if (url.pathname === '/auth') return sendBack(url.searchParams, response)
    if (url.pathname === '/token') return void redeem(request, response)
    const documents: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer,
        jwks_uri: `${issuer}/jwks`,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        id_token_signing_alg_values_supported: ['ES256'],
        ...(clients && { token_endpoint_auth_methods_supported: [clients.method] }),
      },
      '/jwks': { keys: [key.jwk] },
    }
    response.statusCode = failing ? 500 : documents[request.url!] ? 200 : 404
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(documents[request.url!] ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const claimsOf = (claims: Claims): Claims => {
    const now = Math.floor(Date.now() / 1000)
    return { iss: issuer, aud: testAudience, sub: 'somebody', iat: now, exp: now + 3600, ...claims }
  }
  /** The code is the client id: one person signs in at a time. */
  const sendBack = (asked: URLSearchParams, response: ServerResponse): void => {
    const back = new URL(asked.get('redirect_uri')!)
    back.searchParams.set('code', asked.get('client_id')!)
    back.searchParams.set('state', asked.get('state')!)
    response.writeHead(302, { location: back.href }).end()
  }
  const redeem = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await text(request))
    const clientId = form.get('code')!
    if (clients && !isAuthentic(request, form, clients)) {
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: 'invalid_client', error_uri: 'https://idp.example/why' }))
      return
    }
    const sign = (claims: Claims, typ: string): Promise<string> =>
      new SignJWT(claimsOf({ ...person, ...claims }))
        .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ })
        .sign(key.privateKey)
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' }).end(
      JSON.stringify({
        token_type: 'Bearer',
        refresh_token: 'not for pages',
        expires_in: 3600,
        access_token: await sign({ client_id: clientId }, 'at+jwt'),
        id_token: await sign({ aud: clientId }, 'JWT'),
      }),
    )
  }
  return {
    issuer,
    /** From now on its clients have a secret. */
    secretly: (secret: string, method: 'client_secret_post' | 'client_secret_basic') =>
      void (clients = { secret, method }),
    /** Signs everybody in as this person from now on. */
    persons: (claims: Claims) => void (person = claims),
    /** Paths in the order in which they were fetched. */
    asked,
    get key() {
      return key
    },
    env: { SONDE_IDP_ISSUER: issuer, SONDE_IDP_AUDIENCE: testAudience },
    claimsOf,
    token: (claims: Claims = {}, header: Record<string, unknown> = {}): Promise<string> =>
      new SignJWT(claimsOf(claims))
        .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'at+jwt', ...header })
        .sign(key.privateKey),
    rotate: async (kid = 'second') => void (key = await makeKey(kid)),
    fail: (yes: boolean) => void (failing = yes),
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  }
}

export type TestIssuer = Awaited<ReturnType<typeof startIssuer>>
