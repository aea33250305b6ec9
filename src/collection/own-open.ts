/**
 * Which surveys are open for somebody. It reads the frozen roster and what the survey says of itself, and never whether an answer came: so it
 * is the same before and after they answer, in every mode, and anyone who reads it learns nothing about who has answered.
 */
import type { OwnOpenSurveys } from '../../contract/people.ts'
import type { Mode } from '../../contract/confidentiality.ts'
import { limits } from '../../contract/limits.ts'
import { many, sql, type Tx } from '../db/db.ts'
import { int8, nullable, shape, textOf, timestamptz } from '../db/shape.ts'
import { collections, users } from '../db/tables.ts'

const row = shape({
  open: int8,
  title: collections.title,
  asked_by: nullable(users.name),
  closes_at: nullable(timestamptz),
  mode: textOf<Mode>(),
  questions: collections.question_count,
  minutes: collections.minutes,
})

/** `closes_at`: when the first of them ends; null where none has an end. */
export async function openForMember(
  tx: Tx,
  { organisationId, memberId }: { organisationId: string; memberId: string },
  now: Date,
): Promise<OwnOpenSurveys> {
  const rows = await many(
    tx,
    row,
    sql`
      select count(*) over () as open, c.title, u.name as asked_by, coalesce(r.closes_at, c.closes_at) as closes_at, c.mode,
             c.question_count as questions, c.minutes
      from collections c
      join recipients r
        on r.organisation_id = c.organisation_id
       and r.collection_id = c.id
      left join users u on u.organisation_id = c.organisation_id and u.id = c.author_user_id
      where c.organisation_id = ${organisationId}
        and c.state = 'open'
        and r.member_id = ${memberId}
        and coalesce(r.opens_at <= ${now}, true)
        and coalesce(coalesce(r.closes_at, c.closes_at) > ${now}, true)
      order by coalesce(r.closes_at, c.closes_at), c.id
      limit ${limits.ownOpenSurveysMax}`,
  )
  const [first] = rows
  return {
    open: first?.open ?? 0,
    closes_at: first?.closes_at ?? null,
    surveys: rows.map(({ open: _open, ...survey }) => survey),
  }
}
