/**
 * People: the users of an organisation, for its admins, and what everybody may know of themselves. A user is found by what an
 * identity provider says of them, never by their address.
 */
import { Type, type Static } from 'typebox'
import { id, instant, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import { limits } from './limits.ts'
import { type Operation } from './operation.ts'

/** From the least to the most. */
export const roles = ['member', 'analyst', 'admin'] as const
export type Role = (typeof roles)[number]

/** left: the identity provider that brought them in says that they no longer belong to the organisation. */
export const personStates = ['active', 'disabled', 'left'] as const

export const Person = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role: oneOf(roles),
    state: oneOf(personStates),
    member_id: nullable(Type.String({ description: 'who this is in the directory' })),
    identities: Type.Integer({ description: 'ways to sign in; 0 until the first sign-in' }),
    last_signed_in_at: nullable(instant),
    joined_by: nullable(Type.String({ description: 'the identity provider that brought them in by itself' })),
    ...stamps,
  },
  { title: 'Person' },
)

const admin = { tag: 'People', caller: 'admin' } as const

export const listPeople = {
  id: 'listPeople',
  method: 'GET',
  path: '/api/people',
  summary: 'List the users of the organisation',
  ...admin,
  query: strict({
    ...paging,
    q: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'part of a name or an address' }),
    ),
    role: Type.Optional(oneOf(roles)),
    state: Type.Optional(oneOf(personStates)),
  }),
  status: 200,
  response: page('people', Person),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const updatePerson = {
  id: 'updatePerson',
  method: 'PATCH',
  path: '/api/people/{id}',
  summary: 'Change the role of a user, or disable them',
  description:
    'A disabled user is out at once: their tokens and grants end, and do not come back when they are made active again.',
  ...admin,
  params: Type.Object({ id: id('usr') }),
  body: strict(
    { role: Type.Optional(oneOf(roles)), state: Type.Optional(oneOf(['active', 'disabled'])) },
    { title: 'PersonPatch', minProperties: 1 },
  ),
  status: 200,
  response: Person,
  errors: ['not_found', 'unprocessable', 'precondition_failed', 'last_admin'],
} as const satisfies Operation

export const Identity = Type.Object(
  {
    id: Type.String(),
    issuer: Type.String(),
    provider: Type.Object({
      id: nullable(Type.String({ description: 'null for the provider of the whole service' })),
      name: Type.String(),
    }),
    email: nullable(Type.String()),
    current: Type.Boolean({ description: 'the identity of this session' }),
    usable: Type.Boolean({ description: 'false where its provider was removed or is not proved' }),
    created_at: instant,
    signed_in_at: nullable(instant),
  },
  { title: 'Identity' },
)

const known = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  time_zone: Type.String(),
  locale: Type.String(),
})

export const Me = Type.Object(
  {
    kind: oneOf(['person', 'user', 'organisation']),
    organisation: nullable(known),
    user: nullable(Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() })),
    role: nullable(oneOf(roles)),
    application: nullable(Type.Object({ id: Type.String(), client_id: Type.String(), name: Type.String() })),
    scopes: nullable(Type.Array(Type.String())),
    identities: nullable(Type.Array(Identity)),
    organisations: nullable(
      Type.Array(
        Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String(), role: oneOf(roles) }),
      ),
    ),
    session: nullable(
      Type.Object({
        signed_in_at: instant,
        fresh: Type.Boolean({ description: 'recent enough to change how one signs in' }),
      }),
    ),
    pages_client_id: nullable(
      Type.String({ description: 'the client that the pages of this service are for the organisation' }),
    ),
  },
  { title: 'Me' },
)

/** Somebody who belongs to several organisations names one. */
const named = Type.Object({
  'sonde-organisation': Type.Optional(Type.String({ maxLength: 40 })),
})

export const getMe = {
  id: 'getMe',
  method: 'GET',
  path: '/api/me',
  tag: 'People',
  summary: 'Who this token acts for',
  description:
    'For a session: the person, their organisation and role, and how they sign in; organisation, user and role are null while they belong to several and name none by Sonde-Organisation. For an access token: application, organisation, scopes, and the user behind it.',
  caller: 'bearer',
  headers: named,
  status: 200,
  response: Me,
  errors: [],
} as const satisfies Operation

export const addIdentity = {
  id: 'addIdentity',
  method: 'POST',
  path: '/api/me/identities',
  tag: 'People',
  summary: 'Add a second way to sign in',
  description:
    'Proved by a second session token. Both sign-ins must be recent. For an admin it also proves a new identity provider of the organisation.',
  caller: 'person',
  headers: named,
  body: strict(
    { session_token: Type.String({ minLength: 1, maxLength: limits.sessionTokenBytesMax }) },
    { title: 'IdentityDraft' },
  ),
  status: 201,
  response: Identity,
  errors: ['fresh_sign_in_required', 'identity_taken', 'unprocessable', 'unavailable', 'conflict'],
} as const satisfies Operation

export const removeIdentity = {
  id: 'removeIdentity',
  method: 'DELETE',
  path: '/api/me/identities/{id}',
  tag: 'People',
  summary: 'Remove a way to sign in, except the last one',
  caller: 'self',
  params: Type.Object({ id: id('idn') }),
  status: 204,
  response: Type.Null(),
  errors: ['not_found', 'last_way_in'],
} as const satisfies Operation

export type Person = Static<typeof Person>
export type Identity = Static<typeof Identity>
export type Me = Static<typeof Me>
