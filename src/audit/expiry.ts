/**
 * Deletes old entries from the beginning of the chain. Its anchor keeps place and hash of the last one that went, and the log itself says
 * so (`audit.expired`): an anchor that somebody moved by hand has no such entry.
 */
import type { Tx } from '../db/db.ts'
import { byClock, recordAudit } from './recording.ts'
import * as store from './chain-store.ts'

/** Entries that one call deletes at most. */
const batchSize = 5_000

/**
 * Entries go in the order of the chain, up to the first that is not older than `before`; what is not chained yet stays.
 * @returns how many went; the caller repeats it in another transaction until it is 0
 */
export async function expireAudit(tx: Tx, organisationId: string, before: Date, now: Date): Promise<number> {
  const chain = await store.claimChain(tx, organisationId)
  if (!chain) return 0
  const end = await store.findEndOfOld(tx, chain, before, batchSize)
  if (end <= chain.anchor_position) return 0
  const [last] = await store.listChained(tx, organisationId, { after: end - 1, limit: 1 })
  // Without its last entry the beginning of the chain has no hash: it stays, and the check tells what is missing.
  if (last?.position !== end) return 0
  const count = await store.deleteUpTo(tx, organisationId, end, last.hash)
  await recordAudit(tx, {
    organisationId,
    actor: byClock,
    action: 'audit.expired',
    target: organisationId,
    detail: { before: before.toISOString(), hash: last.hash.toString('hex') },
    at: now,
  })
  return count
}
