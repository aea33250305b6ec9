/** Hands on each chained entry once, for notices: in the order of the chain, in the transaction that notes it. */
import type { Tx } from '../db/db.ts'
import { forRow } from '../jobs/jobs.ts'
import * as store from './chain-store.ts'
import type { ChainedRow } from './chain-store.ts'

/** Entries of one organisation that one transaction looks at. */
const batchSize = 1_000

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
    const last = entries.length < batchSize ? head : (entries.at(-1)?.position ?? head)
    await store.markNoticed(tx, organisationId, Math.max(last, entries.at(-1)?.position ?? 0))
  })
  return true
}
