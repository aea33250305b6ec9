/**
 * Submitted answers: what a row holds, and how they are read at close, anonymised and erased. With keeping.ts, own-answer.ts and partial.ts this
 * is the only code that reads and writes single answers.
 *
 * While a collection is open, the holder of a receipt reaches their own answer and nobody reaches another. In anonymous mode a
 * row holds a keyed hash and a sealed text and nothing else, and answering writes no other row that knows the person: there is
 * nothing to join, by key, order, time or xmin. Answers that were saved and not sent lie in the same table and count nowhere
 * (partial.ts).
 */
import { randomInt } from 'node:crypto'
import type { Mode } from '../../contract/confidentiality.ts'
import type { Answer } from '../../contract/questions.ts'
import type { Respondent } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { json, many, only, run, sql, type Tx } from '../db/db.ts'
import { bool, int8, nullable, shape, text } from '../db/shape.ts'
import { newResponseId } from '../ids.ts'
import { eraseFromGroups } from './answer-groups.ts'
import { seal, unseal } from './seal.ts'

/** Somebody who holds a link, and the collection that it belongs to. Nobody knows whose a code is, so it has a place instead. */
export type Holder = CollectionRef & {
  memberId: string | null
  seat?: number | null
  teamId: string | null
  attributeValue: string | null
  mode: Mode
  answerKey: Buffer
  link: string
}

/** The data of one attempt to answer. Anyone who knows the link and the attempt can repeat it, and read what it saved. */
export type Submission = { answers: Answer[]; attempt: string }

/** The columns of an answer: in anonymous mode sealed and without a name, else plain. */
export function contentOf(
  { mode, memberId, teamId, attributeValue, answerKey, link, seat }: Holder,
  answers: Answer[],
) {
  return mode === 'anonymous'
    ? {
        memberId: null,
        teamId: null,
        plain: null,
        sealed: seal(answerKey, {
          answers,
          team: teamId,
          value: attributeValue,
          link,
          ...(memberId === null && { seat: seat ?? null }),
        }),
      }
    : { memberId, teamId, plain: JSON.stringify(answers), sealed: null }
}

/** The answers of a row, sealed or plain. */
export const answersIn = (
  answerKey: Buffer,
  { answers, sealed }: { answers: Answer[] | null; sealed: Buffer | null },
): Answer[] => (sealed ? unseal(answerKey, sealed).answers : (answers ?? []))

/** The row that was written, and the collection if it was open. */
export const writeRow = shape({ written: nullable(text), open: nullable(text) })

const countRow = shape({ count: int8 })

