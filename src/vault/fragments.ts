/**
 * What other rooms may ask of answers and keys inside their own statements: how many have answered, whether one has, and by
 * which keys links are derived. The tables are named here and nowhere else.
 */
import { sql } from '../db/db.ts'

/** Answers to the row of `collections` of the statement. */
export const answersCount = sql<number>`(
  select count(*)
  from responses r
  where r.organisation_id = collections.organisation_id
    and r.collection_id = collections.id
    and r.state = 'submitted'
)`

/** Whether the recipient of the row `d` of `deliveries` has answered by name. Answers of anonymous mode have no name. */
export const hasAnsweredByName = sql<boolean>`exists (
  select 1
  from responses a
  where a.organisation_id = d.organisation_id
    and a.collection_id = d.collection_id
    and a.member_id = d.member_id
    and a.state in ('submitted', 'withdrawn')
)`

/** To be joined with the row `c` of `collections`; it has none once it has ended. A text: some statements are prepared. */
export const keysOfCollection =
  'collection_keys k on k.organisation_id = c.organisation_id and k.collection_id = c.id'
