/**
 * Reads of a collection, for every kind of owner: results, promise, deliveries, links; named answers are in named-reads.ts. The owner is found as its caller
 * sees it. A pulse or an instance that has not opened has no collection: of it there is only the promise that opening would make.
 */
import type { CollectionOperations } from '../../contract/collection-operations.ts'
import type { CollectionProgress, ResponseSummary, Results } from '../../contract/collections.ts'
import type { ConfidentialityPromise } from '../../contract/confidentiality.ts'
import type { Reply } from '../../contract/operation.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import type { RotationPlan } from '../../contract/rotation.ts'
import type { Translations } from '../../contract/translations.ts'
import type { Actor, ApplicationActor } from '../actor.ts'
import { assertReaches } from '../authority.ts'
import type { Call } from '../call.ts'
import { everyone, type Policy, type QuestionCell, questionMeasure } from '../cells/cells.ts'
import {
  auditLinks,
  auditReading,
  releasedBreakdown,
  releasedWithPartial,
} from '../confidentiality/confidentiality.ts'
import type { Tx } from '../db/db.ts'
import { named } from '../ids.ts'
import { paged, pageOf } from '../db/paging.ts'
import { readerOf } from '../directory/directory.ts'
import type { TargetState, WatchTarget } from '../http/live.ts'
import type { Language } from '../language.ts'
import { problem } from '../problem.ts'
import { isText } from '../questions/questions.ts'
import { keysOf, linkOf } from '../vault/vault.ts'
import { resultsNotShared, teamsSharedWith } from './author-and-readers.ts'
import { figureFrom, teamFigures } from './figures.ts'
import { assertListed } from './link-delivery.ts'
import { promiseFor } from './promise.ts'
import { reminderProgress } from './reminders.ts'
import { summaryOf } from './response-summary.ts'
import * as roster from './roster-store.ts'
import { type Collection, policyOfCollection, refOf, seasonDatesOf } from './store.ts'
import { pathAbove } from './team-figures.ts'
import { namedTeamProgress } from './team-progress.ts'

/** A pulse or an instance as the owner of a collection, for a caller who sees it. */
export type OwnerView = {
  readonly organisationId: string
  readonly authorUserId: string
  readonly state: string
  /** undefined until it opens */
  readonly collection: Collection | undefined
  /** What it would promise if it opened now. */
  effectivePolicy(): Promise<Policy>
}

/** What recipients read of a pulse or a check-in: as it opened, or as it would open now. */
export type SurveyContent = {
  readonly title: string
  readonly description: string | null
  readonly questions: FormQuestion[]
  /** With those whose turn it is not. */
  readonly all: FormQuestion[]
  readonly rotation: RotationPlan | null
  readonly language: string | null
  readonly translations: Translations
  readonly closesAt: string | null
  /** Of its schedule; a pulse has none. */
  readonly timeZone?: string
  readonly policy: Policy
  /** The hash of the promise; null until it opens. */
  readonly hash: string | null
}

/** How pulses and check-ins serve as owners of collections; app.ts hands them to the routes. */
export type CollectionSource = {
  readonly operations: CollectionOperations
  /** @throws not_found */
  find(tx: Tx, actor: Actor, id: string): Promise<OwnerView>
  watch(tx: Tx, watched: readonly WatchTarget[]): Promise<ReadonlyMap<string, TargetState>>
  /** Links allow answering for others: the person who runs the survey reads them. */
  readonly links: { readonly action: 'survey.run' | 'instance.run'; readonly notOpen: ProblemCode }
}

type Operations = CollectionOperations
type OwnersCall = {
  readonly tx: Tx
  readonly actor: ApplicationActor
  readonly params: { readonly id: string }
  readonly now: Date
}

const find = ({ tx, actor, params }: OwnersCall, source: CollectionSource): Promise<OwnerView> =>
  source.find(tx, actor, params.id)

/** The results of an owner; before it opens, empty ones. @throws not_found | results_not_shared */
export async function getResults(call: OwnersCall, source: CollectionSource): Promise<Results> {
  const { state, collection } = await find(call, source)
  return {
    state,
    ...(collection ? await resultsOf(call, source.operations.getResults.id, collection) : noResultsYet),
  }
}

