/**
 * What other rooms may ask about answers and keys inside their own statements: how many people have answered, whether one has,
 * and by which keys links are derived. The tables are named here and nowhere else.
 */
import { sql } from '../db/db.ts'

/** The number of answers to the row of `collections` of the statement: int8. */
export const answersCount = sql`(
  select count(*)
  from responses r
  where r.organisation_id = collections.organisation_id
    and r.collection_id = collections.id
    and r.state = 'submitted'
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

/** To join the keys to the row `c` of `collections`, which has none once it has ended. Text, for prepared statements. */
export const keysOfCollection =
  'collection_keys k on k.organisation_id = c.organisation_id and k.collection_id = c.id'
