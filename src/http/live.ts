/**
 * Binds a live operation of the contract to a look at what it watches. Who may watch is who may read, and stays so: token,
 * scope and sight are asked for again with every look.
 */
import { type FastifyReply } from 'fastify'
import { strict } from '../../contract/fields.ts'
import { type Operation } from '../../contract/operation.ts'
import { type ApplicationActor } from '../actor.ts'
import { problem } from '../problem.ts'
import { replyWriter } from './reply-shape.ts'
import { admit, type Api, bearerOf, inputOf } from './route.ts'
import { type Look, type Streams } from './streams.ts'

export { eventStreams, type Look, type Seen, type Streams, type Watched } from './streams.ts'

type LiveOperation = Operation & {
  readonly stream: true
  readonly caller: 'application'
  readonly method: 'GET'
}

export function liveRoute(api: Api, streams: Streams, operation: LiveOperation, look: Look): void {
  const write = replyWriter(operation.response)
  api.app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: { params: operation.params, querystring: strict({}) },
    onRequest: (request, reply, done) => {
      const pending = admit(api, { operation, request, reply })
      if (pending) return pending
      done()
    },
    handler: async (request, reply) => {
      const actor = request.actor as ApplicationActor
      const token = bearerOf(request)!
      const { id } = inputOf(operation, request).params as { id: string }
      const watched = { organisationId: actor.organisationId, id }
      const release = streams.reserve(actor.applicationId)
      try {
        const seen = (await look([watched])).get(watched.id)
        if (!seen?.isVisibleTo(actor)) throw problem('not_found')
        begin(reply)
        if (request.method === 'HEAD') {
          release()
          reply.raw.end()
          return
        }
        streams.start(
          { raw: reply.raw, actor, watched, look, write, release, renew: () => renewed(token) },
          seen,
        )
      } catch (error) {
        release()
        throw error
      }
    },
  })

  const renewed = async (token: string): Promise<ApplicationActor | null> => {
    const actor = await api.authenticate.application(token)
    return actor && operation.scope!.some((scope) => actor.scopes.has(scope)) ? actor : null
  }
}

/** Proxies are told to pass on each event as it comes. */
function begin(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
}
