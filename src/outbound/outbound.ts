/**
 * Requests to addresses from callers. Such an address may name anything that this machine reaches, so:
 *
 * - connections go to public addresses only, checked where the connection is made and at every attempt: the name is resolved once, every
 *   answer must be public, and the connection goes to the address that was checked (no second look-up could change it);
 * - in production https only, on port 443 or 8443; redirects are answers and never followed; no user-info;
 * - in bounded time: 15 seconds for what is sent (postTo), and what the caller says for what is read (getFrom); 64 KiB of the answer or
 *   fewer, nothing decompressed.
 *
 * Only SONDE_WEBHOOK_PRIVATE_ADDRESSES allows more: networks of the operator, and by `yes` loopback, for tests and local use.
 * Source: OWASP ASVS 5.0 1.3.6, API7:2023; addresses: see public-address.ts.
 */
import { lookup as lookupName, type LookupAddress } from 'node:dns'
import { Agent, type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { codeOf } from '../caught.ts'
import { isLoopback, isPublic } from './public-address.ts'

export type Guard = {
  readonly production: boolean
  readonly allowLocal: boolean
  /** Networks that are allowed though they are not public. */
  readonly networks?: BlockList
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** refused: the address is not allowed. silent: no answer, or none that ended. */
export class OutboundError extends Error {
  readonly kind: 'refused' | 'silent'
  constructor(kind: OutboundError['kind'], message: string) {
    super(message)
    this.name = 'OutboundError'
    this.kind = kind
  }
}

export { networksOf } from './public-address.ts'

const totalMs = 15_000
const answerBytesMax = 65_536
const productionPorts: ReadonlySet<string> = new Set(['', '443', '8443'])

/**
 * Why nothing will be sent to this address, or null. The addresses of its name are checked when it is used. The request uses the same
 * parser, so both read `http://0x7f.1/` alike.
 */
export function refusalOf(address: string, guard: Guard): string | null {
  const url = URL.parse(address)
  if (!url) return 'is no URL'
  if (url.username !== '' || url.password !== '') return 'must not hold a name or password'
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  const local = guard.allowLocal && (url.hostname === 'localhost' || isLoopback(literal))
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (local || !guard.production)))
    return 'must be https'
  if (guard.production && !local && !productionPorts.has(url.port)) return 'must use port 443 or 8443'
  return isIP(literal) === 0 || local || isAllowed(literal, guard) ? null : 'is not a public address'
}

const isAllowed = (address: string, { allowLocal, networks }: Guard): boolean =>
  isPublic(address) ||
  (allowLocal && isLoopback(address)) ||
  networks?.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') === true

/** @throws OutboundError */
export const postTo = (
  address: string,
  { body, headers }: { body: string; headers: Record<string, string> },
  guard: Guard,
): Promise<Answer> =>
  send(address, guard, {
    method: 'POST',
    limitMs: totalMs,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    },
  })

/** The caller bounds the time; longer answers are cut, at 64 KiB or earlier. @throws OutboundError */
export const getFrom = (
  address: string,
  request: { headers: Record<string, string>; limitMs: number; bytesMax?: number },
  guard: Guard,
): Promise<Answer> => send(address, guard, { method: 'GET', ...request })

type OutboundRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  limitMs: number
  bytesMax?: number
}

/** How long a connection is kept that nothing is sent over. */
const idleMs = 4_000

type Agents = { readonly 'http:': Agent; readonly 'https:': TlsAgent }
const agents = new WeakMap<Guard, Agents>()

/** Connections are kept for the next request under the same guard: it allowed the address when they were made. */
function agentsOf(guard: Guard): Agents {
  const kept = { keepAlive: true, timeout: idleMs }
  const made = agents.get(guard) ?? { 'http:': new Agent(kept), 'https:': new TlsAgent(kept) }
  agents.set(guard, made)
  return made
}

/** @throws OutboundError */
async function send(address: string, guard: Guard, outbound: OutboundRequest): Promise<Answer> {
  const refusal = refusalOf(address, guard)
  if (refusal) throw new OutboundError('refused', `the address ${refusal}`)
  const url = new URL(address)
  const signal = AbortSignal.timeout(outbound.limitMs)
  const kept = agentsOf(guard)[url.protocol === 'https:' ? 'https:' : 'http:']
  const failed = (error: unknown): OutboundError =>
    error instanceof OutboundError
      ? error
      : new OutboundError(
          'silent',
          signal.aborted
            ? `no end in ${outbound.limitMs / 1000} seconds`
            : (codeOf(error) ?? 'connection failed'),
        )
  const once = (agent: Agent | false): Promise<Answer> => requestOnce(url, outbound, { agent, signal, guard })
  return once(kept)
    .catch((error: unknown) => {
      if (error instanceof Stale) return once(false)
      throw error
    })
    .catch((error: unknown) => {
      throw failed(error)
    })
}

/**
 * The other end had closed a kept connection before it was used again. That shows within half a second, and the request is sent again. After
 * a later failure it is not, because the other end may have acted on it.
 */
class Stale extends Error {}
const staleMs = 500

function requestOnce(
  url: URL,
  { method, body, headers, bytesMax = answerBytesMax }: OutboundRequest,
  { agent, signal, guard }: { agent: Agent | false; signal: AbortSignal; guard: Guard },
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const request: ClientRequest = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, {
      method,
      agent,
      lookup: lookupPublic(guard),
      signal,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Sonde/1', ...headers },
    })
    const began = performance.now()
    const isStale = (error: unknown): boolean =>
      request.reusedSocket &&
      !signal.aborted &&
      /^(ECONNRESET|EPIPE)$/.test(codeOf(error) ?? '') &&
      performance.now() - began < staleMs
    request.on('error', (error) => reject(isStale(error) ? new Stale() : error))
    request.on('response', (response) => {
      read(response, bytesMax).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        reject,
      )
    })
    request.end(body)
  })
}

/** Reads the answer up to its limit, and does not wait for the rest. */
async function read(response: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    const part = Buffer.from(chunk)
    chunks.push(part)
    bytes += part.length
    if (bytes >= bytesMax) break
  }
  response.destroy()
  return Buffer.concat(chunks).subarray(0, bytesMax).toString('utf8')
}

/** One look-up, of which every answer must be public: a name that is public and loopback at once is an attack. */
export const lookupPublic =
  (guard: Guard, lookup: typeof lookupName = lookupName): LookupFunction =>
  (hostname, options, found) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return found(error, '', 0)
      const isPrivate = addresses.some(({ address }) => !isAllowed(address, guard))
      if (isPrivate || addresses.length === 0)
        return found(new OutboundError('refused', 'the name leads to no public address'), '', 0)
      if (options.all) return found(null, addresses)
      return found(null, addresses[0].address, addresses[0].family)
    })
  }
