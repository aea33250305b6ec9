/**
 * The answers of a closed collection that count. The gate divides them and decides which are left out (confidentiality/respondents.ts);
 * those are deleted, so that whatever is computed later, of texts, of changes or anew, comes from the same ones.
 */
import { type Respondent } from '../cells/cells.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { json, many, run, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { recipients, responses } from '../db/tables.ts'
import { lotsOf } from './lots.ts'
import { type Keys, respondentKeyOf, unseal } from './seal.ts'
import { uncountedMembers, uncountedPlaces } from './uncounted.ts'

const respondentRow = shapeOf(responses, [
  'id',
  'answers',
  'sealed',
  'team_id',
  'member_id',
  'repeats',
  'respondent_key',
])

const valueRow = shapeOf(recipients, ['member_id', 'attribute_value'])

/** A respondent with the id of their row, and their lot while the collection closes (lots.ts); '' later. */
export type StoredRespondent = Respondent & { readonly id: string; readonly lot: string }

/**
 * Every answer of a closed collection that counts. Attribute values are read by themselves: both tables were filled since statistics
 * were made, so PostgreSQL would join them row by row and cost the square of the roster.
 * @param closing  of a collection that closes now, with the keys that open what is sealed
 */
export async function respondentsOf(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  closing: { keys: Keys | undefined } | null = null,
): Promise<StoredRespondent[]> {
  const answerKey = closing?.keys?.answerKey ?? null
  const rows = await many(
    tx,
    respondentRow,
    sql`
      select ${respondentRow.columns}
      from responses
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and state = 'submitted'
      order by id`,
  )
  const valued = await many(
    tx,
    valueRow,
    sql`
      select ${valueRow.columns}
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and attribute_value is not null`,
  )
  const values = new Map(valued.map((row) => [row.member_id, row.attribute_value]))
  const valueOf = (memberId: string | null): string | null =>
    memberId === null ? null : (values.get(memberId) ?? null)
  const uncounted = new Set(await uncountedMembers(tx, { organisationId, collectionId }))
  const seated = rows.filter(({ member_id: id }) => id === null || !uncounted.has(id))
  const opened = seated.map((row) => ({
    ...row,
    ...(row.sealed && answerKey
      ? unseal(answerKey, row.sealed)
      : { answers: row.answers ?? [], team: row.team_id, value: valueOf(row.member_id), link: null }),
  }))
  const isSealed = rows.some(({ sealed }) => sealed !== null)
  const ref = { organisationId, collectionId }
  const lotOf = closing ? await lotsOf(tx, ref, isSealed ? closing.keys : undefined) : () => ''
  const withdrawn = isSealed ? await uncountedPlaces(tx, ref) : null
  const placed = opened.filter(({ sealed, team }) => sealed === null || !withdrawn?.has(team))
  return countedOf(placed, answerKey).map(({ id, answers, team, value, ...who }) => ({
    id,
    lot: lotOf(who),
    team,
    value,
    answers: new Map(answers.map((answer) => [answer.question_id, answer])),
  }))
}

type Opened = { link: string | null; repeats: boolean; respondent_key: Buffer | null }

/**
 * Of several answers to one link the first counts. Where it was withdrawn, one of the others does, by the order of their keys, which
 * nobody chooses: so a receipt that was not withdrawn always stands for a link whose answer counts.
 */
function countedOf<T extends Opened>(answers: readonly T[], answerKey: Buffer | null): T[] {
  if (answerKey === null || !answers.some(({ repeats }) => repeats)) return [...answers]
  const keyOf = ({ respondent_key: key }: Opened): string => key?.toString('hex') ?? ''
  const firsts = new Set(answers.filter(({ repeats }) => !repeats).map(keyOf))
  const chosen = new Map<string, T>()
  for (const one of answers) {
    if (!one.repeats || one.link === null) continue
    if (firsts.has(respondentKeyOf(answerKey, one.link).toString('hex'))) continue
    const other = chosen.get(one.link)
    if (!other || keyOf(one) < keyOf(other)) chosen.set(one.link, one)
  }
  return answers.filter((one) => !one.repeats || (one.link !== null && chosen.get(one.link) === one))
}

/**
 * At close of a collection that keeps the person beside the answer: deletes the answers of everybody who is left out, and those answers
 * to single questions that a respondent is passed without.
 * @param submitted  every answer before, `kept` what stays of them
 */
export async function keepOnly(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  submitted: readonly StoredRespondent[],
  kept: readonly StoredRespondent[],
): Promise<void> {
  const before = new Map(submitted.map((one) => [one.id, one]))
  const trimmed = kept.filter(({ id, answers }) => answers.size < (before.get(id)?.answers.size ?? 0))
  for (const { id } of kept) before.delete(id)
  await run(
    tx,
    sql`
      delete from responses
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and id = any (${textArray([...before.keys()])})`,
  )
  const left = trimmed.map(({ id, answers }) => ({ id, answers: [...answers.values()] }))
  await run(
    tx,
    sql`
      update responses r
      set answers = one.answers
      from jsonb_to_recordset(${json(left)}) as one (id text, answers jsonb)
      where r.organisation_id = ${organisationId}
        and r.collection_id = ${collectionId}
        and r.id = one.id`,
  )
}
