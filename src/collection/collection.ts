/**
 * The collection engine: it opens, takes answers and closes one collection period. Its owner (a pulse, a check-in instance) is data
 * to it.
 *
 * Opening freezes roster, questions and confidentiality, each hashed into the promise. At close the gate removes what it promised to
 * remove and stores cells; the analysis follows as a job of the same transaction. Transitions are single guarded statements: the
 * loser of a race gets `undefined` or 0 and changes nothing.
 */
import { limits } from '../../contract/limits.ts'
import type { AuditedActor } from '../audit/audit.ts'
import { questionMeasure } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { auditRelease, closeVault, participationMeasure } from '../confidentiality/confidentiality.ts'
import { afterCommit, isTrial, type Tx } from '../db/db.ts'
import { enqueue } from '../jobs/jobs.ts'
import { impossible, problem } from '../problem.ts'
import { deleteAnswers } from '../vault/vault.ts'
import { bringEndForward, moveEnd } from './ending.ts'
import { deleteCodes } from './code-store.ts'
import { isHeld } from './holds.ts'
import { dropReminders, moveReminders } from './reminders.ts'
import { seatRolling } from './rolling.ts'
import { markSittingOut } from './seating.ts'
import { summaryOf } from './response-summary.ts'
import * as store from './store.ts'

export {
  answerStatusOfLink,
  discardPartialAnswers,
  type Progress,
  progressOf,
  savePartialAnswers,
  submitAnswers,
} from './answering.ts'
export { checkAnswers } from './answers.ts'
export { destroyKeysOf, endedWithKeys, keysDestroyed } from './ended.ts'
export { extensionsOf, isOver, timeIsOver } from './ending.ts'
export { type Cancelled, findCancelled, type LinkContext, resolveLink } from './links.ts'
export { eraseMemberFromCollections, lockUnanalysed } from './erasure.ts'
export { collectionLags, countDueDeliveries } from './lags.ts'
export { closeWhenAnswered } from './last-answer.ts'
export { rateQuartersTask } from './rate-quarters.ts'
export {
  breakdownError,
  exclusionError,
  openCollection,
  type Opening as CollectionOpening,
  type Period,
  previewRoster,
  type RosterPreview,
  sizeError,
} from './opening.ts'
export { askRolling, dueReminders, openRolling } from './rolling.ts'
export { askedOf } from './rolling-store.ts'
export { openForMember } from './own-open.ts'
export { linksBy, linksError } from './link-delivery.ts'
export { insertPastCollection, type PastRespondent } from './past-collections.ts'
export { participationNotices } from './participation-notices.ts'
export { promiseFor } from './promise.ts'
export { assertMayAsk, mayAsk } from './asking.ts'
export { copiedRecipients, shownRecipients } from './shown-recipients.ts'
export { setAuthor } from './author-and-readers.ts'
export { formerNamesTask } from './former-names.ts'
export { compactionTask } from './compaction.ts'
export { beginDeletionTask, deletionTask, type MadeFromAnswers } from './deletion.ts'
export { keepNoLonger } from './deletion-store.ts'
export { auditDeletion, isAnyOpen, purgeTaskOf, seriesNotHeld, setDeleted } from './purge.ts'
export { countInDeletion, dueAnswers, type DueCounts, dueDeliveries, duePurges } from './due-deletions.ts'
export { hasHolds, type HeldRow, holdCollection, liftHoldOf, listHeld } from './holds.ts'
export { checkCodes, previewPools } from './codes.ts'
export { checkQuestions } from './questions.ts'
export { checkTranslations, wordingAfter } from './translations.ts'
export { checkLowParticipation, extendIfLow, participationTask } from './low-participation.ts'
export { checkReminders, isLastReminder, remindCollection, remindsEveryone, remindTask } from './reminders.ts'
export {
  type CollectionSource,
  getConfidentiality,
  getProgress,
  getResponseSummary,
  getResults,
  type SurveyContent,
} from './reads.ts'
export {
  liveCounts,
  liveRow,
  type CollectionPeriod,
  type CollectionSummary,
  periodsOf,
  responseSummaries,
  seenById,
  summaryOf,
} from './response-summary.ts'
export { newMessageName, type Windows } from './roster-store.ts'
export { previewSeats, type SeatedOpening } from './seating.ts'
export { findNotCounted, findUncountedPlace, notCountedColumns, notCountedOf } from './not-counted.ts'
export {
  checkRoster,
  placesOf,
  rosterMembers,
  rosterPeople,
  type RosterQuery,
  rosterZones,
  type SizeError,
  sizeErrorOf,
  sizeProblem,
} from './roster.ts'
export {
  claimAnalysis,
  type Collection,
  extensionOf,
  findCollection,
  type OwnerIds,
  type OwnerKind,
  ownerIdColumns,
  ownerIds,
  ownerIdsOf,
  policyOfCollection,
  refOf,
  resultsIdOf,
  setResultsStatus,
  setTextVersion,
  textVersionOf,
} from './store.ts'
export { teamFiguresOf } from './team-figures.ts'
export { readNames } from './named-reads.ts'
export { findNamedAnswer, namedAnswersOf } from '../vault/vault.ts'

