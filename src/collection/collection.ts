/**
 * The collection engine: one period of asking. It knows opening, asking, answering, closing; whose period it is (a pulse's,
 * a check-in instance's) it keeps as data.
 *
 * At open everything is frozen: roster, questions, confidentiality, each hashed into the promise. At close the gate cuts
 * what it promised to cut and stores cells; the analysis follows as a job of the same transaction. Moves are single
 * guarded statements: whoever loses a race gets `undefined` or 0 and changes nothing.
 */
import { type ResponseSummary, type Results } from '../../contract/collections.ts'
import { limits } from '../../contract/limits.ts'
import { type Actor, type UserActor } from '../actor.ts'
import { type AuditedActor } from '../audit/audit.ts'
import {
  auditNames,
  auditReading,
  auditRelease,
  closeVault,
  participationMeasure,
  released,
  releasedBreakdown,
} from '../confidentiality/confidentiality.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { countAnswers, deleteAnswers, destroyKeys, keysOf, linkOf, namedAnswers } from '../vault/vault.ts'
import { everyone, figureOf, type QuestionCell, questionMeasure, suppressedFigure } from '../cells/cells.ts'
import { type Tx } from '../db/db.ts'
import { type Paged, pageOf } from '../db/paging.ts'
import { enqueue } from '../jobs/jobs.ts'
import { impossible, problem } from '../problem.ts'
import { isText } from '../questions/questions.ts'
import { dropReminders, moveReminders } from './reminders.ts'
import * as roster from './roster-store.ts'
import { summaryFrom } from './response-summary.ts'
import * as store from './store.ts'

export {
  type LinkContext,
  discardPartialOf,
  resolveLink,
  keepAnswerOf,
  type Progress,
  progressOf,
  savePartialOf,
  standingOfLink,
} from './answering.ts'
export { checkAnswers } from './answers.ts'
export { forgetMember } from './erasure.ts'
export { collectionLags, countDueDeliveries } from './lags.ts'
export { answeredDue } from './last-answer.ts'
export { openCollection, whyNobody, whyNoBreakdown } from './opening.ts'
export { insertPast, type PastRespondent } from './past-collections.ts'
export { promiseFor } from './promise.ts'
export { purgeSeries } from './purge.ts'
export { checkQuestions } from './questions.ts'
export { checkReminders, remindCollection, remindDue } from './reminders.ts'
export { countedRow, type LiveRow, seenById, type Standing, standingsOf } from './response-summary.ts'
export { type Windows } from './roster-store.ts'
export { checkRoster, placesOf, type Roster, rosterMembers, rosterZones } from './roster.ts'
export {
  claimAnalysis,
  type Collection,
  findCollection,
  isOver,
  policyOfCollection,
  refOf,
  setResultsStatus,
  setTextVersion,
  textVersionOf,
  timeIsOver,
} from './store.ts'
export { teamFiguresOf } from './team-figures.ts'

/** @throws unprocessable  not later than now, or than the present end, or extended too often */
export async function extendCollection(tx: Tx, ref: CollectionRef, closesAt: Date, now: Date): Promise<void> {
  if (closesAt <= now) throw impossible('/closes_at', 'closes_at is in the past', 'in_the_past')
  if ((await store.moveEnd(tx, ref, closesAt, limits.extensionsMax)) === 0) {
    throw impossible(
      '/closes_at',
      `A collection can be given more time ${limits.extensionsMax} times, each time a later end`,
      'not_later',
    )
  }
  await moveReminders(tx, ref, await store.organisationZone(tx, ref.organisationId), closesAt)
}

/** Who closes a collection, and when; `closedAt` differs from `now` for one that ended before it was imported. */
export type Closing = { readonly by: AuditedActor; readonly now: Date; readonly closedAt?: Date }

/** Closes a collection and asks for its analysis. One that is closed already stays as it is. */
export async function closeCollection(tx: Tx, ref: CollectionRef, closing: Closing): Promise<void> {
  if (await closeUnanalysed(tx, ref, closing)) await enqueue(tx, 'collection.analyse', ref)
}

/**
 * Closes a collection whose analysis the caller sees to. What is released goes into the audit log, with who closed.
 * @returns whether there is something to analyse: not where it was closed already, nor where nothing may be released
 */
export async function closeUnanalysed(
  tx: Tx,
  ref: CollectionRef,
  { by, now, closedAt = now }: Closing,
): Promise<boolean> {
  const collection = await store.markClosed(tx, ref, closedAt)
  if (!collection) return false
  await dropReminders(tx, ref)
  const { responded, released: any } = await closeVault(
    tx,
    ref,
    store.policyOfCollection(collection),
    collection.questions,
  )
  const measures = [questionMeasure(''), participationMeasure]
  await auditRelease(tx, ref, { target: collection.owner_id, measures, by }, now)
  await store.setCloseFigures(tx, ref, responded, any ? 'analysing' : 'insufficient')
  return any
}

/** Nothing of a cancelled collection is ever released: answers and keys go with it. */
export async function cancelCollection(tx: Tx, ref: CollectionRef, now: Date): Promise<void> {
  if ((await store.markCancelled(tx, ref, now)) === 0) return
  await dropReminders(tx, ref)
  await deleteAnswers(tx, ref)
  await destroyKeys(tx, ref)
}

