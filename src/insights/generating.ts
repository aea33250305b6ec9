/**
 * From a closed collection to its insights: the gate measures texts and stores cells, the report is made of released figures
 * and nothing else, findings are written. The same answers and rules give the same findings, byte for byte, whenever and
 * wherever this runs.
 *
 * Again, later: released cells stand. Texts are measured once more only where the rules for texts have changed and every answer
 * is still there; one that was erased since would show as the difference of two sums. A finding that says the same as before
 * stays as it is; one that differs supersedes the old one, which can still be read by its id.
 */
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Insight, type Recomputed } from '../../contract/insights.ts'
import { type Question } from '../../contract/questions.ts'
import { byClock } from '../audit/audit.ts'
import {
  type Collection,
  type OwnerIds,
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
  type Released,
  released,
  releaseTexts,
  someComments,
} from '../confidentiality/confidentiality.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { questionMeasure } from '../cells/cells.ts'
import { one, sql, type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { isScored } from '../questions/questions.ts'
import { seedOf, textVersion } from '../text/text.ts'
import { actionsOfReport } from './recommend/actions.ts'
import { analysed } from './analysis.ts'
import { askedTeams, instancesBefore, previousCollection } from './collection-store.ts'
import { compareInGate } from './comparisons.ts'
import { type Figures, type Finding } from './finding.ts'
import { aboutOf, driversMeasure, measuresFor, sentimentMeasure, textQuestions } from './measures.ts'
import { partsOf } from './report/report.ts'
import * as store from './store.ts'
import { commentsRead } from './report/topics.ts'
import { wishesMeasure } from './suggestions.ts'

/** Words for findings whose figures stand: labels and summaries of a language model, where an organisation uses one. */
export type Phrase = (findings: readonly Finding[]) => readonly Finding[] | Promise<readonly Finding[]>

const asTheyAre: Phrase = (findings) => findings

/** Instances before that a trend is told from: few, so that the fortieth costs what the eighth did. */
const historyMax = 7

export async function generate(
  tx: Tx,
  collection: Collection,
  { now, phrase = asTheyAre }: { now: Date; phrase?: Phrase },
): Promise<Recomputed> {
  const ref = refOf(collection)
  const owner = ownerIdsOf(collection)
  const previousId = await previousCollection(tx, ref)
  await measureTexts(tx, collection, now)
  await compareInGate(tx, ref, previousId, collection.questions, seedOfCollection(collection))
  const figures = await figuresOf(tx, collection, previousId)
  const findings = await phrase(await alive(tx, inSlices(partsOf(figures))))
  const { written, ids } = await writeFindings(tx, ref, owner, findings, now)
  const told = findings.map((finding, index) => ({ insightId: ids[index], finding }))
  await actionsOfReport(tx, ref, owner, told, figures, now)
  await setResultsStatus(tx, ref, findings.length > 0 ? 'available' : 'insufficient')
  if (collection.results_status === 'analysing' || written.added > 0 || written.superseded > 0)
    await recordEvent(tx, {
      organisationId: ref.organisationId,
      type: 'insight.ready',
      payload: owner,
      at: now,
    })
  return written
}

/** The seed belongs to what was asked, not to when or under which id: a second run draws the same samples. */
const seedOfCollection = ({ title, questions }: Collection): string => JSON.stringify([title, questions])

async function measureTexts(tx: Tx, collection: Collection, now: Date): Promise<void> {
  const ref = refOf(collection)
  const before = await textVersionOf(tx, ref)
  if (before === textVersion) return
  if (before !== null && !(await isComplete(tx, ref, collection.responded))) return
  const questions = await textsWithComments(tx, ref, collection.questions)
  const seed = seedOf(seedOfCollection(collection))
  const measures = await releaseTexts(
    tx,
    ref,
    questions.map(({ id }) => id),
    async (texts) => measuresFor(questions, await alive(tx, analysed(texts, aboutOf(questions), seed))),
  )
  await auditRelease(tx, ref, { target: collection.owner_id, measures, by: byClock }, now)
  await setTextVersion(tx, ref, textVersion)
}

/** Of the others nothing may be told. */
async function textsWithComments(tx: Tx, ref: CollectionRef, questions: readonly Question[]) {
  const shown = await measuresShown(tx, ref)
  return textQuestions(questions).filter(({ id }) => shown.has(questionMeasure(id)))
}

/** Everything that was released, but of words only as many as quotes are chosen from. */
async function releasedNow(tx: Tx, ref: CollectionRef, questions: readonly Question[]) {
  const words = new Set(textQuestions(questions).map(({ id }) => questionMeasure(id)))
  const sums = [...(await measuresShown(tx, ref))].filter((measure) => !words.has(measure))
  return [
    ...(await released<unknown>(tx, ref, sums)),
    ...(await someComments(tx, ref, [...words], commentsRead)),
  ]
}

async function figuresOf(tx: Tx, collection: Collection, previousId: string | null): Promise<Figures> {
  const ref = refOf(collection)
  const { questions } = collection
  // Of instances before it is sums that are compared, and no words.
  const sums = [
    participationMeasure,
    driversMeasure,
    wishesMeasure,
    ...questions.filter(isScored).map(({ id }) => questionMeasure(id)),
    ...textQuestions(questions).map(({ id }) => sentimentMeasure(id)),
  ]
  const of = (collectionId: string): Promise<Released<unknown>[]> =>
    released(tx, { organisationId: ref.organisationId, collectionId }, sums)
  const history: { at: number; released: Released<unknown>[] }[] = []
  let previous: Released<unknown>[] | null = null
  for (const { collectionId, at } of await instancesBefore(tx, ref, historyMax)) {
    const figures = await of(collectionId)
    history.push({ at, released: figures })
    if (collectionId === previousId) previous = figures
  }
  const teams = await askedTeams(tx, ref)
  return {
    questions,
    released: await releasedNow(tx, ref, questions),
    previous: previous ?? (previousId ? await of(previousId) : []),
    history,
    teamNames: new Map(teams.map((team) => [team.id, team.name])),
    parents: new Map(teams.map((team) => [team.id, team.parent])),
    comparisons: await comparisonsOf(tx, ref, previousId),
    seed: seedOfCollection(collection),
  }
}

/** The server ends a transaction that says nothing for two minutes (src/db/db.ts). */
const beatMs = 30_000

/** Work that asks the database for nothing meanwhile. */
function alive<T>(tx: Tx, work: Promise<T>): Promise<T> {
  const beat = setInterval(() => void one(tx, sql`select 1`).catch(() => {}), beatMs)
  return work.finally(() => clearInterval(beat))
}

const sliceMs = 4

/** A report of a thousand teams lets others in between two of them. */
async function inSlices(parts: Iterable<Finding[]>): Promise<Finding[]> {
  const findings: Finding[] = []
  let began = performance.now()
  for (const part of parts) {
    findings.push(...part)
    if (performance.now() - began < sliceMs) continue
    await setImmediate()
    began = performance.now()
  }
  return findings
}

/** What a finding says, as it is stored: the same words and numbers in any order of members. */
const contentOf = (finding: Finding): unknown =>
  JSON.parse(
    JSON.stringify([
      finding.statement,
      finding.n,
      finding.value,
      finding.interval,
      finding.method,
      finding.evidence,
    ]),
  )
const contentOfInsight = ({ statement, n, value, interval, method, evidence }: Insight): unknown => [
  statement,
  n,
  value,
  interval,
  method,
  evidence,
]

const placeOf = (finding: Finding): string =>
  JSON.stringify([finding.teamId, finding.kind, finding.questionId, finding.subject])
const placeOfInsight = ({ scope, kind, subject }: Insight): string =>
  JSON.stringify([scope.team_id, kind, scope.question_id ?? null, subject])

async function writeFindings(
  tx: Tx,
  ref: CollectionRef,
  owner: OwnerIds,
  findings: readonly Finding[],
  now: Date,
): Promise<{ written: Recomputed; ids: string[] }> {
  const { generation, insights } = await store.currentInsights(tx, ref)
  const before = new Map(insights.map((insight) => [placeOfInsight(insight), insight]))
  const stands = (finding: Finding): boolean => {
    const old = before.get(placeOf(finding))
    return old !== undefined && isDeepStrictEqual(contentOfInsight(old), contentOf(finding))
  }
  const kept = findings.filter(stands)
  const fresh = findings.filter((finding) => !stands(finding))
  const standing = new Set(kept.map(placeOf))
  const gone = insights.filter((insight) => !standing.has(placeOfInsight(insight)))
  await store.supersede(
    tx,
    ref,
    gone.map(({ id }) => id),
    now,
  )
  const changed = fresh.length > 0 || gone.length > 0
  const next = changed || generation === 0 ? generation + 1 : generation
  const inserted = await store.insertInsights(tx, ref, owner, fresh, next, now)
  const idOf = new Map([
    ...kept.map((finding) => [finding, before.get(placeOf(finding))!.id] as const),
    ...fresh.map((finding, index) => [finding, inserted[index]] as const),
  ])
  return {
    written: { generation: next, unchanged: kept.length, added: fresh.length, superseded: gone.length },
    ids: findings.map((finding) => idOf.get(finding)!),
  }
}
