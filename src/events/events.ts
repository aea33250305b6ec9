/**
 * Events: what happened, recorded in the transaction that made it happen, so that neither exists without the other. Payloads are thin
 * (ids, states, links). No event reports a single answer outside attributed mode. Events are kept for as many days as the
 * organisation sets, read or unread (src/retention); what must last longer is in the audit log.
 */
import { type EventType } from '../../contract/events.ts'
import { json, run, sql, type Tx } from '../db/db.ts'
import { type DatedTable } from '../db/old-rows.ts'
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

/** How long organisations keep events. */
export const datedEvents: DatedTable = { table: 'events', days: 'events_days' }

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
