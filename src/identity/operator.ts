/**
 * The name under which identities of the service's own provider are recorded, for each database. Other rooms (an import, an erasure) have to
 * know whether an admin can sign in, and know nothing about providers.
 */
import { type Db, dbOf, type Tx } from '../db/db.ts'

const names = new WeakMap<Db, string>()

/** Sets the name for these databases (pools of one database). */
export function nameOperator(recordedAs: string, databases: readonly Db[]): void {
  for (const db of databases) names.set(db, recordedAs)
}

export function operatorOf(tx: Tx): string {
  const name = names.get(dbOf(tx))
  if (name === undefined) throw new Error('this database has no operator: call nameOperator first')
  return name
}
