/**
 * Collections that closed 30 days ago take less space from then on: links and names of messages, which serve nothing any more, are forgotten, and
 * answers that nobody reads one by one become groups (vault/answer-groups.ts). A part at a time, each in its own transaction
 * that holds the collection's row; how far it has come is with the collection, so another worker goes on after a crash. What is
 * being deleted or held waits.
 *
 * An older release does not see what lies together, so all of it waits until no process of one can be alive (db/forms.ts).
 */
import { limits } from '../../contract/limits.ts'
import type { CollectionRef } from '../collection-ref.ts'
import type { DeleteSome } from '../confidentiality/confidentiality.ts'
import { claimWithin } from '../db/claiming.ts'
import { json, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { isReadByAll } from '../db/forms.ts'
import { int8, jsonbOf, nullable, shape, shapeOf, text } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { packSome } from './packing.ts'
import { forgetLinksOfAnswers, groupProofs, groupSome } from '../vault/vault.ts'

/** Rows that one transaction changes at most. */
const partMax = 500

/** A page of the key has room for about nine of its rows: of 3,000 recipients this is one in fifteen. */
const linksMax = 200

/** Which part is next, and the key of the last row that was changed. */
type CompactionPosition = { step: number; after: string | null }

const claimedRow = shapeOf(collections, ['organisation_id', 'id', 'mode'], {
  compaction: nullable(jsonbOf<CompactionPosition>()),
})

/** The last migration that brought places for what lies together. */
const migration = 86

const keptMs = limits.linksKeptDays * 86_400_000

/** The first condition is that of the index. */
const closedBy = (at: Date) => sql`
  from collections
  where state <> 'open'
    and compacted_at is null
    and closed_at <= ${at}
    and (imported_at is null or imported_at <= ${at})
    and results_status <> 'analysing'
    and deletion is null
    and held_at is null`

/** A collection that is to be compacted; claimed until the transaction ends. */
const claim = (tx: Tx, at: Date, quarantined: readonly string[]) =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      ${closedBy(at)}
        and id <> all (${textArray(quarantined)})
      order by closed_at`,
    (organisationId) =>
      one(
        tx,
        claimedRow,
        sql`
          select ${claimedRow.columns}, compaction
          ${closedBy(at)}
            and organisation_id = ${organisationId}
            and id <> all (${textArray(quarantined)})
          order by closed_at
          limit 1
          for update skip locked`,
      ),
  )

const batchRow = shape({ count: int8, last: nullable(text) })

/**
 * In the order of the hashes, so a part changes few rows of each page of the key: it finds room there for their new versions, and that of
 * the part before, which PostgreSQL takes back when the page is full. In the order of the key every page would be split and stay half empty.
 */
const forgetLinks: DeleteSome = (tx, { organisationId, collectionId }) =>
  only(
    tx,
    batchRow,
    sql`
      with cleared as (
        update recipients
        set token_sha256 = null
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and member_id = any (array(
            select member_id
            from recipients
            where organisation_id = ${organisationId}
              and collection_id = ${collectionId}
              and token_sha256 is not null
            order by token_sha256
            limit ${linksMax}
          ))
        returning 1
      )
      select count(*) as count, null::text as last
      from cleared`,
  )

/** A message that waits keeps its name: the worker that looks at it next finds that the survey has closed. A member may have several messages, so the next part begins with the last member again. */
const forgetMessageNames: DeleteSome = (tx, { organisationId, collectionId }, after, limit) =>
  only(
    tx,
    batchRow,
    sql`
      with cleared as (
        update deliveries
        set message = null
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and state <> 'pending'
          and member_id = any (array(
            select member_id
            from deliveries
            where organisation_id = ${organisationId}
              and collection_id = ${collectionId}
              and member_id >= ${after ?? ''}
              and message is not null
              and state <> 'pending'
            order by member_id
            limit ${limit}
          ))
        returning member_id
      )
      select count(*) as count, max(member_id) as last
      from cleared`,
  )

const partsOf = (mode: string): readonly DeleteSome[] => [
  forgetLinks,
  forgetMessageNames,
  ...(mode === 'attributed' ? [] : [groupSome]),
  forgetLinksOfAnswers,
  groupProofs,
]

/** Compacts one part of a collection; where none is left, packs one part (packing.ts). */
export const compactionTask: TransactionTask = {
  name: 'collection.compact',
  everyMs: 3_600_000,
  run: async (tx, now, quarantined) => {
    if (!(await isReadByAll(tx, migration, now))) return 0
    const row = await claim(tx, new Date(now.getTime() - keptMs), quarantined)
    if (!row) return packSome(tx, now, quarantined)
    const ref: CollectionRef = { organisationId: row.organisation_id, collectionId: row.id }
    await forRow(row.id, async () => save(tx, ref, await compactPart(tx, ref, row), now))
    return 1
  },
}

/** @returns where to go on; null: nothing is left */
async function compactPart(
  tx: Tx,
  ref: CollectionRef,
  { mode, compaction }: { mode: string; compaction: CompactionPosition | null },
): Promise<CompactionPosition | null> {
  const parts = partsOf(mode)
  let after = compaction?.after ?? null
  for (let step = compaction?.step ?? 0; step < parts.length; step++) {
    const { count, last } = await parts[step](tx, ref, after, partMax)
    if (count > 0) return { step, after: last }
    after = null
  }
  return null
}

const save = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  next: CompactionPosition | null,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set compaction = ${next && json(next)},
          compacted_at = ${next ? null : now}
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
