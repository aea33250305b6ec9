/**
 * The release gate: the only way out for answers.
 *
 * In: answers, kept in the vault (vault.ts) under the keys of an open collection (seal.ts).
 * At close: `closeVault` cuts every tie between person and answer that the mode promised to cut, divides respondents into
 * cells (plan.ts), stores sums per cell and destroys the keys: one transaction (here).
 * Out: released figures (release.ts): sums over whole cells, the same for every reader and every format.
 * The promise (promise.ts) says so in words, from the same policy (policy.ts) that the cells obey.
 */
import { type Confidentiality } from '../../contract/confidentiality.ts'
import { type Question } from '../../contract/questions.ts'
import { many, one, run, sql, type Tx } from '../db/db.ts'
import { redact } from '../text/text.ts'
import { aggregate } from './aggregate.ts'
import { frozenOf, type Measure, release, store } from './release.ts'
import { planCells } from './plan.ts'
import { type Keys, newKeys } from './seal.ts'
import { destroyPartials } from './partial.ts'
import { type CollectionRef, countAnswers, forgetWho, respondentsOf } from './vault.ts'

export { figureOf, type QuestionCell, suppressedFigure } from './aggregate.ts'
export { policyOf, policyOfToday, withAuthor } from './policy.ts'
export { promiseHash, promiseOf, type Reader } from './promise.ts'
export { type Answers, everyone, type Measure, release, type Released, released } from './release.ts'
export { isLink, isReceipt, type Keys, linkInSql, linkOf } from './seal.ts'
export { discardPartial, savePartial, type Standing, standingOf } from './partial.ts'
export {
  changeOwnAnswer,
  type CollectionRef,
  countAnswers,
  destroyAnswers,
  eraseAnswersOf,
  findOwnAnswer,
  type Holder,
  keepAnswer,
  namedAnswers,
  type OwnAnswer,
  withdrawOwnAnswer,
} from './vault.ts'

export const questionMeasure = (questionId: string): string => `question:${questionId}`
export const participationMeasure = 'participation'

/** The sums of participation in one cell of recipients. */
export type ParticipationCell = { recipients: number; responded: number }

export async function openVault(tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<Keys> {
  const keys = newKeys()
  await run(
    tx,
    sql`
      insert into collection_keys (organisation_id, collection_id, link_key, answer_key)
      values (${organisationId}, ${collectionId}, ${keys.linkKey}, ${keys.answerKey})`,
  )
  return keys
}

export async function keysOf(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Keys | undefined> {
  const row = await one<{ link_key: Buffer; answer_key: Buffer }>(
    tx,
    sql`
      select link_key, answer_key
      from collection_keys
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  return row && { linkKey: row.link_key, answerKey: row.answer_key }
}

export const destroyKeys = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`delete from collection_keys where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
  )

/**
 * Closes the vault of a collection that takes no more answers. @returns how many people answered, and whether any figure
 * of it can be shown.
 */
export async function closeVault(
  tx: Tx,
  ref: CollectionRef,
  policy: Confidentiality,
  questions: readonly Question[],
): Promise<{ responded: number; released: boolean }> {
  const responded = await countAnswers(tx, ref)
  await destroyPartials(tx, ref)
  if (policy.mode === 'anonymous') {
    const keys = await keysOf(tx, ref)
    if (keys) await forgetWho(tx, ref, keys.answerKey)
  }
  await destroyKeys(tx, ref)
  const names = await directoryNames(tx, ref.organisationId)
  const redacted = (text: string): string => redact(text, names)
  await release(
    tx,
    ref,
    questions.map((question) => questionOf(question, redacted)),
  )
  await releaseParticipation(tx, ref, policy.k_rate)
  return { responded, released: responded >= policy.k_score }
}

function questionOf(question: Question, redacted: (text: string) => string): Measure {
  return {
    name: questionMeasure(question.id),
    threshold: question.type === 'text' ? 'comment' : 'score',
    values: (answers) => answers.map((given) => given.get(question.id) ?? null),
    figures: (values) => aggregate(question, values as never, redacted),
  }
}

/** Names are redacted wherever they stand in a comment, whether their bearer was asked or not. */
export const directoryNames = async (tx: Tx, organisationId: string): Promise<string[]> =>
  (
    await many<{ name: string }>(
      tx,
      sql`select name from members where organisation_id = ${organisationId} and status <> 'erased'`,
    )
  ).map((row) => row.name)

/** Cells of recipients, of whom it is known how many answered: k_rate people at least in each. */
async function releaseParticipation(tx: Tx, ref: CollectionRef, kRate: number): Promise<void> {
  const recipients = await many<{ team_id: string | null; count: number }>(
    tx,
    sql`
      select team_id, count(*) as count
      from recipients
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}
      group by team_id
      order by team_id`,
  )
  const homes = recipients.flatMap((row) => new Array<string | null>(row.count).fill(row.team_id))
  const plan = planCells((await frozenOf(tx, ref)).teams, homes, kRate)
  const cellOfHome = new Map(homes.map((home, index) => [home, plan.cellOf[index]]))
  const sums = new Map<number, ParticipationCell>()
  const sumOf = (cell: number): ParticipationCell =>
    sums.get(cell) ?? sums.set(cell, { recipients: 0, responded: 0 }).get(cell)!
  for (const cell of plan.cellOf) if (cell >= 0) sumOf(cell).recipients++
  for (const { team } of await respondentsOf(tx, ref)) {
    const cell = cellOfHome.get(team) ?? -1
    if (cell >= 0) sumOf(cell).responded++
  }
  await store(tx, ref, participationMeasure, {
    cells: [...sums].map(([cell, figures]) => ({ cell, size: figures.recipients, figures })),
    groups: plan.groups,
  })
}
