/** A raw request: any method, any bytes, any headers. */
import { exchange } from './exchange.ts'
import { type Reply, replyOf } from './world.ts'

export type Sent = Reply & { ms: number }

export async function send(
  url: string,
  {
    method,
    body,
    headers = {},
    token = null,
  }: {
    method: string
    body?: string | Uint8Array<ArrayBuffer> | ReadableStream
    headers?: Record<string, string>
    token?: string | null
  },
): Promise<Sent> {
  const start = performance.now()
  const reply = replyOf(
    await exchange(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body,
    }),
  )
  return Object.assign(reply, { ms: performance.now() - start })
}
