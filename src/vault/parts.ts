/** Deleting answers in small parts, each by its own transaction, once their time is over or their survey is purged. */
import type { CollectionRef } from '../collection-ref.ts'
import { only, sql, type Tx } from '../db/db.ts'
import { int8, nullable, shape, text } from '../db/shape.ts'
import { type Batch, groupedAtOnce } from './answer-groups.ts'

const batchRow = shape({ count: int8, last: nullable(text) })

/**
 * Deletes some rows of one of the vault's tables, in the order of a key where an index has one: `after` says where the last batch ended, so
 * that none walks over what was just deleted.
 */
const deleteSomeOf = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  table: 'responses' | 'live_answers',
  { key, after, limit }: { key: 'id' | 'response_id'; after: string | null; limit: number },
): Promise<Batch> =>
  only(
    tx,
    batchRow,
    sql`
      with deleted as (
        delete from ${sql.table(table)}
        where organisation_id = ${organisationId}
          and ctid = any (array(
          select ctid
          from ${sql.table(table)}
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}
            and ${sql.ref(key)} >= ${after ?? ''}
          order by ${sql.ref(key)}
          limit ${limit}
        ))
        returning ${sql.ref(key)} as key
      )
      select count(*) as count, max(key) as last
      from deleted`,
  )

const deleteSomeUnordered = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  table: 'receipts' | 'receipt_proofs' | 'live_sums' | 'answer_groups' | 'proof_groups',
  limit: number,
): Promise<Batch> =>
  only(
    tx,
    batchRow,
    sql`
      with deleted as (
        delete from ${sql.table(table)}
        where organisation_id = ${organisationId}
          and ctid = any (array(
          select ctid
          from ${sql.table(table)}
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}
          limit ${limit}
        ))
        returning 1
      )
      select count(*) as count, null::text as last
      from deleted`,
  )

type DeleteSome = (tx: Tx, ref: CollectionRef, after: string | null, limit: number) => Promise<Batch>

/** What is deleted of single answers once their time is over: in small parts, each by its own transaction. */
export const answerParts: readonly DeleteSome[] = [
  (tx, ref, after, limit) => deleteSomeOf(tx, ref, 'responses', { key: 'id', after, limit }),
  (tx, ref, _after, limit) => deleteSomeUnordered(tx, ref, 'answer_groups', Math.ceil(limit / groupedAtOnce)),
  (tx, ref, _after, limit) => deleteSomeUnordered(tx, ref, 'receipts', limit),
  (tx, ref, after, limit) => deleteSomeOf(tx, ref, 'live_answers', { key: 'response_id', after, limit }),
  (tx, ref, _after, limit) => deleteSomeUnordered(tx, ref, 'live_sums', limit),
]

/** Proofs go with the survey: until then they say what has become of an answer. */
export const proofParts: readonly DeleteSome[] = [
  (tx, ref, _after, limit) => deleteSomeUnordered(tx, ref, 'receipt_proofs', limit),
  (tx, ref, _after, limit) => deleteSomeUnordered(tx, ref, 'proof_groups', limit),
]
