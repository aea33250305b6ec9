/** SQL of suppressed addresses. */
import type { SendingChannel } from '../../contract/collections.ts'
import type { Suppression } from '../../contract/deliveries.ts'
import { many, run, sql, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { shapeOf } from '../db/shape.ts'
import { suppressions } from '../db/tables.ts'

type SuppressionFilter = { channel: string | null; address: string | null }

const suppressionRow = shapeOf(suppressions, ['id', 'channel', 'address', 'source', 'reason', 'since'])

/** The latest first. */
export const listSuppressions = (
  tx: Tx,
  organisationId: string,
  filter: SuppressionFilter,
  paging: Paged,
): Promise<Suppression[]> =>
  many(
    tx,
    suppressionRow,
    sql`
      select ${suppressionRow.columns}
      from suppressions
      where organisation_id = ${organisationId}
        and (${filter.channel}::text is null or channel = ${filter.channel})
        and (${filter.address}::text is null or address = lower(${filter.address}))
        and ${olderThan('id', paging.after)}
      order by id desc
      limit ${paging.limit + 1}`,
  )

export const deleteSuppression = (tx: Tx, organisationId: string, id: string): Promise<number> =>
  run(tx, sql`delete from suppressions where organisation_id = ${organisationId} and id = ${id}`)

/** Lifts what the channel itself had refused: it says that the address is right again. */
export const liftRefusal = (
  tx: Tx,
  organisationId: string,
  { channel, address }: { channel: SendingChannel; address: string },
): Promise<number> =>
  run(
    tx,
    sql`
      delete from suppressions
      where organisation_id = ${organisationId}
        and channel = ${channel}
        and address = lower(${address})
        and source = 'channel'`,
  )
