/** Members: the people of the organisation's directory. */
import type { Static } from 'typebox'
import {
  attributeName,
  email,
  externalId,
  id,
  ids,
  instant,
  localDate,
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
import { ownChannels, QuietHours } from './collections.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

export const memberStatuses = ['active', 'suspended', 'deactivated', 'erased'] as const

const memberId = id('mem')
export const MemberParams = Type.Object({ id: memberId })

const attributes = Type.Record(attributeName, Type.String({ maxLength: 200 }), {
  maxProperties: limits.attributesMax,
  additionalProperties: false,
})

/** A member's addresses by channel, and the channel that they prefer. */
const memberChannels = Type.Array(
  strict({
    type: oneOf(ownChannels),
    address: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'e-mail: defaults to the member’s own address. Slack: a user ID, or a workspace and a user ID (`T0AB12CDE/U024BE7LH`). Microsoft Teams (`microsoft_teams`): a tenant and a user in it. Teams (`teams`) and chat: the URL of an incoming webhook. SMS (`sms`): a telephone number with + and the code of its country; spaces, dashes, dots, slashes and brackets are removed. A code on paper has none',
      }),
    ),
    preferred: Type.Optional(Type.Boolean()),
  }),
  { maxItems: ownChannels.length },
)

const editableFields = {
  name,
  external_id: Type.Optional(nullable(externalId)),
  email: Type.Optional(nullable(email)),
  locale: Type.Optional(nullable(locale)),
  time_zone: Type.Optional(nullable(timeZone)),
  joined_on: Type.Optional(nullable(localDate)),
  leaves_on: Type.Optional(nullable(localDate)),
  manager_member_id: Type.Optional(nullable(memberId)),
  attributes: Type.Optional(attributes),
  channels: Type.Optional(memberChannels),
  quiet_hours: Type.Optional(nullable(QuietHours)),
}

export const MemberDraft = strict(
  { ...editableFields, team_ids: Type.Optional(Type.Array(id('tem'), { maxItems: 100, uniqueItems: true })) },
  { title: 'MemberDraft' },
)
export const MemberPatch = strict(
  {
    ...editableFields,
    name: Type.Optional(name),
    status: Type.Optional(oneOf(['active', 'suspended', 'deactivated'])),
  },
  { title: 'MemberPatch', minProperties: 1 },
)

const datesShown = 'null also for callers who do not see the whole directory'

const listFields = {
  id: Type.String(),
  external_id: nullable(Type.String()),
  name: Type.String(),
  email: nullable(Type.String()),
  pending_email: nullable(
    Type.String({
      description: 'the new address, until its owner has confirmed it by a link that was mailed there',
    }),
  ),
  sign_in: Type.Unsafe<'user' | 'expected' | 'invitation'>({
    type: 'string',
    enum: ['user', 'expected', 'invitation'],
    description:
      'user: has signed in. expected: becomes a user by signing in with this verified address. invitation: needs an invitation for that',
  }),
  locale: nullable(Type.String()),
  time_zone: nullable(Type.String()),
  joined_on: nullable(Type.String({ description: `their first day, by their own calendar; ${datesShown}` })),
  leaves_on: nullable(Type.String({ description: `their last day, by their own calendar; ${datesShown}` })),
  manager_member_id: nullable(Type.String()),
  attributes: Type.Record(Type.String(), Type.String()),
  channels: Type.Array(
    Type.Object({
      type: Type.String(),
      address: Type.Optional(Type.String()),
      preferred: Type.Optional(Type.Boolean()),
    }),
  ),
  quiet_hours: nullable(QuietHours),
  team_ids: Type.Array(Type.String()),
  status: oneOf(memberStatuses),
}

/** Both days are included, in the member's time zone. */
export const AbsenceDraft = strict({ from: localDate, to: localDate }, { title: 'AbsenceDraft' })

export const Absence = Type.Object(
  {
    id: Type.String(),
    member_id: Type.String(),
    from: Type.String(),
    to: Type.String(),
    created_at: instant,
  },
  { title: 'Absence' },
)

/** A member as lists show them. */
export const ListedMember = Type.Object({ ...listFields, ...stamps }, { title: 'ListedMember' })

export const Member = Type.Object(
  {
    ...listFields,
    absences: Type.Array(Type.Object({ id: Type.String(), from: Type.String(), to: Type.String() }), {
      description: `current and future absences, at most the next ${limits.absencesShownMax}`,
    }),
    managed_fields: Type.Array(Type.String(), {
      description:
        'fields that the identity provider maintains by directory sync, attributes as `attributes.title`; changing them is refused with `managed_by_directory`',
    }),
    managed_team_ids: Type.Array(Type.String(), {
      description: 'those of `team_ids` that the member joins and leaves at the identity provider alone',
    }),
    ...stamps,
  },
  { title: 'Member' },
)

/** How a list of members can be sorted: each field both ways. */
export const memberSorts = ['created_at', '-created_at', 'name', '-name', 'email', '-email'] as const
export type MemberSort = (typeof memberSorts)[number]

