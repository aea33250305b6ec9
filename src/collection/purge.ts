/** The end of everything that was asked under a pulse or a check-in. What happened stays: events, and the audit. */
import { type CollectionRef } from '../collection-ref.ts'
import { purgeVault } from '../confidentiality/confidentiality.ts'
import { many, run, sql, type Tx } from '../db/db.ts'

/** What refers to a collection beside what the gate keeps of it. */
const tables = ['deliveries', 'reminders', 'recipients', 'collection_teams'] as const

/** @param forgetInsights  of one collection; insights stand above the engine */
export async function purgeSeries(
  tx: Tx,
  organisationId: string,
  seriesId: string,
  forgetInsights: (tx: Tx, ref: CollectionRef) => Promise<unknown>,
): Promise<void> {
  const collections = await many<{ id: string }>(
    tx,
    sql`
      select id
      from collections
      where organisation_id = ${organisationId}
        and series_id = ${seriesId}
      for update`,
  )
  for (const { id: collectionId } of collections) {
    const ref = { organisationId, collectionId }
    await forgetInsights(tx, ref)
    await purgeVault(tx, ref)
    for (const table of tables)
      await run(
        tx,
        sql`
          delete from ${sql.table(table)}
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}`,
      )
    await run(
      tx,
      sql`delete from collections where organisation_id = ${organisationId} and id = ${collectionId}`,
    )
  }
  await run(
    tx,
    sql`delete from opt_outs where organisation_id = ${organisationId} and series_id = ${seriesId}`,
  )
}
