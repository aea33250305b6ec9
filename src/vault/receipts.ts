/**
 * Receipts after close. Until then a receipt opens an answer. At close every receipt of a collection is deleted, in every mode;
 * of those that were sent the hash stays: a proof that the answer was counted, or that its owner had no seat, or that their place was
 * withdrawn (is_counted), which leads to no answer.
 *
 * Nothing joins the two: a proof holds no id of a response, all of them are written by the closing transaction (one xmin),
 * and they lie in the order of their own hashes, which is a function of the set and of nothing that happened. Long after, many
 * of them become a row together (proof-groups.ts).
 */
import type { CollectionRef } from '../collection-ref.ts'
import { one, type Query, run, sql, type Tx } from '../db/db.ts'
import { bool, type RowOf, shape } from '../db/shape.ts'
import { collections, organisations } from '../db/tables.ts'
import type { PresentedSecret } from '../ids.ts'
import { deleteFrom } from './answers.ts'
import { findInGroups } from './proof-groups.ts'
import type { Keys } from './seal.ts'
import { uncountedReceipts } from './uncounted.ts'

/**
 * In the closing transaction, before anonymous answers lose what their receipts point at. Receipts and answers are put together by
 * grouping: a join of two tables that were filled since statistics were made can cost the square of the answers.
 * @param keys  where answers are sealed
 */
export async function issueReceiptProofs(tx: Tx, ref: CollectionRef, keys: Keys | undefined): Promise<void> {
  const uncounted = await uncountedReceipts(tx, ref, keys)
  await run(
    tx,
    sql`
      insert into receipt_proofs (receipt_sha256, organisation_id, collection_id, is_counted)
      select receipt, ${ref.organisationId}, ${ref.collectionId}, not receipt = any (${uncounted}::bytea[])
      from (
        select unnest(array_agg(receipt_sha256) filter (where receipt_sha256 is not null)) as receipt
        from (
          select response_id, receipt_sha256, false as is_sent
          from receipts
          where organisation_id = ${ref.organisationId}
            and collection_id = ${ref.collectionId}
          union all
          select id, null, true
          from responses
          where organisation_id = ${ref.organisationId}
            and collection_id = ${ref.collectionId}
            and state = 'submitted'
        ) as answer
        group by response_id
        having bool_or(is_sent)
      ) as proved
      order by receipt`,
  )
  await deleteFrom(tx, ref, 'receipts')
}

const proofRow = shape({
  organisation_id: organisations.id,
  collection_id: collections.id,
  counted: bool,
  /** null while the collection is open */
  closed_at: collections.closed_at,
  keys_destroyed_at: collections.keys_destroyed_at,
  mode: collections.mode,
  k_score: collections.k_score,
  k_comment: collections.k_comment,
  k_rate: collections.k_rate,
  audience: collections.audience,
  results_audience: collections.results_audience,
  results_readers: collections.results_readers,
  breakdown: collections.breakdown,
  promise_hash: collections.promise_hash,
  promised_days: collections.promised_days,
  kept_days: collections.kept_days,
  answers_due_at: collections.answers_due_at,
  answers_deleted_at: collections.answers_deleted_at,
  held_at: collections.held_at,
  title: collections.title,
  translations: collections.translations,
  /** That of the title; a receipt does not know whose it is. */
  locale: organisations.locale,
  time_zone: organisations.time_zone,
  organisation: organisations.name,
  colour: organisations.colour,
  logo: organisations.logo,
})
export type Proof = RowOf<typeof proofRow>

/**
 * What a receipt proves now. @returns undefined where no counted answer of a closed collection had this receipt: it was made
 * up, its answer was withdrawn before close, or its collection was cancelled
 */
export async function findProof(tx: Tx, presented: PresentedSecret): Promise<Proof | undefined> {
  const { organisationId, hash } = presented
  const found = await proofBy(
    tx,
    organisationId,
    sql`
      select collection_id, is_counted as counted
      from receipt_proofs
      where organisation_id = ${organisationId} collate "POSIX"
        and receipt_sha256 = ${hash}
      union all
      select t.collection_id, r.state = 'submitted' as counted
      from receipts t
      join responses r
        on r.organisation_id = ${organisationId}
       and r.collection_id = t.collection_id
       and r.id = t.response_id
      where t.organisation_id = ${organisationId} collate "POSIX"
        and t.receipt_sha256 = ${hash}`,
  )
  // Proofs become groups and nothing becomes a row again: what was in none a moment ago is in the other, if there is one.
  const grouped = found ? undefined : await findInGroups(tx, presented)
  if (!grouped) return found
  return proofBy(
    tx,
    organisationId,
    sql`select ${grouped.collectionId}::text as collection_id, ${grouped.counted}::boolean as counted`,
  )
}

/** @param known  a query of collection_id and counted */
const proofBy = (tx: Tx, organisationId: string, known: Query): Promise<Proof | undefined> =>
  one(
    tx,
    proofRow,
    sql`
      with known as (${known})
      select c.organisation_id, c.id as collection_id, k.counted, c.closed_at, c.keys_destroyed_at, c.mode, c.k_score, c.k_comment, c.k_rate,
             c.audience, c.results_audience, c.results_readers, c.breakdown, c.promise_hash, c.promised_days, c.kept_days, c.answers_due_at, c.answers_deleted_at,
             c.held_at, c.title, c.translations, coalesce(c.language, o.locale) as locale, o.time_zone, o.name as organisation, o.colour, o.logo
      from known k
      join collections c on c.organisation_id = ${organisationId} and c.id = k.collection_id
      join organisations o on o.id = ${organisationId}`,
  )
