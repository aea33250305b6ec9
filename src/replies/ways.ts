/**
 * How somebody who was asked is told of something later: by the channel that invited them, at the address that it has now. The statement names
 * the survey `c` and the member `m`.
 */
import { sql } from '../db/db.ts'

/** SQL: whether the member `m` still gets messages about the collection `c`. */
export const isReached = (organisationId: string) => sql`
  m.status = 'active'
  and m.restricted_at is null
  and not exists (
    select 1
    from opt_outs x
    where x.organisation_id = ${organisationId}
      and x.series_id = c.series_id
      and x.member_id = m.id
  )`

/** Days on which the member is away, from now on. */
export const absencesOf = (organisationId: string, now: Date) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('starts_on', a.starts_on, 'ends_on', a.ends_on))
    from absences a
    where a.organisation_id = ${organisationId}
      and a.member_id = m.id
      and a.ends_on >= ${now}::timestamptz::date - 1
  ), '[]')`

/** A join: `way.channel` and `way.address`. A link alone is no way. */
export const invitedBy = (organisationId: string) => sql`
  cross join lateral (
    select d.channel, coalesce(own.address, case when d.channel = 'email' then m.email end) as address
    from deliveries d
    left join jsonb_to_recordset(m.channels) as own (type text, address text) on own.type = d.channel
    where d.organisation_id = ${organisationId}
      and d.collection_id = c.id
      and d.member_id = m.id
      and d.round = 0
      and d.channel <> 'link'
      and d.state in ('sent', 'delivered')
    order by d.channel
    limit 1
  ) as way`

/** Not who has left, opted out of the survey, or has an address that is no longer used. */
export const canBeTold = (organisationId: string) => sql`
  way.address is not null
  and c.deleted_at is null
  and ${isReached(organisationId)}
  and not exists (
    select 1
    from suppressions s
    where s.organisation_id = ${organisationId}
      and s.channel = way.channel
      and s.address = lower(way.address)
  )`
