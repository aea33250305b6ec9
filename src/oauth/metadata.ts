/**
 * The two well-known documents: what the authorization server can (RFC 8414) and who guards this resource (RFC 9728). The first is also
 * at openid-configuration (RFC 8414 §5), where several libraries look for it alone; we are no OpenID provider, so it has no jwks_uri.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { registeredScopeNames, type Scope } from '../../contract/scopes.ts'
import type { Addresses } from '../http/server.ts'
import { problem } from '../problem.ts'

/** Some programs request every scope listed here and fail if their application lacks one, so only the most useful are. */
const suggestedScopes: Scope[] = ['pulses:read', 'teams:read']

/** The parts of this service whose metadata is found by their path (RFC 9728 §3.1). */
const resources = ['api', 'mcp']

const secretMethods = ['client_secret_basic', 'client_secret_post']

type Metadata = {
  app: FastifyInstance
  addresses: Addresses
  /** Whether `none` is listed: some clients that have a secret do not send it then. */
  publicListed: boolean
}

export function metadataRoutes({ app, addresses, publicListed }: Metadata): void {
  const send = (reply: FastifyReply, document: object): FastifyReply =>
    reply
      .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(document))

  // An application that lacks `offline_access` may request it all the same: it is dropped (scope.ts).
  const server = () => ({
    issuer: addresses.baseUrl,
    authorization_endpoint: `${addresses.developerUrl}/oauth/authorize`,
    token_endpoint: `${addresses.baseUrl}/oauth/token`,
    revocation_endpoint: `${addresses.baseUrl}/oauth/revoke`,
    introspection_endpoint: `${addresses.baseUrl}/oauth/introspect`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
    token_endpoint_auth_methods_supported: [...secretMethods, ...(publicListed ? ['none'] : [])],
    revocation_endpoint_auth_methods_supported: [...secretMethods, ...(publicListed ? ['none'] : [])],
    introspection_endpoint_auth_methods_supported: secretMethods,
    ...(publicListed && { client_id_metadata_document_supported: true }),
    code_challenge_methods_supported: ['S256'],
    scopes_supported: registeredScopeNames,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${addresses.developerUrl}/docs`,
  })
  for (const name of ['oauth-authorization-server', 'openid-configuration'])
    app.get(`/.well-known/${name}`, async (_request, reply) => send(reply, server()))

  const resource = (path: string) => ({
    resource: addresses.baseUrl + path,
    authorization_servers: [addresses.baseUrl],
    scopes_supported: suggestedScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Sonde',
    resource_documentation: `${addresses.developerUrl}/docs`,
  })
  const path = '/.well-known/oauth-protected-resource'
  app.get(path, async (_request, reply) => send(reply, resource('')))
  app.get(`${path}/*`, async (request, reply) => {
    const rest = request.url.slice(path.length).split('?', 1)[0]
    if (!resources.includes(rest.split('/')[1])) throw problem('not_found')
    return send(reply, resource(rest))
  })
}
