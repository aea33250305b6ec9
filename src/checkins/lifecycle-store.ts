/** SQL of check-ins around joining and leaving. */
import { many, run, sql, type Tx } from '../db/db.ts'
import { shape } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import type { InstanceRow } from './instances-store.ts'
import type { CheckInRow } from './store.ts'

/** The collections of instances that have opened, whatever became of them. */
export async function collectionsOf(tx: Tx, checkIn: CheckInRow): Promise<string[]> {
  const rows = await many(
    tx,
    shape({ collection_id: collections.id }),
    sql`
      select collection_id
      from check_in_instances
      where organisation_id = ${checkIn.organisation_id}
        and check_in_id = ${checkIn.id}
        and collection_id is not null`,
  )
  return rows.map((row) => row.collection_id)
}

/** Sets when the clock looks for people again; callers see nothing of it. */
export const lookForPeople = (
  tx: Tx,
  { organisation_id, id }: Pick<InstanceRow, 'organisation_id' | 'id'>,
  at: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update check_in_instances
      set asks_at = ${at}
      where organisation_id = ${organisation_id}
        and id = ${id}
        and state = 'open'`,
  )
