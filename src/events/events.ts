/**
 * Events: what happened, recorded in the transaction that made it happen, so that neither exists without the other. Payloads are thin (ids and
 * states, contract/events.ts). No event is about a single answer, in any mode. Shortly after its commit an event gets a position among those
 * of its organisation (placing.ts), and then it can be read. Events are kept for as many days as the organisation sets, read or unread
 * (src/retention); what must last longer is in the audit log.
 */
import type { EventType, PayloadOf } from '../../contract/events.ts'
import type { DatedTable } from '../db/old-rows.ts'
import type { Tx } from '../db/db.ts'
import * as store from './store.ts'

export { placeTask } from './placing.ts'
export {
  type EventRow,
  type FeedReader,
  findNewest,
  findWindow,
  getEvent,
  hasAll,
  headOf,
  listPlaced,
  listRecent,
  positionOf,
} from './store.ts'
export { type Arrivals, listenForEvents } from './arrivals.ts'

export type NewEvent<T extends EventType> = {
  organisationId: string
  type: T
  payload: PayloadOf<T>
  /** The author of something private, who alone may know of it; left out: whom the survey that the payload names is private to. */
  privateTo?: string | null
  at: Date
}

export const recordEvent = async <T extends EventType>(tx: Tx, event: NewEvent<T>): Promise<void> => {
  await store.insertEvent(tx, event)
}

/** How long organisations keep events. */
export const datedEvents: DatedTable = { table: 'events', days: 'events_days' }

/** Deletes some of them. @returns how many */
export const deleteEvents = (tx: Tx, organisationId: string, before: Date): Promise<number> =>
  store.deleteEvents(tx, organisationId, before)
