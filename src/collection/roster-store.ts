/** SQL of what opening freezes: teams, recipients with their links, and a message to each. All of it set-based. */
import { type Channel } from '../../contract/collections.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { json, many, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { int8, type RowOf, shape, shapeOf, textOf } from '../db/shape.ts'
import { collectionTeams, deliveries, recipients } from '../db/tables.ts'
import { hasAnsweredByName, type Keys, linkInSql } from '../vault/vault.ts'
import { type Roster, type RosterQuery, rosterStatuses, teamTree } from './roster.ts'

/** Freezes the teams of the roster with every active team below them. */
export const freezeTeams = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  roster: Roster,
): Promise<number> =>
  run(
    tx,
    sql`
      with recursive tree as (${teamTree(organisationId, roster.team_ids)})
      insert into collection_teams (organisation_id, collection_id, team_id, parent_team_id, name)
      select t.organisation_id, ${collectionId}, t.id,
             case when t.parent_team_id in (select id from tree) then t.parent_team_id end, t.name
      from teams t
      join tree on tree.id = t.id
      where t.organisation_id = ${organisationId}`,
  )

/** A recipient's own window, by their time zone. Without any, everybody has the collection's. */
export type Windows = {
  /** The zone of members without one. */
  defaultZone: string
  zones: { zone: string; opens_at: string; closes_at: string }[]
}

const countsRow = shape({ asked: int8, absent: int8, opted_out: int8, excluded: int8 })

/** How many members have each status of the roster. */
export type Counts = RowOf<typeof countsRow>

type RecipientsInput = {
  query: RosterQuery
  windows: Windows | null
  /** The attribute that figures are broken down by. */
  attribute: string | null
  keys: Keys
}

/** Freezes everybody who is asked, each once, with their link, their window and their value of the attribute. */
export const freezeRecipients = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { query, windows, attribute, keys }: RecipientsInput,
): Promise<Counts> =>
  only(
    tx,
    countsRow,
    sql`
      with statuses as materialized (${rosterStatuses(query, attribute)}), frozen as (
        insert into recipients (organisation_id, collection_id, member_id, team_id, attribute_value, opens_at, closes_at, token_sha256)
        select ${organisationId}, ${collectionId}, s.member_id, s.team_id, s.attribute_value, own.opens_at, own.closes_at,
               sha256(convert_to(${linkInSql(keys.linkKey, sql.ref('s.member_id'))}, 'UTF8'))
        from statuses s
        left join jsonb_to_recordset(${json(windows?.zones ?? [])}) as own (zone text, opens_at timestamptz, closes_at timestamptz)
          on own.zone = coalesce(s.time_zone, ${windows?.defaultZone ?? null}::text)
        where s.status = 'asked'
      )
      select count(*) filter (where status = 'asked') as asked,
             count(*) filter (where status = 'absent') as absent,
             count(*) filter (where status = 'opted_out') as opted_out,
             count(*) filter (where status = 'excluded') as excluded
      from statuses`,
  )

/**
 * Makes one message a recipient, by the channel that they prefer if it is allowed, else by the first allowed one that has an address
 * for them. A recipient whom no channel reaches gets a row that is suppressed at once.
 */
export const makeInvitations = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { channels, keys }: { channels: readonly Channel[]; keys: Keys },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into deliveries
        (organisation_id, collection_id, member_id, channel, round, message, address, state, next_attempt_at, last_error)
      select r.organisation_id, r.collection_id, r.member_id, way.channel, 0,
             ${messageName(sql`${keys.linkKey}::bytea`, sql`${collectionId}`, sql`r.member_id || ' ' || way.channel || ' 0'`)},
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

/** Channel link: the caller delivers the links, so each counts as sent. */
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
             ${messageName(sql`${keys.linkKey}::bytea`, sql`${collectionId}`, sql`member_id || ' link 0'`)}, 'sent', ${now}
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )

/**
 * Makes a round of reminders, by the channel of each invitation: to those who have not answered, where the mode lets the system know
 * them. In anonymous mode everybody who was invited gets a row; the sender decides which of them it sends, and records the same for all.
 */
export const makeReminders = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { round, isAnonymous, keys }: { round: number; isAnonymous: boolean; keys: Keys },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into deliveries
        (organisation_id, collection_id, member_id, channel, round, message, address, state, next_attempt_at)
      select d.organisation_id, d.collection_id, d.member_id, d.channel, ${round}::integer,
             ${messageName(sql`${keys.linkKey}::bytea`, sql`${collectionId}`, sql`d.member_id || ' ' || d.channel || ' ' || ${round}::integer`)},
             d.address, 'pending', ${now}
      from deliveries d
      where d.organisation_id = ${organisationId}
        and d.collection_id = ${collectionId}
        and d.round = 0
        and d.channel <> 'link'
        and d.state in ('sent', 'delivered')
        and (${isAnonymous}::boolean or not ${hasAnsweredByName})
      on conflict do nothing`,
  )

type Fragment = ReturnType<typeof sql>

/**
 * A message's name, from the collection's link key. `rest`: member, channel and round, with spaces between them. Names cannot be guessed:
 * a bounce that names one comes from a system that had the message.
 */
export const messageName = (linkKey: Fragment, collectionId: Fragment, rest: Fragment) => sql`
  left(encode(sha256(${linkKey} || convert_to(${collectionId} || ' ' || ${rest}, 'UTF8')), 'hex'), 32)`

/**
 * Stores the counts of the roster, and how many recipients no channel reaches. Those are counted in a query of their own: a join with
 * the roster would be planned for one row, since both tables were filled in this transaction, and would cost the square of the roster.
 */
export const storeCounts = (
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

const teamRow = shape({
  id: collectionTeams.team_id,
  name: collectionTeams.name,
  parent: collectionTeams.parent_team_id,
})

export const teamNames = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<RowOf<typeof teamRow>[]> =>
  many(
    tx,
    teamRow,
    sql`
      select team_id as id, name, parent_team_id as parent
      from collection_teams
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      order by name, team_id`,
  )

const deliveryCountRow = shapeOf(deliveries, ['channel', 'round', 'state'], {
  kind: textOf<'invitation' | 'reminder'>(),
  count: int8,
})

export const countDeliveries = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<RowOf<typeof deliveryCountRow>[]> =>
  many(
    tx,
    deliveryCountRow,
    sql`
      select ${deliveryCountRow.columns}, case when round = 0 then 'invitation' else 'reminder' end as kind, count(*) as count
      from deliveries
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      group by channel, round, state
      order by channel, round, state`,
  )

const recipientRow = shapeOf(recipients, ['member_id'])

export const listRecipients = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  after: string | null,
  limit: number,
): Promise<RowOf<typeof recipientRow>[]> =>
  many(
    tx,
    recipientRow,
    sql`
      select member_id
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and (${after}::text is null or member_id > ${after}::text collate "C")
      order by member_id
      limit ${limit}`,
  )
