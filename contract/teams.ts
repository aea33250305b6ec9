/** Teams and their members. Teams form a tree. */
import type { Static } from 'typebox'
import {
  externalId,
  id,
  ids,
  instant,
  name,
  nothing,
  nullable,
  oneOf,
  page,
  paging,
  stamps,
  strict,
  text,
  timeZone,
} from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

const teamId = id('tem')
export const TeamParams = Type.Object({ id: teamId })

const editableFields = {
  name,
  external_id: Type.Optional(nullable(externalId)),
  description: Type.Optional(nullable(text)),
  parent_team_id: Type.Optional(nullable(teamId)),
  time_zone: Type.Optional(nullable(timeZone)),
}

export const TeamDraft = strict(editableFields, { title: 'TeamDraft' })
export const TeamPatch = strict(
  { ...editableFields, name: Type.Optional(name), status: Type.Optional(oneOf(['active', 'archived'])) },
  { title: 'TeamPatch', minProperties: 1 },
)

export const Team = Type.Object(
  {
    id: Type.String(),
    external_id: nullable(Type.String()),
    name: Type.String(),
    description: nullable(Type.String()),
    parent_team_id: nullable(Type.String()),
    time_zone: nullable(Type.String()),
    member_count: Type.Integer(),
    status: oneOf(['active', 'archived']),
    ...stamps,
  },
  { title: 'Team' },
)

export const memberRoles = ['manager', 'lead', 'member'] as const

export const Membership = Type.Object(
  {
    member_id: Type.String(),
    name: Type.String(),
    email: nullable(Type.String()),
    role: oneOf(memberRoles),
    joined_at: instant,
  },
  { title: 'Membership' },
)

const role = Type.Optional(oneOf(memberRoles))
const membershipDraft = strict({ member_id: id('mem'), role })

export const listTeams = {
  id: 'listTeams',
  method: 'GET',
  path: '/api/teams',
  tag: 'Teams',
  summary: 'List teams',
  caller: 'application',
  action: 'directory.read',
  scope: ['teams:read', 'teams:write'],
  query: strict({
    ...paging,
    q: Type.Optional(Type.String({ maxLength: 200 })),
    ids: Type.Optional(ids('tem', '; without `status`, archived ones as well')),
    external_id: Type.Optional(externalId),
    status: Type.Optional(oneOf(['active', 'archived'])),
    managed: Type.Optional(
      Type.Boolean({ description: 'only those that you manage or lead, and those under them' }),
    ),
    updated_since: Type.Optional(instant),
  }),
  status: 200,
  response: page('teams', Team),
  errors: ['invalid_cursor'],
} as const satisfies Operation

const TeamLead = Type.Object(
  { member_id: Type.String(), name: Type.String(), role: oneOf(['manager', 'lead']) },
  { title: 'TeamLead' },
)

/** A team in the tree, with how many active people it has and who leads it. */
const TeamNode = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    parent_team_id: nullable(Type.String()),
    member_count: Type.Integer({ description: 'active members of the team itself' }),
    people_count: Type.Integer({
      description: 'active members of the team and of all teams under it, each counted once',
    }),
    leads: Type.Array(TeamLead, {
      description: `the active members that you see who manage or lead it, by name; at most ${limits.teamLeadsMax}`,
    }),
  },
  { title: 'TeamNode' },
)

export const TeamTree = Type.Object(
  {
    teams: Type.Array(TeamNode, {
      description: `active teams, in the order of their ids; at most ${limits.teamTreeMax}`,
    }),
    truncated: Type.Boolean({ description: 'there are more teams than these' }),
    people_count: Type.Integer({ description: 'all active members that you see' }),
    without_team_count: Type.Integer({ description: 'members without a team' }),
    k_score: Type.Integer({
      description:
        'the minimum group size for scores: confidential and anonymous surveys show no group of fewer people by itself',
    }),
  },
  { title: 'TeamTree' },
)

export const getTeamTree = {
  id: 'getTeamTree',
  method: 'GET',
  path: '/api/teams/tree',
  tag: 'Teams',
  summary: 'Get the tree of teams',
  description:
    'The teams that you see, each with the number of its active people and of those under it, and with those who manage or lead it, as far as you see them.',
  caller: 'application',
  action: 'directory.read',
  scope: ['teams:read', 'teams:write'],
  status: 200,
  response: TeamTree,
  errors: [],
} as const satisfies Operation

