/**
 * Events: what happened, recorded in the transaction that made it happen, so that neither can be without the other.
 * Payloads are thin (ids, states, links). No event tells of a single answer outside attributed mode. They are kept for
 * `limits.eventsKeptDays`, whether anybody has read them or not; what must last longer is in the audit log.
 */
import { type EventType } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
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

/** A transaction deletes so many at most, so that none holds its locks for long. */
const purgedMax = 5_000
const dayMs = 86_400_000

/** Several workers may purge at once. @returns how many events went; more than nothing asks for another look */
export const purgeEvents = (tx: Tx, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      delete from events
      where (organisation_id, id) in (
        select organisation_id, id
        from events
        where occurred_at < ${new Date(now.getTime() - limits.eventsKeptDays * dayMs)}
        order by occurred_at
        limit ${purgedMax}
        for update skip locked)`,
  )
