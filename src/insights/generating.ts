/**
 * From a closed collection to its insights: the gate measures texts and stores cells, the report is made from released figures
 * and nothing else, findings are written. The same answers and rules give the same findings, byte for byte, whenever and
 * wherever this runs.
 *
 * When it runs again, released cells stay. Texts are measured again only where the rules for texts have changed and no answer
 * has been erased since: an erased one would show as the difference of two sums. A finding with the same content stays; one
 * that differs supersedes the old one, which can still be read by its id.
 *
 * What is known from texts is compared only with instances whose texts were read by the same rules and the same model.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Insight, Recomputed } from '../../contract/insights.ts'
import type { Question } from '../../contract/questions.ts'
import { triedBefore } from '../actions/actions.ts'
import { byClock } from '../audit/audit.ts'
import {
  type Collection,
  ownerIdsOf,
  refOf,
  setResultsStatus,
  setTextVersion,
  textVersionOf,
} from '../collection/collection.ts'
import {
  auditRelease,
  comparisonsOf,
  isComplete,
  measuresShown,
  participationMeasure,
  readingOf,
  type Released,
  released,
  releaseTexts,
  someComments,
  themesOf,
} from '../confidentiality/confidentiality.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { questionMeasure } from '../cells/cells.ts'
import { keepAlive, type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { eachInTurn, mapInTurn } from '../in-turns.ts'
import { isScored } from '../questions/questions.ts'
import { seedOf } from '../text/text.ts'
import { measureAccepted, writeActions } from './recommend/actions.ts'
import { frozenTeams, instancesBefore, previousCollection } from './collection-store.ts'
import { compareInGate } from './comparisons.ts'
import { type Figures, type Finding, seedOfQuestions } from './finding.ts'
import { asksMeasure, driversMeasure, measuresFor, sentimentMeasure, textQuestions } from './measures.ts'
import type { ChangeValue } from './report/levels.ts'
import { partsOf } from './report/report.ts'
import { movePins } from './pin-store.ts'
import * as store from './store.ts'
import { commentsRead } from './report/topics.ts'

/** Puts findings into the words of a language model, where an organisation uses one; their figures stay. */
export type Phrase = (findings: readonly Finding[]) => readonly Finding[] | Promise<readonly Finding[]>

const unchanged: Phrase = (findings) => findings

/** Instances before this one that trends are made from: few, so that the fortieth costs what the eighth did. */
const historyMax = 7

export async function generate(
  tx: Tx,
  collection: Collection,
  { now: looked, phrase = unchanged }: { now: Date; phrase?: Phrase },
): Promise<Recomputed> {
  const now = closedBy(collection, looked)
  const ref = refOf(collection)
  const previousId = await previousCollection(tx, ref)
  await measureTexts(tx, collection, now)
  await compareInGate(tx, collection, previousId)
  const measured = await figuresOf(tx, collection, previousId)
  await measureAccepted(tx, collection, measured, now)
  const figures = { ...measured, tried: await triedBefore(tx, collection) }
  const parts = keepAlive(
    tx,
    mapInTurn(partsOf(figures), (part) => part),
  )
  const findings = await phrase((await parts).flat())
  const { recomputed, insights } = await writeFindings(tx, collection, findings, now)
  await writeActions(tx, collection, insights, now)
  await setResultsStatus(tx, ref, findings.length > 0 ? 'available' : 'insufficient')
  if (collection.results_status === 'analysing' || recomputed.added > 0 || recomputed.superseded > 0)
    await recordEvent(tx, {
      organisationId: ref.organisationId,
      type: 'insight.ready',
      payload: ownerIdsOf(collection),
      at: now,
    })
  if (recomputed.superseded > 0)
    await recordEvent(tx, {
      organisationId: ref.organisationId,
      type: 'insight.superseded',
      payload: ownerIdsOf(collection),
      at: now,
    })
  return recomputed
}

/** The work that found the collection may have begun to look before it was closed, and nothing is analysed before its close. */
const closedBy = ({ closed_at: closedAt }: Collection, now: Date): Date =>
  closedAt !== null && Date.parse(closedAt) > now.getTime() ? new Date(closedAt) : now

async function measureTexts(tx: Tx, collection: Collection, now: Date): Promise<void> {
  const ref = refOf(collection)
  const measuredBy = await textVersionOf(tx, ref)
  if (measuredBy === readingOf(tx)) return
  if (measuredBy !== null && !(await isComplete(tx, ref, collection.responded))) return
  const questions = await questionsWithComments(tx, ref, collection.questions)
  const measures = measuresFor(questions)
  const seed = seedOf(seedOfQuestions(collection))
  const form = { asked: collection.questions, questions, seed }
  const readBy = await keepAlive(tx, releaseTexts(tx, ref, form, measures))
  const names = measures.map(({ name }) => name)
  await auditRelease(tx, ref, { target: collection.owner_id, measures: names, by: byClock }, now)
  await setTextVersion(tx, ref, readBy)
}

/** Text questions whose comments are shown: nothing is measured of the others. */
async function questionsWithComments(tx: Tx, ref: CollectionRef, questions: readonly Question[]) {
  const shown = await measuresShown(tx, ref)
  return textQuestions(questions).filter(({ id }) => shown.has(questionMeasure(id)))
}

