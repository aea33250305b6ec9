/**
 * The endpoints under /oauth that programs call, as data. They are no operations of the API: they take JSON (our interface) or a form
 * (RFC 6749), ignore unknown parameters, and refuse in RFC 6749's shape. The OpenAPI document describes them beside the operations.
 */
import type { Static, TSchema } from 'typebox'
import { oneOf } from './fields.ts'
import { limits } from './limits.ts'
import type { OAuthErrorCode } from './oauth-errors.ts'
import { Type } from './schema.ts'

export type OAuthEndpoint = {
  readonly id: string
  readonly path: string
  readonly summary: string
  readonly description: string
  /** client: an application authenticates itself, by HTTP Basic or in the body; anyone: nobody does */
  readonly caller: 'client' | 'anyone'
  readonly body: TSchema
  readonly response: TSchema
  readonly errors: readonly OAuthErrorCode[]
}

const always = [
  'invalid_request',
  'too_many_requests',
  'server_error',
  'temporarily_unavailable',
] as const satisfies OAuthErrorCode[]

const credentials = {
  client_id: Type.Optional(
    Type.String({ description: 'unless the application authenticates by HTTP Basic' }),
  ),
  client_secret: Type.Optional(
    Type.String({ description: 'unless it is sent by HTTP Basic; public applications have none' }),
  ),
}

const grantTypes = ['client_credentials', 'authorization_code', 'refresh_token'] as const

const TokenRequest = Type.Object(
  {
    grant_type: oneOf(grantTypes),
    ...credentials,
    scope: Type.Optional(
      Type.String({ description: 'names separated by spaces; by default all that are registered' }),
    ),
    code: Type.Optional(Type.String({ description: 'for authorization_code' })),
    redirect_uri: Type.Optional(
      Type.String({
        description: 'for authorization_code: exactly the one that the code was requested with',
      }),
    ),
    code_verifier: Type.Optional(Type.String({ description: 'for authorization_code with PKCE' })),
    refresh_token: Type.Optional(Type.String({ description: 'for refresh_token' })),
    resource: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.String())], {
        description: 'addresses of this service (RFC 8707)',
      }),
    ),
  },
  { title: 'TokenRequest' },
)

export const TokenReply = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: `seconds; ${limits.accessTokenSeconds}` }),
    scope: Type.String({ description: 'the scopes granted, separated by spaces' }),
    refresh_token: Type.Optional(Type.String({ description: 'only with the scope offline_access' })),
  },
  { title: 'Token' },
)

const tokenOf = (description: string) => Type.String({ description })

/** Clients that read a body where there is nothing to say want JSON. */
const Nothing = Type.Object({})

export const requestToken = {
  id: 'requestToken',
  path: '/oauth/token',
  summary: 'Request an access token',
  description:
    'For the organisation (client_credentials), or for a user: first by the code of the consent page, later by a refresh token. RFC 6749.',
  caller: 'client',
  body: TokenRequest,
  response: TokenReply,
  errors: [
    ...always,
    'invalid_client',
    'invalid_grant',
    'redirect_uri_mismatch',
    'invalid_scope',
    'invalid_target',
    'unauthorized_client',
    'unsupported_grant_type',
  ],
} as const satisfies OAuthEndpoint

export const revokeToken = {
  id: 'revokeToken',
  path: '/oauth/revoke',
  summary: 'Revoke a token',
  description:
    'Ends an access token, or a refresh token with all that came of it. A text that is not a token of the application gets the same reply. RFC 7009.',
  caller: 'client',
  body: Type.Object(
    { ...credentials, token: tokenOf('an access token or a refresh token') },
    { title: 'TokenRevocation' },
  ),
  response: Nothing,
  errors: [...always, 'invalid_client'],
} as const satisfies OAuthEndpoint

export const introspectToken = {
  id: 'introspectToken',
  path: '/oauth/introspect',
  summary: 'Get the state of a token',
  description: 'Whether a token of the application is valid, and for whom. RFC 7662.',
  caller: 'client',
  body: Type.Object(
    { ...credentials, token: tokenOf('an access token or a refresh token') },
    { title: 'TokenIntrospection' },
  ),
  response: Type.Object(
    {
      active: Type.Boolean({ description: 'false: every other member is left out' }),
      client_id: Type.Optional(Type.String()),
      scope: Type.Optional(Type.String()),
      token_type: Type.Optional(Type.Literal('bearer')),
      iat: Type.Optional(Type.Integer({ description: 'seconds since 1970' })),
      exp: Type.Optional(Type.Integer({ description: 'seconds since 1970' })),
      iss: Type.Optional(Type.String()),
      aud: Type.Optional(Type.String()),
      organisation_id: Type.Optional(Type.String()),
      sub: Type.Optional(Type.String({ description: 'the user; left out for a token of the organisation' })),
    },
    { title: 'TokenState' },
  ),
  errors: [...always, 'invalid_client'],
} as const satisfies OAuthEndpoint

export const reportLeak = {
  id: 'reportLeak',
  path: '/oauth/leaks',
  summary: 'Report a leaked credential',
  description:
    'Ends a client secret, code, token, or secret of a webhook that was found in public, and tells the admins of its organisation. The reply is the same for every text. Nobody has to authenticate.',
  caller: 'anyone',
  body: Type.Object(
    { token: tokenOf('the credential: sonde_(cs|at|ac|rt|scim)_… or whsec_…') },
    { title: 'LeakReport' },
  ),
  response: Nothing,
  errors: always,
} as const satisfies OAuthEndpoint

export const oauthEndpoints: readonly OAuthEndpoint[] = [
  requestToken,
  revokeToken,
  introspectToken,
  reportLeak,
]

export type TokenReply = Static<typeof TokenReply>
