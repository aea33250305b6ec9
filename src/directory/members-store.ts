/** SQL of members. `team_ids` are the teams of today, sorted. */
import type { ListedMember as Member } from '../../contract/members.ts'
import { json, jsonOrNull, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import type { Paged } from '../db/paging.ts'
import { shapeOf, textList, textOf } from '../db/shape.ts'
import { members } from '../db/tables.ts'
import { keepFormerName } from './former-names.ts'
import type { Order } from './member-order.ts'
import { type DirectoryReach, seesMember } from './reach.ts'
import type { Ref } from './ref.ts'
import { endInvitationsOfMembers } from './ways-back.ts'

const memberRow = shapeOf(
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
    'version',
    'created_at',
    'updated_at',
  ],
  { team_ids: textList, sign_in: textOf<Member['sign_in']>() },
)
/**
 * Whether the owner of a member's address becomes a user by signing in with it. The rule of src/identity/expected.ts, which also asks
 * what an organisation's own provider says.
 */
const isExpected = (organisationId: string, alias: string) => sql`(
      ${sql.ref(`${alias}.email`)} is not null
      and case
            when exists (
              select from organisation_domains d
              where d.organisation_id = ${organisationId}
                and d.confirmed_at is not null)
            then exists (
              select from organisation_domains d
              where d.organisation_id = ${organisationId}
                and d.domain = lower(substring(${sql.ref(`${alias}.email`)} from '[^@]*$'))
                and d.confirmed_at is not null)
            else not ${sql.ref(`${alias}.address_by_program`)}
          end)`

const columnsOf = (organisationId: string) => sql`
  ${memberRow.of('m')},
  array(select s.team_id
        from memberships s
        where s.organisation_id = ${organisationId}
          and s.member_id = m.id
          and s.left_at is null
        order by s.team_id) as team_ids,
  case
    when exists (
      select from users u
      where u.organisation_id = ${organisationId}
        and u.member_id = m.id) then 'user'
    when m.status = 'active' and ${isExpected(organisationId, 'm')} then 'expected'
    else 'invitation'
  end as sign_in`

const idRow = shapeOf(members, ['id'])

/** `pattern` is one for ilike. */
export type Search = { readonly pattern: string; readonly externalId: string }

export type MemberFilter = {
  statuses: readonly Member['status'][]
  externalId: string | null
  email: string | null
  /** In any of these; null: in any, or in none. */
  teamIds: readonly string[] | null
  isWithoutTeam: boolean
  /** A part of a name or of an address, or a whole external_id. */
  search: Search | null
  /** Only these: those that the query names, or whom the search finds, where they are few. */
  found: readonly string[] | null
  updatedSince: Date | null
  reach: DirectoryReach
}

/** A clause of its own: behind an `or` the planner would look at every member of the organisation. */
const inTeams = (teamIds: readonly string[] | null) =>
  teamIds === null
    ? sql``
    : sql`
        and exists (
          select 1
          from memberships s
          where s.organisation_id = m.organisation_id
            and s.team_id = any (${textArray(teamIds)})
            and s.member_id = m.id
            and s.left_at is null
        )`

const matches = ({ pattern, externalId }: Search) => sql`
        and (m.name ilike ${pattern}
             or m.email ilike ${pattern}
             or m.external_id = ${externalId})`

/** Of more, the list comes upon enough for a page after a small part of the directory. */
const fewMax = 500

/**
 * The ids of those whom a search finds, by an index over the letters of names and addresses; null where they are many. The planner cannot weigh
 * this against going through the list in its order: it plans before it knows the text.
 */
export async function fewFoundBy(tx: Tx, organisationId: string, search: Search): Promise<string[] | null> {
  const rows = await many(
    tx,
    idRow,
    sql`
      select m.id
      from members m
      where m.organisation_id = ${organisationId}
        ${matches(search)}
      limit ${fewMax + 1}`,
  )
  return rows.length > fewMax ? null : rows.map(({ id }) => id)
}

/** Each of the found is looked up by itself: where nothing is known of a table, the planner would read all members for a list of ids. */
const listed = (organisationId: string, found: MemberFilter['found']) =>
  found === null
    ? sql`members m`
    : sql`unnest(${textArray(found)}) as few (id)
      cross join lateral (
        select *
        from members
        where organisation_id = ${organisationId}
          and id = few.id
        limit 1) m`

const inNoTeam = (organisationId: string) => sql`
        and not exists (
          select from memberships s
          where s.organisation_id = ${organisationId}
            and s.member_id = m.id
            and s.left_at is null
        )`

