/** SQL of occurrences: pulses and check-ins side by side, each read in the order of its own key, with the instances between two moments. */
import { limits } from '../../contract/limits.ts'
import type { Occurrence, SurveyOccurrences } from '../../contract/occurrences.ts'
import type { Actor } from '../actor.ts'
import { many, type Query, sql, type Tx } from '../db/db.ts'
import type { Paged } from '../db/paging.ts'
import {
  date,
  jsonbOf,
  nullable,
  type RowOf,
  shape,
  shapeOf,
  text,
  textList,
  textOf,
  timestamptz,
} from '../db/shape.ts'
import { checkIns, pulses } from '../db/tables.ts'
import { type DirectoryReach, seesTeam } from '../directory/directory.ts'
import { isAnnouncedTo, visibleTo } from '../visibility.ts'

const { movedDaysMax } = limits

/** Columns that both kinds have, under the same names. */
const common = shapeOf(pulses, ['id', 'title', 'visibility', 'author_user_id', 'recipients', 'version'])

type InstanceInRange = Pick<Occurrence, 'local_date' | 'moved_from' | 'reason' | 'opens_at' | 'closes_at'> & {
  id: string
  state: Exclude<Occurrence['state'], 'planned'>
}

const row = shape({
  ...common.fields,
  kind: textOf<SurveyOccurrences['kind']>(),
  state: textOf<SurveyOccurrences['state']>(),
  opens_at: nullable(timestamptz),
  closes_at: nullable(timestamptz),
  recurrence: nullable(checkIns.recurrence),
  time_zone: nullable(text),
  window: nullable(text),
  overlap: nullable(checkIns.overlap),
  lifecycle: checkIns.lifecycle,
  last_date: nullable(date),
  instances: nullable(jsonbOf<InstanceInRange[]>()),
  seen_teams: textList,
})
export type OccurrencesRow = RowOf<typeof row>

/**
 * How far from its date an instance is usually open, which bounds the range of the index: somebody opened it a year early, or it lasts for a
 * period of a year plus a window of a year, and was extended.
 */
const nearDays = 1_000

/** Some last longer: authors extend them again and again, or open one that is years ahead. Few of a check-in are open at a time, so it is the nearest ones. */
const farMax = 10

/** A moment long before and one long after the days of a range, for readers anywhere on earth. */
export type Range = { readonly start: string; readonly end: string }

/**
 * One more than a page, newest first: surveys that have an occurrence in the range, or may plan one. `paging.after`: an id without its prefix. `named`: the teams
 * that the caller may know of.
 */
export const listOccurrences = (
  tx: Tx,
  actor: Actor,
  { named, start, end }: Range & { named: DirectoryReach },
  { after, limit }: Paged,
): Promise<OccurrencesRow[]> => {
  const until = (prefix: string): string => (after === null ? '~' : prefix + after)
  const seen = (hasAsked: Query) => sql`
    s.organisation_id = ${actor.organisationId}
    and s.deleted_at is null
    and ${visibleTo(actor, 's')}
    and ${isAnnouncedTo(actor, 's', hasAsked)}`
  const opened = sql`coalesce(c.opened_at, s.opens_at)`
  const closed = sql`coalesce(c.closed_at, c.closes_at, s.closes_at)`
  // The date of an instance is so many days after its own day at most, and each has its own day: the last ones hold the latest date.
  const lastOnes = movedDaysMax + 1
  const plans = sql`s.state in ('draft', 'active', 'paused')`
  const itsInstances = sql`
    i.organisation_id = ${actor.organisationId}
    and i.check_in_id = s.id`
  const hasOpened = sql`exists (select 1 from check_in_instances i where ${itsInstances} and i.collection_id is not null)`
  const first = sql`${start}::date - ${nearDays}::int`
  const last = sql`${end}::date + ${nearDays}::int`
  // One that was cancelled before it opened has its time of cancelling as the end, long before its day: it is where it would have been.
  const itsEnd = sql`case when i.opened_at is null then i.closes_at else coalesce(i.closed_at, i.closes_at) end`
  const inRange = sql`
    coalesce(i.opened_at, i.opens_at) < ${end}::timestamptz
    and ${itsEnd} >= ${start}::timestamptz`
  const columns = sql`i.id, i.state, i.local_date, i.moved_from, i.reason, i.opens_at, i.closes_at, i.opened_at, i.closed_at`
  const far = sql`
    select ${columns}
    from check_in_instances i
    where ${itsInstances}
      and i.state in ('open', 'closed')`
  const instancesInRange = sql`
    from (
      (
        select ${columns}
        from check_in_instances i
        where ${itsInstances}
          and i.local_date > ${first}
          and i.local_date < ${last}
      )
      union all
      (${far} and i.local_date <= ${first} order by i.local_date desc limit ${farMax})
      union all
      (${far} and i.local_date >= ${last} order by i.local_date limit ${farMax})
    ) i
    where ${inRange}`
  return many(
    tx,
    row,
    sql`
      select l.*,
             array(
               select t.id
               from teams t
               where t.organisation_id = ${actor.organisationId}
                 and t.id in (
                   select jsonb_array_elements_text(l.recipients->'team_ids' || coalesce(l.recipients->'excluded_team_ids', '[]'))
                 )
                 and ${seesTeam(named, 't')}
             ) as seen_teams
      from (
        (
          select 'pulse' as kind, ${common.of('s')}, s.state, ${opened} as opens_at, ${closed} as closes_at,
                 null::jsonb as recurrence, null as time_zone, null as "window", null as overlap, null::jsonb as lifecycle,
                 null::date as last_date, null::jsonb as instances
          from pulses s
          left join collections c on c.organisation_id = ${actor.organisationId} and c.id = s.collection_id
          where ${seen(sql`s.collection_id is not null`)}
            and s.id < ${until('pls_')} collate "C"
            and ${opened} < ${end}::timestamptz
            and coalesce(${closed}, 'infinity') >= ${start}::timestamptz
          order by s.id desc
          limit ${limit + 1}
        )
        union all
        (
          select 'check_in' as kind, ${common.of('s')}, s.state, null as opens_at, null as closes_at,
                 s.recurrence, s.time_zone, s."window", s.overlap, s.lifecycle,
                 case when ${plans} then (
                   select max(greatest(i.local_date, i.moved_from))
                   from (
                     select i.local_date, i.moved_from
                     from check_in_instances i
                     where ${itsInstances}
                     order by i.local_date desc
                     limit ${lastOnes}
                   ) i
                 ) end as last_date,
                 (
                   select jsonb_agg(
                            jsonb_build_object(
                              'id', i.id, 'state', i.state, 'local_date', i.local_date, 'moved_from', i.moved_from, 'reason', i.reason,
                              'opens_at', coalesce(i.opened_at, i.opens_at), 'closes_at', ${itsEnd})
                            order by i.opens_at)
                   ${instancesInRange}
                 ) as instances
          from check_ins s
          where ${seen(hasOpened)}
            and s.id < ${until('chk_')} collate "C"
            and (
              ${plans}
              or exists (select ${instancesInRange})
            )
          order by s.id desc
          limit ${limit + 1}
        )
      ) l
      order by substr(l.id, 5) collate "C" desc
      limit ${limit + 1}`,
  )
}
