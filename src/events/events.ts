/**
 * Events: what happened, recorded in the transaction that made it happen, so that neither can be without the other.
 * Payloads are thin (ids, states, links). No event tells of a single answer outside attributed mode.
 */
import { type EventType } from '../../contract/events.ts'
import { json, run, sql, type Tx } from '../db/db.ts'
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
