/**
 * POST /api/oauth/code: what the consent page calls after Allow, with the person's session token. Everything is checked
 * again here, as anybody may call it. A browser may call it from the developer site only; the token must have been issued to
 * that site, or any page of the same identity provider could issue codes.
 */
import { createCode } from '../../contract/oauth.ts'
import { scopesOfRole } from '../../contract/role-scopes.ts'
import { offlineAccess } from '../../contract/scopes.ts'
import type { PersonActor, Session } from '../actor.ts'
import { freshSignInRequired } from '../authority.ts'
import type { Tx } from '../db/db.ts'
import { type Api, route } from '../http/route.ts'
import { type Identity, personOf } from '../identity/identity.ts'
import { problem } from '../problem.ts'
import {
  type AuthorizationRefusal,
  type AuthorizationRequest,
  readAuthorizationRequest,
  withoutEmpty,
} from './authorization-request.ts'
import { readClient } from './clients.ts'
import { isDocumentAddress } from './documents/document-address.ts'
import { admitDocument } from './documents/document-clients.ts'
import type { Documents } from './documents/documents.ts'
import { issueCode } from './codes.ts'
import { isGranted } from './grants.ts'
import { withParameters } from './redirect-uri.ts'

const preflightSeconds = 600
const recentSeconds = 60

export function codeEndpoint(
  api: Api,
  identity: Pick<Identity, 'clientId'>,
  documents: Documents | null,
): void {
  api.app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      const { origin } = request.headers
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache', vary: 'Origin' })
      if (origin === api.addresses.developerUrl) reply.header('access-control-allow-origin', origin)
      else if (origin !== undefined)
        return done(problem('access_denied', { detail: 'Only the consent page may request a code' }))
      done()
    })
    scope.options(createCode.path, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'authorization, content-type',
          'access-control-max-age': String(preflightSeconds),
        })
        .send(),
    )
    // Before the transaction begins, which would wait for somebody else's server. By then the document is known.
    scope.addHook('preHandler', async ({ body }) => {
      const clientId = (body as { client_id?: unknown } | undefined)?.client_id
      if (typeof clientId === 'string' && isDocumentAddress(clientId)) await documents?.find(clientId)
    })
    route({ ...api, app: scope }, createCode, async ({ tx, actor: session, body, now }) => {
      const { baseUrl } = api.addresses
      if (identity.clientId !== null && session.clientId !== null && session.clientId !== identity.clientId) {
        throw problem('access_denied', { internal: 'the session was issued to another client' })
      }
      const { max_age: maxAge, remembered, organisation_id: chosen = null, ...parameters } = body
      const found = isDocumentAddress(body.client_id)
        ? (documents?.known(body.client_id) ?? null)
        : await readClient(tx, body.client_id)
      const read = readAuthorizationRequest(found, withoutEmpty(parameters), baseUrl)
      if ('error' in read) throw problemOf(read)
      const isAgent = read.client.documentUrl !== null
      const person = await personOf(tx, session, isAgent ? chosen : read.client.organisationId, now)
      const client = isAgent ? await admitDocument(tx, person, read.client, now) : read.client
      const request = { ...read, client }
      // RFC 6749 §3.3: the reply of the token endpoint names the scopes that were granted.
      const scopes = scopesOfRole(request.scopes, person.role)
      if (!scopes.some((scope) => scope !== offlineAccess))
        throw problem('invalid_scope', { detail: 'Your role can do nothing of what is requested' })
      const granted = { ...request, scopes }
      if (maxAge !== undefined && isOlder(session, maxAge, now)) throw freshSignInRequired()
      if (remembered && !(await isRemembered(tx, person, granted))) throw problem('consent_required')
      const code = await issueCode(tx, person, granted, now)
      return {
        code,
        redirect_to: withParameters(request.redirectUri, { code, state: request.state, iss: baseUrl }),
      }
    })
  })
}

/** Nobody comes back from the provider in no time: a sign-in of the last minute is recent enough for any application. */
const isOlder = ({ signedInAt }: Session, maxAgeSeconds: number, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() > Math.max(maxAgeSeconds, recentSeconds) * 1000

/**
 * Whether the page may spare the person the second click. Anybody can call as an application without a secret (RFC 8252 §8.6),
 * so there every request needs a click; the service's own pages request nothing that the service does not have.
 */
const isRemembered = async (tx: Tx, person: PersonActor, request: AuthorizationRequest): Promise<boolean> =>
  request.client.kind === 'first_party' ||
  (request.client.kind === 'confidential' && (await isGranted(tx, person, request)))

const known = ['invalid_client', 'redirect_uri_mismatch', 'invalid_scope', 'invalid_request'] as const

const problemOf = ({ error, description }: AuthorizationRefusal) =>
  problem(known.find((code) => code === error) ?? 'invalid_request', { detail: description })
