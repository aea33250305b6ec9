/**
 * SCIM 2.0 under /scim/v2: what identity providers call. The token is one of directory sync, or an access token of an organisation with the scope
 * directory:sync, which opens nothing else.
 *
 * Every reply is application/scim+json, refusals too: a provider that cannot read one retries forever. A request that changes something runs in
 * one transaction under the lock of the directory, so that what it plans and what it writes belong together.
 * Sources: RFC 7644, RFC 9865 (cursors).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { resourceTypes, schemas, scimMedia, scimPath, serviceProviderConfig } from '../../contract/scim.ts'
import type { OrganisationActor } from '../actor.ts'
import { lockDirectory } from '../directory/directory.ts'
import { isOurHost } from '../http/hosts.ts'
import { parseJson } from '../http/json-gate.ts'
import { rateHeaders } from '../http/rate-limit.ts'
import { type Api, bearerOf, refuseGuess } from '../http/route.ts'
import { asProblem } from '../http/server.ts'
import { readSecret } from '../ids.ts'
import { problem } from '../problem.ts'
import { noCounts, type SyncCall } from './applying.ts'
import { groupKind, type Kind, listOf, pageOf, queryOf, type Read, userKind } from './kinds.ts'
import { send, sendRefusal } from './refusals.ts'
import { etagOf, projectionOf } from './resource.ts'
import { addToRun } from './runs.ts'
import { invalid, notFound } from './scim-error.ts'
import { type Connection, getConnection, touchConnection, useToken } from './store.ts'
import type * as userRules from './users.ts'

const scope = 'directory:sync'

export function scimRoutes(api: Api): void {
  api.app.register(
    async (scim) => {
      acceptMedia(scim)
      scim.setErrorHandler((error, request, reply) => sendRefusal(api, { error, request, reply }))
      scim.setNotFoundHandler(() => {
        throw notFound()
      })
      scim.addHook('onRequest', (request, reply) => admit(api, request, reply))
      discoveryRoutes(scim)
      resourceRoutes(api, scim, 'Users', userKind)
      resourceRoutes(api, scim, 'Groups', groupKind)
    },
    { prefix: scimPath },
  )
}

function acceptMedia(scim: FastifyInstance): void {
  scim.removeAllContentTypeParsers()
  for (const media of ['application/json', scimMedia])
    scim.addContentTypeParser<Buffer>(media, { parseAs: 'buffer' }, (request, body, done) => {
      try {
        done(null, parseJson(body, limits.scimNodesMax))
      } catch (error) {
        done(asProblem(error, request))
      }
    })
}

/** Authenticates, authorises and rate-limits. @throws unauthorized | invalid_token | insufficient_scope | access_denied | rate_limited */
async function admit(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store')
  if (!isOurHost(request, api.addresses))
    throw problem('access_denied', { detail: 'This service is called by its own name' })
  const actor = await actorOf(api, request)
  request.actor = actor
  const allowance = await api.limiter.take(actor.applicationId, 'directory')
  if (allowance) reply.headers(rateHeaders(allowance))
}

async function actorOf(api: Api, request: FastifyRequest): Promise<OrganisationActor> {
  const token = bearerOf(request)
  if (token === null) return refuseGuess(api, request, problem('unauthorized', { headers: challenge(null) }))
  const actor = token.startsWith('sonde_scim_')
    ? await providerOf(api, token)
    : await api.authenticate.application(token, 'api')
  if (!actor)
    return refuseGuess(api, request, problem('invalid_token', { headers: challenge('invalid_token') }))
  if (!actor.scopes.has(scope))
    throw problem('insufficient_scope', { headers: challenge('insufficient_scope') })
  if (actor.kind !== 'organisation')
    throw problem('access_denied', { detail: 'Directory sync acts for an organisation, and for no person' })
  if (actor.resultsTeams)
    throw problem('access_denied', {
      detail:
        'This application reads the results of some teams alone; directory sync moves people between all',
    })
  return actor
}

/** Who holds a token of directory sync: a program that has no other scope. */
async function providerOf({ db, clock }: Api, token: string): Promise<OrganisationActor | null> {
  const secret = readSecret('scim', token)
  const found = secret && (await useToken(db.tx, secret, clock.now()))
  return found
    ? {
        kind: 'organisation',
        organisationId: found.organisation_id,
        applicationId: found.id,
        scopes: new Set([scope]),
      }
    : null
}

const challenge = (error: string | null) => ({
  'www-authenticate': [
    'Bearer realm="scim"',
    ...(error ? [`error="${error}"`] : []),
    `scope="${scope}"`,
  ].join(', '),
})

const operation = (
  id: string,
  path: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'GET',
) => ({
  config: { operation: { id, method, path: scimPath + path } },
  ...(path.startsWith('/Groups') && { bodyLimit: limits.scimGroupBytesMax }),
})

/** Microsoft’s own programs write paths in lower case, and a slash before the query. */
const spellings = (path: string): string[] => [path, path.toLowerCase()].flatMap((one) => [one, `${one}/`])

/** Paths of one resource; no slash follows. */
const spellingsOfOne = (noun: string): string[] => [`/${noun}/:id`, `/${noun.toLowerCase()}/:id`]