/** How many have answered; before the owner opens, nobody. @throws not_found */
export async function getResponseSummary(
  call: OwnersCall,
  source: CollectionSource,
): Promise<ResponseSummary> {
  const { collection } = await find(call, source)
  return collection ? summaryOf(call.tx, collection) : noResultsYet.response_summary
}

/**
 * The promise that was made at opening, or the one that opening would make now.
 * @param language  of its sentences; left out: English
 * @throws not_found
 */
export async function getConfidentiality(
  call: OwnersCall,
  source: CollectionSource,
  language?: Language,
): Promise<ConfidentialityPromise> {
  const { organisationId, collection, effectivePolicy } = await find(call, source)
  const terms = collection
    ? { policy: policyOfCollection(collection), hash: collection.promise_hash }
    : { policy: await effectivePolicy(), hash: null }
  return promiseFor(call.tx, organisationId, terms, language)
}

/**
 * Messages by channel, round and state. Only in attributed mode does the number of reminders tell how many have answered.
 * @throws not_found
 */
export async function getDeliveries(
  call: OwnersCall,
  source: CollectionSource,
): Promise<Reply<Operations['getDeliveries']>> {
  const { collection } = await find(call, source)
  return { deliveries: collection ? await roster.countDeliveries(call.tx, refOf(collection)) : [] }
}

/**
 * Whom a reminder would reach, and answers by team where the promise names who reads them. In the other modes no count of a team
 * leaves before close.
 * @throws not_found
 */
export async function getProgress(call: OwnersCall, source: CollectionSource): Promise<CollectionProgress> {
  const { state, collection } = await find(call, source)
  if (!collection) return { state, ...nothingCollected }
  const { actor } = call
  const readsNames =
    collection.state === 'open' &&
    collection.mode === 'attributed' &&
    actor.kind === 'user' &&
    collection.audience.includes(actor.userId)
  return {
    state,
    reminders: await reminderProgress(call.tx, collection),
    teams: readsNames ? await namedTeamProgress(call.tx, collection) : null,
  }
}

const nothingCollected: Omit<CollectionProgress, 'state'> = {
  reminders: { reach: 0, to_everyone: false, remaining: 0, available_at: null, sent_at: [], planned_at: [] },
  teams: null,
}

/**
 * The links of channel `link`, for the caller who delivers them. The audit log records the reader first.
 * @throws not_found | not_the_author | links_not_listed | its notOpen, with the state
 * @throws unprocessable  the collection is not delivered by its caller, or has closed
 */
export async function getLinks(
  call: Call<Operations['getLinks']>,
  source: CollectionSource,
  baseUrl: string,
): Promise<Reply<Operations['getLinks']>> {
  const { tx, actor, query, now } = call
  const { authorUserId, state, collection } = await find(call, source)
  assertReaches(actor, source.links.action, { authorUserId })
  if (collection?.state !== 'open') throw problem(source.links.notOpen, { state })
  if (!collection.channels.includes('link'))
    throw problem('unprocessable', { detail: 'This collection is not delivered by link' })
  assertListed(collection, actor)
  await auditLinks(tx, actor, collection.owner_id, now)
  const ref = refOf(collection)
  const keys = await keysOf(tx, { ...ref, mode: collection.mode })
  if (!keys) throw problem('unprocessable', { detail: 'The links of a closed collection no longer exist' })
  const paging = paged(`links of ${collection.id}`, query)
  const rows = await roster.listRecipients(tx, ref, paging)
  const { recipients, ...rest } = pageOf('recipients', rows, paging, (row) => row.member_id)
  return {
    links: recipients.map(({ member_id }) => ({
      member_id,
      url: `${baseUrl}/r/${named(collection.organisation_id, linkOf(keys.linkKey, member_id))}`,
    })),
    ...rest,
  }
}

