/** How far somebody's teams reach: whom a member may ask, whom they see, and whose results a manager or an application may read. */
import { type Actor, userIdOf } from '../actor.ts'
import { reachesAll } from '../authority.ts'
import { exists, many, sql, textArray, type Tx } from '../db/db.ts'
import { bool, nullable, shape, shapeOf, text } from '../db/shape.ts'
import { memberships, users } from '../db/tables.ts'
import type { Lead, Reader } from '../visibility.ts'

const reachRow = shape({ id: text, is_above: bool })

/**
 * These teams and all under them; and the teams right above them that are not among these.
 * @param through  `active`: where people are and are asked, which ends at an archived team. `all`: whose results somebody reads, who were
 *   under these before, and will be again
 */
export async function teamsUnder(
  tx: Tx,
  organisationId: string,
  roots: readonly string[],
  through: 'active' | 'all' = 'all',
): Promise<{ teams: string[]; above: string[] }> {
  if (roots.length === 0) return { teams: [], above: [] }
  const rows = await many(
    tx,
    reachRow,
    sql`
      with recursive inside as (
        select id, status
        from teams
        where organisation_id = ${organisationId}
          and id = any (${textArray(roots)})
        union
        select t.id, t.status
        from inside
        join teams t
          on t.organisation_id = ${organisationId}
         and t.parent_team_id = inside.id
        where ${through === 'all' ? sql`true` : sql`inside.status = 'active'`}
      )
      select id, false as is_above
      from inside
      union all
      select distinct parent_team_id, true
      from teams
      where organisation_id = ${organisationId}
        and id = any (${textArray(roots)})
        and parent_team_id is not null
        and parent_team_id not in (select id from inside)`,
  )
  const idsOf = (isAbove: boolean): string[] =>
    rows.filter((row) => row.is_above === isAbove).map(({ id }) => id)
  return { teams: idsOf(false), above: idsOf(true) }
}

const memberRow = shape({
  member_id: nullable(users.member_id),
  managed: nullable(text),
  joined: nullable(text),
})

/** The teams that a user is in, and of these the ones that they manage or lead. */
async function placesOf(tx: Tx, organisationId: string, userId: string) {
  const rows = await many(
    tx,
    memberRow,
    sql`
      select u.member_id, case when m.role in ('manager', 'lead') then m.team_id end as managed, m.team_id as joined
      from users u
      left join memberships m
        on m.organisation_id = u.organisation_id
       and m.member_id = u.member_id
       and m.left_at is null
      where u.organisation_id = ${organisationId}
        and u.id = ${userId}`,
  )
  return {
    memberId: rows[0]?.member_id ?? null,
    managed: rows.flatMap(({ managed }) => managed ?? []),
    joined: rows.flatMap(({ joined }) => joined ?? []),
  }
}

/** The caller as a reader of results. */
export async function readerOf(tx: Tx, actor: Actor): Promise<Reader> {
  const { organisationId } = actor
  const userId = userIdOf(actor)
  if (actor.kind === 'organisation' && actor.resultsTeams) {
    const { teams } = await teamsUnder(tx, organisationId, actor.resultsTeams)
    return { actor, reach: { kind: 'application', teams } }
  }
  if (userId === null || reachesAll(actor, 'results.read')) return { actor, reach: { kind: 'all' } }
  const { memberId, managed } = await placesOf(tx, organisationId, userId)
  const { teams, above } = await teamsUnder(tx, organisationId, managed)
  return { actor, reach: { kind: 'person', userId, memberId, teams, above } }
}

/** The teams that the caller manages or leads, and all under them; none for a program. */
export async function managedTeams(tx: Tx, actor: Actor): Promise<string[]> {
  const userId = userIdOf(actor)
  if (userId === null) return []
  const { managed } = await placesOf(tx, actor.organisationId, userId)
  return (await teamsUnder(tx, actor.organisationId, managed)).teams
}

/** The caller as the lead of teams; null for a program. */
export async function leadOf(tx: Tx, actor: Actor): Promise<Lead | null> {
  const userId = userIdOf(actor)
  if (userId === null) return null
  return { organisationId: actor.organisationId, userId, teams: await managedTeams(tx, actor) }
}

/** Whether a new parent would bring a team among those whose results an application may read, where an admin has listed these. */
export async function wouldWidenReach(
  tx: Tx,
  actor: Actor,
  { teamId, parentId }: { teamId: string; parentId: string },
): Promise<boolean> {
  if (actor.kind !== 'organisation' || !actor.resultsTeams) return false
  const { teams } = await teamsUnder(tx, actor.organisationId, actor.resultsTeams)
  return teams.includes(parentId) && !teams.includes(teamId)
}

/**
 * Those of the members who have been in a team whose results the application may not read, where they are added to one whose results it may:
 * by moving people it would read any team, a survey later. People who were never anywhere else, and those whom somebody else adds, may come.
 * In the order of their ids.
 */
