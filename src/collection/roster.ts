/**
 * Who is asked: teams (with the teams below them) and members, without those whom the author excludes, those who are away for the
 * whole window, and those who opted out of the series. One statement (`rosterStatuses`) gives everybody's status; opening freezes it.
 */
import type { Recipients } from '../../contract/collections.ts'
import { limits } from '../../contract/limits.ts'
import type { Policy } from '../cells/cells.ts'
import { many, only, sql, textArray, type Tx } from '../db/db.ts'
import { int8, nullable, type RowOf, shape, shapeOf, text, textOf } from '../db/shape.ts'
import { members, memberships, teams } from '../db/tables.ts'
import { type FieldError, impossible, type Problem, problem } from '../problem.ts'

export type Roster = {
  team_ids: string[]
  member_ids: string[]
  excluded_team_ids: string[]
  excluded_member_ids: string[]
}

/**
 * @param place  the JSON pointer of the recipients in the body
 * @throws unprocessable  an id that is not an active team or member of this organisation
 */
export async function checkRoster(
  tx: Tx,
  organisationId: string,
  recipients: Recipients,
  place = '/recipients',
): Promise<Roster> {
  const roster = {
    team_ids: recipients.team_ids ?? [],
    member_ids: recipients.member_ids ?? [],
    excluded_team_ids: recipients.excluded_team_ids ?? [],
    excluded_member_ids: recipients.excluded_member_ids ?? [],
  }
  const activeIds = {
    team: await activeIdsOf(tx, organisationId, 'teams', [...roster.team_ids, ...roster.excluded_team_ids]),
    member: await activeIdsOf(tx, organisationId, 'members', [
      ...roster.member_ids,
      ...roster.excluded_member_ids,
    ]),
  }
  const errorsIn = (list: keyof Roster, noun: 'team' | 'member'): FieldError[] =>
    roster[list].flatMap((id, index) => {
      if (activeIds[noun].has(id)) return []
      const detail = `There is no active ${noun} ${id}`
      return [{ pointer: `${place}/${list}/${index}`, code: 'unknown', detail }]
    })
  const errors = [
    ...errorsIn('team_ids', 'team'),
    ...errorsIn('member_ids', 'member'),
    ...errorsIn('excluded_team_ids', 'team'),
    ...errorsIn('excluded_member_ids', 'member'),
  ]
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
  return roster
}

async function activeIdsOf(
  tx: Tx,
  organisationId: string,
  table: 'teams' | 'members',
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await many(
    tx,
    shape({ id: text }),
    sql`
      select id
      from ${sql.table(table)}
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})
        and status = 'active'`,
  )
  return new Set(rows.map((row) => row.id))
}

/** What decides who is asked. */
export type RosterQuery = {
  organisationId: string
  roster: Roster
  /** A fixed roster: of those above, only these. */
  only: string[] | null
  /** Whose opt-outs count, and the days (included) that somebody must be away to be absent; null: nobody is absent or opted out. */
  outs: { seriesId: string; from: string; to: string } | null
}

/**
 * The ids of these teams and of every team below them that is active. Read a level at a time: PostgreSQL guesses how many teams a
 * recursive query finds, and what is joined with it by a wrong guess costs the number of teams for each person.
 */
export async function teamsBelow(tx: Tx, organisationId: string, ids: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (let level = ids, column = 'id'; level.length > 0; column = 'parent_team_id') {
    const rows = await many(
      tx,
      shapeOf(teams, ['id']),
      sql`
        select id
        from teams
        where organisation_id = ${organisationId}
          and ${sql.ref(column)} = any (${textArray(level)})
          and status = 'active'`,
    )
    level = rows.map(({ id }) => id).filter((id) => !found.has(id))
    for (const id of level) found.add(id)
  }
  return [...found]
}

