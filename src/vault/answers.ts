/**
 * The vault: with own-answer.ts and partial.ts the only place that writes and reads single answers. While a collection is
 * open, a holder of a receipt reaches his own answer and nobody else any. In anonymous mode a row holds nothing but a keyed hash and a sealed text,
 * and answering writes no other row that knows the person: there is nothing to join, by key, order, time or xmin.
 * What was saved and not sent lies in the same table and counts nowhere (partial.ts).
 */
import { randomInt } from 'node:crypto'
import { type Mode } from '../../contract/confidentiality.ts'
import { type Answer } from '../../contract/questions.ts'
import { type Db, json, many, one, run, sql, type Tx } from '../db/db.ts'
import { newResponseId, sha256 } from '../ids.ts'
import { receiptOf, respondentKeyOf, seal, unseal } from './seal.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { type Respondent } from '../cells/cells.ts'

/** Somebody who holds a link, and the collection that it belongs to. */
export type Holder = CollectionRef & {
  memberId: string
  teamId: string | null
  attributeValue: string | null
  mode: Mode
  answerKey: Buffer
  link: string
}

/** What one attempt to answer brings. Who knows link and attempt may repeat it, and read what was saved by it. */
export type Submission = { answers: Answer[]; attempt: string }

/** What is sealed of an answer. */
export type Sealed = { answers: Answer[]; team: string | null; value: string | null }

/** What a row holds of an answer: in anonymous mode sealed and without a name, else plain. */
export function contentOf({ mode, memberId, teamId, attributeValue, answerKey }: Holder, answers: Answer[]) {
  return mode === 'anonymous'
    ? {
        memberId: null,
        teamId: null,
        plain: null,
        sealed: seal(answerKey, { answers, team: teamId, value: attributeValue } satisfies Sealed),
      }
    : { memberId, teamId, plain: JSON.stringify(answers), sealed: null }
}

/** The other way round. */
export const answersIn = (
  answerKey: Buffer,
  row: { answers: Answer[] | null; sealed: Buffer | null },
): Answer[] => (row.sealed ? (unseal(answerKey, row.sealed) as Sealed).answers : (row.answers ?? []))

/**
 * How a statement that writes an answer begins; $1, $2, $3: organisation, collection, now. Its lock on the collection's row
 * makes closing wait for answers under way, and a closed collection yields no row to write from.
 */
export const whileOpen = `with open_collection as (
        select organisation_id, id
        from collections
        where organisation_id = $1
          and id = $2
          and state = 'open'
          and (closes_at is null or closes_at > $3)
        for share
      )`

/**
 * Keeps an answer if the collection is still open and the link unused; what was saved under the link before gives way to
 * it, whoever saved it. One statement: the lock on the collection's row makes closing wait for answers under way, so that
 * an acknowledged answer is never lost and a late one never counted.
 * @returns the receipt; or 'closed', or 'answered' (the receipt again where the same attempt is repeated)
 */
export async function keepAnswer(
  db: Db,
  holder: Holder,
  { answers, attempt }: Submission,
  now: Date,
): Promise<{ receipt: string } | 'closed' | 'answered'> {
  const receipt = receiptOf(holder.answerKey, holder.link, attempt)
  const content = contentOf(holder, answers)
  const { rows } = await db.pool.query<{ kept: string | null; open: string | null }>({
    name: 'keep_answer',
    text: `
      ${whileOpen}, kept as (
        insert into responses
          (organisation_id, collection_id, id, respondent_key, member_id, team_id, answers, sealed, state, submitted_at, unfolded)
        select organisation_id, id, $4, $5, $6, $7, $8, $9, 'submitted', $10, $12
        from open_collection
        on conflict (organisation_id, collection_id, respondent_key) do update
        set answers = excluded.answers,
            sealed = excluded.sealed,
            state = 'submitted',
            submitted_at = excluded.submitted_at,
            unfolded = excluded.unfolded,
            attempt_key = null
        where responses.state = 'partial'
        returning organisation_id, collection_id, id
      ), receipt as (
        insert into receipts (receipt_sha256, organisation_id, collection_id, response_id)
        select $11, organisation_id, collection_id, id
        from kept
        returning response_id
      )
      select (select response_id from receipt) as kept, (select id from open_collection) as open`,
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
      content.sealed ? null : now,
      sha256(receipt),
      // confidentiality/live.ts adds it to the sums that its readers see
      holder.mode === 'attributed',
    ],
  })
  if (rows[0].kept !== null) return { receipt }
  if (rows[0].open === null) return 'closed'
  const same = await one(db.tx, sql`select 1 from receipts where receipt_sha256 = ${sha256(receipt)}`)
  return same ? { receipt } : 'answered'
}

