/**
 * Applications and authorization codes. POST /oauth/token and the consent page use the formats of RFC 6749 instead of the
 * API's and are in src/oauth/; this file describes what they issue.
 */
import type { Static } from 'typebox'
import { id, instant, name, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import type { ApplicationKind } from './redirect-uri.ts'
import { registeredScopeNames } from './scopes.ts'
import { Type } from './schema.ts'
import { apiVersions } from './versions.ts'

const params = Type.Object({ id: id('app') })
/**
 * confidential  a program on a server, which can keep a secret
 * public        a native app, which cannot; it uses PKCE instead
 * first_party   a page of this service, registered by its operator; consent is implied
 */
export const applicationKinds = ['confidential', 'public', 'first_party'] as const satisfies ApplicationKind[]

const kind = oneOf(['confidential', 'public'])
const apiVersion = Type.Unsafe<string>({
  ...oneOf(apiVersions),
  description: 'the version for requests without a Sonde-Version header',
})
const scopeList = Type.Array(oneOf(registeredScopeNames), {
  uniqueItems: true,
  maxItems: registeredScopeNames.length,
})
const resultsTeams = Type.Optional(
  nullable(
    Type.Array(id('tem'), {
      maxItems: 100,
      uniqueItems: true,
      description:
        'with client credentials it reads results only of these teams and of the teams under them, each compared with the team above and with everyone else; null: of the whole organisation. A token that acts for a person reads what the person reads',
    }),
  ),
)
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
    results_team_ids: resultsTeams,
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
    results_team_ids: resultsTeams,
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
  require_pkce: Type.Boolean({ description: 'always true for applications without a secret' }),
  api_version: Type.String(),
  results_team_ids: nullable(Type.Array(Type.String())),
  document_url: nullable(
    Type.String({
      description: 'the address of the document that describes an agent which people connected themselves',
    }),
  ),
  status: oneOf(['active', 'revoked']),
  secrets: Type.Array(Secret),
  ...stamps,
}

export const Application = Type.Object(application, { title: 'Application' })
export const NewApplication = Type.Object(
  {
    ...application,
    client_secret: nullable(Type.String({ description: 'shown only once; null for public applications' })),
  },
  { title: 'NewApplication' },
)

const admin = { tag: 'Applications', caller: 'session', action: 'applications.manage' } as const

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
  fresh: true,
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
  summary: 'Get an application',
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
  summary: 'Update an application',
  description: 'Everything but its name and its version needs a recent sign-in.',
  ...admin,
  params,
  body: ApplicationPatch,
  status: 200,
  response: Application,
  errors: ['not_found', 'unprocessable', 'precondition_failed', 'fresh_sign_in_required'],
} as const satisfies Operation

export const rotateSecret = {
  id: 'rotateSecret',
  method: 'POST',
  path: '/api/applications/{id}/rotate-secret',
  summary: 'Create a new client secret',
  ...admin,
  fresh: true,
  description:
    'The previous secret remains valid for `overlap_seconds`, one day by default, and then expires.',
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
  summary: 'Revoke a compromised client secret',
  description: 'Every token issued by it is revoked as well.',
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
  summary: 'Revoke an application and all its tokens',
  ...admin,
  fresh: true,
  params,
  status: 200,
  response: Application,
  errors: ['not_found', 'unprocessable'],
} as const satisfies Operation

export const deleteApplication = {
  id: 'deleteApplication',
  method: 'DELETE',
  path: '/api/applications/{id}',
  summary: 'Delete an application',
  description: 'It and all its tokens are revoked.',
  ...admin,
  fresh: true,
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
  action: 'account.own',
  summary: 'Issue an authorization code',
  description: 'The consent page calls it after somebody agreed.',
  body: strict(
    {
      client_id: Type.String({ maxLength: 200 }),
      redirect_uri: Type.String({ maxLength: limits.redirectUriBytesMax }),
      scope: Type.Optional(Type.String({ maxLength: 1000 })),
      state: Type.Optional(Type.String({ maxLength: limits.stateBytesMax })),
      code_challenge: Type.Optional(Type.String({ maxLength: 200 })),
      code_challenge_method: Type.Optional(Type.String({ maxLength: 20 })),
      resource: Type.Optional(Type.String({ maxLength: 2048 })),
      max_age: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 9_999_999,
          description:
            'how many seconds ago the person may have signed in at the most (OpenID Connect Core §3.1.2.1)',
        }),
      ),
      organisation_id: Type.Optional({
        ...id('org'),
        description:
          'for an agent that its address describes, and a person of several organisations: the one that it is for',
      }),
      remembered: Type.Optional(
        Type.Boolean({
          description: 'only if the user has consented to these scopes before, or consent is implied',
        }),
      ),
    },
    { title: 'CodeRequest' },
  ),
  status: 200,
  response: Type.Object({ code: Type.String(), redirect_to: Type.String() }, { title: 'Code' }),
  errors: [
    'invalid_client',
    'redirect_uri_mismatch',
    'invalid_scope',
    'access_denied',
    'consent_required',
    'agent_not_allowed',
    'fresh_sign_in_required',
  ],
  secret: true,
} as const satisfies Operation

export type Application = Static<typeof Application>
export type NewApplication = Static<typeof NewApplication>
export type ApplicationDraft = Static<typeof ApplicationDraft>
export type ApplicationPatch = Static<typeof ApplicationPatch>
