/**
 * Windows of few: where each recipient answers in a window of their own time zone and one holds fewer than k of those who count, whoever has it
 * would be seen to answer. Nothing is told of such a collection while it is open (response-summary.ts).
 */
import type { CollectionRef } from '../collection-ref.ts'
import { run, sql, type Tx } from '../db/db.ts'

/** After its recipients are frozen. */
export const markSmallWindows = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      update collections c
      set in_small_windows = true
      where c.organisation_id = ${organisationId}
        and c.id = ${collectionId}
        and exists (
          select 1
          from recipients r
          where r.organisation_id = ${organisationId}
            and r.collection_id = ${collectionId}
            and r.is_counted
          group by r.opens_at, r.closes_at
          having count(*) < greatest(c.k_score, c.k_rate)
        )`,
  )