export async function countAnswers(tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> {
  const { count } = await only(
    tx,
    countRow,
    sql`
      select (
        select count(*)
        from responses
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and state in ('submitted', 'erased')
          and not repeats
      ) + (
        select coalesce(sum(size), 0)::int8
        from answer_groups
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
      ) as count`,
  )
  return count
}

/** Deletes what one of the vault's tables holds of a collection. @returns how many rows */
export const deleteFrom = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  table: 'receipts' | 'receipt_proofs' | 'responses' | 'live_answers' | 'live_sums',
): Promise<number> =>
  run(
    tx,
    sql`
      delete from ${sql.table(table)}
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )

const insertedAtOnce = 1000

/**
 * At close of an anonymous collection: the answers that stay are rewritten, unsealed, shuffled, under new random ids, all in
 * one transaction; keyed hashes and receipts are deleted. Physical order and xmin then say nothing about who answered when.
 * Beside an answer stays the node that the respondent is passed with, nothing finer of their team, and no attribute value.
 */
export async function anonymise(
  tx: Tx,
  ref: CollectionRef,
  respondents: readonly Respondent[],
): Promise<void> {
  await deleteFrom(tx, ref, 'receipts')
  await deleteFrom(tx, ref, 'responses')
  const inNoOrder = shuffled([...respondents])
  for (let from = 0; from < inNoOrder.length; from += insertedAtOnce) {
    const part = inNoOrder
      .slice(from, from + insertedAtOnce)
      .map(({ team, answers }) => ({ id: newResponseId(), team_id: team, answers: [...answers.values()] }))
    await run(
      tx,
      sql`
        insert into responses (organisation_id, collection_id, id, team_id, answers, state)
        select ${ref.organisationId}, ${ref.collectionId}, id, team_id, answers, 'submitted'
        from jsonb_to_recordset(${json(part)}) as part (id text, team_id text, answers jsonb)`,
    )
  }
}

/** Fisher and Yates with the system's randomness, which nobody can repeat. */
function shuffled<T>(items: T[]): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    const swap = items[i]
    items[i] = items[j]
    items[j] = swap
  }
  return items
}

/** Attribute values serve the division at close; after it nobody needs them. */
export const deleteAttributeValues = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<number> =>
  run(
    tx,
    sql`
      update recipients
      set attribute_value = null
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and attribute_value is not null`,
  )

/** Deletes the sums of an open attributed collection (confidentiality/live.ts), and what each answer adds to them. */
export async function deleteLiveSums(tx: Tx, ref: CollectionRef): Promise<void> {
  await deleteFrom(tx, ref, 'live_answers')
  await deleteFrom(tx, ref, 'live_sums')
}

/** A cancelled collection never releases anything: its answers are deleted. */
export async function deleteAnswers(tx: Tx, ref: CollectionRef): Promise<void> {
  await deleteAttributeValues(tx, ref)
  await deleteLiveSums(tx, ref)
  await deleteFrom(tx, ref, 'receipts')
  await deleteFrom(tx, ref, 'responses')
}

const erasedRow = shape({ counts: bool })

/**
 * Erases the answers of one person, in open and closed collections alike, where the mode lets the system know whose they are.
 * Answers of anonymous mode name no person to look for. Released cells stay. In the place of a confidential answer that was erased stays
 * a mark without person or content, until close: the number of answers does not move while people can watch it.
 * @returns how many submitted answers of attributed mode; a number of confidential ones would reveal who had answered
 */
export async function eraseAnswersOf(tx: Tx, organisationId: string, memberId: string): Promise<number> {
  const erased = await many(
    tx,
    erasedRow,
    sql`
      with erased as (
        delete from responses
        where organisation_id = ${organisationId}
          and member_id = ${memberId}
        returning collection_id, id, state, repeats
      ), marks as (
        insert into responses (organisation_id, collection_id, id, state)
        select ${organisationId}, c.id, replace(gen_random_uuid()::text, '-', ''), 'erased'
        from erased
        join collections c on c.organisation_id = ${organisationId} and c.id = erased.collection_id
        where c.mode = 'confidential'
          and c.state = 'open'
          and erased.state = 'submitted'
          and not erased.repeats
      ), affected as (
        select distinct collection_id
        from erased
      ), receipt as (
        delete from receipts t
        using erased
        where t.organisation_id = ${organisationId}
          and t.collection_id = erased.collection_id
          and t.response_id = erased.id
      ), live as (
        delete from live_answers l
        using affected
        where l.organisation_id = ${organisationId}
          and l.collection_id = affected.collection_id
      ), refolded as (
        update responses a
        set unfolded = true
        from affected
        join collections c
          on c.organisation_id = ${organisationId}
         and c.id = affected.collection_id
         and c.mode = 'attributed'
         and c.state = 'open'
        where a.organisation_id = ${organisationId}
          and a.collection_id = affected.collection_id
          and a.member_id <> ${memberId}
      ), sums as (
        delete from live_sums s
        using affected
        where s.organisation_id = ${organisationId}
          and s.collection_id = affected.collection_id
      )
      select erased.state = 'submitted' and c.mode = 'attributed' as counts
      from erased
      join collections c on c.organisation_id = ${organisationId} and c.id = erased.collection_id`,
  )
  await eraseFromGroups(tx, organisationId, memberId)
  return erased.filter(({ counts }) => counts).length
}
