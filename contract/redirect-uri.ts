/**
 * Which redirect URIs may be registered. Pure, so that the server enforces these rules and the form of the developer pages
 * checks them during typing.
 *
 * URIs that parsers interpret differently are refused, so that equal strings mean equal targets.
 * Sources: RFC 6749 §3.1.2, RFC 8252, RFC 9700 §2.1 and §4.1.
 */
import { limits } from './limits.ts'

export type ApplicationKind = 'confidential' | 'public' | 'first_party'

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']
/** Parameters that the server adds to the redirect. A URI with its own could forge the server's reply. */
const reserved = ['code', 'state', 'error', 'error_description', 'error_uri', 'iss']
const shape = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?$/

/** @returns what is wrong with the URI, as the rest of a sentence, or null */
export function redirectUriFault(uri: string, kind: ApplicationKind): string | null {
  if (new TextEncoder().encode(uri).length > limits.redirectUriBytesMax)
    return `must not be longer than ${limits.redirectUriBytesMax} bytes`
  if (!/^[\x21-\x7e]+$/.test(uri))
    return 'must be ASCII without spaces (a host in punycode, other characters percent-encoded)'
  if (/[\\*"<>^`{|}]/.test(uri)) return 'must not contain any of \\ * " < > ^ ` { | }'
  if (uri.includes('#')) return 'must not have a fragment'
  const [, scheme, authority, path, query] = shape.exec(uri) ?? []
  const parsed = URL.parse(uri)
  if (scheme === undefined || !parsed) return 'must be an absolute URI'
  if (/%(?![0-9A-Fa-f]{2})/.test(uri)) return 'must be percent-encoded correctly'
  if (path.split('/').some(isDotSegment) || /%(?:2f|5c|00)/i.test(path))
    return 'must not have . or .. segments or encoded slashes'
  if (reserved.some((name) => new URLSearchParams(query ?? '').has(name)))
    return `must not contain the parameters ${reserved.join(', ')}`
  if (scheme.toLowerCase() === 'https') return webFault(parsed, authority)
  if (scheme.toLowerCase() === 'http') {
    return (
      webFault(parsed, authority) ??
      (loopbackHosts.includes(parsed.hostname)
        ? null
        : 'must be https, except on 127.0.0.1, [::1] and localhost')
    )
  }
  if (kind !== 'public') return 'must be https, or http on loopback'
  return scheme.includes('.')
    ? null
    : 'must have a scheme of your own with a dot in it, such as com.example.app'
}

const isDotSegment = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment)

function webFault(parsed: URL, authority: string | undefined): string | null {
  if (!authority) return 'must name a host'
  if (authority.includes('@')) return 'must not contain a user or password'
  // 0x7f.1, 127.1 or a port of 00443 read differently to different parsers.
  const host = authority.toLowerCase()
  const defaultPort = parsed.protocol === 'https:' ? ':443' : ':80'
  return host === parsed.host || host === parsed.host + defaultPort
    ? null
    : 'must write its host in the usual form'
}
