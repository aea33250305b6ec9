/**
 * Files in replies: a validator, and a part of it where one range is asked for. Several ranges at once are answered by the whole file,
 * as RFC 9110 §14.2 allows.
 * Source: RFC 9110 §8.8.3, §13.1.2, §13.1.5, §14.
 */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'

export type SentFile = {
  readonly name: string
  readonly media: string
  readonly bytes: number
  /** Changes when the bytes do. */
  readonly tag: string
  /** From a byte to a byte, both included. */
  read(first: number, last: number): AsyncIterable<Uint8Array>
}

type Range = { readonly first: number; readonly last: number }

const rangeShape = /^bytes=(\d{0,15})-(\d{0,15})$/

/** @returns null for the whole file; undefined where it has no such part */
function rangeOf(header: string | undefined, bytes: number): Range | null | undefined {
  const [, from, to] = rangeShape.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  if (from === '') {
    const length = Math.min(Number(to), bytes)
    return length === 0 ? undefined : { first: bytes - length, last: bytes - 1 }
  }
  const first = Number(from)
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < first) return null
  return first >= bytes ? undefined : { first, last }
}

/** @throws range_not_satisfiable */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile): FastifyReply {
  const { 'if-none-match': known, 'if-range': ifRange, range: asked } = request.headers
  const etag = `"${file.tag}"`
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  if (known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)) return reply.code(304).send()
  const range = ifRange === undefined || ifRange === etag ? rangeOf(asked, file.bytes) : null
  if (range === undefined)
    throw problem('range_not_satisfiable', { headers: { 'content-range': `bytes */${file.bytes}` } })
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${file.bytes}`)
  reply.headers({
    'content-type': file.media,
    'content-length': last - first + 1,
    'content-disposition': `attachment; filename="${file.name}"`,
  })
  return request.method === 'HEAD' ? reply.send() : reply.send(Readable.from(file.read(first, last)))
}
