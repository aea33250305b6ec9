/** SQL of messages that are still to be sent. */
import { only, sql, type Tx } from '../db/db.ts'
import { bool, shape } from '../db/shape.ts'
import type { DueMessage } from './delivery-store.ts'

/** Whether an earlier message to this recipient is still to be sent, after quiet hours or an absence, or by another attempt. */
export const hasEarlierPending = async (tx: Tx, due: DueMessage): Promise<boolean> =>
  (
    await only(
      tx,
      shape({ is_pending: bool }),
      sql`
        select exists (
          select 1
          from deliveries
          where organisation_id = ${due.organisation_id}
            and collection_id = ${due.collection_id}
            and member_id = ${due.member_id}
            and round < ${due.round}
            and state = 'pending'
        ) as is_pending`,
    )
  ).is_pending
