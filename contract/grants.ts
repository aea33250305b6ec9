/** Grants: what a person authorised applications to do for them; they see and withdraw them themselves. */
import { Type, type Static } from 'typebox'
import { id, instant, nullable, page, paging, strict } from './fields.ts'
import { type Operation } from './operation.ts'

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

const own = { tag: 'Grants', caller: 'self' } as const

export const listGrants = {
  id: 'listGrants',
  method: 'GET',
  path: '/api/grants',
  summary: 'List the applications that you authorised to act for you',
  ...own,
  query: strict(paging),
  status: 200,
  response: page('grants', Grant),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const withdrawGrant = {
  id: 'withdrawGrant',
  method: 'DELETE',
  path: '/api/grants/{id}',
  summary: 'Withdraw your authorisation of an application; its tokens end at once',
  ...own,
  params: Type.Object({ id: id('grt') }),
  status: 204,
  response: Type.Null(),
  errors: ['not_found'],
} as const satisfies Operation

export type Grant = Static<typeof Grant>
