/**
 * POST /mcp: the service as tools for a program that a model drives; and what its person confirms, under /api/confirmations.
 *
 * The token is the API's. A request from a page of another site, or under another name than ours, is refused: a name that somebody points
 * at this machine would otherwise let a page of theirs call it. A tool beyond the token's scopes is refused before the protocol is
 * spoken, with all scopes that it takes: that is what makes a host ask its person for more.
 * Sources: Model Context Protocol 2026-07-28, basic/transports and basic/authorization; RFC 6750 §3.1, RFC 9728 §5.1.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as confirmations from '../../contract/confirmations.ts'
import { limits } from '../../contract/limits.ts'
import { latestVersion } from '../../contract/versions.ts'
import type { Tool } from '../../contract/tool.ts'
import { type ApplicationActor, callerOf } from '../actor.ts'
import { isOurHost } from '../http/hosts.ts'
import { rateHeaders } from '../http/rate-limit.ts'
import { type Api, bearerOf, refuseGuess, route } from '../http/route.ts'
import { asProblem } from '../http/server.ts'
import { type Problem, problem } from '../problem.ts'
import type { Sealing } from '../sealing.ts'
import { confirmPlan, declinePlan, getConfirmation } from './confirmations.ts'
import { boundTools, needsPerson, opens } from './mcp.ts'
import type { ServeMcp } from './server.ts'

const path = '/mcp'

/** What reading takes; a token with less is asked for more when a tool needs it. */
const firstScopes = 'pulses:read teams:read insights:read'

export function mcpRoutes(api: Api, sealing: Sealing): void {
  let serving: Promise<ServeMcp> | undefined
  // Loaded by the first call: the protocol's library takes a tenth of the memory of an idle server, and many are never called.
  const load = (): Promise<ServeMcp> =>
    (serving ??= import('./server.ts').then(({ mcpServing }) => mcpServing(api, sealing)))
  route(api, confirmations.getConfirmation, getConfirmation)
  route(api, confirmations.confirmPlan, confirmPlan)
  route(api, confirmations.declinePlan, declinePlan)
  api.app.post(
    path,
    {
      bodyLimit: limits.bodyBytesMax,
      config: { operation: { id: 'callMcp', method: 'POST', path } },
      onRequest: async (request, reply) => {
        assertOurs(api, request)
        const actor = await callerOfRequest(api, request)
        request.actor = actor
        reply.header('sonde-version', latestVersion)
        const limited = await api.limiter.take(countedAs(actor), 'read')
        if (limited) reply.headers(rateHeaders(limited))
      },
    },
    async (request, reply) => {
      // The body may have arrived long after the headers.
      const actor = await callerOfRequest(api, request)
      assertMessage(request.body)
      const tool = toolOf(request.body)
      if (tool) assertOpens(api, actor, tool)
      // As if it called the operation itself.
      if (tool?.annotations.readOnlyHint === false) await api.limiter.take(countedAs(actor), 'write')
      const failed = (error: unknown): Problem => {
        const refusal = asProblem(error, request)
        if (refusal.status >= 500)
          request.log.error({ err: refusal.cause ?? refusal, code: refusal.code }, 'tool failed')
        return refusal
      }
      const serve = await load()
      return sendResponse(reply, await serve(webRequestOf(api, request), request.body, { actor, failed }))
    },
  )
}

const countedAs = (actor: ApplicationActor): string =>
  actor.kind === 'user' && actor.isCountedAlone ? callerOf(actor) : actor.applicationId

/** @throws access_denied */
function assertOurs({ addresses }: Api, request: FastifyRequest): void {
  const { origin } = request.headers
  const isOurOrigin =
    origin === undefined || origin === addresses.baseUrl || origin === addresses.developerUrl
  if (!isOurOrigin || !isOurHost(request, addresses))
    throw problem('access_denied', { detail: 'Only programs call this address, under its own name' })
}

/** @throws unauthorized | invalid_token | rate_limited  the last for a guess too many */
async function callerOfRequest(api: Api, request: FastifyRequest): Promise<ApplicationActor> {
  const token = bearerOf(request)
  if (token === null)
    return refuseGuess(
      api,
      request,
      problem('unauthorized', { headers: challenge(api, { scope: firstScopes }) }),
    )
  const actor = await api.authenticate.application(token, 'mcp')
  if (actor) return actor
  const headers = challenge(api, { error: 'invalid_token', scope: firstScopes })
  return refuseGuess(api, request, problem('invalid_token', { headers }))
}

/** One message a request: lists of them left the protocol in 2025. @throws invalid_request */
function assertMessage(body: unknown): asserts body is object {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw problem('invalid_request', { detail: 'The body must be one JSON-RPC message' })
}

/** The tool that a message calls, if there is one of this name. */
function toolOf(body: object): Tool | undefined {
  const { method, params } = body as { method?: unknown; params?: { name?: unknown } | null }
  const name = method === 'tools/call' ? params?.name : undefined
  return typeof name === 'string' ? boundTools.get(name)?.tool : undefined
}

/** @throws user_identity_required | insufficient_scope  the latter with all scopes of the tool, and those that the token has */
function assertOpens(api: Api, actor: ApplicationActor, tool: Tool): void {
  if (opens(actor, tool)) return
  // No scope would open it to a program that acts for nobody, so a host is not told to ask for one.
  if (actor.kind === 'organisation' && needsPerson(tool)) throw problem('user_identity_required')
  // A host replaces its token by one for these, so what the token has is among them.
  const scope = [...new Set([...actor.scopes, ...tool.scopes[0]])].join(' ')
  throw problem('insufficient_scope', { headers: challenge(api, { error: 'insufficient_scope', scope }) })
}

function challenge({ addresses }: Api, { error, scope }: { error?: string; scope: string }) {
  const parts = [
    'realm="mcp"',
    ...(error ? [`error="${error}"`] : []),
    `scope="${scope}"`,
    `resource_metadata="${addresses.baseUrl}/.well-known/oauth-protected-resource${path}"`,
  ]
  return { 'www-authenticate': `Bearer ${parts.join(', ')}` }
}

/** The headers that the protocol reads; the body is handed over as it was parsed. */
const protocolHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

function webRequestOf({ addresses }: Api, { headers }: FastifyRequest): Request {
  const forwarded = protocolHeaders.flatMap((name): [string, string][] => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return new Request(addresses.baseUrl + path, { method: 'POST', headers: forwarded })
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type')
  reply.code(response.status).header('cache-control', 'no-store')
  if (type !== null) reply.type(type)
  return reply.send(await response.text())
}
