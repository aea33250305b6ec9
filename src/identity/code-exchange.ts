/**
 * Exchanges the code of a sign-in for tokens, where our client at the provider has a secret. The page sends the code and the verifier that only
 * it knows; what is returned to it are the tokens that it would have got itself, without a refresh token. The provider is reached as for its
 * keys: a public address, https, no redirects, 15 seconds, 64 KiB.
 * Source: RFC 6749 §2.3.1, §4.1.3 and §5; RFC 7636 §4.5; OpenID Connect Discovery 1.0 §3 (`token_endpoint_auth_methods_supported`).
 */
import { type AuthorizationServer, type Client, ClientSecretBasic, ClientSecretPost } from 'oauth4webapi'
import { type Answer, type Guard, postTo } from '../outbound/outbound.ts'
import { isTrustworthy } from './fetch-json.ts'

export type Exchange = {
  readonly clientId: string
  readonly secret: string
  readonly redirectUri: string
  readonly code: string
  readonly verifier: string
}

/** As RFC 6749 §5.1 and §5.2 write them. */
export type ExchangeReply = {
  readonly status: 200 | 400
  readonly body: Readonly<Record<string, string | number>>
}

/** What the page reads of a reply, whose types RFC 6749 and OpenID Connect Core say. */
const tokenMembers = ['access_token', 'token_type', 'expires_in', 'id_token']
const errorMembers = ['error', 'error_description']

/**
 * @param server  what the provider's discovery document says of itself
 * @returns null  the provider does not answer, or not as it should
 */
export async function exchangeCode(
  server: AuthorizationServer & { token_endpoint: string },
  { clientId, secret, redirectUri, code, verifier }: Exchange,
  guard: Guard,
): Promise<ExchangeReply | null> {
  if (!isTrustworthy(new URL(server.token_endpoint))) return null
  const client: Client = { client_id: clientId }
  const methods = server.token_endpoint_auth_methods_supported
  // Where nothing is said, it is the basic scheme.
  const authenticate = methods?.includes('client_secret_post')
    ? ClientSecretPost(secret)
    : ClientSecretBasic(secret)
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  const headers = new Headers({
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  })
  await authenticate(server, client, form, headers)
  const answer = await postTo(
    server.token_endpoint,
    { body: form.toString(), headers: Object.fromEntries(headers) },
    guard,
  ).catch(() => null)
  return answer && replyOf(answer)
}

function replyOf({ status, body: text }: Answer): ExchangeReply | null {
  const body = parsed(text)
  if (body === null) return null
  if (status === 200 && typeof body.access_token === 'string')
    return { status: 200, body: only(body, tokenMembers) }
  if (status >= 400 && status < 500 && typeof body.error === 'string')
    return { status: 400, body: only(body, errorMembers) }
  return null
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

const only = (body: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = body[name]
      return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : []
    }),
  )
