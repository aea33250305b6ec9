/**
 * The release gate: the only way out for answers.
 *
 * In: answers, kept in the vault (vault.ts) under the keys of an open collection (seal.ts).
 * At close: `closeVault` cuts every tie between person and answer that the mode promised to cut, divides respondents into
 * cells (plan.ts), stores sums per cell and destroys the keys: one transaction (here).
 * Out: released figures (release.ts): sums over whole cells, the same for every reader and every format.
 * The promise (promise.ts) says so in words, from the same policy (policy.ts) that the cells obey.
 */
import { type Question } from '../../contract/questions.ts'
import { one, run, sql, type Tx } from '../db/db.ts'
import { isText } from '../questions/questions.ts'
import { redact } from '../text/text.ts'
import { aggregate } from './aggregate.ts'
import { raiseAlert } from './alerts.ts'
import { cleanComment } from './comments.ts'
import { questionMeasure } from './follow-ups.ts'
import { type Policy } from './policy.ts'
import { type Measure, release } from './release.ts'
import { divide } from './respondents.ts'
import { type Keys, newKeys } from './seal.ts'
import { destroyPartials } from './partial.ts'
import { directoryNames, redactedTexts } from './texts.ts'
import { proveReceipts } from './receipts.ts'
import {
  type CollectionRef,
  countAnswers,
  destroyAnswers,
  forgetLive,
  forgetValues,
  forgetWho,
  type Respondent,
  respondentsOf,
} from './vault.ts'

export { breakdownFault, type Group } from './breakdown.ts'
export { figureOf, type QuestionCell, suppressedFigure } from './aggregate.ts'
export { acknowledgeAlert, type AlertRow, findAlert, findAlerts } from './alerts.ts'
export { bandCounts, bandPicks } from './banding.ts'
export {
  type Comparisons,
  comparisonsOf,
  type ComparisonStatistics,
  releaseComparisons,
} from './comparisons.ts'
export { type Audited, auditNames, auditReading, auditRelease } from './auditing.ts'
export { type Policy, policyOf, policyOfToday, withAuthor } from './policy.ts'
export { answersCount, hasAnsweredByName, keysOfCollection } from './for-statements.ts'
export { type FollowUp, questionMeasure } from './follow-ups.ts'
export { promiseHash, promiseOf, type Reader } from './promise.ts'
export { everyone, type Released, released, releasedBreakdown } from './release.ts'
export { foldLive, type Live, liveFigures } from './live.ts'
export { releaseTexts, type Sums, type TextMeasure, type Texts } from './texts.ts'
export { type ParticipationCell, participationMeasure } from './respondents.ts'
export { releasedToTeam, type TeamReleased } from './team-release.ts'
export {
  type GroupOf,
  type LookedFor,
  measuresShown,
  releasedGroups,
  releasedSeries,
  releasedTo,
  type ReleasedTo,
  type SeriesGroup,
  someComments,
} from './released-groups.ts'
export { type Home, peopleIn, peopleNeeded, runsOf, type Shares, simulator } from './simulate.ts'
export { isLink, isReceipt, type Keys, linkInSql, linkOf } from './seal.ts'
export { changeOwnAnswer, findOwnAnswer, type OwnAnswer, withdrawOwnAnswer } from './own-answer.ts'
export { findProof, type Proof } from './receipts.ts'
export { keepPastAnswers, type PastAnswer } from './past-answers.ts'
export { discardPartial, savePartial, type Standing, standingOf } from './partial.ts'
export {
  type CollectionRef,
  countAnswers,
  destroyAnswers,
  eraseAnswersOf,
  type Holder,
  keepAnswer,
  namedAnswers,
} from './vault.ts'

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

/** In the transaction that ends a collection, whose moment is that of the destruction. */
export const destroyKeys = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      with gone as (
        delete from collection_keys
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
        returning organisation_id, collection_id
      )
      update collections
      set keys_destroyed_at = closed_at
      from gone
      where collections.organisation_id = gone.organisation_id
        and collections.id = gone.collection_id`,
  )

const purged = [
  'receipt_proofs',
  'released_groups',
  'released_breakdowns',
  'cells',
  'comparisons',
  'harm_alerts',
] as const

/** The end of what the gate keeps of a collection: answers, receipts, keys, figures. */
export async function purgeVault(tx: Tx, ref: CollectionRef): Promise<void> {
  await destroyAnswers(tx, ref)
  await destroyKeys(tx, ref)
  for (const table of purged)
    await run(
      tx,
      sql`
        delete from ${sql.table(table)}
        where organisation_id = ${ref.organisationId}
          and collection_id = ${ref.collectionId}`,
    )
}

/**
 * Closes the vault of a collection that takes no more answers. @returns how many people answered, and whether any figure
 * of it can be shown.
 */
export async function closeVault(
  tx: Tx,
  ref: CollectionRef,
  policy: Policy,
  questions: readonly Question[],
): Promise<{ responded: number; released: boolean }> {
  const responded = await countAnswers(tx, ref)
  await destroyPartials(tx, ref)
  await proveReceipts(tx, ref)
  const keys = await keysOf(tx, ref)
  const standing = await divide(tx, ref, await respondentsOf(tx, ref, keys?.answerKey))
  // Of fewer people nothing can ever be released: there is nothing to keep it for. Nor may an alert, or a status that
  // moves, tell that k_score answered where how many did is hidden.
  const isEnough = responded >= Math.max(policy.k_score, policy.k_rate)
  const kept = isEnough ? standing.respondents : []
  await raiseAlert(tx, ref, kept)
  if (policy.mode === 'anonymous') await forgetWho(tx, ref, kept)
  await forgetValues(tx, ref)
  await destroyKeys(tx, ref)
  await forgetLive(tx, ref)
  const names = await directoryNames(tx, ref.organisationId)
  // Ahead of the release, which cannot pause: 100,000 comments take seconds.
  const plain = await redactedTexts(commentsIn(kept), names)
  const redacted = (text: string): string => plain.get(text) ?? redact(text, names)
  await release(
    tx,
    ref,
    questions.map((question) => questionOf(question, redacted)),
    { respondents: kept, groups: policy.breakdown ? standing.groups : null },
  )
  return { responded, released: isEnough }
}

const commentsIn = (respondents: readonly Respondent[]): Set<string> =>
  new Set(
    respondents.flatMap(({ answers }) =>
      [...answers.values()].flatMap(({ text, do_not_quote }) =>
        text === undefined || do_not_quote ? [] : [cleanComment(text)],
      ),
    ),
  )

export function questionOf(question: Question, redacted: (text: string) => string): Measure {
  const leading = question.show_if?.question_id
  return {
    name: questionMeasure(question.id),
    threshold: isText(question) ? 'comment' : 'score',
    brokenDown: !isText(question) && !leading,
    ...(leading && {
      within: [questionMeasure(leading)],
      follows: [{ questionId: question.id, leading }],
    }),
    values: (answers) => answers.map((given) => given.get(question.id) ?? null),
    figures: (values) => aggregate(question, values as never, redacted),
  }
}
