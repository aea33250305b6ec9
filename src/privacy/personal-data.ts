/**
 * Everything that the service holds about one person, for that person: what leads to them by their member or their user. Each list is the
 * newest rows, one more than the most that a copy holds.
 *
 * About an anonymous survey it has what is the same for every recipient: that they were one, and which messages went out. Nothing here, and
 * nothing anywhere, tells whether they answered it.
 */
import { limits } from '../../contract/limits.ts'
import { many, sql, type Tx } from '../db/db.ts'
import { bool, jsonb, nullable, shape, shapeOf, text, textOf } from '../db/shape.ts'
import {
  absences,
  actions,
  apiRequests,
  applications,
  auditEvents,
  collections,
  deliveries,
  formerNames,
  invitations,
  members,
  memberships,
  optOuts,
  pulses,
  recipients,
  replies,
  suppressions,
  teams,
} from '../db/tables.ts'
import { recipientRows } from '../roster-rows.ts'
import { knownTo } from '../visibility.ts'

/** The member and the user who they are; null where they are none. */
export type Person = {
  readonly organisationId: string
  readonly memberId: string | null
  readonly userId: string | null
}

export const most = limits.privacyExportRowsMax + 1

const profileRow = shapeOf(
  members,
  [
    'id',
    'external_id',
    'name',
    'email',
    'pending_email',
    'locale',
    'time_zone',
    'joined_on',
    'leaves_on',
    'manager_member_id',
    'attributes',
    'channels',
    'quiet_hours',
    'status',
    'restricted_at',
    'created_at',
    'updated_at',
  ],
  {
    /** As their identity provider has sent them. */
    directory_sync: nullable(jsonb),
  },
)

export const profileOf = (tx: Tx, { organisationId, memberId }: Person) =>
  many(
    tx,
    profileRow,
    sql`
      select ${profileRow.of('m')}, u.resource as directory_sync
      from members m
      left join synced_users u on u.organisation_id = m.organisation_id and u.id = m.id
      where m.organisation_id = ${organisationId}
        and m.id = ${memberId}`,
  )

const formerNameRow = shapeOf(formerNames, ['name', 'replaced_at', 'kept_until'])

export const formerNamesOf = (tx: Tx, { organisationId, memberId }: Person) =>
  many(
    tx,
    formerNameRow,
    sql`
      select ${formerNameRow.columns}
      from former_names
      where organisation_id = ${organisationId}
        and member_id = ${memberId}
      order by replaced_at desc, name
      limit ${most}`,
  )

const membershipRow = shape({
  team_id: teams.id,
  team: teams.name,
  role: memberships.role,
  joined_at: memberships.joined_at,
  left_at: memberships.left_at,
})

export const membershipsOf = (tx: Tx, { organisationId, memberId }: Person) =>
  many(
    tx,
    membershipRow,
    sql`
      select s.team_id, t.name as team, s.role, s.joined_at, s.left_at
      from memberships s
      join teams t on t.organisation_id = s.organisation_id and t.id = s.team_id
      where s.organisation_id = ${organisationId}
        and s.member_id = ${memberId}
      order by s.joined_at desc, s.team_id
      limit ${most}`,
  )

const absenceRow = shapeOf(absences, ['id', 'starts_on', 'ends_on', 'created_at'])

export const absencesOf = (tx: Tx, { organisationId, memberId }: Person) =>
  many(
    tx,
    absenceRow,
    sql`
      select ${absenceRow.columns}
      from absences
      where organisation_id = ${organisationId}
        and member_id = ${memberId}
      order by starts_on desc, id
      limit ${most}`,
  )

/** The addresses that lead to the person today. */
const addressesOf = ({ organisationId, memberId, userId }: Person) => sql`
  select lower(email)
  from members
  where organisation_id = ${organisationId}
    and id = ${memberId}
    and email is not null
  union
  select lower(email)
  from users
  where organisation_id = ${organisationId}
    and id = ${userId}
  union
  select lower(way.address)
  from members m, jsonb_to_recordset(m.channels) as way (address text)
  where m.organisation_id = ${organisationId}
    and m.id = ${memberId}
    and way.address is not null`

const invitationRow = shapeOf(invitations, [
  'email',
  'role',
  'state',
  'created_at',
  'accepted_at',
  'expires_at',
])

export const invitationsOf = (tx: Tx, person: Person) =>
  many(
    tx,
    invitationRow,
    sql`
      select ${invitationRow.columns}
      from invitations
      where organisation_id = ${person.organisationId}
        and (accepted_by = ${person.userId} or lower(email) in (${addressesOf(person)}))
      order by created_at desc, id
      limit ${most}`,
  )

const surveyRow = shape({
  survey: collections.title,
  mode: collections.mode,
  opened_at: collections.opened_at,
  closed_at: collections.closed_at,
  team_id: recipients.team_id,
  attribute_value: recipients.attribute_value,
})

export const surveysOf = (tx: Tx, { organisationId, memberId }: Person) =>
  many(
    tx,
    surveyRow,
    sql`
      select c.title as survey, c.mode, c.opened_at, c.closed_at, r.team_id, r.attribute_value
      from collections c
      cross join lateral (${recipientRows(organisationId, { collection: sql`c.id`, member: sql`${memberId}` })}) as r
      where c.organisation_id = ${organisationId}
      order by c.opened_at desc, c.id
      limit ${most}`,
  )

