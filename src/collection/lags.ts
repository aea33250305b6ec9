/** How far behind closing, reminding and sending are: each one step into the index that the worker itself goes by. */
import { sendingChannels } from '../../contract/collections.ts'
import { only, sql, textArray, type Tx } from '../db/db.ts'
import { type DueLag } from '../jobs/jobs.ts'

type Oldest = { oldest: string | null }

const closing: DueLag = {
  work: 'close',
  oldest: async (tx) =>
    (await only(tx, sql<Oldest>`select min(closes_at) as oldest from collections where state = 'open'`))
      .oldest,
}

const reminding: DueLag = {
  work: 'remind',
  oldest: async (tx) =>
    (await only(tx, sql<Oldest>`select min(due_at) as oldest from reminders where made_at is null`)).oldest,
}

const sending: DueLag = {
  work: 'deliver',
  oldest: async (tx) =>
    (
      await only(
        tx,
        sql<Oldest>`
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
      )
    ).oldest,
}

export const collectionLags: readonly DueLag[] = [closing, reminding, sending]

/** Messages that are due and have not gone. */
export const countDueDeliveries = async (tx: Tx, now: Date): Promise<number> =>
  (
    await only(
      tx,
      sql<{ count: number }>`
        select count(*) as count
        from deliveries
        where state = 'pending'
          and channel <> 'link'
          and next_attempt_at <= ${now}`,
    )
  ).count
