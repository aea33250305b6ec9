/** SQL of memberships: who is in which team since when. A membership that ended stays as a row. */
import type { Membership } from '../../contract/teams.ts'
import { many, one, only, sql, textArray, type Tx } from '../db/db.ts'
import { newerThan, type Paged } from '../db/paging.ts'
import { shape, shapeOf } from '../db/shape.ts'
import { members, memberships } from '../db/tables.ts'
import { type DirectoryReach, seesMember } from './reach.ts'
import type { Ref } from './ref.ts'

const membershipRow = shape({
  member_id: memberships.member_id,
  name: members.name,
  email: members.email,
  role: memberships.role,
  joined_at: memberships.joined_at,
})
const memberIdRow = shapeOf(memberships, ['member_id'])
const teamIdRow = shapeOf(memberships, ['team_id'])

const membershipsOf = ({ organisationId, id: teamId }: Ref) => sql`
  select s.member_id, m.name, m.email, s.role, s.joined_at
  from memberships s
  join members m on m.organisation_id = s.organisation_id and m.id = s.member_id
  where s.organisation_id = ${organisationId}
    and s.team_id = ${teamId}
    and s.left_at is null`

/** Those whom the caller sees, by member, one row more than the page holds. */
export const listMemberships = (
  tx: Tx,
  team: Ref,
  reach: DirectoryReach,
  paging: Paged,
): Promise<Membership[]> =>
  many(
    tx,
    membershipRow,
    sql`
      ${membershipsOf(team)}
        and ${newerThan('s.member_id', paging.after)}
        -- Said of both, or a merge reads all members before.
        and ${newerThan('m.id', paging.after)}
        and ${seesMember(reach, team.organisationId, 'm')}
      order by s.member_id
      limit ${paging.limit + 1}`,
  )

export const findMembership = (tx: Tx, team: Ref, memberId: string): Promise<Membership | undefined> =>
  one(tx, membershipRow, sql`${membershipsOf(team)} and s.member_id = ${memberId}`)

export const getMembership = (tx: Tx, team: Ref, memberId: string): Promise<Membership> =>
  only(tx, membershipRow, sql`${membershipsOf(team)} and s.member_id = ${memberId}`)

/** The members who manage or lead a team, in the order of their ids. */
export const managersOf = async (tx: Tx, { organisationId, id }: Ref): Promise<string[]> => {
  const rows = await many(
    tx,
    memberIdRow,
    sql`
      select member_id
      from memberships
      where organisation_id = ${organisationId}
        and team_id = ${id}
        and role in ('manager', 'lead')
        and left_at is null
      order by member_id`,
  )
  return rows.map(({ member_id }) => member_id)
}

export type NewMembership = { teamId: string; memberId: string; role: Membership['role'] }

const recordset = (drafts: readonly NewMembership[]) => sql`
  unnest(${textArray(drafts.map((it) => it.teamId))}, ${textArray(drafts.map((it) => it.memberId))},
         ${textArray(drafts.map((it) => it.role))}) as wanted (team_id, member_id, role)`

/**
 * Adds members to teams; those who are in the team already do not change. Somebody who joins again in the very instant of having
 * joined and left gets the same membership back: a member is in a team once at any time.
 * @returns the members who joined
 */
export async function startMemberships(
  tx: Tx,
  organisationId: string,
  drafts: readonly NewMembership[],
  now: Date,
): Promise<string[]> {
  const rows = await many(
    tx,
    memberIdRow,
    sql`
      insert into memberships (organisation_id, team_id, member_id, role, joined_at)
      select ${organisationId}, wanted.team_id, wanted.member_id, wanted.role, ${now}::timestamptz
      from ${recordset(drafts)}
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

/** @returns the members whose role changed */
export async function changeRoles(
  tx: Tx,
  organisationId: string,
  drafts: readonly NewMembership[],
): Promise<string[]> {
  const rows = await many(
    tx,
    memberIdRow,
    sql`
      update memberships s
      set role = wanted.role
      from ${recordset(drafts)}
      where s.organisation_id = ${organisationId}
        and s.team_id = wanted.team_id
        and s.member_id = wanted.member_id
        and s.left_at is null
        and s.role <> wanted.role
      returning s.member_id`,
  )
  return rows.map((row) => row.member_id)
}

/**
 * Ends the memberships of a team. `left_at` is never before `joined_at`, as the clocks of two nodes may differ.
 * @param staying  members who stay
 * @returns the members who left
 */
export async function endMembershipsOfTeam(
  tx: Tx,
  { organisationId, id: teamId }: Ref,
  now: Date,
  staying: readonly string[] = [],
): Promise<string[]> {
  const rows = await many(
    tx,
    memberIdRow,
    sql`
      update memberships
      set left_at = greatest(joined_at, ${now}::timestamptz)
      where organisation_id = ${organisationId}
        and team_id = ${teamId}
        and left_at is null
        and member_id <> all (${textArray(staying)})
      returning member_id`,
  )
  return rows.map((row) => row.member_id)
}

/** @returns those of the members who were in the team, and left it */
export async function endMemberships(
  tx: Tx,
  { organisationId, id: teamId }: Ref,
  memberIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await many(
    tx,
    memberIdRow,
    sql`
      update memberships
      set left_at = greatest(joined_at, ${now}::timestamptz)
      where organisation_id = ${organisationId}
        and team_id = ${teamId}
        and left_at is null
        and member_id = any (${textArray(memberIds)})
      returning member_id`,
  )
  return rows.map((row) => row.member_id)
}

/** Ends one membership, or without `teamId` all that a member has. @returns the teams left */
export async function endMembershipsOfMember(
  tx: Tx,
  { organisationId, id: memberId }: Ref,
  now: Date,
  teamId: string | null = null,
): Promise<string[]> {
  const rows = await many(
    tx,
    teamIdRow,
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
