/** SQL of events and of the ends of their feeds. */
import type { EventType } from '../../contract/events.ts'
import { isReached } from '../db/claiming.ts'
import { json, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { int8, nullable, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { eventFeeds, events } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { privateAuthorOf, knownTo } from '../visibility.ts'

export type WrittenEvent = {
  organisationId: string
  type: EventType
  payload: object
  privateTo?: string | null
  at: Date
}

export const insertEvent = (
  tx: Tx,
  { organisationId, type, payload, privateTo, at }: WrittenEvent,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into events (organisation_id, id, type, payload, private_to, occurred_at)
      select ${organisationId}, ${newId('event')}, ${type}, ${json(payload)},
             ${privateTo === undefined ? privateAuthorOf(organisationId, payload) : privateTo}, ${at}::timestamptz`,
  )

export const unplaced = () => sql`select 1 from events where position is null limit 1`

/** The next organisation behind `after` in the order of ids, if something of it waits. */
export async function findUnplaced(
  tx: Tx,
  after: string,
  quarantined: readonly string[],
): Promise<string | undefined> {
  const row = await one(
    tx,
    shapeOf(events, ['organisation_id']),
    sql`
      select organisation_id
      from events
      where position is null
        and organisation_id > ${after}
        and not (organisation_id = any (${textArray(quarantined)}))
        and ${isReached('organisation_id')}
      order by organisation_id
      limit 1`,
  )
  return row?.organisation_id
}

export const ensureFeed = (tx: Tx, organisationId: string): Promise<number> =>
  run(
    tx,
    sql`
      insert into event_feeds (organisation_id)
      values (${organisationId})
      on conflict (organisation_id) do nothing`,
  )

const headRow = shapeOf(eventFeeds, ['head_position', 'head_seq'])
/** The last event of a feed: its position, and its number. */
export type FeedHead = RowOf<typeof headRow>

/** @returns undefined where another worker holds the feed */
export const claimFeed = (tx: Tx, organisationId: string): Promise<FeedHead | undefined> =>
  one(
    tx,
    headRow,
    sql`
      select ${headRow.columns}
      from event_feeds
      where organisation_id = ${organisationId}
      for update skip locked`,
  )

const placedRow = shape({ position: int8, seq: int8 })

/** Numbers of events that are placed together are drawn from this many microseconds, and one more for each event. */
const spreadMicros = 100_000

/**
 * In a feed that this transaction holds: what is committed by now gets the next positions and numbers. Numbers begin at the microseconds since
 * 1970 and lie apart by chance, so that the distance between two says little about how many events lie between them. The order is that of
 * writing, by the database: the clocks of two nodes differ.
 * @returns the new head
 */
export async function placeSome(
  tx: Tx,
  organisationId: string,
  { head_position: position, head_seq: seq }: FeedHead,
  { now, limit }: { now: Date; limit: number },
): Promise<FeedHead> {
  const base = Math.max(seq, now.getTime() * 1_000)
  const placed = await many(
    tx,
    placedRow,
    sql`
      with ahead as (
        select id, row_number() over (order by written) as place
        from events
        where organisation_id = ${organisationId}
          and position is null
        order by written
        limit ${limit}
      ), draws as (
        select row_number() over (order by draw) as place, draw
        from (select random() as draw from ahead) drawn
      )
      update events e
      set position = ${position}::bigint + ahead.place,
          seq = ${base}::bigint + floor(draws.draw * ${spreadMicros})::bigint + ahead.place
      from ahead
      join draws on draws.place = ahead.place
      where e.organisation_id = ${organisationId}
        and e.id = ahead.id
      returning e.position, e.seq`,
  )
  const greatest = (of: (one: { position: number; seq: number }) => number, least: number): number =>
    placed.reduce((most, one) => Math.max(most, of(one)), least)
  return {
    head_position: greatest((one) => one.position, position),
    head_seq: greatest((one) => one.seq, seq),
  }
}

/** Moves the head, and tells every node at the commit. */
export async function moveHead(tx: Tx, organisationId: string, head: FeedHead): Promise<void> {
  await run(
    tx,
    sql`
      update event_feeds
      set head_position = ${head.head_position},
          head_seq = ${head.head_seq}
      where organisation_id = ${organisationId}`,
  )
  await sql`select pg_notify(${placedChannel}, ${organisationId})`.execute(tx)
}

export const placedChannel = 'events_placed'

/** Who reads a feed; userId null: nobody in particular, who sees no private events. */
export type FeedReader = { readonly organisationId: string; readonly userId: string | null }

const endRow = shape({ expired_position: int8, expired_id: nullable(text) })

/** The last event deleted for its age, of those that this reader may see; undefined: none was. */
const findEnd = (tx: Tx, { organisationId, userId }: FeedReader): Promise<RowOf<typeof endRow> | undefined> =>
  one(
    tx,
    endRow,
    sql`
      select expired_position, expired_id
      from (
        select expired_position, expired_id
        from event_feeds
        where organisation_id = ${organisationId}
          and expired_position > 0
        union all
        select expired_position, expired_id
        from event_feed_private_ends
        where organisation_id = ${organisationId}
          and user_id = ${userId}
      ) ends
      order by expired_position desc
      limit 1`,
  )

/** The position of an event; null: it was deleted for its age, with later ones that this reader could see. */
export async function positionOf(tx: Tx, reader: FeedReader, id: string): Promise<number | null> {
  const event = await one(
    tx,
    shapeOf(events, ['position']),
    sql`
      select position
      from events
      where organisation_id = ${reader.organisationId}
        and id = ${id}`,
  )
  const { expired_position: end, expired_id: endId } = (await findEnd(tx, reader)) ?? noEnd
  const position = event?.position ?? null
  if (position !== null) return position < end ? null : position
  return id === endId ? end : null
}

const noEnd: RowOf<typeof endRow> = { expired_position: 0, expired_id: null }

/** Whether every event that this reader may see is still stored. */
export const hasAll = async (tx: Tx, reader: FeedReader): Promise<boolean> =>
  (await findEnd(tx, reader)) === undefined

const windowRow = shape({ id: text, position: int8, count: int8 })

/** The last of the next `size` events that this reader may see, and their count. */
export const findWindow = (
  tx: Tx,
  { organisationId, userId }: FeedReader,
  { after, size }: { after: number; size: number },
): Promise<RowOf<typeof windowRow> | undefined> =>
  one(
    tx,
    windowRow,
    sql`
      with ahead as (
        select id, position
        from events
        where organisation_id = ${organisationId}
          and position > ${after}
          and ${knownTo(userId)}
        order by position
        limit ${size}
      )
      select id, position, (select count(*) from ahead) as count
      from ahead
      order by position desc
      limit 1`,
  )

const newestRow = shape({ id: text, position: int8 })

/** The newest event that this reader may see. */
export function findNewest(
  tx: Tx,
  { organisationId, userId }: FeedReader,
): Promise<RowOf<typeof newestRow> | undefined> {
  return one(
    tx,
    newestRow,
    sql`
      select id, position
      from events
      where organisation_id = ${organisationId}
        and position is not null
        and ${knownTo(userId)}
      order by position desc
      limit 1`,
  )
}

const eventRow = shapeOf(events, ['id', 'type', 'payload', 'occurred_at'], { seq: int8 })
/** An event that has its place in the feed. */
export type EventRow = RowOf<typeof eventRow>

/** In the order of the feed. @param readable  a condition on the row of `e` */
export const listPlaced = (
  tx: Tx,
  organisationId: string,
  { after, until, limit }: { after: number; until: number; limit: number },
  readable: ReturnType<typeof sql>,
): Promise<EventRow[]> =>
  many(
    tx,
    eventRow,
    sql`
      select ${eventRow.of('e')}, e.seq
      from events e
      where e.organisation_id = ${organisationId}
        and e.position > ${after}
        and e.position <= ${until}
        and ${readable}
      order by e.position
      limit ${limit}`,
  )

/**
 * The newest of the last `lookedAt` events that this reader may see, in the order of the feed. It counts events and not positions, because the
 * number that drops out would otherwise reveal events that the reader may not see.
 * @param readable  a condition on the row of `e`
 */
export async function listRecent(
  tx: Tx,
  { organisationId, userId }: FeedReader,
  { until, lookedAt, limit }: { until: number; lookedAt: number; limit: number },
  readable: ReturnType<typeof sql>,
): Promise<EventRow[]> {
  const newestFirst = await many(
    tx,
    eventRow,
    sql`
      select ${eventRow.of('e')}, e.seq
      from (
        select *
        from events
        where organisation_id = ${organisationId}
          and position <= ${until}
          and ${knownTo(userId)}
        order by position desc
        limit ${lookedAt}
      ) e
      where ${readable}
      order by e.position desc
      limit ${limit}`,
  )
  return newestFirst.toReversed()
}

/** @throws  an event that is not there */
export const getEvent = (tx: Tx, organisationId: string, id: string): Promise<EventRow> =>
  only(
    tx,
    eventRow,
    sql`
      select ${eventRow.columns}, seq
      from events
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

/** The last position of an organisation's feed; 0: it has none yet. */
export async function headOf(tx: Tx, organisationId: string): Promise<number> {
  const row = await one(
    tx,
    shapeOf(eventFeeds, ['head_position']),
    sql`
      select head_position
      from event_feeds
      where organisation_id = ${organisationId}`,
  )
  return row?.head_position ?? 0
}

/** Events that one transaction deletes at most, so that none holds its locks for long. */
const purgedMax = 2_000

/**
 * Deletes some, and moves the ends of the feed behind them: for everybody, and for each user to whom some were private. It holds the feed first,
 * as placing does: either may have events that the other waits for.
 * @returns how many
 */
export async function deleteEvents(tx: Tx, organisationId: string, before: Date): Promise<number> {
  await run(tx, sql`select 1 from event_feeds where organisation_id = ${organisationId} for update`)
  const gone = await many(
    tx,
    shapeOf(events, ['id', 'position', 'private_to']),
    sql`
      delete from events
      where organisation_id = ${organisationId}
        and ctid = any (array(
        select ctid
        from events
        where organisation_id = ${organisationId}
          and occurred_at < ${before}
        order by occurred_at
        limit ${purgedMax}))
      returning id, position, private_to`,
  )
  for (const [userId, theirs] of Map.groupBy(gone, ({ private_to }) => private_to)) {
    const last = newestOf(theirs)
    if (last && userId === null) await moveEnd(tx, organisationId, last)
    if (last && userId !== null) await movePrivateEnd(tx, { organisationId, userId }, last)
  }
  return gone.length
}

type End = { readonly id: string; readonly position: number }

const newestOf = (gone: readonly { id: string; position: number | null }[]): End | null =>
  gone.reduce<End | null>(
    (newest, { id, position }) =>
      position !== null && position > (newest?.position ?? 0) ? { id, position } : newest,
    null,
  )

const moveEnd = (tx: Tx, organisationId: string, { id, position }: End): Promise<number> =>
  run(
    tx,
    sql`
      update event_feeds
      set expired_position = ${position},
          expired_id = ${id}
      where organisation_id = ${organisationId}
        and expired_position < ${position}`,
  )

const movePrivateEnd = (
  tx: Tx,
  { organisationId, userId }: { organisationId: string; userId: string },
  { id, position }: End,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into event_feed_private_ends (organisation_id, user_id, expired_position, expired_id)
      values (${organisationId}, ${userId}, ${position}, ${id})
      on conflict (organisation_id, user_id) do update
      set expired_position = excluded.expired_position,
          expired_id = excluded.expired_id
      where event_feed_private_ends.expired_position < excluded.expired_position`,
  )
