/** Members: the people of the organisation's directory. */
import { Type, type Static } from 'typebox'
import {
  email,
  externalId,
  id,
  instant,
  locale,
  name,
  nothing,
  nullable,
  oneOf,
  page,
  paging,
  stamps,
  strict,
  timeZone,
} from './fields.ts'
import { limits } from './limits.ts'
import { type Operation } from './operation.ts'

const memberId = id('mem')
export const MemberParams = Type.Object({ id: memberId })

const attributes = Type.Record(
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' }),
  Type.String({ maxLength: 200 }),
  { maxProperties: limits.attributesMax, additionalProperties: false },
)

const writable = {
  name,
  external_id: Type.Optional(nullable(externalId)),
  email: Type.Optional(nullable(email)),
  locale: Type.Optional(nullable(locale)),
  time_zone: Type.Optional(nullable(timeZone)),
  manager_member_id: Type.Optional(nullable(memberId)),
  attributes: Type.Optional(attributes),
}

export const MemberDraft = strict(
  { ...writable, team_ids: Type.Optional(Type.Array(id('tem'), { maxItems: 100, uniqueItems: true })) },
  { title: 'MemberDraft' },
)
export const MemberPatch = strict(
  {
    ...writable,
    name: Type.Optional(name),
    status: Type.Optional(oneOf(['active', 'suspended', 'deactivated'])),
  },
  { title: 'MemberPatch', minProperties: 1 },
)

export const Member = Type.Object(
  {
    id: Type.String(),
    external_id: nullable(Type.String()),
    name: Type.String(),
    email: nullable(Type.String()),
    locale: nullable(Type.String()),
    time_zone: nullable(Type.String()),
    manager_member_id: nullable(Type.String()),
    attributes: Type.Record(Type.String(), Type.String()),
    team_ids: Type.Array(Type.String()),
    status: oneOf(['active', 'suspended', 'deactivated', 'erased']),
    ...stamps,
  },
  { title: 'Member' },
)

export const listMembers = {
  id: 'listMembers',
  method: 'GET',
  path: '/api/members',
  tag: 'Members',
  summary: 'List members',
  caller: 'application',
  scope: ['teams:read', 'teams:write'],
  query: strict({
    ...paging,
    q: Type.Optional(Type.String({ maxLength: 200 })),
    external_id: Type.Optional(externalId),
    email: Type.Optional(Type.String({ maxLength: 254 })),
    team_id: Type.Optional(id('tem')),
    status: Type.Optional(oneOf(['active', 'suspended', 'deactivated', 'erased'])),
    updated_since: Type.Optional(instant),
  }),
  status: 200,
  response: page('members', Member),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createMember = {
  id: 'createMember',
  method: 'POST',
  path: '/api/members',
  tag: 'Members',
  summary: 'Add a member',
  caller: 'application',
  scope: ['teams:write'],
  body: MemberDraft,
  status: 201,
  response: Member,
  errors: ['conflict', 'unprocessable'],
} as const satisfies Operation

export const getMember = {
  id: 'getMember',
  method: 'GET',
  path: '/api/members/{id}',
  tag: 'Members',
  summary: 'Read a member',
  caller: 'application',
  scope: ['teams:read', 'teams:write'],
  params: MemberParams,
  status: 200,
  response: Member,
  errors: ['not_found'],
} as const satisfies Operation

export const updateMember = {
  id: 'updateMember',
  method: 'PATCH',
  path: '/api/members/{id}',
  tag: 'Members',
  summary: 'Change a member',
  caller: 'application',
  scope: ['teams:write'],
  params: MemberParams,
  body: MemberPatch,
  status: 200,
  response: Member,
  errors: ['not_found', 'conflict', 'unprocessable', 'precondition_failed'],
} as const satisfies Operation

export const deleteMember = {
  id: 'deleteMember',
  method: 'DELETE',
  path: '/api/members/{id}',
  tag: 'Members',
  summary: 'Deactivate a member',
  description: 'The member leaves every team and is asked no more. Past results stand.',
  caller: 'application',
  scope: ['teams:write'],
  params: MemberParams,
  status: 204,
  response: nothing,
  errors: ['not_found', 'precondition_failed'],
} as const satisfies Operation

export type Member = Static<typeof Member>
export type MemberDraft = Static<typeof MemberDraft>
export type MemberPatch = Static<typeof MemberPatch>
