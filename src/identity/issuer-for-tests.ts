/** A small identity provider for tests: real HTTP, real signatures, and whatever claims a test wants to try. */
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

export type Claims = Record<string, unknown>

type Key = { kid: string; privateKey: CryptoKey; jwk: JWK }

const makeKey = async (kid: string): Promise<Key> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }
}

export const testAudience = 'https://api.sonde.test'

export async function startIssuer() {
  let key = await makeKey('first')
  let failing = false
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    const documents: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer,
        jwks_uri: `${issuer}/jwks`,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
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
  return {
    issuer,
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
