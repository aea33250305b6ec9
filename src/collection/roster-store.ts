/** SQL of what opening freezes: teams, recipients with their links, and a message to each. All of it set-based. */
import { type Channel } from '../../contract/collections.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { many, run, sql, textArray, type Tx } from '../db/db.ts'
import { int8, nullable, type RowOf, shape, shapeOf, text, textOf } from '../db/shape.ts'
import { collectionTeams, deliveries, recipients } from '../db/tables.ts'
import { sha256 } from '../ids.ts'
import { answeredByName, type Keys, linkOf } from '../vault/vault.ts'
import { type Roster, type RosterQuery, rosterStatuses, teamsBelow } from './roster.ts'

/** Freezes the teams of the roster with every active team below them. */
export async function freezeTeams(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  roster: Roster,
): Promise<number> {
  const ids = textArray(await teamsBelow(tx, organisationId, roster.team_ids))
  return run(
    tx,
    sql`
      insert into collection_teams (organisation_id, collection_id, team_id, parent_team_id, name)
      select organisation_id, ${collectionId}, id, case when parent_team_id = any (${ids}) then parent_team_id end, name
      from teams
      where organisation_id = ${organisationId}
        and id = any (${ids})`,
  )
}

/** A recipient's own window, by their time zone. Without any, everybody has the collection's. */
export type Windows = {
  /** The zone of members without one. */
  defaultZone: string
  zones: { zone: string; opens_at: string; closes_at: string }[]
}

/** How many members have each status of the roster. */
export type Counts = Record<'asked' | 'absent' | 'opted_out' | 'excluded', number>

type RecipientsInput = {
  query: RosterQuery
  windows: Windows | null
  /** The attribute that figures are broken down by. */
  attribute: string | null
  keys: Keys
}

const statusRow = shape({
  member_id: recipients.member_id,
  team_id: recipients.team_id,
  time_zone: nullable(text),
  attribute_value: recipients.attribute_value,
  status: textOf<keyof Counts>(),
})

const frozenAtOnce = 10_000

/**
 * Freezes everybody who is asked, each once, with their link, their window and their value of the attribute. Links are derived here,
 * since the key that they are derived from is not for the database.
 */
export async function freezeRecipients(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { query, windows, attribute, keys }: RecipientsInput,
): Promise<Counts> {
  const people = await many(tx, statusRow, await rosterStatuses(tx, query, attribute))
  const counts: Counts = { asked: 0, absent: 0, opted_out: 0, excluded: 0 }
  for (const { status } of people) counts[status]++
  const windowIn = new Map(windows?.zones.map((own) => [own.zone, own]))
  const asked = people.filter(({ status }) => status === 'asked')
  for (let from = 0; from < asked.length; from += frozenAtOnce) {
    const part = asked.slice(from, from + frozenAtOnce).map((one) => ({
      ...one,
      window: windowIn.get(one.time_zone ?? windows?.defaultZone ?? ''),
      token: sha256(linkOf(keys.linkKey, one.member_id)),
    }))
    await run(
      tx,
      sql`
        insert into recipients (organisation_id, collection_id, member_id, team_id, attribute_value, opens_at, closes_at, token_sha256)
        select ${organisationId}, ${collectionId}, frozen.*
        from unnest(
          ${part.map((one) => one.member_id)}::text[],
          ${part.map((one) => one.team_id)}::text[],
          ${part.map((one) => one.attribute_value)}::text[],
          ${part.map((one) => one.window?.opens_at ?? null)}::timestamptz[],
          ${part.map((one) => one.window?.closes_at ?? null)}::timestamptz[],
          ${part.map((one) => one.token)}::bytea[]
        ) as frozen`,
    )
  }
  return counts
}

/**
 * Makes one message a recipient, by the channel that they prefer if it is allowed, else by the first allowed one that has an address
 * for them. A recipient whom no channel reaches gets a row that is suppressed at once.
 */
export const makeInvitations = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  channels: readonly Channel[],
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      with refusals as (
        select channel, address
        from suppressions
        where organisation_id = ${organisationId}
      )
      insert into deliveries
        (organisation_id, collection_id, member_id, channel, round, message, address, state, next_attempt_at, last_error)
      select r.organisation_id, r.collection_id, r.member_id, way.channel, 0,
             ${newMessageName},
             way.address,
             case when way.open then 'pending' else 'suppressed' end,
             case when way.open then greatest(r.opens_at, ${now}::timestamptz) end,
             case when not way.open then case when way.address is null then 'no address' else 'address refused before' end end
      from recipients r
      cross join lateral (
        select organisation_id, email, channels
        from members
        where organisation_id = r.organisation_id
          and id = r.member_id
        limit 1
      ) as m
      cross join lateral (
        select allowed.channel, reach.address, reach.address is not null and not reach.refused as open
        from unnest(${textArray(channels)}) with ordinality as allowed (channel, place)
        left join jsonb_to_recordset(m.channels) as own (type text, address text, preferred boolean)
          on own.type = allowed.channel
        cross join lateral (
          select address, (allowed.channel, lower(address)) in (select channel, address from refusals) as refused
          from (select coalesce(own.address, case when allowed.channel = 'email' then m.email end)) as way (address)
        ) as reach
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
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into deliveries (organisation_id, collection_id, member_id, channel, round, message, state, sent_at)
      select organisation_id, collection_id, member_id, 'link', 0,
             ${newMessageName}, 'sent', ${now}
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )

/**
 * Makes a round of reminders, by the channel of each invitation: to those who have not answered, where the mode lets the system know
 * them. In anonymous mode everybody who was invited gets a row; the sender decides which of them it sends, and records the same for all.
 * Invitations and answers are put together by a window of each member: an anti-join of two tables that were filled since statistics
 * were made can cost the square of the roster.
 */
export const makeReminders = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { round, isAnonymous }: { round: number; isAnonymous: boolean },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into deliveries
        (organisation_id, collection_id, member_id, channel, round, message, address, state, next_attempt_at)
      select ${organisationId}, ${collectionId}, member_id, channel, ${round}::integer,
             ${newMessageName},
             address, 'pending', ${now}
      from (
        select member_id, channel, address, bool_or(channel is null) over (partition by member_id) as has_answered
        from (
          select member_id, channel, address
          from deliveries
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}
            and round = 0
            and channel <> 'link'
            and state in ('sent', 'delivered')
          union all
          select member_id, null, null
          from (${answeredByName({ organisationId, collectionId })}) as answered
        ) as invited
      ) as invited
      where channel is not null
        and (${isAnonymous}::boolean or not has_answered)
      on conflict do nothing`,
  )

/** A message's name: 122 random bits. It cannot be guessed, so a bounce that names it comes from a system that had the message. */
export const newMessageName = sql`replace(gen_random_uuid()::text, '-', '')`

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
