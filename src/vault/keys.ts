/** The keys of an open collection: made when it opens, destroyed in the transaction that ends it. */
import { type CollectionRef } from '../collection-ref.ts'
import { one, run, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collectionKeys } from '../db/tables.ts'
import { type Keys, newKeys } from './seal.ts'

export async function openVault(tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<Keys> {
  const keys = newKeys()
  await run(
    tx,
    sql`
      insert into collection_keys (organisation_id, collection_id, link_key, answer_key)
      values (${organisationId}, ${collectionId}, ${keys.linkKey}, ${keys.answerKey})`,
  )
  return keys
}

const keysRow = shapeOf(collectionKeys, ['link_key', 'answer_key'])

export async function keysOf(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Keys | undefined> {
  const row = await one(
    tx,
    keysRow,
    sql`
      select ${keysRow.columns}
      from collection_keys
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  return row && { linkKey: row.link_key, answerKey: row.answer_key }
}

/** In the transaction that ends a collection; its moment is the moment of the destruction. */
export const destroyKeys = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      with destroyed as (
        delete from collection_keys
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
        returning organisation_id, collection_id
      )
      update collections
      set keys_destroyed_at = closed_at
      from destroyed
      where collections.organisation_id = destroyed.organisation_id
        and collections.id = destroyed.collection_id`,
  )
