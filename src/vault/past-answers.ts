/**
 * Answers that were given elsewhere, brought into the vault of a collection that closes in the same transaction: from then on
 * they are held like all others, and leave through the same gate. Never into an anonymous one: whoever hands in answers with
 * their respondents cannot promise to know none.
 */
import { type Answer } from '../../contract/questions.ts'
import { json, run, sql, type Tx } from '../db/db.ts'
import { newResponseId } from '../ids.ts'
import { type CollectionRef } from '../collection-ref.ts'

export type PastAnswer = { memberId: string; teamId: string | null; answers: readonly Answer[] }

const batch = 1000

/** @param at  told for all of them alike */
export async function keepPastAnswers(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  given: readonly PastAnswer[],
  at: Date,
): Promise<void> {
  for (let from = 0; from < given.length; from += batch) {
    const part = given
      .slice(from, from + batch)
      .map(({ memberId, teamId, answers }) => ({ id: newResponseId(), memberId, teamId, answers }))
    const kept = await run(
      tx,
      sql`
        insert into responses (organisation_id, collection_id, id, member_id, team_id, answers, state, submitted_at)
        select c.organisation_id, c.id, part.id, part."memberId", part."teamId", part.answers, 'submitted', ${at}::timestamptz
        from collections c
        cross join jsonb_to_recordset(${json(part)}) as part (id text, "memberId" text, "teamId" text, answers jsonb)
        where c.organisation_id = ${organisationId}
          and c.id = ${collectionId}
          and c.state = 'open'
          and c.mode <> 'anonymous'
          and c.imported_at is not null`,
    )
    if (kept !== part.length) throw new Error('past answers go into an imported collection alone')
  }
}
