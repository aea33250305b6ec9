/**
 * Answers of empty seats: what is known of the people of some cells, and what the seats whose owners were not asked say in their place
 * (confidentiality/carrying.ts). Confidential collections only: no other mode keeps answers with their people and from every reader.
 */
import { type Answer } from '../../contract/questions.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { json, many, run, sql, textArray, type Tx } from '../db/db.ts'
import { jsonbOf, type RowOf, shape } from '../db/shape.ts'
import { newResponseId } from '../ids.ts'
import { recipients, responses } from '../db/tables.ts'

const saidRow = shape({
  collection_id: responses.collection_id,
  member_id: recipients.member_id,
  answers: jsonbOf<Answer[]>(),
})

/** What these people, or their seats, said in these collections; nothing for those who were silent. */
export const saidBy = (
  tx: Tx,
  organisationId: string,
  collectionIds: readonly string[],
  members: readonly string[],
): Promise<RowOf<typeof saidRow>[]> =>
  many(
    tx,
    saidRow,
    sql`
      select r.collection_id, r.member_id, r.answers
      from responses r
      join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id and c.mode = 'confidential'
      where r.organisation_id = ${organisationId}
        and r.collection_id = any (${textArray(collectionIds)})
        and r.member_id = any (${textArray(members)})
        and r.state in ('submitted', 'carried')
        and not r.repeats`,
  )

export type CarriedAnswer = { memberId: string; teamId: string | null; answers: readonly Answer[] }

/** Stores what empty seats say, beside the answers of the people who were asked. Once, at close. */
export async function keepCarried(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  carried: readonly CarriedAnswer[],
): Promise<void> {
  const rows = carried.map(({ memberId, teamId, answers }) => ({
    id: newResponseId(),
    member_id: memberId,
    team_id: teamId,
    answers,
  }))
  await run(
    tx,
    sql`
      insert into responses (organisation_id, collection_id, id, member_id, team_id, answers, state)
      select c.organisation_id, c.id, seat.id, seat.member_id, seat.team_id, seat.answers, 'carried'
      from collections c
      cross join jsonb_to_recordset(${json(rows)}) as seat (id text, member_id text, team_id text, answers jsonb)
      where c.organisation_id = ${organisationId}
        and c.id = ${collectionId}
        and c.mode = 'confidential'`,
  )
}
