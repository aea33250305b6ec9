/**
 * What a collection leaves outside the database when it has ended: its keys, and its messages in the outbox, which hold links and
 * addresses. Both go as due work right after the transaction that ended it: a crash in between delays that and loses nothing.
 */
import type { Channels } from '../channels/channels.ts'
import { endedWithKeys, keysDestroyed } from '../collection/collection.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { many, run, sql, type Tx } from '../db/db.ts'
import { shapeOf, text } from '../db/shape.ts'
import { deliveries } from '../db/tables.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { destroyKeys, sweepKeys } from '../vault/vault.ts'

const hourMs = 3_600_000

export const endedCollectionsTask = (channels: Channels): TransactionTask => ({
  name: 'collection.destroy_keys',
  everyMs: 1_000,
  waiting: endedWithKeys.waiting,
  run: async (tx, now, quarantined) => {
    const ref = await endedWithKeys.find(tx, quarantined)
    if (!ref) return 0
    await forRow(ref.collectionId, async () => {
      if (channels.outbox() !== null) await channels.forget(await messagesOf(tx, ref))
      await destroyKeys(tx, ref)
      await keysDestroyed(tx, ref, now)
    })
    return 1
  },
})

/** Their names are forgotten long after. */
const messageRow = shapeOf(deliveries, ['message'], { message: text })

/** Every message of a collection; the locks wait for those that are being sent. */
async function messagesOf(tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<string[]> {
  await run(
    tx,
    sql`
      select 1
      from deliveries
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and state = 'pending'
      for update`,
  )
  const rows = await many(
    tx,
    messageRow,
    sql`
      select ${messageRow.columns}
      from deliveries
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and channel not in ('link', 'code')
        and message is not null`,
  )
  return rows.map(({ message }) => message)
}

/** Keys that no open collection needs any more. */
export const sweepKeysTask: TransactionTask = {
  name: 'keys.sweep',
  everyMs: hourMs,
  run: async (tx, now) => {
    await sweepKeys(tx, now)
    return 0
  },
}
