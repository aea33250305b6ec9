/** What a test changes in a table by hand, where a rule would say so to every node. */
import { announceAccess } from '../../src/db/access-changes.ts'
import type { Db, Effects } from '../../src/db/db.ts'

/** @param change  whose rights it changes */
export async function changeByHand(
  db: Db,
  change: Effects['access changed'],
  statement: { text: string; values?: unknown[] },
): Promise<void> {
  await db.pool.query(statement)
  await db.transaction((tx) => announceAccess(tx, change))
}
