/**
 * Redirect URIs: which may be registered, when a given one is a registered one, and how a reply is appended. Pure.
 *
 * Equality is `===` on the string as it was registered; nothing is normalised, there are no wildcards. One exception:
 * the loopback port of a public (native) application, which the system picks anew at each start (RFC 8252 §7.3).
 * What parsers disagree about is refused at registration, so that equality of strings is equality of targets.
 * Sources: RFC 6749 §3.1.2, RFC 8252, RFC 9700 §2.1 and §4.1.
 */
import { limits } from '../../contract/limits.ts'

export type ApplicationKind = 'confidential' | 'public'

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']
/** Ours to set on the way back: a URI that brings its own could speak in our name. */
const reserved = ['code', 'state', 'error', 'error_description', 'error_uri', 'iss']
const shape = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?$/

/** @returns what is wrong with it, in a sentence, or null */
export function redirectUriFault(uri: string, kind: ApplicationKind): string | null {
  if (Buffer.byteLength(uri) > limits.redirectUriBytesMax)
    return `must not be longer than ${limits.redirectUriBytesMax} bytes`
  if (!/^[\x21-\x7e]+$/.test(uri))
    return 'must be ASCII without spaces (a host in punycode, other characters percent-encoded)'
  if (/[\\*"<>^`{|}]/.test(uri)) return 'must not hold any of \\ * " < > ^ ` { | }'
  if (uri.includes('#')) return 'must not have a fragment'
  const [, scheme, authority, path, query] = shape.exec(uri) ?? []
  const parsed = URL.parse(uri)
  if (scheme === undefined || !parsed) return 'must be an absolute URI'
  if (/%(?![0-9A-Fa-f]{2})/.test(uri)) return 'must be percent-encoded correctly'
  if (path.split('/').some(isDotSegment) || /%(?:2f|5c|00)/i.test(path))
    return 'must not have . or .. segments or encoded slashes'
  if (reserved.some((name) => new URLSearchParams(query ?? '').has(name)))
    return `must not bring its own ${reserved.join(', ')}`
  if (scheme.toLowerCase() === 'https') return webFault(parsed, authority)
  if (scheme.toLowerCase() === 'http') {
    return (
      webFault(parsed, authority) ??
      (loopbackHosts.includes(parsed.hostname)
        ? null
        : 'must be https, except on 127.0.0.1, [::1] and localhost')
    )
  }
  if (kind === 'confidential') return 'must be https, or http on loopback'
  return scheme.includes('.')
    ? null
    : 'must have a scheme of your own with a dot in it, such as com.example.app'
}

const isDotSegment = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment)

function webFault(parsed: URL, authority: string | undefined): string | null {
  if (!authority) return 'must name a host'
  if (authority.includes('@')) return 'must not hold a user or password'
  // 0x7f.1, 127.1 or a port of 00443 read differently to different parsers.
  const said = authority.toLowerCase()
  const defaultPort = parsed.protocol === 'https:' ? ':443' : ':80'
  return said === parsed.host || said === parsed.host + defaultPort
    ? null
    : 'must write its host in the usual form'
}

/** Whether `given` is one of the registered URIs. */
export const isRegistered = (registered: readonly string[], given: string, kind: ApplicationKind): boolean =>
  registered.includes(given) || (kind === 'public' && registered.some((uri) => isSameButPort(uri, given)))

const loopback = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?(?=[/?]|$)(.*)$/s

function isSameButPort(registered: string, given: string): boolean {
  const ours = loopback.exec(registered)
  const theirs = loopback.exec(given)
  if (!ours || !theirs) return false
  return ours[1] === theirs[1] && ours[3] === theirs[3] && Number(theirs[2] ?? 80) <= 65_535
}

/** The string as registered and the reply behind it; never a re-serialised URL, which could differ from what was compared. */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const reply = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) reply.set(name, value)
  return uri + (uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?') + reply.toString()
}

/** What a person is shown of it. */
export function hostOf(uri: string): string {
  const parsed = URL.parse(uri)
  return parsed?.host || `the app behind ${uri.slice(0, uri.indexOf(':') + 1)}`
}

export const isLoopback = (uri: string): boolean => loopback.test(uri)
