/**
 * Answers that were collected elsewhere, imported into the vault of a collection that closes in the same transaction: from then on
 * they are stored like all others and leave through the same gate. Never into an anonymous collection: a caller
 * who imports answers together with their respondents cannot promise not to know them.
 */
import type { Answer } from '../../contract/questions.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { json, run, sql, type Tx } from '../db/db.ts'
import { newResponseId } from '../ids.ts'

type PastAnswer = { memberId: string; teamId: string | null; answers: readonly Answer[] }

const insertedAtOnce = 1000

/** @param submittedAt  the same moment for all of them */
export async function keepPastAnswers(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  answers: readonly PastAnswer[],
  submittedAt: Date,
): Promise<void> {
  for (let from = 0; from < answers.length; from += insertedAtOnce) {
    const part = answers.slice(from, from + insertedAtOnce).map((one) => ({
      id: newResponseId(),
      member_id: one.memberId,
      team_id: one.teamId,
      answers: one.answers,
    }))
    const inserted = await run(
      tx,
      sql`
        insert into responses (organisation_id, collection_id, id, member_id, team_id, answers, state, submitted_at)
        select c.organisation_id, c.id, part.id, part.member_id, part.team_id, part.answers, 'submitted', ${submittedAt}::timestamptz
        from collections c
        cross join jsonb_to_recordset(${json(part)}) as part (id text, member_id text, team_id text, answers jsonb)
        where c.organisation_id = ${organisationId}
          and c.id = ${collectionId}
          and c.state = 'open'
          and c.mode <> 'anonymous'
          and c.imported_at is not null`,
    )
    if (inserted !== part.length) throw new Error('past answers go into an open imported collection only')
  }
}
