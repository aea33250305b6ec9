/** SQL of what opening freezes: teams, recipients with their links, and a message to each. All of it set-based. */
import type { Channel } from '../../contract/collections.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { many, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { newerThan, type Paged } from '../db/paging.ts'
import { int8, type RowOf, shape, shapeOf, textOf } from '../db/shape.ts'
import { collectionTeams, deliveries, recipients } from '../db/tables.ts'
import { sha256 } from '../ids.ts'
import type { UncountedReason } from '../seats/seats.ts'
import { answeredByName, countedByName, type Keys, linkOf } from '../vault/vault.ts'
import { type Roster, type RosterPerson, teamsBelow } from './roster.ts'

const frozenTeamRow = shape({ id: collectionTeams.team_id, parent: collectionTeams.parent_team_id })

/** Freezes the teams of the roster with every active team below them. */
export async function freezeTeams(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  roster: Roster,
): Promise<RowOf<typeof frozenTeamRow>[]> {
  const ids = textArray(await teamsBelow(tx, organisationId, roster.team_ids))
  return many(
    tx,
    frozenTeamRow,
    sql`
      insert into collection_teams (organisation_id, collection_id, team_id, parent_team_id, name)
      select organisation_id, ${collectionId}, id, case when parent_team_id = any (${ids}) then parent_team_id end, name
      from teams
      where organisation_id = ${organisationId}
        and id = any (${ids})
      returning team_id as id, parent_team_id as parent`,
  )
}

/** How many members have each status of the roster. */
export type Counts = Record<RosterPerson['status'], number>

/** A recipient's own window, by their time zone. Without any, everybody has the collection's. */
export type Windows = {
  /** The zone of members without one. */
  defaultZone: string
  zones: ({ zone: string } & Span)[]
}

/** A recipient as frozen: `cell` is null and `isCounted` false for somebody without a seat that takes part; `uncounted` says why. */
export type Recipient = Omit<RosterPerson, 'status'> & {
  cell: number | null
  isCounted: boolean
  uncounted: UncountedReason | null
}

const frozenAtOnce = 10_000

/** `window`: the same for all of them. */
type Frozen = { windows: Windows | null; keys: Keys; byCode: ReadonlySet<string>; window?: Span }

type Span = { opens_at: string; closes_at: string }

/**
 * Freezes everybody who is asked, each once, with their link, their window and where they count. Links are derived here, since the key
 * that they are derived from is not for the database. Anyone who is asked by a code has no link.
 */
export async function freezeRecipients(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  people: readonly Recipient[],
  { windows, window, keys, byCode }: Frozen,
): Promise<void> {
  const windowIn = new Map(windows?.zones.map((own) => [own.zone, own]))
  // In the order of the key, whose pages are filled then.
  const inOrder = people.toSorted((one, other) => (one.memberId < other.memberId ? -1 : 1))
  for (let from = 0; from < inOrder.length; from += frozenAtOnce) {
    const part = inOrder.slice(from, from + frozenAtOnce)
    const frames = part.map(({ timeZone }) => window ?? windowIn.get(timeZone ?? windows?.defaultZone ?? ''))
    await run(
      tx,
      sql`
        insert into recipients
          (organisation_id, collection_id, member_id, team_id, attribute_value, seat_cell, is_counted, uncounted_because, opens_at, closes_at, token_sha256)
        select ${organisationId}, ${collectionId}, frozen.*
        from unnest(
          ${part.map((one) => one.memberId)}::text[],
          ${part.map((one) => one.team)}::text[],
          ${part.map((one) => one.value)}::text[],
          ${part.map((one) => one.cell)}::integer[],
          ${part.map((one) => one.isCounted)}::boolean[],
          ${part.map((one) => one.uncounted)}::text[],
          ${frames.map((own) => own?.opens_at ?? null)}::timestamptz[],
          ${frames.map((own) => own?.closes_at ?? null)}::timestamptz[],
          ${part.map(({ memberId }) => (byCode.has(memberId) ? null : sha256(linkOf(keys.linkKey, memberId))))}::bytea[]
        ) as frozen`,
    )
  }
}

/**
 * How each of some people is reached: by the channel that they prefer if it is allowed, otherwise by the first allowed one that has an address
 * for them. A query to join laterally with `m` (a member) and `refusals`; columns channel, address and open: false where none reaches them.
 */
const bestWay = (channels: readonly Channel[]) => sql`
  select allowed.channel, reach.address, reach.address is not null and not reach.refused as open
  from unnest(${textArray(channels)}) with ordinality as allowed (channel, place)
  left join jsonb_to_recordset(m.channels) as own (type text, address text, preferred boolean)
    on own.type = allowed.channel
  cross join lateral (
    select address, (allowed.channel, lower(address)) in (select channel, address from refusals) as refused
    from (
      select coalesce(own.address, case allowed.channel when 'email' then m.email when 'code' then own.type end)
    ) as way (address)
  ) as reach
  order by open desc, own.preferred desc nulls last, allowed.place
  limit 1`

const refusalsOf = (organisationId: string) => sql`
  select channel, address
  from suppressions
  where organisation_id = ${organisationId}`

const reachedRow = shape({ memberId: recipients.member_id })

/** Those of these people whom a code reaches before any other of the channels. */
export async function reachedByCode(
  tx: Tx,
  organisationId: string,
  channels: readonly Channel[],
  memberIds: readonly string[],
): Promise<Set<string>> {
  if (!channels.includes('code')) return new Set()
  const rows = await many(
    tx,
    reachedRow,
    sql`
      with refusals as (${refusalsOf(organisationId)})
      select m.id as "memberId"
      from members m
      cross join lateral (${bestWay(channels.filter((channel) => channel !== 'link'))}) as way
      where m.organisation_id = ${organisationId}
        and m.id = any (${textArray(memberIds)})
        and way.channel = 'code'
        and way.open`,
  )
  return new Set(rows.map(({ memberId }) => memberId))
}

