/**
 * Identity providers of an organisation: the issuers whose session tokens it accepts for its own users. A new provider is
 * inactive until an admin has signed in by it (POST /api/me/identities).
 */
import type { Static } from 'typebox'
import { id, instant, name, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

/** The kinds of provider, whose tokens differ; src/identity/profiles.ts describes how. */
export const profileNames = [
  'oidc',
  'entra',
  'okta',
  'google',
  'auth0',
  'clerk',
  'keycloak',
  'workos',
  'supabase',
] as const
export type ProfileName = (typeof profileNames)[number]

/** The roles that a claim may grant. Only an admin can make somebody an admin. */
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
    has_client_secret: Type.Boolean(),
    redirect_uri: Type.String({ description: 'register this URI for your client at the provider' }),
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

const editableFields = {
  profile: Type.Optional(oneOf(profileNames)),
  audiences: Type.Optional(values),
  authorized_parties: Type.Optional(values),
  client_id: Type.Optional(nullable(value)),
  client_secret: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 500,
        writeOnly: true,
        description:
          'of a client that has one: the code of a sign-in is then exchanged by the server. It is stored sealed, and no operation returns it',
      }),
    ),
  ),
  organisation: Type.Optional(
    strict(organisationMap, {
      description:
        'the claim, and its values, that identify members of the organisation; with claim null every account of the issuer belongs to it',
    }),
  ),
  joins: Type.Optional(
    Type.Boolean({ description: 'unknown people who belong to the organisation join it when they sign in' }),
  ),
  roles: Type.Optional(
    strict(roleMap, {
      description: 'the role that each value of a claim grants to people who joined by this provider',
    }),
  ),
}

export const IdentityProviderDraft = strict(
  { name, issuer: Type.String({ minLength: 1, maxLength: 500 }), ...editableFields },
  { title: 'IdentityProviderDraft' },
)
export const IdentityProviderPatch = strict(
  { name: Type.Optional(name), ...editableFields },
  { title: 'IdentityProviderPatch', minProperties: 1 },
)

const admin = { tag: 'Identity providers', caller: 'session', action: 'organisation.manage' } as const
const params = Type.Object({ id: id('idp') })
const path = '/api/identity-providers'

export const listIdentityProviders = {
  id: 'listIdentityProviders',
  method: 'GET',
  path,
  summary: 'List identity providers',
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
    'Nobody can sign in by it until an admin has added one of its identities to their own account (POST /api/me/identities).',
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
  summary: 'Get an identity provider',
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
  summary: 'Update an identity provider',
  description:
    'After a change of profile, audiences, authorized_parties or organisation an admin must sign in by it again. Returns `last_way_in` if you could no longer sign in.',
  ...admin,
  params,
  body: IdentityProviderPatch,
  status: 200,
  response: IdentityProvider,
  errors: ['not_found', 'unprocessable', 'precondition_failed', 'last_way_in', 'last_admin'],
} as const satisfies Operation

export const deleteIdentityProvider = {
  id: 'deleteIdentityProvider',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete an identity provider',
  description: 'The users who joined by it lose their access.',
  ...admin,
  fresh: true,
  params,
  status: 204,
  response: Type.Null(),
  errors: ['not_found', 'last_way_in', 'last_admin'],
} as const satisfies Operation

export const providerChecks = ['address', 'discovery', 'keys', 'sign_in'] as const

export const testIdentityProvider = {
  id: 'testIdentityProvider',
  method: 'POST',
  path: `${path}/{id}/test`,
  summary: 'Test an identity provider',
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
  summary: 'Discard the cached keys of a provider',
  description: 'It is for emergencies.',
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
