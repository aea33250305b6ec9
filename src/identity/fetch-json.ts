/**
 * Fetches a small JSON document of an identity provider: 5 s (the embedded one 60 s), 64 KiB, no redirects, https unless it is loopback.
 * A failure is remembered: the next try waits 1 s, then twice as long each time, up to 60 s, so that a provider in
 * trouble gets one request at a time instead of one per sign-in.
 *
 * The operator's provider may be in the operator's own network; one that an organisation named must be public (src/outbound).
 */
import { getFrom, type Guard } from '../outbound/outbound.ts'

const timeoutMs = 5_000
const ownTimeoutMs = 60_000
const bytesMax = 65_536
const backOffFirstMs = 1_000
const backOffMaxMs = 60_000

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

export const isTrustworthy = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.includes(url.hostname))

/** The text of a document. @throws Error  of any kind where it cannot be read */
export type Get = (url: URL) => Promise<string>

export type FetchJson = (url: URL) => Promise<unknown>

export type Fetched = (outcome: 'ok' | 'failed') => void

export type FetchOptions = {
  get?: Get
  /** Monotonic, in milliseconds. */
  now?: () => number
  /** Called after every request. */
  fetched?: Fetched
}

const headers = { accept: 'application/json, application/jwk-set+json' }

/** One back-off for all documents of one provider. */
export function jsonFetcher({
  get = getWithin(timeoutMs),
  now = performance.now.bind(performance),
  fetched = () => {},
}: FetchOptions = {}): FetchJson {
  let waitMs = 0
  let notBefore = 0
  return async (url) => {
    if (now() < notBefore) throw new Error(`not asking ${url.origin} again yet`)
    try {
      if (!isTrustworthy(url)) throw new Error(`${url.href} is not https`)
      const value = parsed(await get(url), url)
      waitMs = 0
      fetched('ok')
      return value
    } catch (error) {
      waitMs = Math.min(backOffMaxMs, Math.max(backOffFirstMs, waitMs * 2))
      notBefore = now() + waitMs
      fetched('failed')
      throw error
    }
  }
}

function parsed(text: string, url: URL): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${url.href} is not JSON of at most ${bytesMax} bytes`)
  }
}

const getWithin =
  (limitMs: number) =>
  async (url: URL): Promise<string> => {
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(limitMs) })
    if (response.status !== 200) throw new Error(`${url.href} answered ${response.status}`)
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > bytesMax) throw new Error(`${url.href} is larger than ${bytesMax} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

/** The embedded provider: this process answers, and while it does other work, five seconds would measure that. */
export const getOwn: Get = getWithin(ownTimeoutMs)

/** Public addresses only. */
export const getPublic =
  (guard: Guard): Get =>
  async (url) => {
    const { status, body } = await getFrom(url.href, { headers, limitMs: timeoutMs }, guard)
    if (status !== 200) throw new Error(`${url.href} answered ${status}`)
    return body
  }
