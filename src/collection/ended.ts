/** Collections that have ended and still have keys: what is left to do outside the transaction that ended them. */
import type { CollectionRef } from '../collection-ref.ts'
import { isReached } from '../db/claiming.ts'
import { many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import { destroyKeys } from '../vault/vault.ts'

/** Past surveys that were imported never had keys. */
const ended = sql`from collections where state <> 'open' and keys_destroyed_at is null and imported_at is null`
const endedRow = shapeOf(collections, ['organisation_id', 'id'])

/**
 * A collection that has ended and still has keys. It is not locked: the analysis holds its row for as long as it works, and the keys are
 * to go at once. Two workers that destroy the same keys do no harm.
 */
export const endedWithKeys = {
  waiting: () => sql`select 1 ${ended} limit 1`,
  find: async (tx: Tx, quarantined: readonly string[]): Promise<CollectionRef | undefined> => {
    const row = await one(
      tx,
      endedRow,
      sql`
        select ${endedRow.columns}
        ${ended}
          and id <> all (${textArray(quarantined)})
          and ${isReached('organisation_id')}
        limit 1`,
    )
    return row && { organisationId: row.organisation_id, collectionId: row.id }
  },
}

export const keysDestroyed = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  at: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set keys_destroyed_at = greatest(${at}, closed_at)
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

/**
 * Destroys keys of an organisation that is being deleted, wherever they are and whether its collections have ended or not: what is open
 * cannot be answered from then on. @returns of how many collections; 0 when none has keys any more
 */
export async function destroyKeysOf(
  tx: Tx,
  organisationId: string,
  limit: number,
  now: Date,
): Promise<number> {
  const rows = await many(
    tx,
    endedRow,
    sql`
      select ${endedRow.columns}
      from collections
      where organisation_id = ${organisationId}
        and keys_destroyed_at is null
        and imported_at is null
      order by id
      limit ${limit}`,
  )
  for (const { id } of rows) {
    const ref = { organisationId, collectionId: id }
    await destroyKeys(tx, ref)
    await keysDestroyed(tx, ref, now)
  }
  return rows.length
}
