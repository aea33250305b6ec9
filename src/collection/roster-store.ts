/** SQL of what opening freezes: asked teams, recipients with their links, and a message to each. All set-based. */
import { type Channel } from '../../contract/collections.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { hasAnsweredByName } from '../vault/vault.ts'
import { type Keys, linkInSql } from '../vault/vault.ts'
import { json, many, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { type Asking, type Roster, standings } from './roster.ts'

/** Freezes the asked teams with every active team below them. */
export const freezeTeams = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  roster: Roster,
): Promise<number> =>
  run(
    tx,
    sql`
      with recursive asked as (
        select id, parent_team_id, name
        from teams
        where organisation_id = ${organisationId}
          and id = any (${textArray(roster.team_ids)})
          and status = 'active'
        union
        select below.id, below.parent_team_id, below.name
        from teams below
        join asked on below.parent_team_id = asked.id
        where below.organisation_id = ${organisationId}
          and below.status = 'active'
      )
      insert into collection_teams (organisation_id, collection_id, team_id, parent_team_id, name)
      select ${organisationId}, ${collectionId}, id,
             case when parent_team_id in (select id from asked) then parent_team_id end, name
      from asked`,
  )

/** A recipient's own window, by the zone that he lives in. Without any, everybody's is the collection's. */
export type Windows = {
  /** The zone of those who have none. */
  elsewhere: string
  zones: { zone: string; opens_at: string; closes_at: string }[]
}

export type Counts = { asked: number; absent: number; opted_out: number; excluded: number }

/**
 * Freezes the roster: everybody who is asked, each once, with his link, his window, and his value of the attribute that
 * figures are broken down by. @returns how everybody stands
 */
export const freezeRecipients = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  asking: Asking,
  windows: Windows | null,
  attribute: string | null,
  keys: Keys,
): Promise<Counts> =>
  only(
    tx,
    sql`
      with standing as materialized (${standings(asking, attribute)}), frozen as (
        insert into recipients (organisation_id, collection_id, member_id, team_id, attribute_value, opens_at, closes_at, token_sha256)
        select ${organisationId}, ${collectionId}, s.member_id, s.team_id, s.attribute_value, own.opens_at, own.closes_at,
               sha256(convert_to(${linkInSql(keys.linkKey, sql.ref('s.member_id'))}, 'UTF8'))
        from standing s
        left join jsonb_to_recordset(${json(windows?.zones ?? [])}) as own (zone text, opens_at timestamptz, closes_at timestamptz)
          on own.zone = coalesce(s.time_zone, ${windows?.elsewhere ?? null}::text)
        where s.standing = 'asked'
      )
      select count(*) filter (where standing = 'asked') as asked,
             count(*) filter (where standing = 'absent') as absent,
             count(*) filter (where standing = 'opted_out') as opted_out,
             count(*) filter (where standing = 'excluded') as excluded
      from standing`,
  )

/**
 * Makes one message a recipient, by the channel that he prefers if it is allowed, else by the first allowed one that
 * reaches him. Whom none reaches gets a row that is suppressed at once.
 */
