/**
 * Applications, grants and authorization codes. POST /oauth/token and the consent page speak RFC 6749's own
 * shapes instead of the API's and stand in src/oauth/ with their routes; here is what they issue.
 */
import { Type, type Static } from 'typebox'
import { id, instant, name, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import { limits } from './limits.ts'
import { type Operation } from './operation.ts'
import { type ApplicationKind } from './redirect-uri.ts'
import { registeredScopeNames } from './scopes.ts'
import { apiVersions } from './versions.ts'

const params = Type.Object({ id: id('app') })
/**
 * confidential  a program on a server, which keeps a secret
 * public        a native app, which cannot; PKCE stands for it
 * first_party   a page of this service itself, registered by its operator; allowing it is implied
 */
export const applicationKinds = ['confidential', 'public', 'first_party'] as const satisfies ApplicationKind[]

const kind = oneOf(['confidential', 'public'])
const apiVersion = Type.Unsafe<string>({
  ...oneOf(apiVersions),
  description: 'what its requests get that name no Sonde-Version',
})
const scopeList = Type.Array(oneOf(registeredScopeNames), {
  uniqueItems: true,
  maxItems: registeredScopeNames.length,
})
const redirectUris = Type.Array(Type.String({ minLength: 1, maxLength: limits.redirectUriBytesMax }), {
  maxItems: limits.redirectUrisMax,
  uniqueItems: true,
})

export const ApplicationDraft = strict(
  {
    name,
    kind: Type.Optional(kind),
    redirect_uris: Type.Optional(redirectUris),
    scopes: scopeList,
    require_pkce: Type.Optional(Type.Boolean()),
    api_version: Type.Optional(apiVersion),
  },
  { title: 'ApplicationDraft' },
)
export const ApplicationPatch = strict(
  {
    name: Type.Optional(name),
    kind: Type.Optional(kind),
    redirect_uris: Type.Optional(redirectUris),
    scopes: Type.Optional(scopeList),
    require_pkce: Type.Optional(Type.Boolean()),
    api_version: Type.Optional(apiVersion),
  },
  { title: 'ApplicationPatch', minProperties: 1 },
)

const Secret = Type.Object({
  id: Type.String(),
  last_four: Type.String(),
  created_at: instant,
  expires_at: nullable(instant),
  compromised_at: nullable(instant),
})

const application = {
  id: Type.String(),
  client_id: Type.String(),
  name: Type.String(),
  kind: oneOf(applicationKinds),
  redirect_uris: Type.Array(Type.String()),
  scopes: Type.Array(Type.String()),
  require_pkce: Type.Boolean({ description: 'always true of applications without a secret' }),
  api_version: Type.String(),
  status: oneOf(['active', 'revoked']),
  secrets: Type.Array(Secret),
  ...stamps,
}

export const Application = Type.Object(application, { title: 'Application' })
export const NewApplication = Type.Object(
  {
    ...application,
    client_secret: nullable(Type.String({ description: 'shown this once; null for public applications' })),
  },
  { title: 'NewApplication' },
)

const admin = { tag: 'Applications', caller: 'admin' } as const

export const listApplications = {
  id: 'listApplications',
  method: 'GET',
  path: '/api/applications',
  summary: 'List applications',
  ...admin,
  query: strict(paging),
  status: 200,
  response: page('applications', Application),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createApplication = {
  id: 'createApplication',
  method: 'POST',
  path: '/api/applications',
  summary: 'Create an application',
  ...admin,
  body: ApplicationDraft,
  status: 201,
  response: NewApplication,
  errors: ['unprocessable'],
  secret: true,
} as const satisfies Operation

export const getApplication = {
  id: 'getApplication',
  method: 'GET',
  path: '/api/applications/{id}',
  summary: 'Read an application',
  ...admin,
  params,
  status: 200,
  response: Application,
  errors: ['not_found'],
} as const satisfies Operation

export const updateApplication = {
  id: 'updateApplication',
  method: 'PATCH',
  path: '/api/applications/{id}',
  summary: 'Change an application',
  ...admin,
  params,
  body: ApplicationPatch,
  status: 200,
  response: Application,
  errors: ['not_found', 'unprocessable', 'precondition_failed'],
} as const satisfies Operation

export const rotateSecret = {
  id: 'rotateSecret',
  method: 'POST',
  path: '/api/applications/{id}/rotate-secret',
  summary: 'Make a new secret; the old one ends later',
  ...admin,
  params,
  body: Type.Optional(
    strict({
      overlap_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.secretOverlapSecondsMax })),
    }),
  ),
  status: 200,
  response: NewApplication,
  errors: ['not_found', 'invalid_client', 'unprocessable', 'too_many_secrets'],
  secret: true,
} as const satisfies Operation

export const revokeSecret = {
  id: 'revokeSecret',
  method: 'POST',
  path: '/api/applications/{id}/secrets/{secret_id}/revoke',
  summary: 'Revoke a secret as compromised, with every token that was minted with it',
  ...admin,
  params: Type.Object({ id: id('app'), secret_id: id('sec') }),
  status: 200,
  response: Application,
  errors: ['not_found', 'unprocessable'],
} as const satisfies Operation

export const revokeApplication = {
  id: 'revokeApplication',
  method: 'POST',
  path: '/api/applications/{id}/revoke',
  summary: 'Revoke an application and every token it holds',
  ...admin,
  params,
  status: 200,
  response: Application,
  errors: ['not_found', 'unprocessable'],
} as const satisfies Operation

export const deleteApplication = {
  id: 'deleteApplication',
  method: 'DELETE',
  path: '/api/applications/{id}',
  summary: 'Revoke an application',
  ...admin,
  params,
  status: 204,
  response: Type.Null(),
  errors: ['not_found', 'unprocessable'],
} as const satisfies Operation

export const createCode = {
  id: 'createCode',
  method: 'POST',
  path: '/api/oauth/code',
  tag: 'OAuth',
  caller: 'person',
  summary: 'Issue an authorization code after the person authorised it (called by the consent page)',
  body: strict(
    {
      client_id: Type.String({ maxLength: 200 }),
      redirect_uri: Type.String({ maxLength: limits.redirectUriBytesMax }),
      scope: Type.Optional(Type.String({ maxLength: 1000 })),
      state: Type.Optional(Type.String({ maxLength: limits.stateBytesMax })),
      code_challenge: Type.Optional(Type.String({ maxLength: 200 })),
      code_challenge_method: Type.Optional(Type.String({ maxLength: 20 })),
      resource: Type.Optional(Type.String({ maxLength: 2048 })),
      remembered: Type.Optional(
        Type.Boolean({
          description: 'only if the person authorised these scopes before, or authorising is implied',
        }),
      ),
    },
    { title: 'CodeRequest' },
  ),
  status: 200,
  response: Type.Object({ code: Type.String(), redirect_to: Type.String() }, { title: 'Code' }),
  errors: ['invalid_client', 'redirect_uri_mismatch', 'invalid_scope', 'access_denied', 'consent_required'],
  secret: true,
} as const satisfies Operation

export type Application = Static<typeof Application>
export type NewApplication = Static<typeof NewApplication>
export type ApplicationDraft = Static<typeof ApplicationDraft>
export type ApplicationPatch = Static<typeof ApplicationPatch>
