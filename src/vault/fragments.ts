/**
 * What other rooms may ask about answers and keys inside their own statements: how many people have answered, who has,
 * and by which keys links are derived. The tables are named here and nowhere else.
 */
import { type CollectionRef } from '../collection-ref.ts'
import { sql } from '../db/db.ts'

/** The number of answers to the row of `collections` of the statement: int8. */
export const answersCount = sql`(
  select count(*)
  from responses r
  where r.organisation_id = collections.organisation_id
    and r.collection_id = collections.id
    and r.state = 'submitted'
)`

/** The ids of those who have answered by name, as a query of the column member_id. Answers of anonymous mode have no name. */
export const answeredByName = ({ organisationId, collectionId }: CollectionRef) => sql`
  select member_id
  from responses
  where organisation_id = ${organisationId}
    and collection_id = ${collectionId}
    and member_id is not null
    and state in ('submitted', 'withdrawn')`

/** To join the keys to the row `c` of `collections`, which has none once it has ended. Text, for prepared statements. */
export const keysOfCollection =
  'collection_keys k on k.organisation_id = c.organisation_id and k.collection_id = c.id'
