/** SQL of teams. `member_count` counts the active members of today. */
import { type Team } from '../../contract/teams.ts'
import { many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { type Paged } from '../db/paging.ts'

const columns = sql.raw(`
  t.id, t.external_id, t.name, t.description, t.parent_team_id, t.time_zone, t.status, t.version, t.created_at, t.updated_at,
  (select count(*)
   from memberships s
   join members m on m.organisation_id = s.organisation_id and m.id = s.member_id
   where s.organisation_id = t.organisation_id
     and s.team_id = t.id
     and s.left_at is null
     and m.status = 'active') as member_count`)

/**
 * Whatever changes teams, members or memberships of an organisation waits its turn here, before it locks any row: so no
 * two moves make a cycle together, nobody joins what is just being archived, an import compares with what stands, and no two
 * changes wait for each other.
 */
export async function lockDirectory(tx: Tx, organisationId: string): Promise<void> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`directory of ${organisationId}`}, 0))`)
}

export type TeamFilter = {
  status: Team['status']
  externalId: string | null
  /** A pattern for ilike. */
  name: string | null
  updatedSince: Date | null
}

/** The oldest first, one row more than the page holds. */
export const listTeams = (
  tx: Tx,
  organisationId: string,
  filter: TeamFilter,
  paging: Paged,
): Promise<Team[]> =>
  many<Team>(
    tx,
    sql`
      select ${columns}
      from teams t
      where t.organisation_id = ${organisationId}
        and t.status = ${filter.status}
        and (${paging.after}::text is null or t.id > ${paging.after}::text collate "C")
        and (${filter.externalId}::text is null or t.external_id = ${filter.externalId})
        and (${filter.name}::text is null or t.name ilike ${filter.name})
        and (${filter.updatedSince}::timestamptz is null or t.updated_at >= ${filter.updatedSince})
      order by t.id
      limit ${paging.limit + 1}`,
  )

export const findTeam = (tx: Tx, organisationId: string, id: string): Promise<Team | undefined> =>
  one<Team>(
    tx,
    sql`
      select ${columns}
      from teams t
      where t.organisation_id = ${organisationId}
        and t.id = ${id}`,
  )

/** Leaves room for what only refers to the team: `for update` would hold up everybody who joins it. */
export const lockTeam = (tx: Tx, organisationId: string, id: string): Promise<Team | undefined> =>
  one<Team>(
    tx,
    sql`
      select ${columns}
      from teams t
      where t.organisation_id = ${organisationId}
        and t.id = ${id}
      for no key update of t`,
  )

export type TeamFields = Pick<
  Team,
  'external_id' | 'name' | 'description' | 'parent_team_id' | 'time_zone' | 'status'
>

export const insertTeam = (
  tx: Tx,
  organisationId: string,
  team: TeamFields & { id: string },
  now: Date,
): Promise<Team> =>
  only<Team>(
    tx,
    sql`
      insert into teams as t
        (organisation_id, id, external_id, name, description, parent_team_id, time_zone, status, created_at, updated_at)
      values
        (${organisationId}, ${team.id}, ${team.external_id}, ${team.name}, ${team.description}, ${team.parent_team_id},
         ${team.time_zone}, ${team.status}, ${now}, ${now})
      returning ${columns}`,
  )

export const updateTeam = (
  tx: Tx,
  organisationId: string,
  team: TeamFields & { id: string },
  now: Date,
): Promise<Team> =>
  only<Team>(
    tx,
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
      returning ${columns}`,
  )

/** For teams whose members changed: what a team looks like includes how many they are. */
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
export const activeTeams = async (
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  const rows = await many<{ id: string }>(
    tx,
    sql`
      select id
      from teams
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})
        and status = 'active'`,
  )
  return new Set(rows.map((row) => row.id))
}

/** Levels from the team down to the deepest below it: 1 for one with none below. */
export const heightOf = async (tx: Tx, organisationId: string, id: string): Promise<number> =>
  (
    await only<{ height: number }>(
      tx,
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
  ).height