/** @throws unprocessable  an end in the past or not later than the present one, or extended too often */
export async function extendCollection(tx: Tx, ref: CollectionRef, closesAt: Date, now: Date): Promise<void> {
  if (closesAt <= now) throw impossible('/closes_at', 'closes_at is in the past', 'in_the_past')
  if ((await moveEnd(tx, ref, closesAt, limits.extensionsMax)) === 0) {
    throw impossible(
      '/closes_at',
      `A collection can be extended ${limits.extensionsMax} times, each time to a later end`,
      'not_later',
    )
  }
  await moveReminders(tx, ref, await zoneOf(tx, ref), closesAt)
}

const zoneOf = async (tx: Tx, { organisationId }: CollectionRef): Promise<string> =>
  (await store.organisationOf(tx, organisationId)).time_zone

/**
 * Moves the end of a collection that closes itself to a day from now, once nearly everybody has answered (`nearlyEveryoneAnswered`).
 * @returns the end, or undefined if it stays as it is
 */
export async function closeSoon(tx: Tx, ref: CollectionRef, now: Date): Promise<string | undefined> {
  const closesAt = await bringEndForward(tx, ref, now)
  if (closesAt !== undefined) await moveReminders(tx, ref, await zoneOf(tx, ref), new Date(closesAt))
  return closesAt
}

/** Who closes a collection, and when; `closedAt` differs from `now` for one that ended before it was imported. */
export type Closing = { readonly by: AuditedActor; readonly now: Date; readonly closedAt?: Date }

/** Closes a collection and enqueues its analysis. One that is closed already stays as it is. */
export async function closeCollection(tx: Tx, ref: CollectionRef, closing: Closing): Promise<void> {
  // Repeated and timed, a trial that closed would reveal how many have answered.
  if (isTrial(tx)) return
  if (await closeWithoutAnalysis(tx, ref, closing)) await enqueue(tx, 'collection.analyse', ref)
}

/**
 * Closes a collection and leaves the analysis to the caller. The audit log records what was released, and who closed.
 * @returns whether there is something to analyse: not if it was closed already, nor if nothing may be released
 */
export async function closeWithoutAnalysis(
  tx: Tx,
  ref: CollectionRef,
  { by, now, closedAt = now }: Closing,
): Promise<boolean> {
  const collection = await store.markClosed(tx, ref, closedAt)
  if (!collection) return false
  await dropReminders(tx, ref)
  await deleteCodes(tx, ref)
  if (collection.is_rolling) await seatRolling(tx, collection, now)
  const { released, ...counts } = await closeVault(
    tx,
    ref,
    store.policyOfCollection(collection),
    collection.questions,
  )
  const measures = [questionMeasure(''), participationMeasure]
  await auditRelease(tx, ref, { target: collection.owner_id, measures, by }, now)
  await store.setCloseFigures(tx, ref, counts, released ? 'analysing' : 'insufficient')
  await markSittingOut(tx, ref)
  // The keys, and messages in the outbox.
  afterCommit(tx, 'work due', null)
  return released
}

/**
 * Nothing of a cancelled collection is ever released: its answers are deleted, and its keys destroyed.
 * @returns how many answers are lost: the number that everybody could read (response-summary.ts), which is in steps but for attributed mode
 * @throws legal_hold
 */
export async function cancelCollection(
  tx: Tx,
  ref: CollectionRef,
  now: Date,
): Promise<{ responded: number }> {
  if (await isHeld(tx, ref)) throw problem('legal_hold')
  if (isTrial(tx)) return { responded: 0 }
  const collection = await store.findCollection(tx, ref)
  if (!collection || (await store.markCancelled(tx, ref, now)) === 0) return { responded: 0 }
  const { responded } = await summaryOf(tx, collection)
  await dropReminders(tx, ref)
  await deleteCodes(tx, ref)
  await deleteAnswers(tx, ref)
  afterCommit(tx, 'work due', null)
  return { responded }
}
