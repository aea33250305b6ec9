/** SQL of deliveries: the claim, its outcome, the next channel to a recipient, and addresses that are no longer used. */
import { type SendingChannel, sendingChannels } from '../../contract/collections.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import { newMessageName, notCountedColumns } from '../collection/collection.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { claimWithin } from '../db/claiming.ts'
import { one, run, sql, type Query, textArray, type Tx } from '../db/db.ts'
import { bool, int4, jsonbOf, nullable, type RowOf, shapeOf, text, textOf, timestamptz } from '../db/shape.ts'
import { collections, deliveries, members, organisations, recipients } from '../db/tables.ts'
import { newId } from '../ids.ts'
import type { Absence } from './sending-time.ts'

export type RecipientRef = CollectionRef & { memberId: string }

/** One message. */
type DeliveryRef = RecipientRef & { channel: SendingChannel; round: number }

const deliveryRow = shapeOf(
  deliveries,
  ['organisation_id', 'collection_id', 'member_id', 'channel', 'round'],
  // Links are delivered by the caller of the API.
  { channel: textOf<SendingChannel>() },
)

export const refOf = (row: RowOf<typeof deliveryRow>): DeliveryRef => ({
  organisationId: row.organisation_id,
  collectionId: row.collection_id,
  memberId: row.member_id,
  channel: row.channel,
  round: row.round,
})

const requestColumns = shapeOf(collections, [
  'title',
  'description',
  'language',
  'translations',
  'mode',
  'k_score',
  'k_comment',
  'k_rate',
  'audience',
  'results_audience',
  'results_readers',
  'breakdown',
  'quiet_hours',
])

const dueRow = shapeOf(deliveries, ['message', 'attempts'], {
  ...deliveryRow.fields,
  ...requestColumns.fields,
  /** Only a message that is not pending may be without one, or without a name. */
  address: text,
  message: text,
  name: members.name,
  is_member: bool,
  locale: members.locale,
  organisation_locale: organisations.locale,
  time_zone: text,
  member_quiet_hours: members.quiet_hours,
  absences: jsonbOf<Absence[]>(),
  opted_out: bool,
  is_refused: bool,
  /** The invitation by this channel that a reminder follows. */
  invitation: nullable(text),
  team_id: recipients.team_id,
  ...notCountedColumns,
  question_count: collections.question_count,
  minutes: collections.minutes,
  /** For chats in which they may be answered, and where their number was not stored; otherwise the first alone, which an e-mail shows. */
  questions: nullable(jsonbOf<FormQuestion[]>()),
  organisation: organisations.name,
  colour: organisations.colour,
  promise_hash: text,
  asked: int4,
  recent_members: collections.recent_members,
  recent_members_by_asker: collections.recent_members_by_asker,
  closes_at: nullable(timestamptz),
  is_open: bool,
})

/** A message that is due, with everything that it says and that decides whether it goes. */
export type DueMessage = RowOf<typeof dueRow>

const dueMessages = (now: Date) => sql`from deliveries where state = 'pending' and next_attempt_at <= ${now}`

export const messageWaiting = (now: Date) =>
  sql`select 1 ${dueMessages(now)} and channel = any (${textArray(sendingChannels)}) limit 1`

/**
 * Claims the message that has been due for longest, of the first of these channels that has one. Its row stays locked until the
 * transaction ends; other workers skip it instead of waiting.
 */
export async function claimDue(
  tx: Tx,
  channels: readonly SendingChannel[],
  quarantined: readonly string[],
  now: Date,
): Promise<DueMessage | undefined> {
  for (const channel of channels) {
    const due = sql`
      ${dueMessages(now)}
        and channel = ${channel}
        and message <> all (${textArray(quarantined)})`
    const claimed = await claimWithin(
      tx,
      sql`
        select organisation_id
        ${due}
        order by next_attempt_at`,
      (organisationId) => claimOf(tx, organisationId, due, now),
    )
    if (claimed) return claimed
  }
  return undefined
}

