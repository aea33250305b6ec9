/**
 * Rows of recipients, wherever they are: each in its own row, or packed with others once its collection is history (collection/packing.ts).
 * Both are read in one statement, so a row that is being packed is in exactly one of them.
 *
 * What has a link, a message that waits or a value of the attribute is never packed: who looks for these asks the table.
 */
import type { RawBuilder } from 'kysely'
import { sql } from './db/db.ts'

type Sql = RawBuilder<unknown>

/** Recipients of one collection: organisation_id, collection_id, member_id, team_id, seat_cell, is_counted, uncounted_because. @param member  null: all */
export const recipientRows = (
  organisationId: string,
  { collection, member }: { collection: Sql; member: Sql | null },
) => sql`
  select organisation_id, collection_id, member_id, team_id, attribute_value, seat_cell, is_counted, uncounted_because
  from recipients
  where organisation_id = ${organisationId}
    and collection_id = ${collection}
    ${member === null ? sql`` : sql`and member_id = ${member}`}
  union all
  select p.organisation_id, p.collection_id, one.member_id, one.team_id, null, one.seat_cell, one.counted::boolean, one.reason
  from packed_recipients p
  cross join lateral unnest(p.member_ids, p.team_ids, p.seat_cells, p.counted, p.reasons)
    as one (member_id, team_id, seat_cell, counted, reason)
  where p.organisation_id = ${organisationId}
    and p.collection_id = ${collection}
    ${member === null ? sql`` : sql`and ${member} between p.first_member_id and p.last_member_id and one.member_id = ${member}`}`
