/**
 * The answers of a closed collection that count. The gate divides them and decides which are left out (confidentiality/respondents.ts);
 * those are deleted, so that all later computations (of texts, of changes, or repeated ones) use the same answers.
 */
import type { Respondent } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { json, many, run, sql, textArray, type Tx } from '../db/db.ts'
import { bytea, nullable, type RowOf, shape, shapeOf } from '../db/shape.ts'
import { answerGroups, recipients, responses } from '../db/tables.ts'
import { eachInTurn, mapInTurn, sortedInTurn } from '../in-turns.ts'
import { recipientRows } from '../roster-rows.ts'
import { answersOfGroup } from './answer-groups.ts'
import { lotsOf } from './lots.ts'
import { type Keys, linkOf, respondentKeyOf, unseal } from './seal.ts'
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
type RespondentRow = RowOf<typeof respondentRow>

/** An answer in its own row, or many in one. */
const storedRow = shape({
  ...respondentRow.fields,
  member_ids: answerGroups.member_ids,
  content: nullable(bytea),
})

const placeRow = shapeOf(recipients, ['member_id', 'attribute_value', 'seat_cell'])

/** A respondent with the id of their row, and their lot while the collection closes (lots.ts); '' later. */
export type StoredRespondent = Respondent & { readonly id: string; readonly lot: string }

/**
 * Every answer of a closed collection that counts. The roster is read separately: both tables were filled after the last statistics, so
 * PostgreSQL would join them row by row, at the cost of the square of the roster.
 * @param closing  for a collection that closes now: with the keys that open sealed answers
 */
export async function respondentsOf(
  tx: Tx,
  ref: CollectionRef,
  closing: { keys: Keys | undefined } | null = null,
): Promise<StoredRespondent[]> {
  const answerKey = closing?.keys?.answerKey ?? null
  const rows = await submittedOf(tx, ref)
  const roster = closing ? await rosterOf(tx, ref) : []
  const places = new Map(roster.map((row) => [row.member_id, row]))
  const placeOf = (memberId: string | null) => (memberId === null ? undefined : places.get(memberId))
  const uncounted = new Set(await uncountedMembers(tx, ref))
  const seated = rows.filter(({ member_id: id }) => id === null || !uncounted.has(id))
  const opened = await mapInTurn(seated, (row) => ({
    ...row,
    ...(row.sealed && answerKey
      ? unseal(answerKey, row.sealed)
      : {
          answers: row.answers ?? [],
          team: row.team_id,
          value: placeOf(row.member_id)?.attribute_value ?? null,
          link: null,
          seat: undefined,
        }),
  }))
  const isSealed = rows.some(({ sealed }) => sealed !== null)
  const lotOf = closing ? await lotsOf(tx, ref) : () => ''
  const byLink = isSealed && closing?.keys ? membersByLink(roster, closing.keys) : new Map<string, string>()
  const withdrawn = isSealed ? await uncountedPlaces(tx, ref) : null
  const placed = opened.filter(({ sealed, team }) => sealed === null || !withdrawn?.has(team))
  const counted = countedOf(placed, answerKey)
  return mapInTurn(counted, ({ id, answers, team, value, link, seat, member_id: named }) => {
    const memberId = named ?? (link === null ? null : (byLink.get(link) ?? null))
    return {
      id,
      lot: lotOf(memberId, answers),
      team,
      value,
      seat: seat === undefined ? (placeOf(memberId)?.seat_cell ?? null) : seat,
      answers: new Map(answers.map((answer) => [answer.question_id, answer])),
    }
  })
}

/** In the order of their ids. One statement: while it closes and later, answers become groups. */
async function submittedOf(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<RespondentRow[]> {
  const stored = await many(
    tx,
    storedRow,
    sql`
      select ${respondentRow.columns}, null::text[] as member_ids, null::bytea as content
      from responses
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and state = 'submitted'
      union all
      select '' as id, null::jsonb as answers, null::bytea as sealed, null::text as team_id, null::text as member_id, false as repeats,
             null::bytea as respondent_key, member_ids, content
      from answer_groups
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  const rows: RespondentRow[] = []
  await eachInTurn(stored, ({ content, member_ids, ...row }) => {
    if (content === null) rows.push(row)
    else
      for (const { id, member_id, team_id, answers } of answersOfGroup(content, member_ids))
        rows.push({ ...row, id, member_id, team_id, answers })
  })
  return sortedInTurn(rows, (one, other) => (one.id < other.id ? -1 : 1))
}

/** Where everybody of a collection counts. At its close values are deleted, and nothing is divided by seats later. */
const rosterOf = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<RowOf<typeof placeRow>[]> =>
  many(
    tx,
    placeRow,
    sql`
      select ${placeRow.columns}
      from (${recipientRows(organisationId, { collection: sql`${collectionId}`, member: null })}) as r`,
  )

const membersByLink = (roster: readonly { member_id: string }[], { linkKey }: Keys): Map<string, string> =>
  new Map(roster.map(({ member_id: id }) => [linkOf(linkKey, id), id]))

type Opened = { link: string | null; repeats: boolean; respondent_key: Buffer | null }

/**
 * If there are several answers to one link, the first counts. Where it was withdrawn, one of the others does, by the order of their keys, which
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
 * At close of a collection that stores the person with the answer: deletes the answers of everybody who is left out, and single answers
 * that do not count.
 * @param submitted  every answer before; `kept`: those that stay
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
