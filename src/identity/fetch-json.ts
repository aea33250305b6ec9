/**
 * Fetches a small JSON document of the identity provider: 2 s, 64 KiB, no redirects, https unless it is loopback.
 * A failure is remembered: the next try waits 1 s, then twice as long each time, up to 60 s, so that a provider in
 * trouble meets one request at a time instead of one per sign-in.
 */
const timeoutMs = 2_000
const bytesMax = 65_536
const backOffFirstMs = 1_000
const backOffMaxMs = 60_000

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

export const isTrustworthy = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.includes(url.hostname))

export type FetchJson = (url: URL, signal?: AbortSignal) => Promise<unknown>

/** One back-off for all documents of one provider. `now` is monotonic, in milliseconds. */
export function jsonFetcher(now: () => number = performance.now.bind(performance)): FetchJson {
  let waitMs = 0
  let notBefore = 0
  return async (url, signal) => {
    if (now() < notBefore) throw new Error(`not asking ${url.origin} again yet`)
    try {
      const value = await fetchOnce(url, signal)
      waitMs = 0
      return value
    } catch (error) {
      waitMs = Math.min(backOffMaxMs, Math.max(backOffFirstMs, waitMs * 2))
      notBefore = now() + waitMs
      throw error
    }
  }
}

async function fetchOnce(url: URL, signal: AbortSignal | undefined): Promise<unknown> {
  if (!isTrustworthy(url)) throw new Error(`${url.href} is not https`)
  const timeout = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, {
    headers: { accept: 'application/json, application/jwk-set+json' },
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  if (response.status !== 200) throw new Error(`${url.href} answered ${response.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw new Error(`${url.href} is larger than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