/** The results of an owner that has not opened. */
const noResultsYet: Omit<Results, 'state'> = {
  results_status: 'pending',
  response_summary: {
    recipients: 0,
    responded: 0,
    responded_max: 0,
    response_rate: null,
    absent: 0,
    opted_out: 0,
    unreachable: 0,
    excluded: 0,
    not_counted: 0,
    rounded: false,
  },
  season: null,
  asked: [],
  questions: [],
  teams: [],
  breakdown: null,
}

/**
 * The released figures of a collection, for everyone and for each team that was asked, as far as they are shared with the caller. Before
 * close there are none. The audit log
 * records the reader and the operation before they leave.
 */
async function resultsOf(
  { tx, actor, now }: OwnersCall,
  operation: string,
  collection: Collection,
): Promise<Omit<Results, 'state'>> {
  const ref = refOf(collection)
  const shared = await teamsSharedWith(tx, await readerOf(tx, actor), ref)
  if (shared?.length === 0) throw await resultsNotShared(tx, actor, collection)
  const isShared = (team: string): boolean => shared === null || shared.includes(team)
  const audited = { collectionId: collection.id, target: collection.owner_id }
  if (collection.state === 'closed')
    await auditReading(tx, actor, { operation, collections: [audited], measures: [questionMeasure('')] }, now)
  const { questions } = collection
  const figures =
    collection.state === 'closed'
      ? await releasedWithPartial<QuestionCell>(
          tx,
          ref,
          questions.map((question) => questionMeasure(question.id)),
        )
      : []
  const byTeam = Map.groupBy(figures, (figure) => figure.teamId)
  const shownBy = (team: string): ReadonlySet<string> =>
    new Set((byTeam.get(team) ?? []).filter(({ partial }) => !partial).map(({ measure }) => measure))
  const own = new Map((byTeam.get(everyone) ?? []).map(({ measure, cells }) => [measure, cells]))
  const teams = await roster.teamNames(tx, ref)
  const parents = new Map(teams.map(({ id, parent }) => [id, parent]))
  const shown = new Map([everyone, ...parents.keys()].map((team) => [team, shownBy(team)]))
  const noMeasures: ReadonlySet<string> = new Set()
  return {
    results_status: collection.results_status,
    response_summary: await summaryOf(tx, collection),
    season: seasonDatesOf(collection),
    asked: questions,
    questions: questions.map((question) =>
      figureFrom(question, isShared(everyone) ? own.get(questionMeasure(question.id)) : undefined),
    ),
    teams: teams
      .filter(({ id }) => isShared(id))
      .map(({ id, name, sits_out: sitsOut }) => {
        const path = pathAbove(id, parents)
        const above = (sitsOut ? [] : path).map((team) => ({
          team,
          shown: shown.get(team) ?? noMeasures,
        }))
        return {
          team_id: id,
          name,
          parent_team_id: path.find((team) => team !== everyone && isShared(team)) ?? null,
          ...teamFigures(questions, byTeam.get(id) ?? [], above),
        }
      }),
    breakdown: collection.breakdown && {
      ...collection.breakdown,
      groups: shared === null ? await breakdownGroups(tx, collection) : [],
    },
  }
}

/** Questions may merge values in different ways: every group of any question, with the figures that other questions have of it. */
async function breakdownGroups(
  tx: Tx,
  collection: Collection,
): Promise<NonNullable<Results['breakdown']>['groups']> {
  const scored = collection.questions.filter((question) => !isText(question))
  const rows =
    collection.state === 'closed'
      ? await releasedBreakdown<QuestionCell>(
          tx,
          refOf(collection),
          scored.map((question) => questionMeasure(question.id)),
        )
      : []
  const byGroup = Map.groupBy(rows, ({ values, others }) => JSON.stringify([others, values]))
  return [...byGroup]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, figures]) => {
      const { values, others } = figures[0]
      const cellsOf = new Map(figures.map((figure) => [figure.measure, figure.cells]))
      return {
        values,
        others,
        questions: scored.map((question) => figureFrom(question, cellsOf.get(questionMeasure(question.id)))),
      }
    })
}
