/** SQL of an import that writes: members, their teams, and the versions of both. The directory is locked and planned. */
import type { ListedMember } from '../../../contract/members.ts'
import { many, run, sql, textArray, type Tx } from '../../db/db.ts'
import { keepReplacedNames } from '../former-names.ts'
import type { AbsenceOfRow } from './absences.ts'
import { bool, int4, jsonbOf, nullable, type RowOf, shape, text, textList, textOf } from '../../db/shape.ts'

/**
 * Memberships to add, to remove, or to give another role. The teams that a row names are all of the member's teams; a deactivated
 * member is in none.
 */
export const planMembershipChanges = (tx: Tx, organisationId: string): Promise<number> =>
  run(
    tx,
    sql`
      insert into import_membership_changes (member_id, team_id, kind, role)
      with wanted as (
        select distinct p.id as member_id, t.team_id, p.fields ->> 'role' as role
        from import_plan p, jsonb_array_elements_text(p.fields -> 'teams') as named
        join import_teams t on t.reference = named
        where p.status <> 'deactivated'
      ), current as (
        select s.member_id, s.team_id, s.role
        from memberships s
        join (select id, status from import_directory) d on d.id = s.member_id
        left join (select id, fields from import_plan) p on p.id = s.member_id
        where s.organisation_id = ${organisationId}
          and s.left_at is null
          and (d.status = 'deactivated' or p.fields ? 'teams')
      )
      select coalesce(w.member_id, c.member_id), coalesce(w.team_id, c.team_id),
             case when c.team_id is null then 'add' when w.team_id is null then 'remove' else 'role' end,
             coalesce(w.role, 'member')
      from wanted w
      full join current c on c.member_id = w.member_id and c.team_id = w.team_id
      where c.team_id is null
         or w.team_id is null
         or w.role <> c.role`,
  )

const managersRow = shape({ team_id: text, added: textList, removed: textList })

/** Teams whose managers and leads will be others; memberships are not written yet. */
export const managerChanges = (tx: Tx, organisationId: string): Promise<RowOf<typeof managersRow>[]> =>
  many(
    tx,
    managersRow,
    sql`
      with changes as (
        select v.team_id, v.member_id,
               s.member_id is not null as was,
               v.kind <> 'remove' and v.role in ('manager', 'lead') as becomes
        from (select * from import_membership_changes) v
        left join memberships s
          on s.organisation_id = ${organisationId}
         and s.team_id = v.team_id
         and s.member_id = v.member_id
         and s.left_at is null
         and s.role in ('manager', 'lead')
      )
      select team_id,
             coalesce(array_agg(member_id order by member_id) filter (where becomes), '{}') as added,
             coalesce(array_agg(member_id order by member_id) filter (where was), '{}') as removed
      from changes
      where was <> becomes
      group by team_id
      order by team_id`,
  )

export type Source = {
  /** The application that imports; null: the command line. */
  addedBy: string | null
  /** For no person: new addresses make nobody a user by themselves. */
  byProgram: boolean
}

export async function writeMembers(
  tx: Tx,
  organisationId: string,
  { addedBy, byProgram }: Source,
  now: Date,
): Promise<void> {
  await run(
    tx,
    sql`
      insert into members
        (organisation_id, id, external_id, name, email, locale, time_zone, joined_on, leaves_on, manager_member_id, attributes, channels,
         quiet_hours, status, added_by, address_by_program, created_at, updated_at)
      select ${organisationId}, id, external_id, name, email, locale, time_zone, joined_on::date, leaves_on::date, manager_id, attributes, channels,
             quiet_hours, status, ${addedBy}::text, ${byProgram}::boolean, ${now}::timestamptz, ${now}::timestamptz
      from import_plan
      where is_new
      order by line`,
  )
  await keepReplacedNames(tx, organisationId, now)
  // Two who swap a value would meet in its unique index on the way.
  await run(
    tx,
    sql`
      update members m
      set external_id = case when m.external_id = p.external_id then m.external_id end,
          email = case when lower(m.email) = lower(p.email) then m.email end
      from (select * from import_plan) p
      where m.organisation_id = ${organisationId}
        and m.id = p.id
        and p.changed
        and not p.is_new
        and ((m.external_id is not null and m.external_id is distinct from p.external_id)
          or (m.email is not null and lower(m.email) is distinct from lower(p.email)))`,
  )
  await run(
    tx,
    sql`
      update members m
      set external_id = p.external_id,
          name = p.name,
          email = p.email,
          pending_email = p.pending_email,
          address_by_program = case when lower(m.email) is distinct from lower(p.email) then ${byProgram} else m.address_by_program end,
          locale = p.locale,
          time_zone = p.time_zone,
          joined_on = p.joins,
          leaves_on = p.leaves,
          manager_member_id = p.manager_id,
          attributes = p.attributes,
          channels = p.channels,
          quiet_hours = p.quiet_hours,
          status = p.status,
          version = m.version + 1,
          updated_at = ${now}
      from (select *, joined_on::date as joins, leaves_on::date as leaves from import_plan) p
      where m.organisation_id = ${organisationId}
        and m.id = p.id
        and p.changed
        and not p.is_new`,
  )
  await run(
    tx,
    sql`
      update members m
      set status = 'deactivated',
          version = m.version + 1,
          updated_at = ${now}
      from (select * from import_directory) d
      where m.organisation_id = ${organisationId}
        and m.id = d.id
        and d.line is null
        and d.status <> d.old_status`,
  )
}

