/**
 * Answers that are counted: at close all others are deleted, so that whatever is computed later, of texts, of changes or anew, comes from
 * the same ones. Which they are is decided outside (confidentiality/respondents.ts).
 */
import { type CollectionRef } from '../collection-ref.ts'
import { json, run, sql, type Tx } from '../db/db.ts'
import { type StoredRespondent } from './answers.ts'

/**
 * At close of a collection that keeps the person beside the answer: deletes the answers of everybody else, and those answers to single
 * questions that a respondent is passed without. Whatever is computed later comes from what is left.
 */
export async function keepOnly(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  respondents: readonly StoredRespondent[],
): Promise<void> {
  const kept = respondents.map(({ id, answers }) => ({ id, questions: [...answers.keys()] }))
  await run(
    tx,
    sql`
      with kept as (
        select id, questions
        from jsonb_to_recordset(${json(kept)}) as kept (id text, questions text[])
      ), uncounted as (
        delete from responses r
        where r.organisation_id = ${organisationId}
          and r.collection_id = ${collectionId}
          and r.state = 'submitted'
          and not exists (select 1 from kept where kept.id = r.id)
      )
      update responses r
      set answers = (
        select coalesce(jsonb_agg(answer order by place), '[]')
        from jsonb_array_elements(r.answers) with ordinality as given (answer, place)
        where answer ->> 'question_id' = any (kept.questions)
      )
      from kept
      where r.organisation_id = ${organisationId}
        and r.collection_id = ${collectionId}
        and r.id = kept.id
        and jsonb_array_length(r.answers) > cardinality(kept.questions)`,
  )
}
