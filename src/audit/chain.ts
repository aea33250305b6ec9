/**
 * Chains audit entries, after their transactions have committed: a request only inserts its row, so nobody waits for anybody, and what was
 * rolled back never has a place. One worker at a time gives out places in an organisation, under the lock of its chain (audit_chains), so
 * places follow one another without gaps and become visible in their order: an entry that commits late gets a late place. Anyone who reads
 * behind a place therefore misses nothing, and the clock plays no part in it.
 *
 * A worker that dies leaves entries without a place; the next look gives them one. Until then, for about a second, nothing tells that an
 * entry was removed.
 */
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import * as store from './chain-store.ts'
import type { Tx } from '../db/db.ts'
import { hashOf } from './hashing.ts'

/** Entries that one transaction chains: the locks of their rows are held for some 100 ms. */
const batchSize = 1_000

/** @returns how many entries were chained */
async function chainNext(tx: Tx, organisationId: string, now: Date): Promise<number> {
  await store.restoreChain(tx, organisationId, now)
  const chain = await store.claimChain(tx, organisationId)
  if (!chain) return 0
  const entries = await store.listUnchained(tx, organisationId, batchSize)
  if (entries.length === 0) return 0
  let { last_position: position, head_hash: hash } = chain
  const links = entries.map((entry): store.Link => {
    hash = hashOf(organisationId, hash, entry)
    return { id: entry.id, position: ++position, hash }
  })
  const changed = await store.insertLinks(tx, organisationId, links)
  if (changed !== links.length)
    throw new Error(`chained ${changed} of ${links.length} entries of ${organisationId}`)
  await store.moveHead(tx, organisationId, { position, hash })
  return links.length
}

/** Organisations take turns, so that one with many entries does not keep others waiting. */
export function chainTask(): TransactionTask {
  let last = ''
  return {
    name: 'audit.chain',
    everyMs: 1_000,
    waiting: store.unchained,
    run: async (tx, now, quarantined) => {
      const found =
        (await store.findUnchained(tx, last, quarantined)) ?? (await store.findUnchained(tx, '', quarantined))
      if (found === undefined) return 0
      last = found
      return forRow(found, () => chainNext(tx, found, now))
    },
  }
}