export const createTeam = {
  id: 'createTeam',
  method: 'POST',
  path: '/api/teams',
  tag: 'Teams',
  summary: 'Create a team',
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write'],
  body: TeamDraft,
  status: 201,
  response: Team,
  errors: ['conflict', 'unprocessable'],
} as const satisfies Operation

export const getTeam = {
  id: 'getTeam',
  method: 'GET',
  path: '/api/teams/{id}',
  tag: 'Teams',
  summary: 'Get a team',
  caller: 'application',
  action: 'directory.read',
  scope: ['teams:read', 'teams:write'],
  params: TeamParams,
  status: 200,
  response: Team,
  errors: ['not_found'],
} as const satisfies Operation

export const updateTeam = {
  id: 'updateTeam',
  method: 'PATCH',
  path: '/api/teams/{id}',
  tag: 'Teams',
  summary: 'Update a team',
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write'],
  params: TeamParams,
  body: TeamPatch,
  status: 200,
  response: Team,
  errors: [
    'not_found',
    'conflict',
    'team_cycle',
    'unprocessable',
    'precondition_failed',
    'fresh_sign_in_required',
    'managed_by_directory',
  ],
} as const satisfies Operation

export const deleteTeam = {
  id: 'deleteTeam',
  method: 'DELETE',
  path: '/api/teams/{id}',
  tag: 'Teams',
  summary: 'Archive a team',
  description:
    'The team no longer appears in lists and can no longer receive surveys. Its past results remain.',
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write'],
  params: TeamParams,
  status: 204,
  response: nothing,
  errors: ['not_found', 'precondition_failed', 'fresh_sign_in_required', 'managed_by_directory'],
} as const satisfies Operation

export const listTeamMembers = {
  id: 'listTeamMembers',
  method: 'GET',
  path: '/api/teams/{id}/members',
  tag: 'Teams',
  summary: 'List the members of a team',
  caller: 'application',
  action: 'directory.read',
  scope: ['teams:read', 'teams:write'],
  params: TeamParams,
  query: strict(paging),
  status: 200,
  response: page('members', Membership),
  errors: ['not_found', 'invalid_cursor'],
} as const satisfies Operation

export const setTeamMembers = {
  id: 'setTeamMembers',
  method: 'PUT',
  path: '/api/teams/{id}/members',
  tag: 'Teams',
  summary: 'Replace the members of a team',
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write'],
  params: TeamParams,
  body: strict({ members: Type.Array(membershipDraft, { maxItems: 5000 }) }),
  status: 200,
  response: Type.Object({ added: Type.Integer(), removed: Type.Integer(), member_count: Type.Integer() }),
  errors: ['not_found', 'unprocessable', 'fresh_sign_in_required', 'managed_by_directory'],
} as const satisfies Operation

const MemberOfTeamParams = Type.Object({ id: teamId, member_id: id('mem') })

export const addTeamMember = {
  id: 'addTeamMember',
  method: 'POST',
  path: '/api/teams/{id}/members/{member_id}',
  tag: 'Teams',
  summary: 'Add a member to a team',
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write'],
  params: MemberOfTeamParams,
  body: Type.Optional(strict({ role })),
  status: 200,
  response: Membership,
  errors: ['not_found', 'unprocessable', 'managed_by_directory'],
} as const satisfies Operation

export const removeTeamMember = {
  id: 'removeTeamMember',
  method: 'DELETE',
  path: '/api/teams/{id}/members/{member_id}',
  tag: 'Teams',
  summary: 'Remove a member from a team',
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write'],
  params: MemberOfTeamParams,
  status: 204,
  response: nothing,
  errors: ['not_found', 'fresh_sign_in_required', 'managed_by_directory'],
} as const satisfies Operation

export type TeamNode = Static<typeof TeamNode>
export type TeamLead = Static<typeof TeamLead>
export type Team = Static<typeof Team>
export type TeamDraft = Static<typeof TeamDraft>
export type TeamPatch = Static<typeof TeamPatch>
export type Membership = Static<typeof Membership>
