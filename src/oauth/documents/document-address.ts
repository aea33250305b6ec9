/**
 * Client IDs that are addresses: of a document that describes the client. Pure.
 * Source: draft-ietf-oauth-client-id-metadata-document-02 §3; Model Context Protocol 2026-07-28, basic/authorization.
 */
const lengthMax = 200

/** Whether it has the form of an address at all: our own client IDs have none. */
export const isDocumentAddress = (clientId: string): boolean => /^https?:\/\//.test(clientId)

/**
 * What is wrong with it as the address of a document, or null. It must be written as parsers write it, so that equal strings are equal
 * addresses and no two parsers read it differently.
 * @param allowLocal  http on loopback, for tests and local use
 */
export function documentAddressFault(address: string, allowLocal: boolean): string | null {
  const url = URL.parse(address)
  if (!url || address.length > lengthMax) return 'is no URL of at most 200 characters'
  const isLocal = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(allowLocal && isLocal)) return 'must be https'
  if (url.href !== address) return 'must be written in its normal form'
  if (url.username !== '' || url.password !== '') return 'must not hold a name or password'
  if (url.search !== '' || url.hash !== '' || address.endsWith('?') || address.endsWith('#'))
    return 'must have no query and no fragment'
  return url.pathname === '/' ? 'must have a path' : null
}
