/**
 * Answers that were saved and not sent. They lie under the same unique key as the answer that they may become, count nowhere,
 * and are deleted when the collection closes. Reading one takes the secret of the device that saved it: links are known to
 * those who deliver them. To everybody else a saved answer and none look the same.
 */
import type { Answer } from '../../contract/questions.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { type Db, exists, manyPrepared, one, run, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { responses } from '../db/tables.ts'
import { newResponseId } from '../ids.ts'
import { answersIn, contentOf, type Holder, type Submission, writeRow } from './answers.ts'
import { attemptKeyOf, savedKeyOf, respondentKeyOf } from './seal.ts'

/** What a link leads to, for a caller who may know the secret of an attempt. A link of anonymous mode is never `answered`. */
export type AnswerStatus = { kind: 'open' } | { kind: 'saved'; answers: Answer[] } | { kind: 'answered' }

/** One call, like that of a sent answer (migrations/0075_storing_answers.sql). */
const saveStatement = {
  name: 'save_partial',
  shape: writeRow,
  text: `
      select written, open
      from save_partial($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
}

/**
 * Replaces what was saved before, on whatever device: refusing another device would tell that somebody has begun. Its lock on
 * the collection is that of a sent answer.
 * @returns 'answered' where the link is used up, also by an answer since withdrawn; in anonymous mode no link tells that
 */
export async function saveAnswer(
  db: Db,
  holder: Holder,
  { answers, attempt }: Submission,
  now: Date,
): Promise<'saved' | 'closed' | 'answered'> {
  const content = contentOf(holder, answers)
  const [{ written, open }] = await manyPrepared(db, saveStatement, [
    holder.organisationId,
    holder.collectionId,
    now,
    newResponseId(),
    savedKeyOf(holder.answerKey, holder.link),
    content.memberId,
    content.teamId,
    content.plain,
    content.sealed,
    attemptKeyOf(holder.answerKey, holder.link, attempt),
    holder.mode === 'anonymous' ? null : respondentKeyOf(holder.answerKey, holder.link),
  ])
  if (written !== null) return 'saved'
  return open === null ? 'closed' : 'answered'
}

const savedRow = shapeOf(responses, ['answers', 'sealed', 'attempt_key'])

/** What the link leads to. A saved answer is returned to whoever knows the secret it was saved with; to others the link is open. */
export async function answerStatusOf(tx: Tx, holder: Holder, attempt: string | null): Promise<AnswerStatus> {
  if (holder.mode !== 'anonymous' && (await hasAnswered(tx, holder))) return { kind: 'answered' }
  const saved = await one(
    tx,
    savedRow,
    sql`
      select ${savedRow.columns}
      from responses
      where organisation_id = ${holder.organisationId}
        and collection_id = ${holder.collectionId}
        and respondent_key = ${savedKeyOf(holder.answerKey, holder.link)}`,
  )
  if (!saved) return { kind: 'open' }
  // Keyed hashes of 256 bits under a key that nobody has: the time of comparing them reveals nothing about the secret.
  const isOwn =
    attempt !== null && saved.attempt_key?.equals(attemptKeyOf(holder.answerKey, holder.link, attempt))
  return isOwn ? { kind: 'saved', answers: answersIn(holder.answerKey, saved) } : { kind: 'open' }
}

/** Whether the link was used. Callers ask only in modes that know who has answered. */
export const hasAnswered = (
  tx: Tx,
  { organisationId, collectionId, answerKey, link }: Pick<Holder, keyof CollectionRef | 'answerKey' | 'link'>,
): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from responses
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and respondent_key = ${respondentKeyOf(answerKey, link)}`,
  )

/** Only with the secret that it was saved with. Callers do not pass on whether there was anything to discard. */
export const discardSaved = (tx: Tx, holder: Holder, attempt: string): Promise<number> =>
  run(
    tx,
    sql`
      delete from responses
      where organisation_id = ${holder.organisationId}
        and collection_id = ${holder.collectionId}
        and respondent_key = ${savedKeyOf(holder.answerKey, holder.link)}
        and attempt_key = ${attemptKeyOf(holder.answerKey, holder.link, attempt)}`,
  )

/**
 * When a collection closes, in every mode: nobody may read an answer that was saved and not sent. The marks of erased answers
 * (eraseAnswersOf) are no longer needed either.
 */
export const deleteSaved = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      delete from responses
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and state in ('partial', 'erased')`,
  )
