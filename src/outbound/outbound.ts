/**
 * Requests to addresses that callers gave us. Such an address may name anything that this machine reaches, so:
 *
 * - only public addresses are connected to, judged where the connection is made and at every try: the name is resolved
 *   once, every answer must be public, and the connection goes to what was judged (no second look-up to change its mind);
 * - in production https alone, on port 443 or 8443; redirects are answers, never followed; no user-info;
 * - 15 seconds for everything, 64 KiB of the answer, nothing unpacked.
 *
 * Loopback is let in by SONDE_ALLOW_LOCAL_RECEIVERS=yes alone, for tests and local use.
 * Source: OWASP ASVS 5.0 1.3.6, API7:2023; addresses: see public-address.ts.
 */
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { codeOf } from '../caught.ts'
import { isLoopback, isPublic } from './public-address.ts'

export type Guard = {
  readonly production: boolean
  readonly allowLocal: boolean
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** refused: we do not go there. silent: nobody answered, or not to an end. */
export class OutboundError extends Error {
  readonly kind: 'refused' | 'silent'
  constructor(kind: OutboundError['kind'], message: string) {
    super(message)
    this.name = 'OutboundError'
    this.kind = kind
  }
}

const totalMs = 15_000
const answerBytesMax = 65_536
const productionPorts: ReadonlySet<string> = new Set(['', '443', '8443'])

/**
 * Why nothing will be sent to this address, or null. What its name resolves to is looked at when it is used.
 * The parser is the one that the request is made by, so both read `http://0x7f.1/` alike.
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
  return isIP(literal) === 0 || local || isPublic(literal) ? null : 'is not a public address'
}

/** @throws OutboundError */
export const postTo = (
  address: string,
  { body, headers }: { body: string; headers: Record<string, string> },
  guard: Guard,
): Promise<Answer> =>
  ask(address, guard, totalMs, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    },
  })

/** An answer that is cut at 64 KiB is shorter than it was. @throws OutboundError */
export const getFrom = (
  address: string,
  { headers, limitMs }: { headers: Record<string, string>; limitMs: number },
  guard: Guard,
): Promise<Answer> => ask(address, guard, limitMs, { method: 'GET', headers })

type Question = { method: 'GET' | 'POST'; body?: string; headers: Record<string, string> }

async function ask(
  address: string,
  guard: Guard,
  limitMs: number,
  { method, body, headers }: Question,
): Promise<Answer> {
  const refusal = refusalOf(address, guard)
  if (refusal) throw new OutboundError('refused', `the address ${refusal}`)
  const url = new URL(address)
  const signal = AbortSignal.timeout(limitMs)
  return new Promise<Answer>((answered, failed) => {
    const fail = (error: unknown): void =>
      failed(
        error instanceof OutboundError
          ? error
          : new OutboundError(
              'silent',
              signal.aborted ? `no end in ${limitMs / 1000} seconds` : (codeOf(error) ?? 'connection failed'),
            ),
      )
    const sent: ClientRequest = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, {
      method,
      agent: false,
      lookup: lookupPublic(guard),
      signal,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Sonde/1', ...headers },
    })
    sent.on('error', fail)
    sent.on('response', (response) => {
      read(response).then(
        (text) => answered({ status: response.statusCode!, headers: response.headers, body: text }),
        fail,
      )
    })
    sent.end(body)
  })
}

/** As much of the answer as is allowed; the rest is not waited for. */
async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= answerBytesMax) break
  }
  response.destroy()
  return Buffer.concat(chunks).subarray(0, answerBytesMax).toString('utf8')
}

/** One look-up, all of whose answers must be public: a name that is public and loopback at once is an attempt. */
export const lookupPublic =
  (guard: Guard, ask: typeof resolve = resolve): LookupFunction =>
  (hostname, options, found) => {
    ask(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return found(error, '', 0)
      const wrong = addresses.some(
        ({ address }) => !isPublic(address) && !(guard.allowLocal && isLoopback(address)),
      )
      if (wrong || addresses.length === 0)
        return found(new OutboundError('refused', 'the name leads to no public address'), '', 0)
      if (options.all) return found(null, addresses)
      return found(null, addresses[0].address, addresses[0].family)
    })
  }
