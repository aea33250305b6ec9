/**
 * Identity providers of an organisation: whose session tokens are trusted for its own people. A new one counts for nobody
 * until an admin has shown that they can sign in there (POST /api/me/identities).
 */
import { Type, type Static } from 'typebox'
import { id, instant, name, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import { type Operation } from './operation.ts'

/** Makers whose tokens differ; src/identity/profiles.ts says how. */
export const profileNames = ['oidc', 'auth0', 'clerk', 'keycloak', 'workos', 'supabase'] as const
export type ProfileName = (typeof profileNames)[number]

/** Never the highest role: only people give that. */
export const claimedRoles = ['member', 'analyst'] as const
export type ClaimedRole = (typeof claimedRoles)[number]

const value = Type.String({ minLength: 1, maxLength: 500 })
const values = Type.Array(value, { maxItems: 20, uniqueItems: true })
const claim = Type.String({ minLength: 1, maxLength: 200 })

const organisationMap = {
  claim: nullable(claim),
  values,
}
const roleMap = {
  claim: nullable(claim),
  values: Type.Record(Type.String({ minLength: 1, maxLength: 200 }), oneOf(claimedRoles), {
    maxProperties: 20,
  }),
}

export const IdentityProvider = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    issuer: Type.String(),
    profile: oneOf(profileNames),
    audiences: Type.Array(Type.String()),
    authorized_parties: Type.Array(Type.String()),
    client_id: nullable(Type.String()),
    redirect_uri: Type.String({ description: 'to be registered at the provider for its client' }),
    organisation: Type.Object({ claim: nullable(Type.String()), values: Type.Array(Type.String()) }),
    joins: Type.Boolean(),
    roles: Type.Object({
      claim: nullable(Type.String()),
      values: Type.Record(Type.String(), Type.String()),
    }),
    state: oneOf(['unproved', 'proved']),
    proved_at: nullable(instant),
    ...stamps,
  },
  { title: 'IdentityProvider' },
)

const changeable = {
  profile: Type.Optional(oneOf(profileNames)),
  audiences: Type.Optional(values),
  authorized_parties: Type.Optional(values),
  client_id: Type.Optional(nullable(value)),
  organisation: Type.Optional(
    strict(organisationMap, {
      description:
        'A claim and its values that show that a person belongs here; claim null: everybody whom the issuer knows does',
    }),
  ),
  joins: Type.Optional(
    Type.Boolean({
      description: 'a person who belongs here and is not a user yet becomes a member by signing in',
    }),
  ),
  roles: Type.Optional(
    strict(roleMap, {
      description: 'which roles the values of a claim give to people who joined by this provider',
    }),
  ),
}

export const IdentityProviderDraft = strict(
  { name, issuer: Type.String({ minLength: 1, maxLength: 500 }), ...changeable },
  { title: 'IdentityProviderDraft' },
)
export const IdentityProviderPatch = strict(
  { name: Type.Optional(name), ...changeable },
  { title: 'IdentityProviderPatch', minProperties: 1 },
)

const admin = { tag: 'Identity providers', caller: 'admin' } as const
const params = Type.Object({ id: id('idp') })
const path = '/api/identity-providers'

export const listIdentityProviders = {
  id: 'listIdentityProviders',
  method: 'GET',
  path,
  summary: 'List the identity providers of the organisation',
  ...admin,
  query: strict(paging),
  status: 200,
  response: page('identity_providers', IdentityProvider),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createIdentityProvider = {
  id: 'createIdentityProvider',
  method: 'POST',
  path,
  summary: 'Add an identity provider',
  description:
    'Nobody can sign in by it until an admin has added an identity of it to their own (POST /api/me/identities).',
  ...admin,
  body: IdentityProviderDraft,
  status: 201,
  response: IdentityProvider,
  errors: ['unprocessable', 'conflict'],
} as const satisfies Operation

export const getIdentityProvider = {
  id: 'getIdentityProvider',
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Read an identity provider',
  ...admin,
  params,
  status: 200,
  response: IdentityProvider,
  errors: ['not_found'],
} as const satisfies Operation

export const updateIdentityProvider = {
  id: 'updateIdentityProvider',
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Change an identity provider',
  description:
    'A change of profile, audiences, authorized_parties or organisation has to be proved anew. Refused with last_way_in where you could not sign in afterwards.',
  ...admin,
  params,
  body: IdentityProviderPatch,
  status: 200,
  response: IdentityProvider,
  errors: ['not_found', 'unprocessable', 'precondition_failed', 'last_way_in'],
} as const satisfies Operation

export const deleteIdentityProvider = {
  id: 'deleteIdentityProvider',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Remove an identity provider, with the access of the people whom it brought in',
  ...admin,
  params,
  status: 204,
  response: Type.Null(),
  errors: ['not_found', 'last_way_in'],
} as const satisfies Operation

export const providerChecks = ['address', 'discovery', 'keys', 'sign_in'] as const

export const testIdentityProvider = {
  id: 'testIdentityProvider',
  method: 'POST',
  path: `${path}/{id}/test`,
  summary: 'Test an identity provider: does it answer, and can its keys be read',
  ...admin,
  params,
  status: 200,
  response: Type.Object(
    {
      ok: Type.Boolean(),
      checks: Type.Array(
        Type.Object({ check: oneOf(providerChecks), ok: Type.Boolean(), detail: Type.String() }),
      ),
    },
    { title: 'IdentityProviderTest' },
  ),
  errors: ['not_found'],
} as const satisfies Operation

export const reloadIdentityProvider = {
  id: 'reloadIdentityProvider',
  method: 'POST',
  path: `${path}/{id}/reload`,
  summary: 'Discard the cached keys of an identity provider, in an emergency',
  ...admin,
  params,
  status: 200,
  response: IdentityProvider,
  errors: ['not_found'],
} as const satisfies Operation

export type IdentityProvider = Static<typeof IdentityProvider>
export type IdentityProviderDraft = Static<typeof IdentityProviderDraft>
export type IdentityProviderPatch = Static<typeof IdentityProviderPatch>
export type ProviderCheck = Static<(typeof testIdentityProvider)['response']>['checks'][number]
