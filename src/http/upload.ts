/**
 * Bodies that are read as they arrive, for operations whose contract names media beside JSON. Nothing of them is buffered: the rule
 * takes one chunk after the other, and the sender waits for it.
 *
 * A refusal may come before the body has ended. The rest is then read and discarded, so that the sender gets the reply; the time limit
 * of requests (server.ts) bounds that.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { limits } from '../../contract/limits.ts'
import type { Upload } from '../call.ts'
import { problem } from '../problem.ts'
import { memberOf } from './reply-shape.ts'

const retryAfterSeconds = '5'

/** Makes the server accept these media for one operation; all others still refuse them. */
export function acceptUploads(app: FastifyInstance, media: readonly string[]) {
  let running = 0
  for (const type of media) {
    if (app.hasContentTypeParser(type)) continue
    app.addContentTypeParser(type, (request, payload, done) => {
      const isAccepted =
        memberOf(memberOf(request.routeOptions.schema?.body, 'content'), 'application/json') !== undefined
      const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity'
      if (isAccepted && isPlain) return done(null, payload)
      const detail = isAccepted ? 'The body must not be compressed' : undefined
      done(problem('unsupported_media_type', { detail }))
    })
  }
  return {
    /** The schema validates JSON; the rule alone validates the other media. */
    schemaOf: (body: TSchema | undefined) => ({ content: { 'application/json': { schema: body } } }),
    /** @throws unavailable  too many uploads arrive at this node already */
    async run<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
      if (running >= limits.uploadsAtOnceMax) {
        const detail = 'Too many uploads arrive just now'
        throw problem('unavailable', { detail, headers: { 'retry-after': retryAfterSeconds } })
      }
      running++
      try {
        return await work()
      } finally {
        running--
        request.raw.resume()
      }
    },
  }
}

/**
 * @returns the upload, or undefined where the body is JSON
 * @throws invalid_request  no body, or an Idempotency-Key: a streamed body is not stored, so it cannot be compared
 */
export function takeUpload(request: FastifyRequest, { bytesMax }: { bytesMax: number }): Upload | undefined {
  const { body } = request
  if (body === undefined) throw problem('invalid_request', { detail: 'A body is needed' })
  if (!(body instanceof Readable)) return undefined
  if (request.headers['idempotency-key'] !== undefined)
    throw problem('invalid_request', { detail: 'A streamed body takes no Idempotency-Key' })
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax)
  const media = (request.headers['content-type'] ?? '').split(';', 1)[0].trim().toLowerCase()
  return { media, chunks: awaited(request, bounded(body, bytesMax)) }
}

const tooLarge = (bytesMax: number) =>
  problem('payload_too_large', { detail: `The body may have ${bytesMax} bytes` })

/** Once all has arrived, its sender is silent until we reply, however long that takes: the time limit of silent connections (server.ts) is for others. */
async function* awaited(request: FastifyRequest, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks
  // With the next request over this connection, Node sets it again.
  request.raw.socket.setTimeout(0)
}

async function* bounded(body: Readable, bytesMax: number): AsyncGenerator<Buffer> {
  let bytes = 0
  // Left open: the reply to a refusal goes over the same socket.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesMax) throw tooLarge(bytesMax)
    yield chunk
  }
}
