/**
 * Replies as application/jsonl: one JSON object a line, in UTF-8, LF after each (jsonlines.org). `Sonde-Cursor` is the cursor to go on with;
 * a Link header names the next page while there is one (RFC 8288).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatOf, linkNext, type PageEnd } from './csv.ts'

export const wantsLines = (request: FastifyRequest): boolean => formatOf(request) === 'jsonl'

export function sendLines(
  request: FastifyRequest,
  reply: FastifyReply,
  items: readonly unknown[],
  { cursor, hasMore }: PageEnd,
): FastifyReply {
  if (cursor !== null) {
    reply.header('sonde-cursor', cursor)
    if (hasMore) linkNext(request, reply, cursor)
  }
  return reply
    .headers({ 'content-type': 'application/jsonl; charset=utf-8', 'cache-control': 'no-store' })
    .serializer(String)
    .send(items.map((item) => `${JSON.stringify(item)}\n`).join(''))
}