function discoveryRoutes(scim: FastifyInstance): void {
  for (const url of spellings('/ServiceProviderConfig'))
    scim.get(url, operation('scimConfig', '/ServiceProviderConfig'), async (_request, reply) =>
      send(reply, 200, serviceProviderConfig),
    )
  const lists = { Schemas: schemas, ResourceTypes: resourceTypes }
  for (const [name, resources] of Object.entries(lists)) {
    for (const url of spellings(`/${name}`))
      scim.get(url, operation(`scim${name}`, `/${name}`), async (_request, reply) =>
        send(reply, 200, listOf(resources)),
      )
    for (const url of spellingsOfOne(name))
      scim.get<ById>(url, operation(`scim${name}`, `/${name}/{id}`), async (request, reply) => {
        const found = resources.find(({ id }) => id === request.params.id)
        if (!found) throw notFound()
        return send(reply, 200, found)
      })
  }
}

type ById = { Params: { id: string } }

function resourceRoutes<R extends { id: string; version: number }>(
  api: Api,
  scim: FastifyInstance,
  noun: 'Users' | 'Groups',
  kind: Kind<R>,
): void {
  const base = (): string => api.addresses.baseUrl + scimPath
  const path = `/${noun}`
  const one = `/${noun}/{id}`
  const reading = (request: FastifyRequest): Read => ({
    tx: api.db.tx,
    actor: actorIn(request),
    base: base(),
  })
  const show = async (read: Read, row: R, request: FastifyRequest): Promise<object> =>
    (await kind.show(read, [row], projectionOf(queryOf(request))))[0]

  for (const url of spellings(path)) {
    scim.get(url, operation(`scimList${noun}`, path), async (request, reply) => {
      const read = reading(request)
      await readable(api, read.actor)
      return send(reply, 200, await pageOf(kind, read, queryOf(request)))
    })
    scim.post(url, operation(`scimCreate${noun}`, path, 'POST'), async (request, reply) => {
      const { row, shown } = await writing(api, request, async (call) => {
        const row = await kind.create(call, bodyOf(request))
        return { row, shown: await show({ ...call, base: base() }, row, request) }
      })
      reply.headers({ etag: etagOf(row), location: `${base()}/${noun}/${row.id}` })
      return send(reply, 201, shown)
    })
  }
  for (const url of spellingsOfOne(noun)) {
    scim.get<ById>(url, operation(`scimGet${noun}`, one), async (request, reply) => {
      const read = reading(request)
      await readable(api, read.actor)
      const row = await kind.get(read, request.params.id)
      reply.header('etag', etagOf(row))
      if (request.headers['if-none-match'] === etagOf(row)) return reply.code(304).send()
      return send(reply, 200, await show(read, row, request))
    })
    scim.put<ById>(url, operation(`scimReplace${noun}`, one, 'PUT'), async (request, reply) => {
      const { row, shown } = await writing(api, request, async (call) => {
        const row = await kind.replace(call, { ...changeOf(request), body: bodyOf(request) })
        return { row, shown: await show({ ...call, base: base() }, row, request) }
      })
      return send(reply.header('etag', etagOf(row)), 200, shown)
    })
    scim.patch<ById>(url, operation(`scimPatch${noun}`, one, 'PATCH'), async (request, reply) => {
      const isShown = kind.showsPatched || queryOf(request).attributes !== undefined
      const { row, shown } = await writing(api, request, async (call) => {
        const row = await kind.patch(call, { ...changeOf(request), body: bodyOf(request) })
        return { row, shown: isShown ? await show({ ...call, base: base() }, row, request) : null }
      })
      reply.header('etag', etagOf(row))
      return shown ? send(reply, 200, shown) : reply.code(204).send()
    })
    scim.delete<ById>(url, operation(`scimDelete${noun}`, one, 'DELETE'), async (request, reply) => {
      await writing(api, request, (call) => kind.delete(call, changeOf(request)))
      return reply.code(204).send()
    })
  }
}

function actorIn({ actor }: FastifyRequest): OrganisationActor {
  if (actor?.kind !== 'organisation') throw problem('unauthorized')
  return actor
}

/** @throws access_denied */
function assertConnected({ state }: Connection): void {
  if (state === 'off')
    throw problem('access_denied', {
      detail: 'Directory sync is off; an admin starts a trial of it in the settings of the organisation',
    })
}

async function readable({ db, clock }: Api, { organisationId }: OrganisationActor): Promise<void> {
  assertConnected(await getConnection(db.tx, organisationId))
  await touchConnection(db.tx, organisationId, clock.now())
}

/** Work that may change something; counted in a run if it does not fail. */
async function writing<T>(
  api: Api,
  request: FastifyRequest,
  work: (call: SyncCall) => Promise<T>,
): Promise<T> {
  // The body may have arrived long after the headers.
  const actor = await actorOf(api, request)
  const { organisationId, applicationId } = actor
  const now = api.clock.now()
  return api.db.transaction(async (tx) => {
    await lockDirectory(tx, organisationId)
    const connection = await getConnection(tx, organisationId)
    assertConnected(connection)
    await touchConnection(tx, organisationId, now)
    const call: SyncCall = { tx, actor, now, connection, isConfirmed: false, counts: noCounts() }
    const result = await work(call)
    const { state } = call.connection
    await addToRun(
      tx,
      organisationId,
      { state, applicationId, requests: 1, refused: 0, counts: call.counts },
      now,
    )
    return result
  })
}

/** @throws invalidSyntax */
function bodyOf({ body }: FastifyRequest): object {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('The body must be a JSON object', 'invalidSyntax')
  return body
}

const etagShape = /^(?:W\/)?"(?<version>\d{1,9})"$/

/** @throws precondition_failed  an ETag that is none of ours */
function changeOf(request: FastifyRequest<ById>): Pick<userRules.Change, 'id' | 'ifMatch'> {
  const { id } = request.params
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return { id, ifMatch: undefined }
  const version = etagShape.exec(header)?.groups?.version
  if (version === undefined) throw problem('precondition_failed')
  return { id, ifMatch: Number(version) }
}
