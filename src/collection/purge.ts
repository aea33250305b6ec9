/** Deletes every collection of a pulse or a check-in. The record of what happened stays: events, and the audit log. */
import { type CollectionRef } from '../collection-ref.ts'
import { purgeVault } from '../confidentiality/confidentiality.ts'
import { many, run, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections } from '../db/tables.ts'

/** The tables that refer to a collection, beside those of the gate. */
const tables = ['deliveries', 'reminders', 'recipients', 'collection_teams'] as const

/** @param deleteInsights  of one collection; handed in, since insights are above the engine */
export async function purgeSeries(
  tx: Tx,
  organisationId: string,
  seriesId: string,
  deleteInsights: (tx: Tx, ref: CollectionRef) => Promise<unknown>,
): Promise<void> {
  const rows = await many(
    tx,
    shapeOf(collections, ['id']),
    sql`
      select id
      from collections
      where organisation_id = ${organisationId}
        and series_id = ${seriesId}
      for update`,
  )
  for (const { id: collectionId } of rows) {
    const ref = { organisationId, collectionId }
    await deleteInsights(tx, ref)
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
