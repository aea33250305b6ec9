/** How far behind closing, reminding and sending are. Each costs one step into the index that its worker uses. */
import { sendingChannels } from '../../contract/collections.ts'
import { only, sql, type Tx } from '../db/db.ts'
import { int8, nullable, shape, timestamptz } from '../db/shape.ts'
import type { DueLag } from '../jobs/jobs.ts'

const oldestRow = shape({ oldest: nullable(timestamptz) })

const oldest = async (tx: Tx, query: ReturnType<typeof sql>): Promise<string | null> =>
  (await only(tx, oldestRow, query)).oldest

export const collectionLags: readonly DueLag[] = [
  {
    work: 'close',
    oldest: (tx) => oldest(tx, sql`select min(closes_at) as oldest from collections where state = 'open'`),
  },
  {
    work: 'remind',
    oldest: (tx) => oldest(tx, sql`select min(due_at) as oldest from reminders where made_at is null`),
  },
  {
    work: 'deliver',
    oldest: (tx) =>
      oldest(
        tx,
        sql`
          select least(${sql.join(
            // Each from its index, and each an answer by itself, which a divided table needs.
            sendingChannels.map(
              (channel) =>
                sql`(select min(next_attempt_at) from deliveries where channel = ${channel} and state = 'pending')`,
            ),
          )}) as oldest`,
      ),
  },
]

/** Messages that are due and not sent yet. */
export async function countDueDeliveries(tx: Tx, now: Date): Promise<number> {
  const { count } = await only(
    tx,
    shape({ count: int8 }),
    sql`
      select count(*) as count
      from deliveries
      where state = 'pending'
        and channel not in ('link', 'code')
        and next_attempt_at <= ${now}`,
  )
  return count
}
