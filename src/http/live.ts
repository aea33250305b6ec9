/**
 * Binds a live operation of the contract to the function that reads what it watches. Watching needs the same right as reading, for as
 * long as it lasts: token, scope and visibility are checked again with every read.
 */
import type { FastifyReply } from 'fastify'
import type { TObject, TString } from 'typebox'
import { strict } from '../../contract/fields.ts'
import type { Operation } from '../../contract/operation.ts'
import type { ApplicationActor } from '../actor.ts'
import { may } from '../authority.ts'
import { problem } from '../problem.ts'
import { replyWriter } from './reply-shape.ts'
import { admit, type Api, bearerOf, inputOf } from './route.ts'
import type { ReadStates, Streams } from './streams.ts'

export { eventStreams, type ReadStates, type TargetState, type Streams, type WatchTarget } from './streams.ts'

type LiveOperation = Operation & {
  readonly stream: true
  readonly caller: 'application'
  readonly method: 'GET'
  readonly params: TObject<{ id: TString }>
}

export function liveRoute(api: Api, streams: Streams, operation: LiveOperation, read: ReadStates): void {
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
      const { actor } = request
      const token = bearerOf(request)
      if (token === null || actor === null || actor.kind === 'session' || actor.kind === 'person')
        throw problem('unauthorized')
      const { id } = inputOf(operation, request).params
      const target = { organisationId: actor.organisationId, id }
      const release = streams.reserve(actor.applicationId)
      try {
        const state = (await read([target])).get(id)
        if (!state?.isVisibleTo(actor)) throw problem('not_found')
        begin(reply)
        if (request.method === 'HEAD') {
          release()
          reply.raw.end()
          return
        }
        streams.start(
          { raw: reply.raw, actor, target, read, write, release, renew: () => renew(token) },
          state,
        )
      } catch (error) {
        release()
        throw error
      }
    },
  })

  const renew = async (token: string): Promise<ApplicationActor | null> => {
    const actor = await api.authenticate.application(token, 'api')
    const isAllowed = actor && may(actor, operation.action)
    return isAllowed && operation.scope?.some((scope) => actor.scopes.has(scope)) ? actor : null
  }
}

/** Sends the headers, which tell proxies to pass on each event as it comes. */
function begin(reply: FastifyReply): void {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
}