/** One row more than the page holds. @throws invalid_cursor  as order.after */
export const listMembers = (
  tx: Tx,
  organisationId: string,
  filter: MemberFilter,
  { after, limit, order }: Paged & { order: Order },
): Promise<Member[]> =>
  many(
    tx,
    memberRow,
    sql`
      select ${columnsOf(organisationId)}
      from ${listed(organisationId, filter.found)}
      where m.organisation_id = ${organisationId}
        and m.status = any (${textArray(filter.statuses)})
        and ${order.after(after)}
        and (${filter.externalId}::text is null or m.external_id = ${filter.externalId})
        and (${filter.email}::text is null or lower(m.email) = lower(${filter.email}))
        ${filter.search ? matches(filter.search) : sql``}
        and (${filter.updatedSince}::timestamptz is null or m.updated_at >= ${filter.updatedSince})
        ${inTeams(filter.teamIds)}
        ${filter.isWithoutTeam ? inNoTeam(organisationId) : sql``}
        and ${seesMember(filter.reach, organisationId, 'm')}
      order by ${order.by}
      limit ${limit + 1}`,
  )

const memberById = ({ organisationId, id }: Ref) => sql`
  select ${columnsOf(organisationId)}
  from members m
  where m.organisation_id = ${organisationId}
    and m.id = ${id}`

/** @param reach  of the caller: what they do not see is not found */
export const findMember = (
  tx: Tx,
  ref: Ref,
  reach: DirectoryReach = { kind: 'all' },
): Promise<Member | undefined> =>
  one(tx, memberRow, sql`${memberById(ref)} and ${seesMember(reach, ref.organisationId, 'm')}`)

export const getMember = (tx: Tx, ref: Ref): Promise<Member> => only(tx, memberRow, memberById(ref))

/** Does not block rows that only refer to the member, such as their reports. */
export const lockMember = (tx: Tx, ref: Ref): Promise<Member | undefined> =>
  one(tx, memberRow, sql`${memberById(ref)} for no key update of m`)

export type MemberFields = Pick<
  Member,
  | 'id'
  | 'external_id'
  | 'name'
  | 'email'
  | 'pending_email'
  | 'locale'
  | 'time_zone'
  | 'joined_on'
  | 'leaves_on'
  | 'manager_member_id'
  | 'attributes'
  | 'channels'
  | 'quiet_hours'
  | 'status'
>

export const insertMember = (
  tx: Tx,
  organisationId: string,
  member: Omit<MemberFields, 'pending_email'> & { added_by: string | null; address_by_program: boolean },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into members
        (organisation_id, id, external_id, name, email, locale, time_zone, joined_on, leaves_on, manager_member_id, attributes, channels,
         quiet_hours, status, added_by, address_by_program, created_at, updated_at)
      values
        (${organisationId}, ${member.id}, ${member.external_id}, ${member.name}, ${member.email}, ${member.locale},
         ${member.time_zone}, ${member.joined_on}::date, ${member.leaves_on}::date, ${member.manager_member_id}, ${json(member.attributes)}, ${json(member.channels)},
         ${jsonOrNull(member.quiet_hours)}, ${member.status}, ${member.added_by}, ${member.address_by_program}, ${now}, ${now})`,
  )

/** @param address_by_program  who gave a new address; undefined: it is not new */
export async function updateMember(
  tx: Tx,
  organisationId: string,
  member: MemberFields & { address_by_program?: boolean | undefined },
  now: Date,
): Promise<Member> {
  if (member.status === 'deactivated' || member.status === 'erased')
    await endInvitationsOfMembers(tx, organisationId, [member.id], now)
  await keepFormerName(tx, { organisationId, id: member.id }, member.name, now)
  return only(
    tx,
    memberRow,
    sql`
      update members m
      set external_id = ${member.external_id},
          name = ${member.name},
          email = ${member.email},
          pending_email = ${member.pending_email},
          address_by_program = coalesce(${member.address_by_program ?? null}::boolean, address_by_program),
          locale = ${member.locale},
          time_zone = ${member.time_zone},
          joined_on = ${member.joined_on}::date,
          leaves_on = ${member.leaves_on}::date,
          manager_member_id = ${member.manager_member_id},
          attributes = ${json(member.attributes)},
          channels = ${json(member.channels)},
          quiet_hours = ${jsonOrNull(member.quiet_hours)},
          status = ${member.status},
          version = version + 1,
          updated_at = ${now}
      where m.organisation_id = ${organisationId}
        and m.id = ${member.id}
      returning ${columnsOf(organisationId)}`,
  )
}

/** A new version of members whose teams or absences changed: both are part of a member. */
export const touchMembers = (
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update members
      set version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})`,
  )

/** Those of `ids` who are active or suspended members of the organisation. */
export async function currentMembers(
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await many(
    tx,
    idRow,
    sql`
      select ${idRow.columns}
      from members
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})
        and status in ('active', 'suspended')`,
  )
  return new Set(rows.map((row) => row.id))
}

const dayRow = shapeOf(members, ['id', 'time_zone', 'leaves_on'], { day: textOf<string>() })

/** Active members with a first or a last day between these, both included. */
export const membersWithDay = (
  tx: Tx,
  organisationId: string,
  { date, from, to }: { date: 'joined_on' | 'leaves_on'; from: string; to: string },
) =>
  many(
    tx,
    dayRow,
    sql`
      select id, time_zone, leaves_on, ${sql.ref(date)}::text as day
      from members
      where organisation_id = ${organisationId}
        and ${sql.ref(date)} between ${from}::date and ${to}::date
        and status = 'active'
      order by id`,
  )