const claimOf = (tx: Tx, organisationId: string, due: Query, now: Date): Promise<DueMessage | undefined> =>
  messageOf(
    tx,
    organisationId,
    sql`
        select *
        ${due}
          and organisation_id = ${organisationId}
        order by next_attempt_at
        limit 1
        for update skip locked`,
    now,
  )

/** The invitation that reached a recipient by this channel, with what it says now. */
export const invitationBy = (
  tx: Tx,
  { organisationId, collectionId, memberId, channel }: RecipientRef & { channel: SendingChannel },
  now: Date,
): Promise<DueMessage | undefined> =>
  messageOf(
    tx,
    organisationId,
    sql`
        select *
        from deliveries
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and member_id = ${memberId}
          and channel = ${channel}
          and round = 0
          and state in ('sent', 'delivered')`,
    now,
  )

/** @param delivery  one row of deliveries */
const messageOf = (
  tx: Tx,
  organisationId: string,
  delivery: Query,
  now: Date,
): Promise<DueMessage | undefined> =>
  one(
    tx,
    dueRow,
    sql`
      select ${deliveryRow.of('d')}, ${dueRow.of('d')}, d.address, ${requestColumns.of('c')},
             m.name, m.status = 'active' and m.restricted_at is null as is_member, m.locale, o.locale as organisation_locale,
             coalesce(m.time_zone, o.time_zone) as time_zone, m.quiet_hours as member_quiet_hours,
             coalesce((
               select jsonb_agg(jsonb_build_object('starts_on', a.starts_on, 'ends_on', a.ends_on))
               from absences a
               where a.organisation_id = ${organisationId}
                 and a.member_id = d.member_id
                 and a.ends_on >= ${now}::timestamptz::date - 1
             ), '[]') as absences,
             exists (
               select 1
               from opt_outs x
               where x.organisation_id = ${organisationId}
                 and x.series_id = c.series_id
                 and x.member_id = d.member_id
             ) as opted_out,
             exists (
               select 1
               from suppressions s
               where s.organisation_id = ${organisationId}
                 and s.channel = d.channel
                 and s.address = lower(d.address)
             ) as is_refused,
             case when d.round > 0 then (
               select i.message
               from deliveries i
               where i.organisation_id = ${organisationId}
                 and i.collection_id = d.collection_id
                 and i.member_id = d.member_id
                 and i.channel = d.channel
                 and i.round = 0
             ) end as invitation,
             r.team_id, r.is_counted, r.uncounted_because, c.season_began_at, c.season_ends_at,
             c.season_quiet_until, c.question_count, c.minutes,
             case when d.channel in ('slack', 'microsoft_teams') or c.minutes is null then coalesce(c.form, c.questions)
                  when d.channel = 'email' then jsonb_build_array(jsonb_path_query_first(coalesce(c.form, c.questions), '$[*] ? (@.type != "statement")')) end as questions,
             o.name as organisation, o.colour, c.promise_hash, coalesce(r.closes_at, c.closes_at) as closes_at,
             c.recipients - c.absent - c.opted_out as asked, c.recent_members, c.recent_members_by_asker,
             c.state = 'open' as is_open
      from (${delivery}
      ) as d
      join collections c on c.organisation_id = ${organisationId} and c.id = d.collection_id
      join organisations o on o.id = ${organisationId}
      join members m on m.organisation_id = ${organisationId} and m.id = d.member_id
      join recipients r
        on r.organisation_id = ${organisationId} and r.collection_id = d.collection_id and r.member_id = d.member_id`,
  )

type DeliveryState = RowOf<typeof sentRow>['state']

export type DeliveryUpdate = {
  state: DeliveryState
  attempts: number
  sentAt: Date | null
  nextAt: Date | null
  error: string | null
}

