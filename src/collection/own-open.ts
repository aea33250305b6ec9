/**
 * How many surveys are open for somebody. It reads the frozen roster and the times of the survey, and never whether an answer came: so it
 * is the same before and after they answer, in every mode, and whoever reads it learns nothing about who has answered.
 */
import { only, sql, type Tx } from '../db/db.ts'
import { int8, nullable, type RowOf, shape, timestamptz } from '../db/shape.ts'

const row = shape({ open: int8, closes_at: nullable(timestamptz) })

/** `closes_at`: when the first of them ends; null where none has an end. */
export const openForMember = (
  tx: Tx,
  { organisationId, memberId }: { organisationId: string; memberId: string },
  now: Date,
): Promise<RowOf<typeof row>> =>
  only(
    tx,
    row,
    sql`
      select count(*) as open, min(coalesce(r.closes_at, c.closes_at)) as closes_at
      from collections c
      join recipients r
        on r.organisation_id = c.organisation_id
       and r.collection_id = c.id
      where c.organisation_id = ${organisationId}
        and c.state = 'open'
        and r.member_id = ${memberId}
        and coalesce(r.opens_at <= ${now}, true)
        and coalesce(coalesce(r.closes_at, c.closes_at) > ${now}, true)`,
  )