/** Everything that was released, but only as many comments as quotes are chosen from. */
async function releasedNow(tx: Tx, ref: CollectionRef, questions: readonly Question[]) {
  const comments = new Set(textQuestions(questions).map(({ id }) => questionMeasure(id)))
  const sums = [...(await measuresShown(tx, ref))].filter((measure) => !comments.has(measure))
  return [
    ...(await released<unknown>(tx, ref, sums)),
    ...(await someComments(tx, ref, [...comments], commentsRead)),
  ]
}

async function figuresOf(tx: Tx, collection: Collection, previousId: string | null): Promise<Figures> {
  const ref = refOf(collection)
  const { questions } = collection
  const readBy = await textVersionOf(tx, ref)
  // Earlier instances are compared by their sums; their comments are not read.
  const sums = [participationMeasure, ...questions.filter(isScored).map(({ id }) => questionMeasure(id))]
  const sumsOfTexts = [
    driversMeasure,
    asksMeasure,
    ...textQuestions(questions).map(({ id }) => sentimentMeasure(id)),
  ]
  const sumsOf = async (collectionId: string): Promise<Released<unknown>[]> => {
    const earlier = { organisationId: ref.organisationId, collectionId }
    const isReadAlike = (await textVersionOf(tx, earlier)) === readBy
    return released(tx, earlier, isReadAlike ? [...sums, ...sumsOfTexts] : sums)
  }
  const history: { at: number; released: Released<unknown>[] }[] = []
  let previous: Released<unknown>[] | null = null
  for (const { collectionId, at } of await instancesBefore(tx, ref, historyMax)) {
    const figures = await sumsOf(collectionId)
    history.push({ at, released: figures })
    if (collectionId === previousId) previous = figures
  }
  const teams = await frozenTeams(tx, ref)
  return {
    questions,
    released: await releasedNow(tx, ref, questions),
    previous: previous ?? (previousId ? await sumsOf(previousId) : []),
    history,
    teamNames: new Map(teams.map((team) => [team.id, team.name])),
    parents: new Map(teams.map((team) => [team.id, team.parent])),
    comparisons: await comparisonsOf(tx, ref, previousId),
    themes: await themesOf(tx, ref),
    seed: seedOfQuestions(collection),
    readBy,
  }
}

type Content = Pick<Finding, 'statement' | 'coverage' | 'n' | 'value' | 'interval' | 'method' | 'evidence'>

const contentOf = ({ statement, coverage, n, value, interval, method, evidence }: Content): unknown => [
  statement,
  coverage,
  n,
  value,
  interval,
  method,
  evidence,
]

/** Compared as it is stored: as JSON, in any order of members. */
const hasContentOf = (insight: Insight, finding: Finding): boolean =>
  isDeepStrictEqual(contentOf(insight), JSON.parse(JSON.stringify(contentOf(finding))))

/** What a finding is about: at most one insight that is ready is about the same. Changes of one subject differ in what they compare. */
const keyOf = (finding: Finding): string =>
  JSON.stringify([finding.teamId, finding.kind, finding.questionId, finding.subject, compared(finding)])
const keyOfInsight = (insight: Insight): string => {
  const { scope, kind, subject } = insight
  return JSON.stringify([scope.team_id, kind, scope.question_id ?? null, subject, compared(insight)])
}

const compared = ({ kind, value }: Pick<Finding, 'kind' | 'value'>): unknown => {
  if (kind !== 'change') return null
  const { against, of } = value as ChangeValue
  return [against, of]
}

/** @returns the findings with the ids of their insights, in their order */
async function writeFindings(
  tx: Tx,
  collection: Collection,
  findings: readonly Finding[],
  now: Date,
): Promise<{ recomputed: Recomputed; insights: { insightId: string; finding: Finding }[] }> {
  const ref = refOf(collection)
  const { generation, insights } = await store.currentInsights(tx, ref)
  const current = new Map(insights.map((insight) => [keyOfInsight(insight), insight]))
  const unchangedOf = (finding: Finding): Insight | undefined => {
    const insight = current.get(keyOf(finding))
    return insight && hasContentOf(insight, finding) ? insight : undefined
  }
  const fresh: Finding[] = []
  const ids = new Map<Finding, string>()
  await eachInTurn(findings, (finding) => {
    const insight = unchangedOf(finding)
    if (insight) ids.set(finding, insight.id)
    else fresh.push(finding)
  })
  const unchangedIds = new Set(ids.values())
  const gone = insights.filter(({ id }) => !unchangedIds.has(id))
  const isChanged = fresh.length > 0 || gone.length > 0
  const next = isChanged || generation === 0 ? generation + 1 : generation
  const inserted = await store.insertInsights(tx, collection, { generation: next, findings: fresh }, now)
  fresh.forEach((finding, index) => ids.set(finding, inserted[index]))
  const insertedOf = new Map(fresh.map((finding, index) => [keyOf(finding), inserted[index]]))
  const superseded = gone.map((insight) => ({
    id: insight.id,
    successor: insertedOf.get(keyOfInsight(insight)) ?? null,
  }))
  await store.supersede(tx, ref, superseded, now)
  await movePins(tx, ref, superseded)
  return {
    recomputed: {
      generation: next,
      unchanged: unchangedIds.size,
      added: fresh.length,
      superseded: gone.length,
    },
    insights: findings.flatMap((finding) => {
      const insightId = ids.get(finding)
      return insightId === undefined ? [] : [{ insightId, finding }]
    }),
  }
}
