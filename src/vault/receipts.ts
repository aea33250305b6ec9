/**
 * Receipts after close. Until then a receipt opens an answer; at close every receipt of a collection goes, in every mode,
 * and of those whose answer counts the hash alone stays: a proof that it was counted, which leads to no answer.
 *
 * Nothing joins the two: a proof holds no id of a response, all of them are written by the closing transaction (one xmin),
 * and they lie in the order of their own hashes, which is a function of the set and of nothing that happened.
 */
import { type Breakdown, type Mode } from '../../contract/confidentiality.ts'
import { one, run, sql, type Tx } from '../db/db.ts'
import { sha256 } from '../ids.ts'
import { type CollectionRef } from '../collection-ref.ts'

/** In the closing transaction, before anonymous answers lose what their receipts point at. */
export async function issueReceiptProofs(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<void> {
  await run(
    tx,
    sql`
      insert into receipt_proofs (receipt_sha256, organisation_id, collection_id)
      select t.receipt_sha256, t.organisation_id, t.collection_id
      from receipts t
      join responses r
        on r.organisation_id = t.organisation_id
       and r.collection_id = t.collection_id
       and r.id = t.response_id
       and r.state = 'submitted'
      where t.organisation_id = ${organisationId}
        and t.collection_id = ${collectionId}
      order by t.receipt_sha256`,
  )
  await run(
    tx,
    sql`delete from receipts where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
  )
}

export type Proof = {
  organisation_id: string
  counted: boolean
  /** null while the collection is open */
  closed_at: string | null
  keys_destroyed_at: string | null
  mode: Mode
  k_score: number
  k_comment: number
  k_rate: number
  audience: string[]
  breakdown: Breakdown | null
  promise_hash: string | null
  title: string
  /** The organisation's: a receipt does not know whose it is. */
  locale: string
  time_zone: string
}

/**
 * What a receipt proves now. @returns undefined for one that no counted answer of a closed collection had: made up,
 * withdrawn before close, or of a collection that was called off
 */
export const findProof = (tx: Tx, receipt: string): Promise<Proof | undefined> =>
  one<Proof>(
    tx,
    sql`
      with known as (
        select organisation_id, collection_id, true as counted
        from receipt_proofs
        where receipt_sha256 = ${sha256(receipt)}
        union all
        select t.organisation_id, t.collection_id, r.state = 'submitted' as counted
        from receipts t
        join responses r
          on r.organisation_id = t.organisation_id
         and r.collection_id = t.collection_id
         and r.id = t.response_id
        where t.receipt_sha256 = ${sha256(receipt)}
      )
      select c.organisation_id, k.counted, c.closed_at, c.keys_destroyed_at, c.mode, c.k_score, c.k_comment, c.k_rate,
             c.audience, c.breakdown, c.promise_hash, c.title, o.locale, o.time_zone
      from known k
      join collections c on c.organisation_id = k.organisation_id and c.id = k.collection_id
      join organisations o on o.id = k.organisation_id`,
  )

export const deleteProofs = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      delete from receipt_proofs
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
