/** Whom to ask: teams (with the teams below them) and members, checked against the directory. */
import { type Recipients } from '../../contract/collections.ts'
import { limits } from '../../contract/limits.ts'
import { many, one, sql, textArray, type Tx } from '../db/db.ts'
import { problem } from '../problem.ts'
import { type Roster } from './store.ts'

/**
 * @param place  where the recipients stand in the body
 * @throws unprocessable  an id that is no active team or member of this organisation
 */
export async function checkRoster(
  tx: Tx,
  organisationId: string,
  { team_ids: teams = [], member_ids: members = [] }: Recipients,
  place = '/recipients',
): Promise<Roster> {
  const known = async (table: 'teams' | 'members', ids: string[]): Promise<Set<string>> =>
    new Set(
      (ids.length === 0
        ? []
        : await many<{ id: string }>(
            tx,
            sql`
              select id
              from ${sql.table(table)}
              where organisation_id = ${organisationId}
                and id = any (${textArray(ids)})
                and status = 'active'`,
          )
      ).map((row) => row.id),
    )
  const faults = (member: 'team_ids' | 'member_ids', ids: string[], found: Set<string>) =>
    ids.flatMap((id, index) =>
      found.has(id)
        ? []
        : [
            {
              pointer: `${place}/${member}/${index}`,
              code: 'unknown',
              detail: `There is no active ${member === 'team_ids' ? 'team' : 'member'} ${id}`,
            },
          ],
    )
  const errors = [
    ...faults('team_ids', teams, await known('teams', teams)),
    ...faults('member_ids', members, await known('members', members)),
  ]
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
  return { team_ids: teams, member_ids: members }
}

/** The active members whom a roster means now: those of its teams, of the teams below, and those named. */
const membersOf = (organisationId: string, roster: Roster) => sql<{ id: string }>`
  with recursive asked as (
    select id
    from teams
    where organisation_id = ${organisationId}
      and id = any (${textArray(roster.team_ids)})
      and status = 'active'
    union
    select below.id
    from teams below
    join asked on below.parent_team_id = asked.id
    where below.organisation_id = ${organisationId}
      and below.status = 'active'
  )
  select m.id
  from members m
  where m.organisation_id = ${organisationId}
    and m.status = 'active'
    and (
      m.id = any (${textArray(roster.member_ids)})
      or exists (
        select 1
        from memberships s
        join asked on asked.id = s.team_id
        where s.organisation_id = m.organisation_id
          and s.member_id = m.id
          and s.left_at is null
      )
    )`

export const rosterMembers = async (tx: Tx, organisationId: string, roster: Roster): Promise<string[]> =>
  (await many(tx, sql<{ id: string }>`${membersOf(organisationId, roster)} order by m.id`)).map(
    (row) => row.id,
  )

/**
 * Why a collection cannot open now, or null. `only`: of a fixed roster these alone.
 * For the clock, which has nobody to throw a refusal at.
 */
export async function noneToAsk(
  tx: Tx,
  organisationId: string,
  roster: Roster,
  only: string[] | null,
): Promise<string | null> {
  const { count } = (await one<{ count: number }>(
    tx,
    sql`
      select count(*) as count
      from (${membersOf(organisationId, roster)}) as asked
      where ${only}::text[] is null
         or asked.id = any (${only}::text[])`,
  ))!
  if (count === 0) return 'there was nobody to ask'
  return count > limits.recipientsMax ? `there were more than ${limits.recipientsMax} people to ask` : null
}