export async function broughtFromElsewhere(
  tx: Tx,
  actor: Actor,
  { teamId, memberIds }: { teamId: string; memberIds: readonly string[] },
): Promise<string[]> {
  if (actor.kind !== 'organisation' || !actor.resultsTeams || memberIds.length === 0) return []
  const { teams } = await teamsUnder(tx, actor.organisationId, actor.resultsTeams)
  if (!teams.includes(teamId)) return []
  const rows = await many(
    tx,
    shapeOf(memberships, ['member_id']),
    sql`
      select distinct member_id
      from memberships
      where organisation_id = ${actor.organisationId}
        and member_id = any (${textArray(memberIds)})
        and team_id <> all (${textArray(teams)})
      order by member_id`,
  )
  return rows.map(({ member_id }) => member_id)
}

/**
 * Whom of the directory somebody sees. `near`: a member sees themselves, the teams that they are in with those under them, and the people of
 * the teams that they manage or lead, and of those under these.
 */
export type DirectoryReach =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'near'
      readonly memberId: string | null
      readonly teams: readonly string[]
      readonly managed: readonly string[]
    }

/** Whether somebody may look up anybody. A program may that reads teams, or writes them. */
export const seesDirectory = (actor: Actor): boolean =>
  reachesAll(actor, 'directory.read') && mayListTeams(actor)

/** Whether the caller's token reads teams; a person in the workspace does. */
export const mayListTeams = (actor: Actor): boolean =>
  actor.kind === 'person' || actor.scopes.has('teams:read') || actor.scopes.has('teams:write')

export async function directoryReachOf(tx: Tx, actor: Actor): Promise<DirectoryReach> {
  const userId = userIdOf(actor)
  if (userId === null || reachesAll(actor, 'directory.read')) return { kind: 'all' }
  const { organisationId } = actor
  const { memberId, managed, joined } = await placesOf(tx, organisationId, userId)
  const { teams } = await teamsUnder(tx, organisationId, joined, 'active')
  const { teams: seen } = await teamsUnder(tx, organisationId, managed, 'active')
  return { kind: 'near', memberId, teams, managed: seen }
}

/** The teams whose names somebody may read beside something else: those that they could list. */
export async function namedTeamsReachOf(tx: Tx, actor: Actor): Promise<DirectoryReach> {
  return mayListTeams(actor)
    ? directoryReachOf(tx, actor)
    : { kind: 'near', memberId: null, teams: [], managed: [] }
}

/** Whether the team is among those that somebody sees. */
export const isSeenTeam = (reach: DirectoryReach, id: string): boolean =>
  reach.kind === 'all' || reach.teams.includes(id)

const isSeen = (reach: DirectoryReach, column: string) =>
  reach.kind === 'all' ? sql`true` : sql`${sql.ref(column)} = any (${textArray(reach.teams)})`

/** SQL: whether the team of the row `alias` is among those that somebody sees. */
export const seesTeam = (reach: DirectoryReach, alias: string) => isSeen(reach, `${alias}.id`)

/** SQL: whether the membership of the row `alias` is in one of these teams. */
export const isOfSeenTeam = (reach: DirectoryReach, alias: string) => isSeen(reach, `${alias}.team_id`)

/** SQL: whether somebody sees the member of the row `alias`, who is in this organisation. */
export const seesMember = (reach: DirectoryReach, organisationId: string, alias: string) =>
  reach.kind === 'all'
    ? sql`true`
    : sql`
        ${sql.ref(`${alias}.id`)} in (
          select seen.member_id
          from memberships seen
          where seen.organisation_id = ${organisationId}
            and seen.team_id = any (${textArray(reach.managed)})
            and seen.left_at is null
          union all
          select ${reach.memberId}::text
        )`

export type Asked = { readonly team_ids: readonly string[]; readonly member_ids: readonly string[] }

/** Whether all of these are in teams that the user belongs to or manages, or under them. They may ask themselves, too. */
export async function areInOwnTeams(
  tx: Tx,
  { organisationId, userId }: { organisationId: string; userId: string },
  asked: Asked,
): Promise<boolean> {
  const { memberId, joined } = await placesOf(tx, organisationId, userId)
  const { teams } = await teamsUnder(tx, organisationId, joined, 'active')
  return areIn(tx, organisationId, { memberId, teams }, asked)
}

/** Whether the caller sees each of these people in the directory, with their attributes. */
export async function seesAllOf(tx: Tx, actor: Actor, asked: Asked): Promise<boolean> {
  if (!mayListTeams(actor)) return false
  const reach = await directoryReachOf(tx, actor)
  if (reach.kind === 'all') return true
  return areIn(tx, actor.organisationId, { memberId: reach.memberId, teams: reach.managed }, asked)
}

async function areIn(
  tx: Tx,
  organisationId: string,
  { memberId, teams }: { memberId: string | null; teams: readonly string[] },
  asked: Asked,
): Promise<boolean> {
  if (!asked.team_ids.every((id) => teams.includes(id))) return false
  const others = asked.member_ids.filter((id) => id !== memberId)
  if (others.length === 0) return true
  return !(await exists(
    tx,
    sql`
      select 1
      from unnest(${textArray(others)}) as asked (member_id)
      where not exists (
        select 1
        from memberships m
        where m.organisation_id = ${organisationId}
          and m.member_id = asked.member_id
          and m.team_id = any (${textArray(teams)})
          and m.left_at is null
      )`,
  ))
}
