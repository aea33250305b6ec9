/** How far behind closing, reminding and sending are. Each costs one step into the index that its worker uses. */
import { sendingChannels } from '../../contract/collections.ts'
import { only, sql, textArray, type Tx } from '../db/db.ts'
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
          select min(next_attempt_at) as oldest
          from unnest(${textArray(sendingChannels)}) as channels (channel)
          cross join lateral (
            select next_attempt_at
            from deliveries d
            where d.channel = channels.channel
              and d.state = 'pending'
            order by next_attempt_at
            limit 1
          ) as first`,
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
