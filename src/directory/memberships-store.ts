/** SQL of memberships: who is in which team since when. A row that ended stays. */
import { type Membership } from '../../contract/teams.ts'
import { many, one, sql, textArray, type Tx } from '../db/db.ts'
import { type Paged } from '../db/paging.ts'

const columns = sql.raw(`s.member_id, m.name, m.email, s.role, s.joined_at`)

/** By member, one row more than the page holds. */
export const listMemberships = (
  tx: Tx,
  organisationId: string,
  teamId: string,
  paging: Paged,
): Promise<Membership[]> =>
  many<Membership>(
    tx,
    sql`
      select ${columns}
      from memberships s
      join members m on m.organisation_id = s.organisation_id and m.id = s.member_id
      where s.organisation_id = ${organisationId}
        and s.team_id = ${teamId}
        and s.left_at is null
        and (${paging.after}::text is null or s.member_id > ${paging.after}::text collate "C")
      order by s.member_id
      limit ${paging.limit + 1}`,
  )

export const findMembership = (
  tx: Tx,
  organisationId: string,
  teamId: string,
  memberId: string,
): Promise<Membership | undefined> =>
  one<Membership>(
    tx,
    sql`
      select ${columns}
      from memberships s
      join members m on m.organisation_id = s.organisation_id and m.id = s.member_id
      where s.organisation_id = ${organisationId}
        and s.team_id = ${teamId}
        and s.member_id = ${memberId}
        and s.left_at is null`,
  )

export type NewMembership = { teamId: string; memberId: string; role: Membership['role'] }

/**
 * Whoever is in already stays as he is. Coming back in the very instant of having joined and left is the same membership:
 * a person is in a team once at any time. @returns who joined
 */
export const startMemberships = async (
  tx: Tx,
  organisationId: string,
  wanted: readonly NewMembership[],
  now: Date,
): Promise<string[]> => {
  const rows = await many<{ member_id: string }>(
    tx,
    sql`
      insert into memberships (organisation_id, team_id, member_id, role, joined_at)
      select ${organisationId}, wanted.team_id, wanted.member_id, wanted.role, ${now}::timestamptz
      from unnest(${textArray(wanted.map((it) => it.teamId))}, ${textArray(wanted.map((it) => it.memberId))},
                  ${textArray(wanted.map((it) => it.role))}) as wanted (team_id, member_id, role)
      where not exists (
        select 1
        from memberships s
        where s.organisation_id = ${organisationId}
          and s.team_id = wanted.team_id
          and s.member_id = wanted.member_id
          and s.left_at is null
      )
      on conflict (organisation_id, team_id, member_id, joined_at) do update
      set role = excluded.role,
          left_at = null
      returning member_id`,
  )
  return rows.map((row) => row.member_id)
}

/** @returns whose role is another one now */
export const changeRoles = async (
  tx: Tx,
  organisationId: string,
  wanted: readonly NewMembership[],
): Promise<string[]> => {
  const rows = await many<{ member_id: string }>(
    tx,
    sql`
      update memberships s
      set role = wanted.role
      from unnest(${textArray(wanted.map((it) => it.teamId))}, ${textArray(wanted.map((it) => it.memberId))},
                  ${textArray(wanted.map((it) => it.role))}) as wanted (team_id, member_id, role)
      where s.organisation_id = ${organisationId}
        and s.team_id = wanted.team_id
        and s.member_id = wanted.member_id
        and s.left_at is null
        and s.role <> wanted.role
      returning s.member_id`,
  )
  return rows.map((row) => row.member_id)
}

/** Nobody leaves before he joined: clocks of two nodes may differ. @returns who left */
export const endMembershipsOfTeam = async (
  tx: Tx,
  organisationId: string,
  teamId: string,
  { except }: { except: readonly string[] },
  now: Date,
): Promise<string[]> => {
  const rows = await many<{ member_id: string }>(
    tx,
    sql`
      update memberships
      set left_at = greatest(joined_at, ${now}::timestamptz)
      where organisation_id = ${organisationId}
        and team_id = ${teamId}
        and left_at is null
        and member_id <> all (${textArray(except)})
      returning member_id`,
  )
  return rows.map((row) => row.member_id)
}

/** Ends one membership, or without `teamId` all that a member has. @returns the teams left */
export const endMembershipsOfMember = async (
  tx: Tx,
  organisationId: string,
  memberId: string,
  teamId: string | null,
  now: Date,
): Promise<string[]> => {
  const rows = await many<{ team_id: string }>(
    tx,
    sql`
      update memberships
      set left_at = greatest(joined_at, ${now}::timestamptz)
      where organisation_id = ${organisationId}
        and member_id = ${memberId}
        and left_at is null
        and (${teamId}::text is null or team_id = ${teamId})
      returning team_id`,
  )
  return rows.map((row) => row.team_id)
}
