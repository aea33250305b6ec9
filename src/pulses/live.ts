/** How watched pulses stand: one statement for all of them. */
import { countedRow, type LiveRow, seenById } from '../collection/collection.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { type Seen, type Watched } from '../http/live.ts'

export async function lookAtPulses(tx: Tx, watched: readonly Watched[]): Promise<Map<string, Seen>> {
  const rows = await many<LiveRow>(
    tx,
    sql`
      select pulses.id, pulses.state, pulses.author_user_id,
             case when pulses.deleted_at is null then pulses.visibility else 'private' end as visibility,
             ${countedRow} as counted
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
