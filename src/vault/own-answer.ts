/**
 * A respondent's own answer: what the holder of a receipt reads, changes and withdraws while the collection is open. Afterwards a
 * receipt only proves (receipts.ts).
 */
import type { Mode } from '../../contract/confidentiality.ts'
import type { Answer, FormQuestion } from '../../contract/questions.ts'
import type { Logo } from '../../contract/organisation.ts'
import type { Translations } from '../../contract/translations.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { json, one, run, sql, type Tx } from '../db/db.ts'
import { jsonbOf, shape, textOf } from '../db/shape.ts'
import { collections, organisations, responses } from '../db/tables.ts'
import type { PresentedSecret } from '../ids.ts'
import { keysOf } from './keys.ts'
import { seal, unseal } from './seal.ts'

const ownRow = shape({
  organisation_id: responses.organisation_id,
  collection_id: responses.collection_id,
  response_id: responses.id,
  state: textOf<'submitted' | 'withdrawn'>(),
  answers: responses.answers,
  sealed: responses.sealed,
  collection_state: collections.state,
  closes_at: collections.closes_at,
  title: collections.title,
  questions: jsonbOf<FormQuestion[]>(),
  language: collections.language,
  translations: collections.translations,
  mode: collections.mode,
  k_score: collections.k_score,
  k_comment: collections.k_comment,
  locale: organisations.locale,
  time_zone: organisations.time_zone,
  organisation: organisations.name,
  colour: organisations.colour,
  logo: organisations.logo,
})

export type OwnAnswer = CollectionRef & {
  responseId: string
  state: 'submitted' | 'withdrawn'
  answers: Answer[]
  title: string
  questions: FormQuestion[]
  /** The language of the questions, with their translations. */
  language: string | null
  translations: Translations
  closesAt: string | null
  /** The organisation's: a receipt does not know whose it is. */
  locale: string
  timeZone: string
  organisation: string
  colour: string | null
  logo: Logo | null
  mode: Mode
  k_score: number
  k_comment: number
  answerKey: Buffer
  sealed: boolean
  team: string | null
  value: string | null
  link: string
  seat?: number | null
}

/**
 * The collection is locked before the answer, in the same order as closing does.
 * @returns the answer behind a receipt, 'closed' once the collection takes no changes, or undefined
 */
export async function findOwnAnswer(
  tx: Tx,
  { organisationId, hash }: PresentedSecret,
  now: Date,
  lock: boolean,
): Promise<OwnAnswer | 'closed' | undefined> {
  const row = await one(
    tx,
    ownRow,
    sql`
      select r.organisation_id, r.collection_id, r.id as response_id, r.state, r.answers, r.sealed,
             c.state as collection_state, c.closes_at, c.title, coalesce(c.form, c.questions) as questions,
             c.language, c.translations, c.mode, c.k_score, c.k_comment, o.locale, o.time_zone, o.name as organisation, o.colour, o.logo
      from receipts t
      join collections c on c.organisation_id = ${organisationId} and c.id = t.collection_id
      join responses r on r.organisation_id = ${organisationId} and r.collection_id = t.collection_id and r.id = t.response_id
      join organisations o on o.id = ${organisationId}
      where t.organisation_id = ${organisationId} collate "POSIX"
        and t.receipt_sha256 = ${hash}
      ${lock ? sql`for share of c for update of r` : sql``}`,
  )
  if (!row) return undefined
  const open = row.collection_state === 'open' && (row.closes_at === null || new Date(row.closes_at) > now)
  if (!open) return 'closed'
  const ref = { organisationId: row.organisation_id, collectionId: row.collection_id }
  const keys = await keysOf(tx, { ...ref, mode: row.mode })
  if (!keys) return 'closed'
  const content = row.sealed
    ? unseal(keys.answerKey, row.sealed)
    : { answers: row.answers ?? [], team: null, value: null, link: '' }
  return {
    ...content,
    ...ref,
    responseId: row.response_id,
    state: row.state,
    title: row.title,
    questions: row.questions,
    language: row.language,
    translations: row.translations,
    closesAt: row.closes_at,
    locale: row.locale,
    timeZone: row.time_zone,
    organisation: row.organisation,
    colour: row.colour,
    logo: row.logo,
    mode: row.mode,
    k_score: row.k_score,
    k_comment: row.k_comment,
    answerKey: keys.answerKey,
    sealed: row.sealed !== null,
  }
}

export async function changeOwnAnswer(tx: Tx, own: OwnAnswer, answers: Answer[]): Promise<void> {
  const { answerKey, team, value, link, seat } = own
  await run(
    tx,
    sql`
      update responses
      set answers = ${own.sealed ? null : json(answers)},
          sealed = ${own.sealed ? seal(answerKey, { answers, team, value, link, ...(seat !== undefined && { seat }) }) : null},
          state = 'submitted',
          unfolded = exists (
            select 1
            from collections c
            where c.organisation_id = ${own.organisationId}
              and c.id = ${own.collectionId}
              and c.mode = 'attributed'
          )
      where organisation_id = ${own.organisationId}
        and collection_id = ${own.collectionId}
        and id = ${own.responseId}`,
  )
}

export async function withdrawOwnAnswer(tx: Tx, own: OwnAnswer): Promise<void> {
  await changeOwnAnswer(tx, own, [])
  await run(
    tx,
    sql`
      update responses
      set state = 'withdrawn'
      where organisation_id = ${own.organisationId}
        and collection_id = ${own.collectionId}
        and id = ${own.responseId}`,
  )
}