export async function countAnswers(tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> {
  const row = await one<{ count: number }>(
    tx,
    sql`
      select count(*) as count
      from responses
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and state = 'submitted'`,
  )
  return row?.count ?? 0
}

type Raw = {
  answers: Answer[] | null
  sealed: Buffer | null
  team_id: string | null
  attribute_value: string | null
}

/** Every submitted answer of a closed collection. @param answerKey  opens those that are sealed still */
export async function respondentsOf(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  answerKey: Buffer | null = null,
): Promise<Respondent[]> {
  const rows = await many<Raw>(
    tx,
    sql`
      select a.answers, a.sealed, a.team_id, r.attribute_value
      from responses a
      left join recipients r
        on r.organisation_id = a.organisation_id
       and r.collection_id = a.collection_id
       and r.member_id = a.member_id
      where a.organisation_id = ${organisationId}
        and a.collection_id = ${collectionId}
        and a.state = 'submitted'
      order by a.id`,
  )
  return rows.map((row) => {
    const said: Sealed =
      row.sealed && answerKey
        ? (unseal(answerKey, row.sealed) as Sealed)
        : { answers: row.answers ?? [], team: row.team_id, value: row.attribute_value }
    return { ...said, answers: new Map(said.answers.map((answer) => [answer.question_id, answer])) }
  })
}

/**
 * At close of an anonymous collection: what is kept of it is written anew, unsealed, shuffled, under new random ids, all in
 * one transaction; keyed hashes and receipts go. Physical order and xmin then say nothing of who answered when. Nothing of a
 * person's place stays beside his answers but the node that he is handed in with, and of his attributes nothing at all.
 */
export async function anonymise(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  kept: readonly Respondent[],
): Promise<void> {
  for (const table of ['receipts', 'responses'])
    await run(
      tx,
      sql`
        delete from ${sql.table(table)}
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}`,
    )
  const inNoOrder = shuffled([...kept])
  const batch = 1000
  for (let at = 0; at < inNoOrder.length; at += batch) {
    const part = inNoOrder
      .slice(at, at + batch)
      .map(({ team, answers }) => ({ id: newResponseId(), team_id: team, answers: [...answers.values()] }))
    await run(
      tx,
      sql`
        insert into responses (organisation_id, collection_id, id, team_id, answers, state)
        select ${organisationId}, ${collectionId}, id, team_id, answers, 'submitted'
        from jsonb_to_recordset(${json(part)}) as part (id text, team_id text, answers jsonb)`,
    )
  }
}

/** Fisher and Yates with the system's randomness: not to be repeated by anybody. */
function shuffled<T>(items: T[]): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    const swap = items[i]
    items[i] = items[j]
    items[j] = swap
  }
  return items
}

/** Values of the attribute are for the division at close; from then on nobody needs them. */
export const forgetValues = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      update recipients
      set attribute_value = null
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and attribute_value is not null`,
  )

/** Sums of an open attributed collection (confidentiality/live.ts), and what each answer adds to them. */
export async function forgetLive(tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<void> {
  for (const table of ['live_answers', 'live_sums'])
    await run(
      tx,
      sql`
        delete from ${sql.table(table)}
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}`,
    )
}

/** A cancelled collection releases nothing, ever: its answers go. */
export async function deleteAnswers(tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<void> {
  await forgetValues(tx, { organisationId, collectionId })
  await forgetLive(tx, { organisationId, collectionId })
  await run(
    tx,
    sql`delete from receipts where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
  )
  await run(
    tx,
    sql`delete from responses where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
  )
}

/**
 * What a person said under his name, or as one whom only the system knows: in open and closed collections alike. Answers of
 * anonymous mode hold no person to look for. Released cells stand. @returns how many answers
 */
export async function eraseAnswersOf(tx: Tx, organisationId: string, memberId: string): Promise<number> {
  // An answer under way holds the collection's row: it is waited for, and goes as well.
  await run(
    tx,
    sql`
      select c.id
      from collections c
      join recipients r on r.organisation_id = c.organisation_id and r.collection_id = c.id
      where c.organisation_id = ${organisationId}
        and r.member_id = ${memberId}
        and c.state = 'open'
        and c.mode <> 'anonymous'
      order by c.id
      for update of c`,
  )
  const gone = await many<{ submitted: boolean }>(
    tx,
    sql`
      with gone as (
        delete from responses
        where organisation_id = ${organisationId}
          and member_id = ${memberId}
        returning collection_id, id, state
      ), receipt as (
        delete from receipts t
        using gone
        where t.organisation_id = ${organisationId}
          and t.collection_id = gone.collection_id
          and t.response_id = gone.id
      ), live as (
        delete from live_answers l
        using (select distinct collection_id from gone) as told
        where l.organisation_id = ${organisationId}
          and l.collection_id = told.collection_id
      ), again as (
        update responses a
        set unfolded = true
        from (select distinct collection_id from gone) as told
        join collections c
          on c.organisation_id = ${organisationId}
         and c.id = told.collection_id
         and c.mode = 'attributed'
         and c.state = 'open'
        where a.organisation_id = ${organisationId}
          and a.collection_id = told.collection_id
          and a.member_id <> ${memberId}
      ), sums as (
        delete from live_sums s
        using (select distinct collection_id from gone) as told
        where s.organisation_id = ${organisationId}
          and s.collection_id = told.collection_id
      )
      select state = 'submitted' as submitted
      from gone`,
  )
  return gone.filter(({ submitted }) => submitted).length
}

export type NamedRow = {
  id: string
  member_id: string
  name: string
  submitted_at: string | null
  answers: Answer[]
}

/** Attributed mode only; the caller has checked the audience. Ordered by random id. */
export const namedAnswers = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  after: string | null,
  limit: number,
): Promise<NamedRow[]> =>
  many<NamedRow>(
    tx,
    sql`
      select r.id, r.member_id, m.name, r.submitted_at, r.answers
      from responses r
      join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id and c.mode = 'attributed'
      join members m on m.organisation_id = r.organisation_id and m.id = r.member_id
      where r.organisation_id = ${organisationId}
        and r.collection_id = ${collectionId}
        and r.state = 'submitted'
        and (${after}::text is null or r.id > ${after}::text collate "C")
      order by r.id
      limit ${limit}`,
  )
