/**
 * Gives events their positions, after their transactions have committed: a request only inserts its row, so nobody waits for anybody, and what
 * was rolled back never has a position. One worker at a time gives out positions in an organisation, under the lock of its feed (event_feeds),
 * so they follow one another without gaps and become visible in their order: an event that commits late gets a late position. Anyone who reads
 * behind a position therefore misses nothing and reads nothing twice, and the clock plays no part in it.
 *
 * A worker that dies leaves events without a position; the next look gives them one.
 */
import type { Tx } from '../db/db.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import * as store from './store.ts'

/** Events that one transaction places. */
const batchSize = 1_000

/** @returns how many events were placed */
async function placeNext(tx: Tx, organisationId: string, now: Date): Promise<number> {
  await store.ensureFeed(tx, organisationId)
  const head = await store.claimFeed(tx, organisationId)
  if (head === undefined) return 0
  const moved = await store.placeSome(tx, organisationId, head, { now, limit: batchSize })
  const placed = moved.head_position - head.head_position
  if (placed > 0) await store.moveHead(tx, organisationId, moved)
  return placed
}

/** Organisations take turns, so that one with many events does not keep others waiting. */
export function placeTask(): TransactionTask {
  let last = ''
  return {
    name: 'events.place',
    everyMs: 1_000,
    waiting: store.unplaced,
    run: async (tx, now, quarantined) => {
      const found =
        (await store.findUnplaced(tx, last, quarantined)) ?? (await store.findUnplaced(tx, '', quarantined))
      if (found === undefined) return 0
      last = found
      return forRow(found, () => placeNext(tx, found, now))
    },
  }
}
