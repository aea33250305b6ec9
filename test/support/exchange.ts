/**
 * One request and its whole reply, over connections that stay open. By the HTTP of Node itself: `fetch` does the same, and takes half of a
 * test's time for it.
 */
import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'

/** bytes: so many came, since the text of what is none has another length. */
export type Exchanged = {
  status: number
  type: string
  text: string
  bytes: number
  readonly headers: Headers
}

type Sending = {
  method: string
  headers: Record<string, string>
  body?: string | Uint8Array | ReadableStream
}

/** Connections that wait for their next request keep no process alive. */
const agent = new Agent({ keepAlive: true })

const utf8 = new TextDecoder()

/** As `fetch` has them; made when they are read, since most replies are judged without. */
function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at], raw[at + 1])
  return headers
}

/** @returns whatever the status; redirections are not followed, and nothing is unpacked */
export function exchange(url: string, { method, headers, body }: Sending): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const framing =
      body instanceof ReadableStream
        ? { 'transfer-encoding': 'chunked' }
        : body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { agent, method, headers: { ...framing, ...headers } })
    sent.on('response', (reply) => {
      const parts: Buffer[] = []
      let known: Headers | undefined
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('error', reject)
      reply.on('end', () => {
        const whole = Buffer.concat(parts)
        resolve({
          status: reply.statusCode!,
          type: reply.headers['content-type'] ?? '',
          text: utf8.decode(whole),
          bytes: whole.length,
          get headers() {
            return (known ??= headersOf(reply.rawHeaders))
          },
        })
      })
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The other end may close a kept connection just as it is used again (Node, `request.reusedSocket`): then once more, by another.
      const isStale = sent.reusedSocket && error.code === 'ECONNRESET' && !(body instanceof ReadableStream)
      if (isStale) resolve(exchange(url, { method, headers, body }))
      else reject(error)
    })
    if (body instanceof ReadableStream) Readable.fromWeb(body as WebStream).pipe(sent)
    else sent.end(body)
  })
}
