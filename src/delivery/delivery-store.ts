/** SQL of deliveries under way: the claim, what came of it, the next way to somebody, and addresses that are used no more. */
import { type QuietHours, type SendingChannel } from '../../contract/collections.ts'
import { type Breakdown, type Mode } from '../../contract/confidentiality.ts'
import { type Question } from '../../contract/questions.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { keysOfCollection } from '../vault/vault.ts'
import { one, run, sql, textArray, type Tx } from '../db/db.ts'
import { newId } from '../ids.ts'
import { type Absence } from './kind-time.ts'

export type DeliveryState = 'pending' | 'sent' | 'delivered' | 'bounced' | 'failed' | 'suppressed'

/** One message. */
export type DeliveryRef = CollectionRef & { memberId: string; channel: SendingChannel; round: number }

export type Due = {
  organisation_id: string
  collection_id: string
  member_id: string
  channel: SendingChannel
  round: number
  message: string
  address: string
  attempts: number
  name: string
  is_member: boolean
  locale: string | null
  organisation_locale: string
  time_zone: string
  own_quiet: QuietHours | null
  quiet_hours: QuietHours | null
  absences: Absence[]
  opted_out: boolean
  is_refused: boolean
  /** The message that invited them by this channel. */
  invitation: string | null
  team_id: string | null
  title: string
  description: string | null
  question_count: number
  /** For Slack alone, where they may be answered in the message. */
  questions: Question[] | null
  organisation: string
  mode: Mode
  k_score: number
  k_comment: number
  k_rate: number
  audience: string[]
  breakdown: Breakdown | null
  promise_hash: string
  closes_at: string | null
  open: boolean
  link_key: Buffer | null
  answer_key: Buffer | null
}

/**
 * Claims the message that is due longest, of the first of these channels that has one. Its row stays locked until the
 * transaction ends, and nobody waits for it.
 */
export const claimDue = (
  tx: Tx,
  channels: readonly SendingChannel[],
  aside: readonly string[],
  now: Date,
): Promise<Due | undefined> =>
  one<Due>(
    tx,
    sql`
      select d.organisation_id, d.collection_id, d.member_id, d.channel, d.round, d.message, d.address, d.attempts,
             m.name, m.status = 'active' as is_member, m.locale, o.locale as organisation_locale,
             coalesce(m.time_zone, o.time_zone) as time_zone, m.quiet_hours as own_quiet, c.quiet_hours,
             coalesce((
               select jsonb_agg(jsonb_build_object('starts_on', a.starts_on, 'ends_on', a.ends_on))
               from absences a
               where a.organisation_id = d.organisation_id
                 and a.member_id = d.member_id
                 and a.ends_on >= ${now}::timestamptz::date - 1
             ), '[]') as absences,
             exists (
               select 1
               from opt_outs x
               where x.organisation_id = d.organisation_id
                 and x.series_id = c.series_id
                 and x.member_id = d.member_id
             ) as opted_out,
             exists (
               select 1
               from suppressions s
               where s.organisation_id = d.organisation_id
                 and s.channel = d.channel
                 and s.address = lower(d.address)
             ) as is_refused,
             case when d.round > 0 then (
               select i.message
               from deliveries i
               where i.organisation_id = d.organisation_id
                 and i.collection_id = d.collection_id
                 and i.member_id = d.member_id
                 and i.channel = d.channel
                 and i.round = 0
             ) end as invitation,
             r.team_id, c.title, c.description, jsonb_array_length(c.questions) as question_count,
             case when d.channel = 'slack' then c.questions end as questions,
             o.name as organisation, c.mode, c.k_score, c.k_comment, c.k_rate, c.audience, c.breakdown, c.promise_hash,
             coalesce(r.closes_at, c.closes_at) as closes_at, c.state = 'open' as open, k.link_key, k.answer_key
      from unnest(${textArray(channels)}) with ordinality as ready (channel, place)
      cross join lateral (
        select *
        from deliveries
        where state = 'pending'
          and channel = ready.channel
          and next_attempt_at <= ${now}
          and message <> all (${textArray(aside)})
        order by next_attempt_at
        limit 1
        for update skip locked
      ) as d
      join collections c on c.organisation_id = d.organisation_id and c.id = d.collection_id
      join organisations o on o.id = d.organisation_id
      join members m on m.organisation_id = d.organisation_id and m.id = d.member_id
      join recipients r
        on r.organisation_id = d.organisation_id and r.collection_id = d.collection_id and r.member_id = d.member_id
      left join ${sql.raw(keysOfCollection)}
      limit 1`,
  )

export type Move = {
  state: DeliveryState
  attempts: number
  sentAt: Date | null
  nextAt: Date | null
  error: string | null
}