export const makeInvitations = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  channels: readonly Channel[],
  keys: Keys,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into deliveries
        (organisation_id, collection_id, member_id, channel, round, message, address, state, next_attempt_at, last_error)
      select r.organisation_id, r.collection_id, r.member_id, way.channel, 0,
             ${messageName(keys, collectionId, sql`r.member_id || ' ' || way.channel || ' 0'`)},
             way.address,
             case when way.open then 'pending' else 'suppressed' end,
             case when way.open then greatest(r.opens_at, ${now}::timestamptz) end,
             case when not way.open then case when way.address is null then 'no address' else 'address refused before' end end
      from recipients r
      join members m on m.organisation_id = r.organisation_id and m.id = r.member_id
      cross join lateral (
        select allowed.channel, reach.address, reach.address is not null and refused.address is null as open
        from unnest(${textArray(channels)}) with ordinality as allowed (channel, place)
        left join jsonb_to_recordset(m.channels) as own (type text, address text, preferred boolean)
          on own.type = allowed.channel
        cross join lateral (
          select coalesce(own.address, case when allowed.channel = 'email' then m.email end) as address
        ) as reach
        left join suppressions refused
          on refused.organisation_id = m.organisation_id
         and refused.channel = allowed.channel
         and refused.address = lower(reach.address)
        order by open desc, own.preferred desc nulls last, allowed.place
        limit 1
      ) as way
      where r.organisation_id = ${organisationId}
        and r.collection_id = ${collectionId}`,
  )

/** Channel link: the caller delivers, so each counts as sent. */
export const makeLinks = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  keys: Keys,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into deliveries (organisation_id, collection_id, member_id, channel, round, message, state, sent_at)
      select organisation_id, collection_id, member_id, 'link', 0,
             ${messageName(keys, collectionId, sql`member_id || ' link 0'`)}, 'sent', ${now}
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )

/**
 * Reminds by the way that the invitation went. Where the system may know, those who have not answered; in anonymous mode a
 * row for everyone who was invited, of which the sender sends what is needed and tells nobody.
 */
export const makeReminders = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  round: number,
  anonymous: boolean,
  keys: Keys,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into deliveries
        (organisation_id, collection_id, member_id, channel, round, message, address, state, next_attempt_at)
      select d.organisation_id, d.collection_id, d.member_id, d.channel, ${round}::integer,
             ${messageName(keys, collectionId, sql`d.member_id || ' ' || d.channel || ' ' || ${round}::integer`)},
             d.address, 'pending', ${now}
      from deliveries d
      where d.organisation_id = ${organisationId}
        and d.collection_id = ${collectionId}
        and d.round = 0
        and d.channel <> 'link'
        and d.state in ('sent', 'delivered')
        and (${anonymous}::boolean or not ${hasAnsweredByName})
      on conflict do nothing`,
  )

/** A name that nobody outside can guess: what comes back under it was ours. */
const messageName = (keys: Keys, collectionId: string, rest: ReturnType<typeof sql>) => sql`
  left(encode(sha256(${keys.linkKey}::bytea || convert_to(${collectionId} || ' ' || ${rest}, 'UTF8')), 'hex'), 32)`

/**
 * Keeps how everybody stands, and counts whom no channel reaches. Counted by itself: a join with the roster would be
 * planned for one row, since both were filled in this transaction, and grow with the square of the roster.
 */
export const keepCounts = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { asked, absent, opted_out, excluded }: Counts,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set recipients = ${asked + absent + opted_out}::integer,
          absent = ${absent}::integer,
          opted_out = ${opted_out}::integer,
          excluded = ${excluded}::integer,
          unreachable = (
            select count(*)
            from (
              select member_id
              from deliveries
              where organisation_id = ${organisationId}
                and collection_id = ${collectionId}
              group by member_id
              having bool_and(state = 'suppressed')
            ) as unreached
          )
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

export const teamNames = async (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<{ id: string; name: string }[]> =>
  many(
    tx,
    sql<{ id: string; name: string }>`
      select team_id as id, name
      from collection_teams
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      order by name, team_id`,
  )

export const countDeliveries = (tx: Tx, { organisationId, collectionId }: CollectionRef) =>
  many<{
    channel: Channel
    kind: 'invitation' | 'reminder'
    round: number
    state: 'pending' | 'sent' | 'delivered' | 'bounced' | 'failed' | 'suppressed'
    count: number
  }>(
    tx,
    sql`
      select channel, case when round = 0 then 'invitation' else 'reminder' end as kind, round, state, count(*) as count
      from deliveries
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      group by channel, round, state
      order by channel, round, state`,
  )

export const listRecipients = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  after: string | null,
  limit: number,
) =>
  many<{ member_id: string }>(
    tx,
    sql`
      select member_id
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and (${after}::text is null or member_id > ${after}::text collate "C")
      order by member_id
      limit ${limit}`,
  )
