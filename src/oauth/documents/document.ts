/**
 * What a client ID metadata document says, as far as we take it: where replies may go. Its names, logos and links are not read: whoever
 * writes it chooses them. Grant types and methods that we lack do not matter, as long as what we have is among them. Pure.
 * Source: draft-ietf-oauth-client-id-metadata-document-02 §4; RFC 7591 §2.
 */
import { limits } from '../../../contract/limits.ts'
import { redirectUriFault } from '../../../contract/redirect-uri.ts'

export type ClientDocument = { readonly redirectUris: readonly string[] }

/** @returns the document, or what is wrong with it */
export function readDocument(address: string, text: string): ClientDocument | string {
  const document = parsed(text)
  if (document === null) return 'is no JSON object'
  if (document.client_id !== address) return 'names another client_id than its address'
  if ('client_secret' in document) return 'holds a secret'
  if (!takesNoSecret(document)) return 'has no token_endpoint_auth_method none'
  if (!mayUseCodes(document)) return 'has no grant type authorization_code'
  const { redirect_uris: uris } = document
  // One that we refuse is left out, for some hosts list schemes of their own beside others.
  const redirectUris = Array.isArray(uris)
    ? uris.filter((uri): uri is string => typeof uri === 'string' && redirectUriFault(uri, 'public') === null)
    : []
  if (redirectUris.length === 0) return 'has no redirect_uris that we take'
  return { redirectUris: [...new Set(redirectUris)].slice(0, limits.documentRedirectUrisMax) }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** Left out, the method would be a secret (RFC 7591 §2), which no such client can have: it is `none` then. */
function takesNoSecret({
  token_endpoint_auth_method: method,
  token_endpoint_auth_methods_supported: others,
}: Record<string, unknown>): boolean {
  return method === undefined || method === 'none' || (Array.isArray(others) && others.includes('none'))
}

const mayUseCodes = ({ grant_types: types }: Record<string, unknown>): boolean =>
  types === undefined || (Array.isArray(types) && types.includes('authorization_code'))

const secondsMin = 300
const secondsMax = 86_400

/** How long it is kept: as its server says, from five minutes to a day. In seconds. */
export function freshSeconds(cacheControl: string | string[] | undefined): number {
  const maxAge = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])/i.exec([cacheControl ?? ''].flat().join(','))
  return Math.min(secondsMax, Math.max(secondsMin, Number(maxAge?.[1] ?? 0)))
}
