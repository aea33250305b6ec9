/**
 * Which redirect URIs may be registered. Pure, so that the server enforces these rules and the form of the developer pages
 * checks them during typing, in the reader's language.
 *
 * URIs that parsers interpret differently are refused, so that equal strings mean equal targets.
 * Sources: RFC 6749 §3.1.2, RFC 8252, RFC 9700 §2.1 and §4.1.
 */
import { limits } from './limits.ts'

export type ApplicationKind = 'confidential' | 'public' | 'first_party'

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']
/** Parameters that the server adds to the redirect. A URI with its own could forge the server's reply. */
export const reservedParameters = ['code', 'state', 'error', 'error_description', 'error_uri', 'iss']
const shape = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?$/

/** What is wrong with a URI, for callers of the API: the rest of a sentence. */
export const redirectUriFaults = {
  too_long: `must not be longer than ${limits.redirectUriBytesMax} bytes`,
  not_ascii: 'must be ASCII without spaces (a host in punycode, other characters percent-encoded)',
  forbidden_character: 'must not contain any of \\ * " < > ^ ` { | }',
  fragment: 'must not have a fragment',
  not_absolute: 'must be an absolute URI',
  encoding: 'must be percent-encoded correctly',
  path: 'must not have . or .. segments or encoded slashes',
  reserved_parameter: `must not contain the parameters ${reservedParameters.join(', ')}`,
  http: 'must be https, except on 127.0.0.1, [::1] and localhost',
  scheme: 'must be https, or http on loopback',
  own_scheme: 'must have a scheme of your own with a dot in it, such as com.example.app',
  no_host: 'must name a host',
  user: 'must not contain a user or password',
  host_form:
    'must write its host in full, not as a short form such as 127.1, and host and port without leading zeros',
} as const

export type RedirectUriFault = keyof typeof redirectUriFaults

/** @returns what is wrong with it, or null */
export function redirectUriFault(uri: string, kind: ApplicationKind): RedirectUriFault | null {
  if (new TextEncoder().encode(uri).length > limits.redirectUriBytesMax) return 'too_long'
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'not_ascii'
  if (/[\\*"<>^`{|}]/.test(uri)) return 'forbidden_character'
  if (uri.includes('#')) return 'fragment'
  const [, scheme, authority, path, query] = shape.exec(uri) ?? []
  const parsed = URL.parse(uri)
  if (scheme === undefined || !parsed) return 'not_absolute'
  if (/%(?![0-9A-Fa-f]{2})/.test(uri)) return 'encoding'
  if (path.split('/').some(isDotSegment) || /%(?:2f|5c|00)/i.test(path)) return 'path'
  if (reservedParameters.some((name) => new URLSearchParams(query ?? '').has(name)))
    return 'reserved_parameter'
  if (scheme.toLowerCase() === 'https') return webFault(parsed, authority)
  if (scheme.toLowerCase() === 'http')
    return webFault(parsed, authority) ?? (loopbackHosts.includes(parsed.hostname) ? null : 'http')
  if (kind !== 'public') return 'scheme'
  return scheme.includes('.') ? null : 'own_scheme'
}

const isDotSegment = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment)

function webFault(parsed: URL, authority: string | undefined): RedirectUriFault | null {
  if (!authority) return 'no_host'
  if (authority.includes('@')) return 'user'
  // Parsers disagree about 0x7f.1, 127.1 and a port of 00443.
  const host = authority.toLowerCase()
  const defaultPort = parsed.protocol === 'https:' ? ':443' : ':80'
  return host === parsed.host || host === parsed.host + defaultPort ? null : 'host_form'
}
