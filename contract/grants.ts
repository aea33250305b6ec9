/** Grants: the access that a user has given to applications. The user can list and withdraw it. */
import type { Static } from 'typebox'
import { id, instant, nullable, page, paging, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

export const Grant = Type.Object(
  {
    id: Type.String(),
    application: Type.Object({
      id: Type.String(),
      client_id: Type.String(),
      name: Type.String(),
    }),
    scopes: Type.Array(Type.String()),
    created_at: instant,
    updated_at: instant,
    last_used_at: nullable(instant),
  },
  { title: 'Grant' },
)

const ownAccess = { tag: 'Grants', caller: 'session', action: 'account.own' } as const

export const listGrants = {
  id: 'listGrants',
  method: 'GET',
  path: '/api/grants',
  summary: 'List applications that you authorised',
  ...ownAccess,
  query: strict(paging),
  status: 200,
  response: page('grants', Grant),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const withdrawGrant = {
  id: 'withdrawGrant',
  method: 'DELETE',
  path: '/api/grants/{id}',
  summary: 'Withdraw access from an application',
  ...ownAccess,
  description: 'Its tokens are revoked immediately.',
  params: Type.Object({ id: id('grt') }),
  status: 204,
  response: Type.Null(),
  errors: ['not_found'],
} as const satisfies Operation

export type Grant = Static<typeof Grant>
