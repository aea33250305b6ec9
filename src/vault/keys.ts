/** The keys of an open collection: made when it opens, destroyed in the transaction that ends it. */
import { one, run, sql, type Tx } from '../db/db.ts'
import { type Keys, newKeys } from './seal.ts'
import { type CollectionRef } from '../collection-ref.ts'

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

export async function keysOf(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Keys | undefined> {
  const row = await one<{ link_key: Buffer; answer_key: Buffer }>(
    tx,
    sql`
      select link_key, answer_key
      from collection_keys
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  return row && { linkKey: row.link_key, answerKey: row.answer_key }
}

/** In the transaction that ends a collection, whose moment is that of the destruction. */
export const destroyKeys = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      with gone as (
        delete from collection_keys
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
        returning organisation_id, collection_id
      )
      update collections
      set keys_destroyed_at = closed_at
      from gone
      where collections.organisation_id = gone.organisation_id
        and collections.id = gone.collection_id`,
  )