export async function writeMemberships(tx: Tx, organisationId: string, now: Date): Promise<void> {
  await run(
    tx,
    sql`
      update memberships s
      set left_at = greatest(s.joined_at, ${now}::timestamptz)
      from (select * from import_membership_changes) v
      where s.organisation_id = ${organisationId}
        and s.team_id = v.team_id
        and s.member_id = v.member_id
        and s.left_at is null
        and v.kind = 'remove'`,
  )
  await run(
    tx,
    sql`
      update memberships s
      set role = v.role
      from (select * from import_membership_changes) v
      where s.organisation_id = ${organisationId}
        and s.team_id = v.team_id
        and s.member_id = v.member_id
        and s.left_at is null
        and v.kind = 'role'`,
  )
  await run(
    tx,
    sql`
      insert into memberships (organisation_id, team_id, member_id, role, joined_at)
      select ${organisationId}, team_id, member_id, role, ${now}::timestamptz
      from import_membership_changes
      where kind = 'add'
      on conflict (organisation_id, team_id, member_id, joined_at) do update
      set role = excluded.role,
          left_at = null`,
  )
}

/** A new version of teams whose members, or their statuses, changed: member_count is part of a team. */
export const touchTeams = (tx: Tx, organisationId: string, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update teams
      set version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id in (
          select team_id
          from import_membership_changes
          union
          select s.team_id
          from memberships s
          join (select id, status, old_status from import_plan) p on p.id = s.member_id
          where s.organisation_id = ${organisationId}
            and s.left_at is null
            and p.status <> p.old_status
        )
        and created_at < ${now}`,
  )

const statusRow = shape({ id: text, status: text })

/** Members who are deactivated, and members who are active again: their users change with them. */
export async function statusChanges(tx: Tx): Promise<{ deactivated: string[]; activated: string[] }> {
  const rows = await many(
    tx,
    statusRow,
    sql`
      select id, status
      from import_directory
      where status <> old_status
        and status in ('active', 'deactivated')`,
  )
  const idsOf = (status: string) => rows.filter((row) => row.status === status).map(({ id }) => id)
  return { deactivated: idsOf('deactivated'), activated: idsOf('active') }
}

/** A member as JSON of a row: of `members`, or as planned, where the manager is `manager_id`. */
export type Person = Pick<
  ListedMember,
  | 'name'
  | 'email'
  | 'pending_email'
  | 'external_id'
  | 'locale'
  | 'time_zone'
  | 'joined_on'
  | 'leaves_on'
  | 'status'
  | 'attributes'
  | 'channels'
  | 'quiet_hours'
> & {
  manager_id?: string | null
  manager_member_id?: string | null
  /** As planned: what the row says. */
  fields?: { absences?: AbsenceOfRow[] }
}

const changeRow = shape({
  line: nullable(int4),
  id: text,
  is_new: bool,
  /** null: a new member */
  before: nullable(jsonbOf<Person>()),
  /** null: a member whom the file does not name */
  after: nullable(jsonbOf<Person>()),
})

/**
 * The first members who change, as they are and as they will be; nothing may be written before. A row that was not found is null here, and on Citus
 * a row of nulls.
 */
export const firstChanges = (
  tx: Tx,
  organisationId: string,
  limit: number,
): Promise<RowOf<typeof changeRow>[]> =>
  many(
    tx,
    changeRow,
    sql`
      with first as (
        select line, id
        from import_plan
        where changed
        union all
        select null, id
        from import_directory
        where line is null
          and status <> old_status
        order by line nulls last, id
        limit ${limit}
      )
      select f.line, f.id, coalesce(p.is_new, false) as is_new,
             case when m.id is not null then to_jsonb(m) end as before, case when p.id is not null then to_jsonb(p) end as after
      from first f
      left join (select * from import_plan) p on p.line = f.line
      left join (select * from members where organisation_id = ${organisationId}) m on m.id = f.id
      order by f.line nulls last, f.id`,
  )

const teamOfMember = shape({
  member_id: text,
  team_id: text,
  name: text,
  role: text,
  kind: textOf<'has' | 'add' | 'remove' | 'role'>(),
})
export type TeamOfMember = RowOf<typeof teamOfMember>

/** The teams that these members have, and those that they join, leave or get another role in. */
export const teamsOf = (
  tx: Tx,
  organisationId: string,
  memberIds: readonly string[],
): Promise<TeamOfMember[]> =>
  many(
    tx,
    teamOfMember,
    sql`
      with theirs as (
        select s.member_id, s.team_id, s.role, 'has' as kind
        from unnest(${textArray(memberIds)}) as one (id)
        join memberships s on s.organisation_id = ${organisationId} and s.member_id = one.id and s.left_at is null
        union all
        select v.member_id, v.team_id, v.role, v.kind
        from unnest(${textArray(memberIds)}) as one (id)
        join import_membership_changes v on v.member_id = one.id
      )
      select o.member_id, o.team_id, t.name, o.role, o.kind
      from theirs o
      join teams t on t.organisation_id = ${organisationId} and t.id = o.team_id
      order by o.member_id, t.name, t.id, o.kind = 'has' desc`,
  )

const nameRow = shape({ id: text, name: text })

/** How a file refers to these members: by external_id, otherwise address, else name. */
export async function namesOf(
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await many(
    tx,
    nameRow,
    sql`
      select id, coalesce(external_id, email, name) as name
      from members
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})
      union all
      select id, coalesce(external_id, email, name)
      from import_plan
      where is_new
        and id = any (${textArray(ids)})`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
