/**
 * What is kept of a request, and what is made unreadable before: values of the address pass only if they look like ids, states,
 * numbers and dates; what people type (search, names, addresses) and what could be a credential does not. Of the network
 * address the last part goes (IPv4 /24, IPv6 /48). Bodies and headers are not looked at, but for the name of the program.
 * Pure.
 */
import { isIPv6 } from 'node:net'
import { type Operation } from '../../contract/operation.ts'
import { type ApplicationActor } from '../actor.ts'
import { networkOf } from '../identity/identity.ts'

/** As it is noted when the reply has left; nothing of it is worked on before it is written. */
export type Noted = {
  actor: ApplicationActor
  operation: Operation
  at: Date
  id: string
  url: string
  params: Record<string, string>
  status: number
  code: string | undefined
  durationMs: number
  requestBytes: string | undefined
  replyBytes: unknown
  apiVersion: unknown
  userAgent: string | undefined
  ip: string
}

export const redacted = '[redacted]'

const plainValue = /^[\w:.,+\-/]{0,40}$/
const plainName = /^[a-z][a-z_]{0,39}$/
/** Ours, and JSON Web Tokens. */
const credential = /sonde_|eyJ/
/** What somebody typed, or carries more than it shows. */
const typed = new Set(['q', 'search', 'name', 'email', 'cursor', 'code', 'state_token'])
const idOrWord = /^(?:[a-z]{3}_[0-9a-z]{26}|[a-z][a-z-]{0,30})$/

export function keptQuery(url: string): Record<string, string> {
  const at = url.indexOf('?')
  if (at < 0) return {}
  const kept: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(url.slice(at + 1))) {
    const isPlain = plainName.test(name) && !/token|secret|password|key/.test(name)
    const shown = isPlain && !typed.has(name) && plainValue.test(value) && !credential.test(value)
    kept[isPlain ? name : redacted] = shown ? value : redacted
  }
  return kept
}

export const keptPath = (template: string, params: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    idOrWord.test(params[name] ?? '') ? params[name] : redacted,
  )

export function keptNetwork(ip: string): string {
  const network = networkOf(ip)
  return isIPv6(ip) && !network.includes('.')
    ? `${network.split(':').slice(0, 3).join(':')}::/48`
    : `${network.replace(/\.\d+$/, '.0')}/24`
}

export const keptRequest = (noted: Noted) => ({
  organisation_id: noted.actor.organisationId,
  application_id: noted.actor.applicationId,
  id: noted.id,
  user_id: noted.actor.kind === 'user' ? noted.actor.userId : null,
  occurred_at: noted.at,
  operation: noted.operation.id,
  method: noted.operation.method,
  path: keptPath(noted.operation.path, noted.params),
  template: noted.operation.path,
  query: keptQuery(noted.url),
  status: noted.status,
  code: noted.code ?? null,
  duration_ms: Math.round(noted.durationMs * 100) / 100,
  request_bytes: bytesOf(noted.requestBytes),
  reply_bytes: bytesOf(noted.replyBytes),
  api_version: String(noted.apiVersion),
  user_agent: noted.userAgent?.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200) ?? null,
  network: keptNetwork(noted.ip),
})

export type KeptRequest = ReturnType<typeof keptRequest>

const bytesOf = (length: unknown): number | null => (/^\d{1,9}$/.test(String(length)) ? Number(length) : null)