const messageRow = shapeOf(
  deliveries,
  ['channel', 'round', 'address', 'state', 'attempts', 'sent_at', 'last_error'],
  {
    survey: collections.title,
  },
)

/** A reminder has a row for every recipient, whether they have answered or not; in attributed mode for those who have not. */
export const messagesOf = (tx: Tx, { organisationId, memberId }: Person) =>
  many(
    tx,
    messageRow,
    sql`
      select c.title as survey, ${messageRow.of('d')}
      from collections c
      join deliveries d
        on d.organisation_id = c.organisation_id
       and d.collection_id = c.id
       and d.member_id = ${memberId}
      where c.organisation_id = ${organisationId}
      order by c.opened_at desc, c.id, d.round, d.channel
      limit ${most}`,
  )

const optOutRow = shapeOf(optOuts, ['series_id', 'since'])

export const optOutsOf = (tx: Tx, { organisationId, memberId }: Person) =>
  many(
    tx,
    optOutRow,
    sql`
      select ${optOutRow.columns}
      from opt_outs
      where organisation_id = ${organisationId}
        and member_id = ${memberId}
      order by since desc, series_id
      limit ${most}`,
  )

const suppressionRow = shapeOf(suppressions, ['channel', 'address', 'source', 'reason', 'since'])

export const suppressionsOf = (tx: Tx, person: Person) =>
  many(
    tx,
    suppressionRow,
    sql`
      select ${suppressionRow.columns}
      from suppressions
      where organisation_id = ${person.organisationId}
        and lower(address) in (${addressesOf(person)})
      order by since desc, id
      limit ${most}`,
  )

const replyRow = shapeOf(replies, ['kind', 'state', 'text', 'created_at', 'published_at', 'withdrawn_at'], {
  survey: collections.title,
})

/** What they said to findings, also what nobody else has read: drafts. */
export const repliesBy = (tx: Tx, { organisationId, userId }: Person) =>
  many(
    tx,
    replyRow,
    sql`
      select c.title as survey, ${replyRow.of('r')}
      from replies r
      join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
      where r.organisation_id = ${organisationId}
        and r.author_user_id = ${userId}
      order by r.created_at desc, r.id
      limit ${most}`,
  )

const authoredRow = shape({
  kind: textOf<'pulse' | 'check-in' | 'template'>(),
  title: pulses.title,
  state: text,
  created_at: pulses.created_at,
})

export const authoredBy = (tx: Tx, { organisationId, userId }: Person) =>
  many(
    tx,
    authoredRow,
    sql`
      select kind, title, state, created_at
      from (
        select 'pulse' as kind, id, title, state, created_at
        from pulses
        where organisation_id = ${organisationId}
          and author_user_id = ${userId}
        union all
        select 'check-in', id, title, state, created_at
        from check_ins
        where organisation_id = ${organisationId}
          and author_user_id = ${userId}
        union all
        select 'template', id, title, case when deleted_at is null then 'saved' else 'deleted' end, created_at
        from templates
        where organisation_id = ${organisationId}
          and author_user_id = ${userId}
        union all
        select 'action', id, title, state, created_at
        from actions
        where organisation_id = ${organisationId}
          and maker_user_id = ${userId}
      ) as authored
      order by created_at desc, id
      limit ${most}`,
  )

const actionRow = shapeOf(actions, ['title', 'state', 'due_on', 'note', 'created_at'])

export const actionsOf = (tx: Tx, { organisationId, memberId }: Person) =>
  many(
    tx,
    actionRow,
    sql`
      select ${actionRow.columns}
      from actions
      where organisation_id = ${organisationId}
        and owner_member_id = ${memberId}
      order by created_at desc, id
      limit ${most}`,
  )

const auditRow = shapeOf(auditEvents, ['occurred_at', 'action', 'actor_kind', 'target', 'detail'], {
  by_you: bool,
})

/** What they did, and what was done to them; who else did it is about somebody else. */
export const auditOf = (tx: Tx, { organisationId, memberId, userId }: Person) =>
  many(
    tx,
    auditRow,
    sql`
      select ${auditRow.columns}, coalesce(user_id = ${userId}, false) as by_you
      from audit_events
      where organisation_id = ${organisationId}
        and (user_id = ${userId} or target in (${userId}, ${memberId}))
        and ${knownTo(userId)}
      order by occurred_at desc, id desc
      limit ${most}`,
  )

const requestRow = shapeOf(
  apiRequests,
  ['occurred_at', 'method', 'path', 'status', 'network', 'user_agent'],
  { application: nullable(applications.name) },
)

export const apiRequestsOf = (tx: Tx, { organisationId, userId }: Person) =>
  many(
    tx,
    requestRow,
    sql`
      select ${requestRow.of('q')}, a.name as application
      from api_requests q
      left join applications a on a.organisation_id = q.organisation_id and a.id = q.application_id
      where q.organisation_id = ${organisationId}
        and q.user_id = ${userId}
      order by q.occurred_at desc, q.id
      limit ${most}`,
  )
