/** A raw request: any method, any bytes, any headers. */
import { type Reply } from './world.ts'

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
  const reply = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })
  const text = await reply.text()
  const isJson = /json(;|$)/.test(reply.headers.get('content-type') ?? '')
  return {
    status: reply.status,
    headers: reply.headers,
    body: text === '' ? null : isJson ? JSON.parse(text) : text,
    ms: performance.now() - start,
  }
}