export const keepMove = (tx: Tx, it: DeliveryRef, move: Move): Promise<number> =>
  run(
    tx,
    sql`
      update deliveries
      set state = ${move.state},
          attempts = ${move.attempts},
          sent_at = ${move.sentAt},
          next_attempt_at = ${move.nextAt},
          last_error = ${move.error}
      where organisation_id = ${it.organisationId}
        and collection_id = ${it.collectionId}
        and member_id = ${it.memberId}
        and channel = ${it.channel}
        and round = ${it.round}`,
  )

/** Nothing is sent to this address any more. The first reason stands. */
export const suppress = (
  tx: Tx,
  organisationId: string,
  it: { channel: SendingChannel; address: string; source: 'channel' | 'dsn' | 'webhook'; reason: string },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into suppressions (organisation_id, id, channel, address, source, reason, since)
      values (${organisationId}, ${newId('suppression')}, ${it.channel}, lower(${it.address}), ${it.source}, ${it.reason}, ${now})
      on conflict (organisation_id, channel, address) do nothing`,
  )

/**
 * Somebody whom their channel did not reach is invited by the next one that is allowed, has an address and was not tried.
 * @returns 0 when there is none, or the collection takes no more answers
 */
export const inviteByNextWay = (
  tx: Tx,
  { organisationId, collectionId, memberId }: Omit<DeliveryRef, 'channel' | 'round'>,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into deliveries
        (organisation_id, collection_id, member_id, channel, round, message, address, state, next_attempt_at)
      select c.organisation_id, c.id, m.id, way.channel, 0,
             left(encode(sha256(k.link_key || convert_to(c.id || ' ' || m.id || ' ' || way.channel || ' 0', 'UTF8')), 'hex'), 32),
             way.address, 'pending', ${now}
      from collections c
      join ${sql.raw(keysOfCollection)}
      join members m on m.organisation_id = c.organisation_id and m.id = ${memberId} and m.status = 'active'
      cross join lateral (
        select allowed.channel, reach.address
        from unnest(c.channels) with ordinality as allowed (channel, place)
        left join jsonb_to_recordset(m.channels) as own (type text, address text, preferred boolean)
          on own.type = allowed.channel
        cross join lateral (
          select coalesce(own.address, case when allowed.channel = 'email' then m.email end) as address
        ) as reach
        where allowed.channel <> 'link'
          and reach.address is not null
          and not exists (
            select 1
            from suppressions s
            where s.organisation_id = c.organisation_id
              and s.channel = allowed.channel
              and s.address = lower(reach.address)
          )
          and not exists (
            select 1
            from deliveries tried
            where tried.organisation_id = c.organisation_id
              and tried.collection_id = c.id
              and tried.member_id = m.id
              and tried.channel = allowed.channel
              and tried.round = 0
          )
        order by own.preferred desc nulls last, allowed.place
        limit 1
      ) as way
      where c.organisation_id = ${organisationId}
        and c.id = ${collectionId}
        and c.state = 'open'
      on conflict do nothing`,
  )

/** They count as unreachable once no invitation is on its way to them or has arrived. */
export const countIfUnreachable = (
  tx: Tx,
  { organisationId, collectionId, memberId }: Omit<DeliveryRef, 'channel' | 'round'>,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set unreachable = unreachable + 1
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and state = 'open'
        and not exists (
          select 1
          from deliveries
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}
            and member_id = ${memberId}
            and round = 0
            and state in ('pending', 'sent', 'delivered')
        )`,
  )

export type Named = {
  organisation_id: string
  collection_id: string
  member_id: string
  channel: SendingChannel
  round: number
  address: string | null
  state: DeliveryState
  mode: Mode
}

/** The message of this name, locked; of one organisation where that is said. */
export const lockNamed = (
  tx: Tx,
  message: string,
  organisationId: string | null,
): Promise<Named | undefined> =>
  one<Named>(
    tx,
    sql`
      select d.organisation_id, d.collection_id, d.member_id, d.channel, d.round, d.address, d.state, c.mode
      from deliveries d
      join collections c on c.organisation_id = d.organisation_id and c.id = d.collection_id
      where d.message = ${message}
        and d.channel <> 'link'
        and (${organisationId}::text is null or d.organisation_id = ${organisationId})
      for update of d`,
  )

/** What a receiver said of a message later on. */
export const keepWord = (
  tx: Tx,
  it: DeliveryRef,
  state: DeliveryState,
  error: string | null,
): Promise<number> =>
  run(
    tx,
    sql`
      update deliveries
      set state = ${state},
          next_attempt_at = case when ${state} = 'pending' then next_attempt_at end,
          last_error = ${error}
      where organisation_id = ${it.organisationId}
        and collection_id = ${it.collectionId}
        and member_id = ${it.memberId}
        and channel = ${it.channel}
        and round = ${it.round}`,
  )