/**
 * Makes one message a recipient who has a link, by the way that reaches them. A recipient whom no channel reaches gets a row that is
 * suppressed at once.
 * @param memberIds  of recipients who were added; null: of all
 */
export const makeInvitations = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { channels, memberIds }: { channels: readonly Channel[]; memberIds: readonly string[] | null },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      with refusals as (${refusalsOf(organisationId)})
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
        where organisation_id = ${organisationId}
          and id = r.member_id
        limit 1
      ) as m
      cross join lateral (${bestWay(channels)}) as way
      where r.organisation_id = ${organisationId}
        and r.collection_id = ${collectionId}
        and (${memberIds === null} or r.member_id = any (${textArray(memberIds ?? [])}))
        and r.token_sha256 is not null`,
  )

/**
 * Channel code: slips are handed out, so each counts as sent. Whom neither a code nor a message reaches gets a row that is suppressed.
 * @param isOnly  no channel of the survey reaches anybody else
 */
export const makeSlips = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  isOnly: boolean,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into deliveries (organisation_id, collection_id, member_id, channel, round, message, state, sent_at, last_error)
      select organisation_id, collection_id, member_id, 'code', 0,
             ${newMessageName},
             case when token_sha256 is null then 'sent' else 'suppressed' end,
             case when token_sha256 is null then ${now}::timestamptz end,
             case when token_sha256 is not null then 'no address' end
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and (token_sha256 is null or ${isOnly})`,
  )

/** Channel link: the caller delivers the links, so each counts as sent. */
export const makeLinks = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  memberIds: readonly string[] | null,
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
        and collection_id = ${collectionId}
        and (${memberIds === null} or member_id = any (${textArray(memberIds ?? [])}))
        and token_sha256 is not null`,
  )

/**
 * Makes a round of reminders, by the channel of each invitation: to everybody who was invited, or to those who have not answered.
 * Invitations and answers are put together by a window of each member: an anti-join of two tables that were filled since statistics
 * were made can cost the square of the roster.
 */
export const makeReminders = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { round, isToEveryone }: { round: number; isToEveryone: boolean },
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
      from (${remindable({ organisationId, collectionId }, isToEveryone)}) as remindable
      on conflict do nothing`,
  )

/** The invitations that a reminder follows now: member_id, channel, address. */
const remindable = ({ organisationId, collectionId }: CollectionRef, isToEveryone: boolean) => sql`
  select member_id, channel, address
  from (
    select member_id, channel, address, bool_or(channel is null) over (partition by member_id) as has_answered
    from (
      select member_id, channel, address
      from deliveries
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and round = 0
        and channel not in ('link', 'code')
        and state in ('sent', 'delivered')
      union all
      select member_id, null, null
      from (${answeredByName({ organisationId, collectionId })}) as answered
    ) as invited
  ) as invited
  where channel is not null
    and (${isToEveryone}::boolean or not has_answered)`

/** How many people a reminder would reach now. */
export const countRemindable = async (tx: Tx, ref: CollectionRef, isToEveryone: boolean): Promise<number> =>
  (
    await only(
      tx,
      shape({ people: int8 }),
      sql`select count(distinct member_id) as people from (${remindable(ref, isToEveryone)}) as remindable`,
    )
  ).people

const namedTeamRow = shape({ id: recipients.team_id, recipients: int8, responded: int8 })

/** Recipients and answers of a collection that keeps names, by the team in which each recipient counts. */
export const namedTeamCounts = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<RowOf<typeof namedTeamRow>[]> =>
  many(
    tx,
    namedTeamRow,
    sql`
      select recipients.team_id as id, count(*) as recipients, count(counted.member_id) as responded
      from recipients
      left join (${countedByName({ organisationId, collectionId })}) as counted
        on counted.member_id = recipients.member_id
      where recipients.organisation_id = ${organisationId}
        and recipients.collection_id = ${collectionId}
      group by recipients.team_id`,
  )

/** A message's name: 122 random bits. It cannot be guessed, so a bounce that names it comes from a system that had the message. */
export const newMessageName = sql`replace(gen_random_uuid()::text, '-', '')`

/**
 * Stores the counts of the roster, and how many recipients no channel reaches. Those are counted in their own query: a join with the roster would be
 * planned for one row, since both tables were filled in this transaction, and would cost the square of the roster.
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
          unreachable = found.unreached,
          unreachable_at_open = found.unreached
      from (
        select count(*)::integer as unreached from (
          select member_id from deliveries
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}
          group by member_id
          having bool_and(state = 'suppressed')
        ) as suppressed
      ) as found
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

const teamRow = shape({
  id: collectionTeams.team_id,
  name: collectionTeams.name,
  parent: collectionTeams.parent_team_id,
  sits_out: collectionTeams.sits_out,
})

export const teamNames = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<RowOf<typeof teamRow>[]> =>
  many(
    tx,
    teamRow,
    sql`
      select team_id as id, name, parent_team_id as parent, sits_out
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

/** Those who have a link, one row more than the page holds. */
export const listRecipients = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { after, limit }: Paged,
): Promise<RowOf<typeof recipientRow>[]> =>
  many(
    tx,
    recipientRow,
    sql`
      select member_id
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and token_sha256 is not null
        and ${newerThan('member_id', after)}
      order by member_id
      limit ${limit + 1}`,
  )