/**
 * The status of everybody on the roster who is active, as a query of the columns member_id, team_id, time_zone (their own), added_at, added_by,
 * attribute_value (null where no attribute is named) and status: asked, absent, opted_out or excluded. Somebody in several of the
 * teams counts in the one that they joined first; somebody who is excluded in one of them is excluded.
 *
 * No join depends on statistics, which are older than a directory that was imported just now: teams are named one by one, and each
 * candidate is looked up by the key of `members`.
 */
export async function rosterStatuses(
  tx: Tx,
  { organisationId, roster, only: fixed, outs }: RosterQuery,
  attribute: string | null = null,
) {
  const askedTeams = await teamsBelow(tx, organisationId, roster.team_ids)
  const excludedTeams = await teamsBelow(tx, organisationId, roster.excluded_team_ids)
  return sql`
  with excluded as (
    select member_id
    from memberships
    where organisation_id = ${organisationId}
      and team_id = any (${textArray(excludedTeams)})
      and left_at is null
    union
    select unnest(${textArray(roster.excluded_member_ids)})
  ), candidates as (
    select distinct on (member_id) member_id, team_id
    from (
      select member_id, team_id, joined_at
      from memberships
      where organisation_id = ${organisationId}
        and team_id = any (${textArray(askedTeams)})
        and left_at is null
      union all
      select unnest(${textArray(roster.member_ids)}), null, null
    ) as asked
    order by member_id, joined_at, team_id
  ), absent as (
    select member_id
    from absences
    where organisation_id = ${organisationId}
      and ends_on >= ${outs?.from ?? null}::date
      and starts_on <= ${outs?.to ?? null}::date
    group by member_id
    having range_agg(daterange(starts_on, ends_on, '[]')) @> daterange(${outs?.from ?? null}::date, ${outs?.to ?? null}::date, '[]')
  ), opted_out as (
    select member_id
    from opt_outs
    where organisation_id = ${organisationId}
      and series_id = ${outs?.seriesId ?? null}::text
  )
  select m.id as member_id, candidates.team_id, m.time_zone, m.created_at as added_at, m.added_by,
         nullif(btrim(m.attributes ->> ${attribute}::text), '') as attribute_value,
         case
           when m.id in (select member_id from excluded) then 'excluded'
           when m.id in (select member_id from opted_out) then 'opted_out'
           when m.id in (select member_id from absent) then 'absent'
           else 'asked'
         end as status
  from candidates
  cross join lateral (
    select id, time_zone, attributes, status, created_at, added_by, restricted_at
    from members
    where organisation_id = ${organisationId}
      and id = candidates.member_id
    limit 1
  ) as m
  where m.status = 'active'
    and m.restricted_at is null
    and (${fixed}::text[] is null or m.id = any (${fixed}::text[]))`
}

/** The members that a roster stands for now: what a fixed roster keeps. */
export async function rosterMembers(tx: Tx, organisationId: string, roster: Roster): Promise<string[]> {
  const rows = await many(
    tx,
    shape({ member_id: members.id }),
    sql`
      select member_id
      from (${await rosterStatuses(tx, { organisationId, roster, only: null, outs: null })}) as candidate
      where status <> 'excluded'
      order by member_id`,
  )
  return rows.map((row) => row.member_id)
}

/** The time zones of those who are asked, at most `most`; somebody without one counts in `defaultZone`. */
export async function rosterZones(
  tx: Tx,
  query: RosterQuery,
  defaultZone: string,
  most: number,
): Promise<string[]> {
  const rows = await many(
    tx,
    shape({ zone: text }),
    sql`
      select distinct coalesce(time_zone, ${defaultZone}::text) as zone
      from (${await rosterStatuses(tx, query)}) as candidate
      where status = 'asked'
      order by zone
      limit ${most}`,
  )
  return rows.map((row) => row.zone)
}

const headcountRow = shape({ team: nullable(memberships.team_id), value: nullable(text), count: int8 })
const teamRow = shapeOf(teams, ['id', 'name'], { parent: teams.parent_team_id })

/**
 * How many of those who are asked each team has with each value of an attribute (null where none is named), and the teams by name. A
 * team's parent may not be among them.
 */
