/**
 * Events: what happened, recorded in the transaction that made it happen, so that neither exists without the other. Payloads are thin
 * (ids, states, links). No event reports a single answer outside attributed mode. Events are kept for `limits.eventsKeptDays`, read or
 * unread; what must last longer is in the audit log.
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

/** Events that one transaction deletes at most, so that none holds its locks for long. */
const purgedMax = 5_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Several workers may purge at once. @returns how many events were deleted */
const purgeEvents = (tx: Tx, now: Date): Promise<number> =>
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

export const eventsTask = { name: 'events.purge', everyMs: hourMs, run: purgeEvents }
