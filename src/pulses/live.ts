/** Live state of watched pulses: one statement for all of them. */
import { liveCounts, liveRow, seenById } from '../collection/collection.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import type { TargetState, WatchTarget } from '../http/live.ts'

export async function watchPulses(
  tx: Tx,
  watched: readonly WatchTarget[],
): Promise<Map<string, TargetState>> {
  const rows = await many(
    tx,
    liveRow,
    sql`
      select pulses.id, pulses.state, pulses.is_public, pulses.author_user_id, ${liveCounts} as counted
      from unnest(
             ${textArray(watched.map((one) => one.organisationId))},
             ${textArray(watched.map((one) => one.id))}
           ) as watched (organisation_id, id)
      join pulses on pulses.organisation_id = watched.organisation_id and pulses.id = watched.id
      left join collections
        on collections.organisation_id = pulses.organisation_id
       and collections.id = pulses.collection_id`,
  )
  return seenById(rows)
}
