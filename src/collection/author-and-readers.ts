/** SQL of who a collection belongs to, and of whom its results are shared with. */
import type { CollectionRef } from '../collection-ref.ts'
import { only, run, sql, type Tx } from '../db/db.ts'
import { nullable, shape, textList } from '../db/shape.ts'
import { type Reader, sharedTeams } from '../visibility.ts'

/** Its author's surveys are somebody else's now: that changes who sees what belongs to a private one. */
export const setAuthor = (
  tx: Tx,
  { organisationId, seriesId }: { organisationId: string; seriesId: string },
  userId: string,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set author_user_id = ${userId}
      where organisation_id = ${organisationId}
        and series_id = ${seriesId}`,
  )

const sharedRow = shape({ shared: nullable(textList) })

/** The teams whose results the reader may see, '' for everyone who was asked; null for all of them. */
export const teamsSharedWith = async (
  tx: Tx,
  reader: Reader,
  { organisationId, collectionId }: CollectionRef,
): Promise<string[] | null> =>
  (
    await only(
      tx,
      sharedRow,
      sql`
        select ${sharedTeams(reader, 'c')} as shared
        from collections c
        where c.organisation_id = ${organisationId}
          and c.id = ${collectionId}`,
    )
  ).shared