/** Who was asked and how many answered, as response-summary.ts says. */
export async function summaryOf(tx: Tx, collection: store.Collection): Promise<ResponseSummary> {
  const open = collection.state === 'open'
  return summaryFrom(
    collection,
    open ? await countAnswers(tx, store.refOf(collection)) : collection.responded,
  )
}

/** What there is to read before anybody was asked. */
export const noResultsYet: Omit<Results, 'state'> = {
  results_status: 'pending',
  response_summary: {
    recipients: 0,
    responded: 0,
    response_rate: null,
    absent: 0,
    opted_out: 0,
    unreachable: 0,
    excluded: 0,
    rounded: false,
  },
  questions: [],
  teams: [],
  breakdown: null,
}

/**
 * The released figures of a collection: everyone's and each asked team's. Before close there are none. Who reads them, and by
 * which operation, is written down first.
 */
export async function resultsOf(
  tx: Tx,
  actor: Actor,
  operation: string,
  collection: store.Collection,
  now: Date,
): Promise<Omit<Results, 'state'>> {
  const ref = store.refOf(collection)
  const audited = { collectionId: collection.id, target: collection.owner_id }
  if (collection.state === 'closed')
    await auditReading(tx, actor, { operation, collections: [audited], measures: [questionMeasure('')] }, now)
  const { questions } = collection
  const figures =
    collection.state === 'closed'
      ? await released<QuestionCell>(
          tx,
          ref,
          questions.map((question) => questionMeasure(question.id)),
        )
      : []
  const found = new Map(figures.map((figure) => [`${figure.teamId} ${figure.measure}`, figure.cells]))
  const of = (teamId: string) =>
    questions.map((question) => {
      const cells = found.get(`${teamId} ${questionMeasure(question.id)}`)
      return cells ? figureOf(question, cells) : suppressedFigure(question)
    })
  const shown = new Set(figures.map((figure) => figure.teamId))
  return {
    results_status: collection.results_status,
    response_summary: await summaryOf(tx, collection),
    questions: of(everyone),
    teams: (await roster.teamNames(tx, ref)).map(({ id, name }) =>
      shown.has(id)
        ? { team_id: id, name, questions: of(id) }
        : { team_id: id, name, suppressed: true as const },
    ),
    breakdown: collection.breakdown && {
      ...collection.breakdown,
      groups: await breakdownGroups(tx, collection),
    },
  }
}

/** Each question may put values together in its own way: every group that any has, with what the others show of it. */
async function breakdownGroups(
  tx: Tx,
  collection: store.Collection,
): Promise<NonNullable<Results['breakdown']>['groups']> {
  const scored = collection.questions.filter((question) => !isText(question))
  const rows =
    collection.state === 'closed'
      ? await releasedBreakdown<QuestionCell>(
          tx,
          store.refOf(collection),
          scored.map((question) => questionMeasure(question.id)),
        )
      : []
  const byGroup = Map.groupBy(rows, ({ values, others }) => JSON.stringify([others, values]))
  return [...byGroup]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, figures]) => {
      const { values, others } = figures[0]
      const found = new Map(figures.map((figure) => [figure.measure, figure.cells]))
      return {
        values,
        others,
        questions: scored.map((question) => {
          const cells = found.get(questionMeasure(question.id))
          return cells ? figureOf(question, cells) : suppressedFigure(question)
        }),
      }
    })
}

export async function deliveriesOf(tx: Tx, ref: CollectionRef) {
  return { deliveries: await roster.countDeliveries(tx, ref) }
}

/**
 * The links of channel `link`, for the one who delivers them.
 * @throws unprocessable  the collection is not delivered by its caller, or has closed
 */
export async function linksOf(tx: Tx, collection: store.Collection, baseUrl: string, paging: Paged) {
  if (!collection.channels.includes('link'))
    throw problem('unprocessable', { detail: 'This collection is not delivered by link' })
  const ref = store.refOf(collection)
  const keys = await keysOf(tx, ref)
  if (!keys) throw problem('unprocessable', { detail: 'The links of a closed collection are gone' })
  const rows = await roster.listRecipients(tx, ref, paging.after, paging.limit + 1)
  const { recipients, ...rest } = pageOf('recipients', rows, paging, (row) => row.member_id)
  return {
    links: recipients.map(({ member_id }) => ({
      member_id,
      url: `${baseUrl}/r/${linkOf(keys.linkKey, member_id)}`,
    })),
    ...rest,
  }
}

/**
 * Answers by name: attributed mode only, and only for those whom the promise named. That they read is written down first.
 * @throws names_not_promised | not_in_audience
 */
export async function namedResponsesOf(
  tx: Tx,
  user: UserActor,
  collection: store.Collection,
  paging: Paged,
  now: Date,
) {
  if (collection.mode !== 'attributed') throw problem('names_not_promised')
  if (!collection.audience.includes(user.userId)) throw problem('not_in_audience')
  await auditNames(tx, user, collection.owner_id, now)
  const rows = await namedAnswers(tx, store.refOf(collection), paging.after, paging.limit + 1)
  return pageOf('responses', rows, paging, (row) => row.id)
}
