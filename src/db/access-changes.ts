/**
 * What changes the rights of an application, a grant, a user or a token says so in its own transaction: at commit every node that listens
 * hears of it (src/oauth/changes.ts), and this process at once. Stated by the rules and not by triggers, because a server that holds a part
 * of a divided table runs triggers where nobody listens. test/sharding.test.ts finds a statement whose file announces nothing.
 */
import { afterCommit, type Effects, run, sql, textArray, type Tx } from './db.ts'

/** @param tx  the transaction of the change */
export async function announceAccess(
  tx: Tx,
  ...changes: readonly Effects['access changed'][]
): Promise<void> {
  if (changes.length === 0) return
  await run(
    tx,
    sql`
      select pg_notify('credential_changed', payload)
      from unnest(${textArray(changes.map(({ kind, id }) => `${kind} ${id}`))}) payload`,
  )
  for (const change of changes) afterCommit(tx, 'access changed', change)
}
