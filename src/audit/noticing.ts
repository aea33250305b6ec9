/** Passes each audit entry to the notices exactly once, in chain order; the position moves in the same transaction. */
import type { Tx } from '../db/db.ts'
import { forRow } from '../jobs/jobs.ts'
import * as store from './chain-store.ts'
import type { ChainedRow } from './chain-store.ts'

/** Entries of one organisation that one transaction looks at. */
const batchSize = 1_000

/** SQL: a row if some chain has entries that notices have not looked at. */
export const unnoticed = store.unnoticed

/** @returns whether there was something; false while another worker has it */
export async function takeUnnoticed(
  tx: Tx,
  quarantined: readonly string[],
  look: (organisationId: string, entries: readonly ChainedRow[]) => Promise<void>,
): Promise<boolean> {
  const chain = await store.claimUnnoticed(tx, quarantined)
  if (!chain) return false
  const { organisation_id: organisationId, noticed_position: after, head_position: head } = chain
  await forRow(organisationId, async () => {
    const entries = await store.listChained(tx, organisationId, { after, limit: batchSize })
    await look(organisationId, entries)
    // A batch that is not full has reached the head, also where the last entries were deleted for their age.
    const last = entries.length < batchSize ? head : (entries.at(-1)?.position ?? head)
    await store.markNoticed(tx, organisationId, Math.max(last, entries.at(-1)?.position ?? 0))
  })
  return true
}
