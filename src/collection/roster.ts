/**
 * Whom to ask: teams (with the teams below them) and members, without those whom the author leaves out, who are away for
 * the whole window or wish to hear no more of it. One statement tells how everybody stands; opening freezes what it says.
 */
import { type Recipients } from '../../contract/collections.ts'
import { limits } from '../../contract/limits.ts'
import { many, only, sql, textArray, type Tx } from '../db/db.ts'
import { problem } from '../problem.ts'

export type Roster = {
  team_ids: string[]
  member_ids: string[]
  excluded_team_ids: string[]
  excluded_member_ids: string[]
}

/**
 * @param place  where the recipients stand in the body
 * @throws unprocessable  an id that is no active team or member of this organisation
 */
export async function checkRoster(
  tx: Tx,
  organisationId: string,
  given: Recipients,
  place = '/recipients',
): Promise<Roster> {
  const roster = {
    team_ids: given.team_ids ?? [],
    member_ids: given.member_ids ?? [],
    excluded_team_ids: given.excluded_team_ids ?? [],
    excluded_member_ids: given.excluded_member_ids ?? [],
  }
  const teams = await known(tx, organisationId, 'teams', [...roster.team_ids, ...roster.excluded_team_ids])
  const members = await known(tx, organisationId, 'members', [
    ...roster.member_ids,
    ...roster.excluded_member_ids,
  ])
  const faults = (list: keyof Roster, found: Set<string>, noun: string) =>
    roster[list].flatMap((id, index) =>
      found.has(id)
        ? []
        : [
            {
              pointer: `${place}/${list}/${index}`,
              code: 'unknown',
              detail: `There is no active ${noun} ${id}`,
            },
          ],
    )
  const errors = [
    ...faults('team_ids', teams, 'team'),
    ...faults('member_ids', members, 'member'),
    ...faults('excluded_team_ids', teams, 'team'),
    ...faults('excluded_member_ids', members, 'member'),
  ]
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
  return roster
}

async function known(
  tx: Tx,
  organisationId: string,
  table: 'teams' | 'members',
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await many<{ id: string }>(
    tx,
    sql`
      select id
      from ${sql.table(table)}
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})
        and status = 'active'`,
  )
  return new Set(rows.map((row) => row.id))
}

/** One asking, as far as it decides who is meant. */
export type Asking = {
  organisationId: string
  roster: Roster
  /** A fixed roster: of those above, only these. */
  only: string[] | null
  /** Whose opt-outs count, and the days (included) that somebody must be away to be absent; null counts nobody out. */
  outs: { seriesId: string; from: string; to: string } | null
}

const teamsBelow = (organisationId: string, ids: readonly string[]) => sql`
  select id
  from teams
  where organisation_id = ${organisationId}
    and id = any (${textArray(ids)})
    and status = 'active'
  union
  select below.id
  from teams below
  join above on below.parent_team_id = above.id
  where below.organisation_id = ${organisationId}
    and below.status = 'active'`

/**
 * Everybody who is meant and active, with the zone of his own and how he stands. Somebody in several asked teams counts in
 * the one that he joined first; who is excluded in one is excluded. attribute_value is null where no attribute is named.
 */
