/** SQL of teams. `member_count` counts the active members of today. */
import { limits } from '../../contract/limits.ts'
import type { Team, TeamLead } from '../../contract/teams.ts'
import { many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { newerThan, type Paged } from '../db/paging.ts'
import { int4, int8, type RowOf, shape, shapeOf, textOf } from '../db/shape.ts'
import { members, memberships, organisations, teams } from '../db/tables.ts'
import { type DirectoryReach, isOfSeenTeam, seesMember, seesTeam } from './reach.ts'
import type { Ref } from './ref.ts'

const ownColumns = [
  'id',
  'external_id',
  'name',
  'description',
  'parent_team_id',
  'time_zone',
  'status',
  'version',
  'created_at',
  'updated_at',
] as const
const ownRow = shapeOf(teams, ownColumns)
const teamRow = shapeOf(teams, ownColumns, { member_count: int8 })
const columnsOf = (organisationId: string) => sql`
  ${teamRow.of('t')},
  (select count(*)
   from memberships s
   join members m on m.organisation_id = s.organisation_id and m.id = s.member_id
   where s.organisation_id = ${organisationId}
     and s.team_id = t.id
     and s.left_at is null
     and m.status = 'active') as member_count`

const idRow = shapeOf(teams, ['id'])
const heightRow = shape({ height: int4 })

/**
 * Changes of an organisation's teams, members and memberships run one after the other: each waits here before it locks any row.
 * So two moves cannot make a cycle together, nobody joins a team that is being archived, an import compares with the current
 * directory, and no two changes wait for each other.
 */
export async function lockDirectory(tx: Tx, organisationId: string): Promise<void> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`directory of ${organisationId}`}, 0))`)
}

export type TeamFilter = {
  /** Only these; null: any. */
  ids: readonly string[] | null
  /** null: any */
  status: Team['status'] | null
  externalId: string | null
  /** A pattern for ilike. */
  name: string | null
  updatedSince: Date | null
  /** Ids; null: of any. */
  among: readonly string[] | null
  reach: DirectoryReach
}

/** The oldest first, one row more than the page holds. */
export const listTeams = (
  tx: Tx,
  organisationId: string,
  filter: TeamFilter,
  paging: Paged,
): Promise<Team[]> =>
  many(
    tx,
    teamRow,
    sql`
      select ${columnsOf(organisationId)}
      from teams t
      where t.organisation_id = ${organisationId}
        ${filter.ids ? sql`and t.id = any (${textArray(filter.ids)})` : sql``}
        ${filter.status ? sql`and t.status = ${filter.status}` : sql``}
        and ${newerThan('t.id', paging.after)}
        and (${filter.externalId}::text is null or t.external_id = ${filter.externalId})
        and (${filter.name}::text is null or t.name ilike ${filter.name})
        and (${filter.updatedSince}::timestamptz is null or t.updated_at >= ${filter.updatedSince})
        and (${filter.among === null} or t.id = any (${textArray(filter.among ?? [])}))
        and ${seesTeam(filter.reach, 't')}
      order by t.id
      limit ${paging.limit + 1}`,
  )

const nodeRow = shapeOf(teams, ['id', 'name', 'parent_team_id'], { member_count: int8, people_count: int8 })

/**
 * Active teams by their ids, at most `most`. People of a team that is archived, and of those under it, count in no team above.
 *
 * Rows of teams, memberships and members meet by full keys and by sorting alone: a join of what is counted here would be one of every
 * team with every membership where the planner takes the organisation to be small. A look-up behind `offset 0` stays one.
 */
export const teamTree = (
  tx: Tx,
  organisationId: string,
  reach: DirectoryReach,
  most: number,
): Promise<RowOf<typeof nodeRow>[]> =>
  many(
    tx,
    nodeRow,
    sql`
      with recursive line as (
        select t.id as team_id, t.id as above_id, t.parent_team_id as next_id
        from teams t
        where t.organisation_id = ${organisationId}
          and t.status = 'active'
          and ${seesTeam(reach, 't')}
        union
        select line.team_id, up.id, up.parent_team_id
        from line
        cross join lateral (
          select t.id, t.parent_team_id
          from teams t
          where t.organisation_id = ${organisationId}
            and t.id = line.next_id
            and t.status = 'active'
            and ${seesTeam(reach, 't')}
          offset 0
        ) up
      ), placed as (
        select team_id, null as member_id, array_agg(above_id) as above
        from line
        group by team_id
        union all
        select s.team_id, s.member_id, null
        from memberships s
        where s.organisation_id = ${organisationId}
          and s.left_at is null
          and ${isOfSeenTeam(reach, 's')}
          and (select m.status
               from members m
               where m.organisation_id = ${organisationId}
                 and m.id = s.member_id) = 'active'
      ), counted as (
        select above_id as id, count(member_id) filter (where above_id = team_id) as member_count,
               count(distinct member_id) as people_count
        from (
          select team_id, member_id, first_value(above) over (partition by team_id order by member_id nulls first) as above
          from placed
        ) beside_line
        cross join lateral unnest(above) as above_id
        group by above_id
        order by above_id
        limit ${most}
      )
      select counted.id, t.name, t.parent_team_id, counted.member_count, counted.people_count
      from counted
      cross join lateral (
        select name, parent_team_id
        from teams
        where organisation_id = ${organisationId}
          and id = counted.id
        offset 0
      ) t
      order by counted.id`,
  )

const leadRow = shapeOf(memberships, ['team_id', 'member_id'], {
  role: textOf<TeamLead['role']>(),
  name: members.name,
})

/** The active members that somebody sees who manage or lead the teams that they see: in one statement for all teams. */
export async function leadsByTeam(
  tx: Tx,
  organisationId: string,
  reach: DirectoryReach,
): Promise<Map<string, TeamLead[]>> {
  const rows = await many(
    tx,
    leadRow,
    sql`
      select team_id, member_id, role, name
      from (
        select s.team_id, s.member_id, s.role, m.name,
               row_number() over (partition by s.team_id order by m.name, s.member_id) as place
        from memberships s
        join members m on m.organisation_id = s.organisation_id and m.id = s.member_id
        where s.organisation_id = ${organisationId}
          and s.role in ('manager', 'lead')
          and s.left_at is null
          and ${isOfSeenTeam(reach, 's')}
          and m.status = 'active'
          and ${seesMember(reach, organisationId, 'm')}
      ) led
      where place <= ${limits.teamLeadsMax}
      order by team_id, place`,
  )
  const leads = new Map<string, TeamLead[]>()
  for (const { team_id: id, ...lead } of rows) leads.set(id, [...(leads.get(id) ?? []), lead])
  return leads
}

const sizesRow = shapeOf(organisations, ['k_score'], { people_count: int8, without_team_count: int8 })

/** How many active members somebody sees, how many of these are in no team, and the organisation's minimum group size for scores. */
export const sizesOf = (
  tx: Tx,
  organisationId: string,
  reach: DirectoryReach,
): Promise<RowOf<typeof sizesRow>> =>
  only(
    tx,
    sizesRow,
    sql`
      select o.k_score, seen.people_count, seen.without_team_count
      from organisations o
      cross join (
        select count(*) as people_count,
               count(*) filter (
                 where not exists (
                   select from memberships s
                   where s.organisation_id = ${organisationId}
                     and s.member_id = m.id
                     and s.left_at is null)) as without_team_count
        from members m
        where m.organisation_id = ${organisationId}
          and m.status = 'active'
          and ${seesMember(reach, organisationId, 'm')}
      ) seen
      where o.id = ${organisationId}`,
  )

const teamById = ({ organisationId, id }: Ref) => sql`
  select ${columnsOf(organisationId)}
  from teams t
  where t.organisation_id = ${organisationId}
    and t.id = ${id}`

/** @param reach  of the caller: what they do not see is not found */
export const findTeam = (
  tx: Tx,
  ref: Ref,
  reach: DirectoryReach = { kind: 'all' },
): Promise<Team | undefined> => one(tx, teamRow, sql`${teamById(ref)} and ${seesTeam(reach, 't')}`)

export type UncountedTeam = Omit<Team, 'member_count'>

/** Without how many are in it: to count them, all are read. */
export const findUncountedTeam = (tx: Tx, { organisationId, id }: Ref): Promise<UncountedTeam | undefined> =>
  one(
    tx,
    ownRow,
    sql`
      select ${ownRow.columns}
      from teams
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

