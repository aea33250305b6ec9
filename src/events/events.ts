/**
 * Events: what happened, recorded in the transaction that made it happen, so that neither exists without the other. Payloads are thin
 * (ids, states, links). No event reports a single answer outside attributed mode. Events are kept for as many days as the
 * organisation sets, read or unread (src/retention); what must last longer is in the audit log.
 */
import { type EventType } from '../../contract/events.ts'
import { json, one, only, run, sql, type Tx } from '../db/db.ts'
import { int8, nullable, type RowOf, shape, timestamptz } from '../db/shape.ts'
import { organisations } from '../db/tables.ts'
import { newId } from '../ids.ts'

export type NewEvent = {
  organisationId: string
  type: EventType
  payload: Record<string, string | number | null>
  at: Date
}

export async function recordEvent(tx: Tx, event: NewEvent): Promise<void> {
  await run(
    tx,
    sql`
      insert into events (organisation_id, id, type, payload, occurred_at)
      values (${event.organisationId}, ${newId('event')}, ${event.type}, ${json(event.payload)}, ${event.at})`,
  )
}

/** Events that one transaction deletes at most, so that none holds its locks for long. */
const purgedMax = 2_000

const oldRow = shape({ organisation_id: organisations.id, days: organisations.events_days })

/** An organisation with events that are older than it keeps them, counted back from that day. */
export const findOldEvents = (tx: Tx, day: Date): Promise<RowOf<typeof oldRow> | undefined> =>
  one(
    tx,
    oldRow,
    sql`
      select o.id as organisation_id, o.events_days as days
      from organisations o
      where exists (
        select 1
        from events e
        where e.organisation_id = o.id
          and e.occurred_at < ${day}::timestamptz - make_interval(hours => 24 * o.events_days)
      )
      limit 1`,
  )

export async function countEvents(tx: Tx, organisationId: string, before: Date): Promise<number> {
  const { count } = await only(
    tx,
    shape({ count: int8 }),
    sql`
      select count(*) as count
      from events
      where organisation_id = ${organisationId}
        and occurred_at < ${before}`,
  )
  return count
}

/** When the oldest event of an organisation occurred, or null. */
export async function oldestEvent(tx: Tx, organisationId: string): Promise<string | null> {
  const { oldest } = await only(
    tx,
    shape({ oldest: nullable(timestamptz) }),
    sql`select min(occurred_at) as oldest from events where organisation_id = ${organisationId}`,
  )
  return oldest
}

/** Deletes some of them. @returns how many */
export const deleteEvents = (tx: Tx, organisationId: string, before: Date): Promise<number> =>
  run(
    tx,
    sql`
      delete from events
      where ctid = any (array(
        select ctid
        from events
        where organisation_id = ${organisationId}
          and occurred_at < ${before}
        order by occurred_at
        limit ${purgedMax}))`,
  )
