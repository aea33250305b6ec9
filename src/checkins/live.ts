/** Live state of watched instances: one statement for all of them. They are seen like their check-in. */
import { liveCounts, liveRow, seenById } from '../collection/collection.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import type { TargetState, WatchTarget } from '../http/live.ts'

export async function watchInstances(
  tx: Tx,
  watched: readonly WatchTarget[],
): Promise<Map<string, TargetState>> {
  const rows = await many(
    tx,
    liveRow,
    sql`
      select i.id, i.state, check_ins.is_public, check_ins.author_user_id, ${liveCounts} as counted
      from unnest(
             ${textArray(watched.map((one) => one.organisationId))},
             ${textArray(watched.map((one) => one.id))}
           ) as watched (organisation_id, id)
      join check_in_instances i on i.organisation_id = watched.organisation_id and i.id = watched.id
      join check_ins on check_ins.organisation_id = i.organisation_id and check_ins.id = i.check_in_id
      left join collections
        on collections.organisation_id = i.organisation_id
       and collections.id = i.collection_id`,
  )
  return seenById(rows)
}