export const getTeam = (tx: Tx, ref: Ref): Promise<Team> => only(tx, teamRow, teamById(ref))

/** Does not block rows that only refer to the team: `for update` would hold up everybody who joins it. */
export const lockTeam = (tx: Tx, ref: Ref): Promise<Team | undefined> =>
  one(tx, teamRow, sql`${teamById(ref)} for no key update of t`)

export type TeamFields = Pick<
  Team,
  'id' | 'external_id' | 'name' | 'description' | 'parent_team_id' | 'time_zone' | 'status'
>

export const insertTeam = (tx: Tx, organisationId: string, team: TeamFields, now: Date): Promise<Team> =>
  only(
    tx,
    teamRow,
    sql`
      insert into teams as t
        (organisation_id, id, external_id, name, description, parent_team_id, time_zone, status, created_at, updated_at)
      values
        (${organisationId}, ${team.id}, ${team.external_id}, ${team.name}, ${team.description}, ${team.parent_team_id},
         ${team.time_zone}, ${team.status}, ${now}, ${now})
      returning ${ownRow.of('t')}, 0::bigint as member_count`,
  )

export const updateTeam = (tx: Tx, organisationId: string, team: TeamFields, now: Date): Promise<Team> =>
  only(
    tx,
    teamRow,
    sql`
      update teams t
      set external_id = ${team.external_id},
          name = ${team.name},
          description = ${team.description},
          parent_team_id = ${team.parent_team_id},
          time_zone = ${team.time_zone},
          status = ${team.status},
          version = version + 1,
          updated_at = ${now}
      where t.organisation_id = ${organisationId}
        and t.id = ${team.id}
      returning ${columnsOf(organisationId)}`,
  )

/** A new version of teams whose members changed: member_count is part of a team. */
export const touchTeams = (
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update teams
      set version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})`,
  )

/** Those of `ids` that are active teams of the organisation. */
export async function activeTeams(
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await many(
    tx,
    idRow,
    sql`
      select ${idRow.columns}
      from teams
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})
        and status = 'active'`,
  )
  return new Set(rows.map((row) => row.id))
}

/** Levels from the team down to the deepest below it: 1 for one with none below. */
export async function heightOf(tx: Tx, { organisationId, id }: Ref): Promise<number> {
  const { height } = await only(
    tx,
    heightRow,
    sql`
      with recursive tree as (
        select id, 1 as level
        from teams
        where organisation_id = ${organisationId}
          and id = ${id}
        union all
        select below.id, tree.level + 1
        from teams below
        join tree on below.parent_team_id = tree.id
        where below.organisation_id = ${organisationId}
      )
      select max(level) as height
      from tree`,
  )
  return height
}