export async function placesOf(
  tx: Tx,
  query: RosterQuery,
  attribute: string | null,
): Promise<{ people: RowOf<typeof headcountRow>[]; teams: RowOf<typeof teamRow>[] }> {
  const { organisationId, roster } = query
  return {
    people: await many(
      tx,
      headcountRow,
      sql`
        select team_id as team, attribute_value as value, count(*) as count
        from (${await rosterStatuses(tx, query, attribute)}) as candidate
        where status = 'asked'
        group by team_id, attribute_value`,
    ),
    teams: await rosterTeams(tx, organisationId, roster),
  }
}

/** The teams of a roster and those below them that are active, by name. A team's parent may not be among them. */
export async function rosterTeams(
  tx: Tx,
  organisationId: string,
  roster: Roster,
): Promise<RowOf<typeof teamRow>[]> {
  return many(
    tx,
    teamRow,
    sql`
      select ${teamRow.columns}, parent_team_id as parent
      from teams
      where organisation_id = ${organisationId}
        and id = any (${textArray(await teamsBelow(tx, organisationId, roster.team_ids))})
      order by name, id`,
  )
}

/** How many people would be asked. */
export async function askedCount(tx: Tx, query: RosterQuery): Promise<number> {
  const { count } = await only(
    tx,
    shape({ count: int8 }),
    sql`select count(*) as count from (${await rosterStatuses(tx, query)}) as candidate where status = 'asked'`,
  )
  return count
}

/** Why so many people cannot be asked: `reason` is for the clock, which cannot answer a caller with a problem. */
export type SizeError = {
  code: 'no_recipients' | 'roster_too_small' | 'too_many'
  detail: string
  reason: string
}

/**
 * Of fewer people than the smallest group nothing is ever shown, and whatever moves while they answer tells of a few. Attributed mode
 * shows each answer with its name, so it may ask anybody.
 */
export function sizeErrorOf(
  asked: number,
  { mode, k_score, k_rate }: Pick<Policy, 'mode' | 'k_score' | 'k_rate'>,
): SizeError | null {
  const k = Math.max(k_score, k_rate)
  if (asked === 0)
    return {
      code: 'no_recipients',
      detail: 'No active member is among the recipients, or all are away',
      reason: 'there was nobody to ask',
    }
  if (asked > limits.recipientsMax)
    return {
      code: 'too_many',
      detail: `At most ${limits.recipientsMax} people can be asked at once`,
      reason: `there were more than ${limits.recipientsMax} people to ask`,
    }
  if (mode === 'attributed' || asked >= k) return null
  return {
    code: 'roster_too_small',
    detail:
      `Only ${asked === 1 ? '1 person' : `${asked} people`} would be asked, and nothing is shown of fewer than ${k}. ` +
      'Ask more people, or use attributed mode: it tells them that each answer is shown with its name',
    reason: `fewer than ${k} people could be asked`,
  }
}

export const sizeProblem = ({ code, detail }: SizeError): Problem =>
  code === 'too_many' ? impossible('/recipients', detail, code) : problem(code, { detail })

const personRow = shape({
  memberId: members.id,
  team: nullable(memberships.team_id),
  timeZone: nullable(text),
  value: nullable(text),
  addedAt: members.created_at,
  addedBy: members.added_by,
  status: textOf<'asked' | 'absent' | 'opted_out' | 'excluded'>(),
})

/**
 * Somebody on a roster: the team in which they count, their own time zone, their value of the attribute if one is named, and when and by
 * which application they were added.
 */
export type RosterPerson = RowOf<typeof personRow>

/** Everybody on the roster who is active, in the order of their ids. */
export const rosterPeople = async (
  tx: Tx,
  query: RosterQuery,
  attribute: string | null = null,
): Promise<RosterPerson[]> =>
  many(
    tx,
    personRow,
    sql`
      select member_id as "memberId", team_id as team, time_zone as "timeZone", attribute_value as value,
             added_at as "addedAt", added_by as "addedBy", status
      from (${await rosterStatuses(tx, query, attribute)}) as candidate
      order by member_id`,
  )
