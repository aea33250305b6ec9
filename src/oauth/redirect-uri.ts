/**
 * Redirect URIs: when one is a registered one, and how a reply is appended. Pure. The contract says which may be registered
 * at all, where the form that asks for them reads it too.
 *
 * Equality is `===` on the string as it was registered; nothing is normalised, there are no wildcards. One exception:
 * the loopback port of a public (native) application, which the system picks again at each start (RFC 8252 §7.3).
 * Sources: RFC 6749 §3.1.2, RFC 8252, RFC 9700 §2.1 and §4.1.
 */
import type { ApplicationKind } from '../../contract/redirect-uri.ts'

/** Such an application has no secret: anybody can call as it, so PKCE must show that the same program began the flow. */
export const isPublic = (kind: ApplicationKind): boolean => kind !== 'confidential'

/** Whether `uri` is one of the registered URIs. */
export const isRegistered = (registered: readonly string[], uri: string, kind: ApplicationKind): boolean =>
  registered.includes(uri) || (kind === 'public' && registered.some((one) => isSameButPort(one, uri)))

const loopback = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?(?=[/?]|$)(.*)$/s

function isSameButPort(registered: string, uri: string): boolean {
  const ours = loopback.exec(registered)
  const theirs = loopback.exec(uri)
  if (!ours || !theirs) return false
  return ours[1] === theirs[1] && ours[3] === theirs[3] && Number(theirs[2] ?? 80) <= 65_535
}

/** The string as registered and the reply behind it; never a re-serialised URL, which could differ from what was compared. */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const reply = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) reply.set(name, value)
  return uri + (uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?') + reply.toString()
}

/** The part of it that pages show. */
export function hostOf(uri: string): string {
  const parsed = URL.parse(uri)
  return parsed?.host || `the app behind ${uri.slice(0, uri.indexOf(':') + 1)}`
}

export const isLoopback = (uri: string): boolean => loopback.test(uri)
