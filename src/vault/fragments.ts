/**
 * What other rooms may ask about answers inside their own statements: how many people have answered, and who has by name. The table is
 * named here and nowhere else.
 */
import type { CollectionRef } from '../collection-ref.ts'
import { isReached } from '../db/claiming.ts'
import { sql } from '../db/db.ts'

/**
 * The number of answers to the row of `collections` of the statement: int8. Answers that were erased since it opened count until close, so
 * that no count reveals whether somebody had answered.
 * @param organisationId  whose row it is, where the statement is about one organisation: divided tables then ask its server alone
 */
export const answersCount = (organisationId: string | null) => sql`(
  select count(*)
  from responses r
  where r.organisation_id = ${organisationId === null ? sql.ref('collections.organisation_id') : organisationId}
    and r.collection_id = collections.id
    and r.state in ('submitted', 'erased')
    and not r.repeats
    and ${isReached('r.organisation_id')}
)`

/** The ids of those whose named answers count, as a query of the column member_id. */
export const countedByName = ({ organisationId, collectionId }: CollectionRef) => sql`
  select member_id
  from responses
  where organisation_id = ${organisationId}
    and collection_id = ${collectionId}
    and member_id is not null
    and state = 'submitted'
  union all
  select unnest(member_ids)
  from answer_groups
  where organisation_id = ${organisationId}
    and collection_id = ${collectionId}`

/** The ids of those who have answered by name while the collection is open, as a query of the column member_id. Answers of anonymous mode have no name. */
export const answeredByName = ({ organisationId, collectionId }: CollectionRef) => sql`
  select member_id
  from responses
  where organisation_id = ${organisationId}
    and collection_id = ${collectionId}
    and member_id is not null
    and state in ('submitted', 'withdrawn')`
