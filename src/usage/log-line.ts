/**
 * The line of a request in the log, and what is redacted in it. Values in the URL are logged only if they look like ids, states,
 * numbers and dates; what people type (search, names, addresses) and what could be a credential is redacted. The network address
 * loses its last part (IPv4 /24, IPv6 /48). Bodies and headers are not logged, except for the user agent. Pure.
 */
import { isIPv6 } from 'node:net'
import type { Operation } from '../../contract/operation.ts'
import type { LoggedField } from '../../contract/requests.ts'
import type { ApplicationActor } from '../actor.ts'
import { addressIn, networkOf } from '../http/network.ts'

/** A request after its reply was sent. Nothing is computed of it before it is written. */
/** What the log knows of an operation. */
type LoggedOperation = Pick<Operation, 'id' | 'method' | 'path' | 'stream'>

export type RequestEntry = {
  actor: ApplicationActor
  operation: LoggedOperation
  at: Date
  id: string
  url: string
  params: Record<string, string>
  status: number
  code: string | undefined
  /** Reduced at once: the body is gone when the line is written. */
  errors: readonly LoggedField[] | null
  durationMs: number
  requestBytes: string | undefined
  replyBytes: unknown
  apiVersion: unknown
  userAgent: string | undefined
  /** As the server sees it; a closed connection has none. */
  ip: string | undefined
}

export const redacted = '[redacted]'

const plainValue = /^[\w:.,+\-/]{0,40}$/
const plainName = /^[a-z][a-z_]{0,39}$/
/** Tokens of Sonde, and JSON Web Tokens. */
const credential = /sonde_|eyJ/
/** Parameters that somebody typed, or whose value encodes more than it seems. */
const redactedNames = new Set(['q', 'search', 'name', 'email', 'cursor', 'code', 'state_token'])
const idOrWord = /^(?:[a-z]{3}_[0-9a-z]{26}|[a-z][a-z-]{0,30})$/

export function loggedQuery(url: string): Record<string, string> {
  const at = url.indexOf('?')
  if (at < 0) return {}
  const logged: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(url.slice(at + 1))) {
    const isPlain = plainName.test(name) && !/token|secret|password|key/.test(name)
    const isSafe = isPlain && !redactedNames.has(name) && plainValue.test(value) && !credential.test(value)
    logged[isPlain ? name : redacted] = isSafe ? value : redacted
  }
  return logged
}

export const loggedPath = (template: string, params: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    idOrWord.test(params[name] ?? '') ? params[name] : redacted,
  )

/** What a proxy passes on without it being an address is not logged. */
export function loggedNetwork(from: string | undefined): string {
  const ip = addressIn(from ?? '')
  if (ip === undefined) return redacted
  const network = networkOf(ip)
  return isIPv6(ip) && !network.includes('.')
    ? `${network.split(':').slice(0, 3).join(':')}::/48`
    : `${network.replace(/\.\d+$/, '.0')}/24`
}

export const lineOf = (entry: RequestEntry) => ({
  organisation_id: entry.actor.organisationId,
  application_id: entry.actor.applicationId,
  id: entry.id,
  user_id: entry.actor.kind === 'user' ? entry.actor.userId : null,
  occurred_at: entry.at,
  operation: entry.operation.id,
  method: entry.operation.method,
  path: loggedPath(entry.operation.path, entry.params),
  template: entry.operation.path,
  query: loggedQuery(entry.url),
  status: entry.status,
  code: entry.code ?? null,
  errors: entry.errors,
  duration_ms: Math.round(entry.durationMs * 100) / 100,
  request_bytes: bytesOf(entry.requestBytes),
  reply_bytes: bytesOf(entry.replyBytes),
  api_version: String(entry.apiVersion),
  user_agent: entry.userAgent?.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200) ?? null,
  network: loggedNetwork(entry.ip),
})

export type LogLine = ReturnType<typeof lineOf>

const bytesOf = (length: unknown): number | null => (/^\d{1,9}$/.test(String(length)) ? Number(length) : null)
