/**
 * What other rooms may ask about answers inside their own statements: how many people have answered, and whether one has. The table is
 * named here and nowhere else.
 */
import { sql } from '../db/db.ts'

/** The number of answers to the row of `collections` of the statement: int8. */
export const answersCount = sql`(
  select count(*)
  from responses r
  where r.organisation_id = collections.organisation_id
    and r.collection_id = collections.id
    and r.state = 'submitted'
    and not r.repeats
)`

/** Whether the recipient of the row `d` of `deliveries` has answered by name. Answers of anonymous mode have no name. */
export const hasAnsweredByName = sql`exists (
  select 1
  from responses a
  where a.organisation_id = d.organisation_id
    and a.collection_id = d.collection_id
    and a.member_id = d.member_id
    and a.state in ('submitted', 'withdrawn')
)`