export const listMembers = {
  id: 'listMembers',
  method: 'GET',
  path: '/api/members',
  tag: 'Members',
  summary: 'List members',
  caller: 'application',
  action: 'directory.read',
  scope: ['teams:read', 'teams:write'],
  query: strict({
    ...paging,
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'part of a name or of an e-mail address, or an external_id',
      }),
    ),
    ids: Type.Optional(ids('mem', '; without `status`, of whatever status')),
    external_id: Type.Optional(externalId),
    email: Type.Optional(Type.String({ maxLength: 254 })),
    team_id: Type.Optional(id('tem')),
    include_subteams: Type.Optional(
      Type.Boolean({ default: false, description: 'with `team_id`: also the members of all teams under it' }),
    ),
    without_team: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'only members without a team, whom no team’s survey reaches',
      }),
    ),
    status: Type.Optional(oneOf(memberStatuses)),
    updated_since: Type.Optional(instant),
    sort: Type.Optional(
      Type.Unsafe<MemberSort>({
        type: 'string',
        enum: [...memberSorts],
        default: 'created_at',
        description:
          'the order; `-` before a field reverses it. created_at: as they were added. name: as dictionaries sort, letters with accents beside those without, capitals with small ones. email: those without an address last, with `-email` first. A member whose field changes between two pages may be on both or on neither; programs that copy the directory keep the default',
      }),
    ),
  }),
  status: 200,
  response: page('members', ListedMember),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createMember = {
  id: 'createMember',
  method: 'POST',
  path: '/api/members',
  tag: 'Members',
  summary: 'Add a member',
  caller: 'application',
  action: 'directory.change',
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
  summary: 'Get a member',
  caller: 'application',
  action: 'directory.read',
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
  summary: 'Update a member',
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write'],
  params: MemberParams,
  body: MemberPatch,
  status: 200,
  response: Member,
  errors: [
    'not_found',
    'conflict',
    'unprocessable',
    'precondition_failed',
    'last_admin',
    'fresh_sign_in_required',
    'managed_by_directory',
  ],
} as const satisfies Operation

export const deleteMember = {
  id: 'deleteMember',
  method: 'DELETE',
  path: '/api/members/{id}',
  tag: 'Members',
  summary: 'Deactivate a member',
  description:
    'The member leaves every team and gets no more surveys. Past results do not change. PATCH with status `active` reactivates them.',
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write'],
  params: MemberParams,
  status: 204,
  response: nothing,
  errors: [
    'not_found',
    'unprocessable',
    'precondition_failed',
    'last_admin',
    'fresh_sign_in_required',
    'managed_by_directory',
  ],
} as const satisfies Operation

export const eraseMember = {
  id: 'eraseMember',
  method: 'POST',
  path: '/api/members/{id}/erase',
  tag: 'Members',
  summary: 'Erase the personal data of a member',
  description:
    'This cannot be undone. A pseudonymous record remains. Attributed and confidential answers are deleted; anonymous answers cannot be linked to the member and remain. The person behind a token must have signed in within the last ten minutes; an application by itself is not affected.',
  caller: 'application',
  action: 'directory.erase',
  fresh: true,
  scope: ['directory:admin'],
  params: MemberParams,
  status: 200,
  response: Type.Object(
    {
      member: Member,
      erased: Type.Object({
        named_answers: Type.Integer({
          description:
            'attributed answers. Confidential answers are deleted as well and not counted: the number would reveal whether the member had answered',
        }),
        memberships: Type.Integer(),
        absences: Type.Integer(),
        opt_outs: Type.Integer(),
        suppressions: Type.Integer(),
        addresses: Type.Integer({
          description: 'addresses of invitations; those of reminders are erased too, and not counted',
        }),
        links: Type.Integer(),
        users: Type.Integer(),
        exports: Type.Integer({
          description:
            'exports that were ended, of the organisation and of datasets, because their files may tell of this person: ask for new ones',
        }),
      }),
      kept: Type.Array(Type.String(), { description: 'what is not erased, and why' }),
    },
    { title: 'Erasure' },
  ),
  errors: ['not_found', 'last_admin'],
} as const satisfies Operation

export const listAbsences = {
  id: 'listAbsences',
  method: 'GET',
  path: '/api/members/{id}/absences',
  tag: 'Members',
  summary: 'List the absences of a member',
  caller: 'application',
  action: 'directory.read',
  scope: ['teams:read', 'teams:write'],
  params: MemberParams,
  query: strict(paging),
  status: 200,
  response: page('absences', Absence),
  errors: ['not_found', 'invalid_cursor'],
} as const satisfies Operation

export const createAbsence = {
  id: 'createAbsence',
  method: 'POST',
  path: '/api/members/{id}/absences',
  tag: 'Members',
  summary: 'Add an absence',
  description:
    'A member who is absent for the whole window is not invited; otherwise their messages wait until they are back.',
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write'],
  params: MemberParams,
  body: AbsenceDraft,
  status: 201,
  response: Absence,
  errors: ['not_found', 'unprocessable'],
} as const satisfies Operation

export const setAbsences = {
  id: 'setAbsences',
  method: 'PUT',
  path: '/api/members/{id}/absences',
  tag: 'Members',
  summary: 'Replace the absences of a member',
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write'],
  params: MemberParams,
  body: strict({ absences: Type.Array(AbsenceDraft, { maxItems: limits.absencesMax }) }),
  status: 200,
  response: Type.Object({ absences: Type.Array(Absence) }),
  errors: ['not_found', 'unprocessable'],
} as const satisfies Operation

export const deleteAbsence = {
  id: 'deleteAbsence',
  method: 'DELETE',
  path: '/api/members/{id}/absences/{absence_id}',
  tag: 'Members',
  summary: 'Delete an absence',
  caller: 'application',
  action: 'directory.change',
  scope: ['teams:write'],
  params: Type.Object({ id: memberId, absence_id: id('abs') }),
  status: 204,
  response: nothing,
  errors: ['not_found'],
} as const satisfies Operation

export type Absence = Static<typeof Absence>
export type AbsenceDraft = Static<typeof AbsenceDraft>
export type ListedMember = Static<typeof ListedMember>
export type Member = Static<typeof Member>
export type MemberChannel = Static<typeof memberChannels>[number]
export type MemberDraft = Static<typeof MemberDraft>
export type MemberPatch = Static<typeof MemberPatch>
