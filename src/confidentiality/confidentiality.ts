/**
 * The release gate: the only way out for answers.
 *
 * In: answers, stored in the vault (vault/answers.ts) under the keys of an open collection (vault/seal.ts).
 * At close: `closeVault` cuts every link between person and answer that the mode promised to cut, divides respondents into
 * cells (cells/division.ts), and stores sums per cell, all in one transaction (here). The keys are destroyed at
 * once after it (delivery/ended-collections.ts).
 * Out: released figures (release.ts): sums over whole cells, the same for every reader and every format.
 * The promise (promise.ts) puts it into words, from the same policy (policy.ts) that the cells obey.
 */
import type { Answer, Question } from '../../contract/questions.ts'
import { aggregate, cleanComment, type Policy, questionMeasure, type Respondent } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import type { Tx } from '../db/db.ts'
import { isText } from '../questions/questions.ts'
import { redact } from '../text/text.ts'
import {
  anonymise,
  countAnswers,
  deleteAttributeValues,
  deleteLiveSums,
  deleteSaved,
  issueReceiptProofs,
  keepOnly,
  keysOf,
  respondentsOf,
} from '../vault/vault.ts'
import { raiseAlert } from './alerts/store.ts'
import { directoryNames, redactedTexts } from './analysing.ts'
import { type Measure, release } from './release.ts'
import { divide, isBrokenDown, type Responded } from './respondents.ts'
import { withoutSittingOut } from './sitting-out.ts'

export {
  type AnalysedText,
  type AnalysedTexts,
  loadTextModel,
  readingOf,
  readTextsWith,
  textModelOf,
} from './analysing.ts'
export { auditLinks, auditNames, auditReading, auditRelease } from './auditing.ts'
export {
  answersOver,
  type DeleteSome,
  figureParts,
  forgetCollection,
  hideComments,
  phrasesMeasure,
} from './deleting.ts'
export { type Comparisons, comparisonsOf, holdComparisons, releaseComparisons } from './comparisons.ts'
export { packCells, packGroups } from './packing.ts'
export { foldLive, type Live, liveFigures } from './live.ts'
export { policyOf, policyOfToday, withAuthor } from './policy.ts'
export {
  adviceOf,
  detailsAbout,
  headlineOf,
  isCaveat,
  promiseHash,
  promiseOf,
  type Reader,
  rowsIn,
  type Subject,
} from './promise.ts'
export { released, type Released, releasedBreakdown, releasedWithPartial } from './released.ts'
export {
  type GroupOf,
  type CollectionsInScope,
  measuresShown,
  partialTo,
  releasedGroups,
  releasedSeries,
  releasedTo,
  type SeriesGroup,
  someComments,
} from './released-groups.ts'
export { raiseRecentMembers } from './alerts/store.ts'
export { participationMeasure, type Responded } from './respondents.ts'
export { type Home, peopleIn, peopleNeeded, runsOf, type Shares, simulator } from './simulate.ts'
export { type ReleasedTheme, themesOf } from './released-themes.ts'
export { releasedToTeam, teamAndAbove } from './team-release.ts'
export { releaseTexts, type TextMeasure } from './texts.ts'

/** Whether every answer that was counted at close is still there: none has been erased since. */
export const isComplete = async (tx: Tx, ref: CollectionRef, responded: number): Promise<boolean> =>
  (await countAnswers(tx, ref)) === responded

/**
 * Closes the vault of a collection that takes no more answers. Answers that are not counted (respondents.ts) are deleted first, so
 * that whatever is computed later is computed from the same ones.
 * @returns how many people answered, as everybody may know it, and whether any figure of the collection can be shown
 */
export async function closeVault(
  tx: Tx,
  ref: CollectionRef,
  policy: Policy,
  questions: readonly Question[],
): Promise<Responded & { released: boolean }> {
  await deleteSaved(tx, ref)
  const keys = await keysOf(tx, { ...ref, mode: policy.mode })
  await issueReceiptProofs(tx, ref, keys)
  // Sealed answers whose keys are lost are lost with them.
  const isReadable = policy.mode !== 'anonymous' || keys !== undefined
  const submitted = isReadable ? await respondentsOf(tx, ref, { keys }) : []
  const { counted, respondents, groups, responded, responded_max } = await divide(
    tx,
    ref,
    await withoutSittingOut(tx, ref, submitted),
    questions,
  )
  // Of fewer people nothing can ever be released, so nothing is stored. Nor may an alert, or a status that changes, tell
  // that k_score people answered where the number of answers is hidden.
  await raiseAlert(tx, ref, respondents)
  if (policy.mode === 'anonymous') await anonymise(tx, ref, respondents)
  else await keepOnly(tx, ref, submitted, counted)
  await deleteAttributeValues(tx, ref)
  await deleteLiveSums(tx, ref)
  const names = await directoryNames(tx, ref.organisationId)
  // Before the release, which cannot pause: 100,000 comments take seconds.
  const plain = await redactedTexts(commentsIn(respondents), names)
  const redacted = (text: string): string => plain.get(text) ?? redact(text, names)
  await release(
    tx,
    ref,
    questions.map((question) => questionOf(question, redacted)),
    { respondents, groups, asked: questions },
  )
  return { responded, responded_max, released: respondents.length > 0 }
}

const commentsIn = (respondents: readonly Respondent[]): Set<string> =>
  new Set(
    respondents.flatMap(({ answers }) =>
      [...answers.values()].flatMap(({ text, do_not_quote }) =>
        text === undefined || do_not_quote ? [] : [cleanComment(text)],
      ),
    ),
  )

export function questionOf(question: Question, redacted: (text: string) => string): Measure<Answer> {
  const leading = question.show_if?.question_id
  return {
    name: questionMeasure(question.id),
    threshold: isText(question) ? 'comment' : 'score',
    brokenDown: isBrokenDown(question),
    questions: [question.id],
    ...(leading && { within: [questionMeasure(leading)] }),
    values: (answers) => answers.map((replies) => replies.get(question.id) ?? null),
    figures: (values) => aggregate(question, values, redacted),
  }
}