export const standings = (
  { organisationId, roster, only: fixed, outs }: Asking,
  attribute: string | null = null,
) => sql<{
  member_id: string
  team_id: string | null
  attribute_value: string | null
  time_zone: string | null
  standing: 'asked' | 'absent' | 'opted_out' | 'excluded'
}>`
  with asked_teams as (
    with recursive above as (${teamsBelow(organisationId, roster.team_ids)})
    select id from above
  ), left_out_teams as (
    with recursive above as (${teamsBelow(organisationId, roster.excluded_team_ids)})
    select id from above
  ), left_out as (
    select member_id
    from memberships
    where organisation_id = ${organisationId}
      and team_id in (select id from left_out_teams)
      and left_at is null
    union
    select unnest(${textArray(roster.excluded_member_ids)})
  ), homes as (
    select distinct on (member_id) member_id, team_id
    from memberships
    where organisation_id = ${organisationId}
      and team_id in (select id from asked_teams)
      and left_at is null
    order by member_id, joined_at, team_id
  ), meant as (
    select member_id, team_id
    from homes
    union all
    select named.member_id, null
    from unnest(${textArray(roster.member_ids)}) as named (member_id)
    where named.member_id not in (select member_id from homes)
  ), away as (
    select member_id
    from absences
    where organisation_id = ${organisationId}
      and ends_on >= ${outs?.from ?? null}::date
      and starts_on <= ${outs?.to ?? null}::date
    group by member_id
    having range_agg(daterange(starts_on, ends_on, '[]')) @> daterange(${outs?.from ?? null}::date, ${outs?.to ?? null}::date, '[]')
  ), silent as (
    select member_id
    from opt_outs
    where organisation_id = ${organisationId}
      and series_id = ${outs?.seriesId ?? null}::text
  )
  select m.id as member_id, meant.team_id, m.time_zone,
         nullif(btrim(m.attributes ->> ${attribute}::text), '') as attribute_value,
         case
           when m.id in (select member_id from left_out) then 'excluded'
           when m.id in (select member_id from silent) then 'opted_out'
           when m.id in (select member_id from away) then 'absent'
           else 'asked'
         end as standing
  from meant
  join members m on m.organisation_id = ${organisationId} and m.id = meant.member_id
  where m.status = 'active'
    and (${fixed}::text[] is null or m.id = any (${fixed}::text[]))`

/** The members whom a roster means now: what a fixed roster keeps. */
export const rosterMembers = async (tx: Tx, organisationId: string, roster: Roster): Promise<string[]> =>
  (
    await many<{ member_id: string }>(
      tx,
      sql`
        select member_id
        from (${standings({ organisationId, roster, only: null, outs: null })}) as standing
        where standing <> 'excluded'
        order by member_id`,
    )
  ).map((row) => row.member_id)

/** The zones that the people on a roster live in, at most `most` of them; `elsewhere` stands for those without one. */
export const rosterZones = async (
  tx: Tx,
  asking: Asking,
  elsewhere: string,
  most: number,
): Promise<string[]> =>
  (
    await many<{ zone: string }>(
      tx,
      sql`
        select distinct coalesce(time_zone, ${elsewhere}::text) as zone
        from (${standings(asking)}) as standing
        where standing = 'asked'
        order by zone
        limit ${most}`,
    )
  ).map((row) => row.zone)

/**
 * Where those who are asked stand: how many in each team have each value of an attribute, null where none is named; and the
 * tree of the teams, by name. A parent may be none of them.
 */
export async function placesOf(tx: Tx, asking: Asking, attribute: string | null) {
  const { organisationId, roster } = asking
  return {
    people: await many<{ team: string | null; value: string | null; count: number }>(
      tx,
      sql`
        select team_id as team, attribute_value as value, count(*) as count
        from (${standings(asking, attribute)}) as standing
        where standing = 'asked'
        group by team_id, attribute_value`,
    ),
    teams: await many<{ id: string; parent: string | null; name: string }>(
      tx,
      sql`
        with recursive above as (${teamsBelow(organisationId, roster.team_ids)})
        select t.id, t.parent_team_id as parent, t.name
        from teams t
        join above on above.id = t.id
        where t.organisation_id = ${organisationId}
        order by t.name, t.id`,
    ),
  }
}

/** Why a collection cannot open now, or null. For the clock, which has nobody to throw a refusal at. */
export async function noneToAsk(tx: Tx, asking: Asking): Promise<string | null> {
  const { count } = await only<{ count: number }>(
    tx,
    sql`select count(*) as count from (${standings(asking)}) as standing where standing = 'asked'`,
  )
  if (count === 0) return 'there was nobody to ask'
  return count > limits.recipientsMax ? `there were more than ${limits.recipientsMax} people to ask` : null
}