export const updateDelivery = (tx: Tx, it: DeliveryRef, update: DeliveryUpdate): Promise<number> =>
  run(
    tx,
    sql`
      update deliveries
      set state = ${update.state},
          attempts = ${update.attempts},
          sent_at = ${update.sentAt},
          next_attempt_at = ${update.nextAt},
          last_error = ${update.error}
      where organisation_id = ${it.organisationId}
        and collection_id = ${it.collectionId}
        and member_id = ${it.memberId}
        and channel = ${it.channel}
        and round = ${it.round}`,
  )

type NewSuppression = {
  channel: SendingChannel
  address: string
  source: 'channel' | 'dsn' | 'webhook'
  reason: string
}

/** From now on nothing is sent to this address. If there are several reasons, the first one is stored. */
export const suppress = (
  tx: Tx,
  organisationId: string,
  { channel, address, source, reason }: NewSuppression,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into suppressions (organisation_id, id, channel, address, source, reason, since)
      values (${organisationId}, ${newId('suppression')}, ${channel}, lower(${address}), ${source}, ${reason}, ${now})
      on conflict (organisation_id, channel, address) do nothing`,
  )

/**
 * Invites a recipient by the next channel that is allowed, has an address for them and was not tried.
 * @returns 0 when there is none, or the collection takes no more answers
 */
export const inviteByNextChannel = (
  tx: Tx,
  { organisationId, collectionId, memberId }: RecipientRef,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into deliveries
        (organisation_id, collection_id, member_id, channel, round, message, address, state, next_attempt_at)
      select c.organisation_id, c.id, m.id, way.channel, 0,
             ${newMessageName},
             way.address, 'pending', ${now}
      from collections c
      join members m on m.organisation_id = ${organisationId} and m.id = ${memberId} and m.status = 'active' and m.restricted_at is null
      cross join lateral (
        select allowed.channel, reach.address
        from unnest(c.channels) with ordinality as allowed (channel, place)
        left join jsonb_to_recordset(m.channels) as own (type text, address text, preferred boolean)
          on own.type = allowed.channel
        cross join lateral (
          select coalesce(own.address, case when allowed.channel = 'email' then m.email end) as address
        ) as reach
        where allowed.channel not in ('link', 'code')
          and reach.address is not null
          and not exists (
            select 1
            from suppressions s
            where s.organisation_id = ${organisationId}
              and s.channel = allowed.channel
              and s.address = lower(reach.address)
          )
          and not exists (
            select 1
            from deliveries tried
            where tried.organisation_id = ${organisationId}
              and tried.collection_id = ${collectionId}
              and tried.member_id = ${memberId}
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

/** A recipient counts as unreachable once no invitation to them is pending or has arrived. */
export const countIfUnreachable = (
  tx: Tx,
  { organisationId, collectionId, memberId }: RecipientRef,
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

const sentRow = shapeOf(deliveries, ['address', 'state'], deliveryRow.fields)

const ownerRow = shapeOf(deliveries, ['organisation_id'])

/** Whose message it is: a returned message names no organisation. Without a lock, which no server of divided tables gives over all of them. */
const ownerOf = (tx: Tx, message: string): Promise<RowOf<typeof ownerRow> | undefined> =>
  one(
    tx,
    ownerRow,
    sql`
      select ${ownerRow.columns}
      from deliveries
      where message = ${message}
        and channel not in ('link', 'code')`,
  )

/**
 * Finds a message by its name and locks it. With another collation than that of its indexes, the organisation says where to look and is no reason to
 * read all rows of it (note 108).
 * @param organisationId  null: of any organisation
 */
export async function lockByName(
  tx: Tx,
  message: string,
  organisationId: string | null,
): Promise<RowOf<typeof sentRow> | undefined> {
  const owner = organisationId ?? (await ownerOf(tx, message))?.organisation_id
  if (owner === undefined) return undefined
  return one(
    tx,
    sentRow,
    sql`
      select ${deliveryRow.columns}, ${sentRow.columns}
      from deliveries
      where organisation_id = ${owner} collate "POSIX"
        and message = ${message}
        and channel not in ('link', 'code')
      for update`,
  )
}

/** Stores what was reported about a message after it was sent. */
export const storeReport = (
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
