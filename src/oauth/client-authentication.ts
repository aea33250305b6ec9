/**
 * Client authentication at the token endpoint: HTTP Basic, or id and secret in the body (form or JSON), one of them.
 *
 * The secret is hashed first and compared in constant time; an unknown client costs the same comparison and gets the
 * same reply; a secret whose checksum is wrong is refused without looking for its client. Right credentials are never
 * refused because of somebody else's wrong ones: ids are public. Failures are counted after the fact (client-failures.ts).
 * Sources: RFC 6749 §2.3.1 (both halves of Basic are form-encoded; our alphabet needs no encoding, so raw works too),
 * RFC 7617, RFC 9110 §15.5.2 (a challenge with every 401).
 */
import { timingSafeEqual } from 'node:crypto'
import { isSecret, sha256 } from '../ids.ts'
import type { Client, Clients, ClientSecret } from './clients.ts'
import type { ClientFailures } from './client-failures.ts'
import { invalidRequest, type OAuthError } from './oauth-error.ts'
import { isPublic } from './redirect-uri.ts'
import type { TokenRequest } from './token-request.ts'

export type ClientCredentials = { clientId: string; secret: string | undefined }
export type AuthenticatedClient = { client: Client; secretId: string | null }

/** Compared with for an unknown client, so that it costs the same. */
const unknownSecret: ClientSecret = { id: '', sha256: Buffer.alloc(32), expiresAt: 0 }

const basicShape = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i

/** @throws invalid_request | invalid_client */
export function credentialsOf(
  authorization: string | undefined,
  request: TokenRequest,
  refused: () => OAuthError,
): ClientCredentials {
  if (authorization === undefined) {
    if (request.client_id === undefined) throw invalidRequest('client_id is missing')
    return { clientId: request.client_id, secret: request.client_secret }
  }
  if (request.client_secret !== undefined)
    throw invalidRequest('Only one way of client authentication may be used')
  const encoded = basicShape.exec(authorization)?.[1]
  const pair = encoded === undefined ? undefined : decodePair(encoded)
  if (!pair) throw refused()
  if (request.client_id !== undefined && request.client_id !== pair.clientId) {
    throw invalidRequest('client_id differs between header and body')
  }
  return pair
}

function decodePair(encoded: string): { clientId: string; secret: string } | undefined {
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.toString('base64').replaceAll('=', '') !== encoded.replaceAll('=', '')) return undefined
  const text = bytes.toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return undefined
  try {
    return { clientId: formDecoded(text.slice(0, colon)), secret: formDecoded(text.slice(colon + 1)) }
  } catch {
    return undefined
  }
}

const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

type Check = {
  clients: Clients
  failures: ClientFailures
  presented: ClientCredentials
  network: string
  now: Date
  refused: () => OAuthError
}

/** @throws invalid_client | rate_limited */
export async function authenticateClient({
  clients,
  failures,
  presented,
  network,
  now,
  refused,
}: Check): Promise<AuthenticatedClient> {
  const { clientId, secret } = presented
  const found = secret === undefined || isSecret('cs', secret) ? clients.find(clientId) : null
  const client = found instanceof Promise ? await found : found
  const authenticated =
    client && isPublic(client.kind)
      ? publicClient(client, presented)
      : confidentialClient(client, presented, now)
  if (authenticated) return authenticated
  await failures.add(clientId, network, now)
  throw refused()
}

/** A public client has nothing to prove itself with; one that sends a secret is not the client it names. */
const publicClient = (client: Client, { secret }: ClientCredentials): AuthenticatedClient | null =>
  secret === undefined ? { client, secretId: null } : null

function confidentialClient(
  client: Client | null,
  { secret }: ClientCredentials,
  now: Date,
): AuthenticatedClient | null {
  const hash = sha256(secret ?? '')
  let secretId: string | null = null
  for (const { id, sha256: stored, expiresAt } of client?.secrets ?? [unknownSecret]) {
    if (timingSafeEqual(hash, stored) && (expiresAt === null || expiresAt > now.getTime())) secretId = id
  }
  return client && secretId !== null && secret !== undefined ? { client, secretId } : null
}
