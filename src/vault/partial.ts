/**
 * Answers that were saved and not sent. They lie under the same unique key as the answer that they may become, count
 * nowhere, and are dropped when the collection closes. Who reads one must show the secret of the device that saved it:
 * links are known to whoever delivers them. To everybody else there is no difference between none and one.
 */
import { type Answer } from '../../contract/questions.ts'
import { type Db, one, run, sql, type Tx } from '../db/db.ts'
import { newResponseId } from '../ids.ts'
import { attemptKeyOf, respondentKeyOf } from './seal.ts'
import { answersIn, contentOf, type Holder, type Submission, whileOpen } from './answers.ts'
import { type CollectionRef } from '../collection-ref.ts'

/** How a link stands, to somebody who may know the secret of an attempt. */
export type AnswerStatus = { kind: 'open' } | { kind: 'saved'; answers: Answer[] } | { kind: 'answered' }

/**
 * Saves in place of what was saved before, by whatever device: refusing another's would tell that somebody has begun.
 * One statement, guarded by `whileOpen` like that of a sent answer. @returns 'answered' where the link is used up, withdrawn or not
 */
export async function savePartial(
  db: Db,
  holder: Holder,
  { answers, attempt }: Submission,
  now: Date,
): Promise<'saved' | 'closed' | 'answered'> {
  const content = contentOf(holder, answers)
  const { rows } = await db.pool.query<{ saved: string | null; open: string | null }>({
    name: 'save_partial',
    text: `
      ${whileOpen}, saved as (
        insert into responses
          (organisation_id, collection_id, id, respondent_key, member_id, team_id, answers, sealed, state, attempt_key)
        select organisation_id, id, $4, $5, $6, $7, $8, $9, 'partial', $10
        from open_collection
        on conflict (organisation_id, collection_id, respondent_key) do update
        set answers = excluded.answers,
            sealed = excluded.sealed,
            attempt_key = excluded.attempt_key
        where responses.state = 'partial'
        returning id
      )
      select (select id from saved) as saved, (select id from open_collection) as open`,
    values: [
      holder.organisationId,
      holder.collectionId,
      now,
      newResponseId(),
      respondentKeyOf(holder.answerKey, holder.link),
      content.memberId,
      content.teamId,
      content.plain,
      content.sealed,
      attemptKeyOf(holder.answerKey, holder.link, attempt),
    ],
  })
  if (rows[0].saved !== null) return 'saved'
  return rows[0].open === null ? 'closed' : 'answered'
}

type Row = { state: string; answers: Answer[] | null; sealed: Buffer | null; attempt_key: Buffer | null }

export async function answerStatusOf(tx: Tx, holder: Holder, attempt: string | null): Promise<AnswerStatus> {
  const row = await one<Row>(
    tx,
    sql`
      select state, answers, sealed, attempt_key
      from responses
      where organisation_id = ${holder.organisationId}
        and collection_id = ${holder.collectionId}
        and respondent_key = ${respondentKeyOf(holder.answerKey, holder.link)}`,
  )
  if (!row) return { kind: 'open' }
  if (row.state !== 'partial') return { kind: 'answered' }
  // Keyed hashes of 256 bits under a key that nobody has: comparing them tells nothing of the secret.
  const own =
    attempt !== null && row.attempt_key?.equals(attemptKeyOf(holder.answerKey, holder.link, attempt))
  return own ? { kind: 'saved', answers: answersIn(holder.answerKey, row) } : { kind: 'open' }
}

/** Only with the secret that it was saved with; whether there was anything is not told. */
export const discardPartial = (tx: Tx, holder: Holder, attempt: string): Promise<number> =>
  run(
    tx,
    sql`
      delete from responses
      where organisation_id = ${holder.organisationId}
        and collection_id = ${holder.collectionId}
        and respondent_key = ${respondentKeyOf(holder.answerKey, holder.link)}
        and state = 'partial'
        and attempt_key = ${attemptKeyOf(holder.answerKey, holder.link, attempt)}`,
  )

/** At close, in every mode: what was not sent is nobody's to read. */
export const deletePartials = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      delete from responses
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and state = 'partial'`,
  )
