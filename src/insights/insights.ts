/**
 * Insights: what the responses of a closed collection say. Generated once, in one transaction, from figures that the gate
 * released; read by whoever may see the pulse or check-in that asked.
 */
import { type Insight, insightKinds } from '../../contract/insights.ts'
import { type Page } from '../../contract/fields.ts'
import { type Question } from '../../contract/questions.ts'
import { type ApplicationActor } from '../actor.ts'
import { byClock } from '../audit/audit.ts'
import { type Collection, refOf, setResultsStatus, teamsOf } from '../collection/collection.ts'
import {
  auditReading,
  auditRelease,
  type CollectionRef,
  questionMeasure,
  released,
  releaseTexts,
} from '../confidentiality/confidentiality.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { problem } from '../problem.ts'
import { driversMeasure, measuresFor, sentimentMeasure, textQuestions, themesMeasure } from './measures.ts'
import { reportOf } from './report.ts'
import * as store from './store.ts'

export { forgetInsights, showInsights } from './store.ts'

export type Owner = store.Owner & {
  /** The collection of the instance before, to compare with. */
  previousCollectionId: string | null
}

/** Analyses a closed collection. The same answers give the same findings, whenever and wherever this runs. */
export async function generate(tx: Tx, collection: Collection, owner: Owner, now: Date): Promise<void> {
  const ref = refOf(collection)
  // The seed belongs to what was asked, not to when or under which id: a second run draws the same samples.
  const seed = JSON.stringify([collection.title, collection.questions])
  const texts = await textsWithComments(tx, ref, collection.questions)
  const measures = measuresFor(texts, seed)
  await releaseTexts(
    tx,
    ref,
    texts.map((question) => question.id),
    measures,
  )
  const measured = measures.map((measure) => measure.name)
  await auditRelease(tx, ref, collection.owner_id, measured, byClock, now)
  const findings = reportOf({
    questions: collection.questions,
    released: await released(tx, ref),
    previous: owner.previousCollectionId
      ? await released(tx, { organisationId: ref.organisationId, collectionId: owner.previousCollectionId })
      : [],
    teamNames: new Map((await teamsOf(tx, ref)).map((team) => [team.id, team.name])),
    seed,
  })
  await store.insertInsights(tx, ref.organisationId, ref.collectionId, owner, findings, now)
  await setResultsStatus(tx, ref, findings.length > 0 ? 'available' : 'insufficient')
  await recordEvent(tx, {
    organisationId: ref.organisationId,
    type: 'insight.ready',
    payload: {
      pulse_id: owner.pulse_id,
      check_in_id: owner.check_in_id,
      check_in_instance_id: owner.check_in_instance_id,
    },
    at: now,
  })
}

/** Of the others nothing may be told. */
async function textsWithComments(tx: Tx, ref: CollectionRef, questions: readonly Question[]) {
  const texts = textQuestions(questions)
  const shown = await released(
    tx,
    ref,
    texts.map((question) => questionMeasure(question.id)),
  )
  return texts.filter((question) => shown.some((one) => one.measure === questionMeasure(question.id)))
}

type Query = {
  limit?: number
  cursor?: string
  kind?: string
  pulse_id?: string
  check_in_id?: string
  check_in_instance_id?: string
  team_id?: string
  from?: string
  to?: string
}

/** Whose figures are in the page is written down before it leaves. @throws invalid_cursor | invalid_request */
export async function listInsights(
  tx: Tx,
  actor: ApplicationActor,
  query: Query,
  now: Date,
): Promise<Page<'insights', Insight>> {
  const paging = paged(`insights of ${actor.organisationId}`, query)
  const { limit: _limit, cursor: _cursor, kind, ...filter } = query
  const kinds = kind?.split(',').map((one) => one.trim()) ?? null
  if (kinds?.some((one) => !(insightKinds as readonly string[]).includes(one))) {
    throw problem('invalid_request', { detail: `kind must name some of ${insightKinds.join(', ')}` })
  }
  const found = await store.listInsights(tx, actor, { ...filter, kinds }, paging)
  const page = pageOf('insights', found, paging, ({ insight }) => insight.id)
  await audit(tx, actor, 'listInsights', page.insights, now)
  return { ...page, insights: page.insights.map(({ insight }) => insight) }
}

/** How many took part is no figure of their answers. Targets are what results are read by: the pulse, or the instance. */
const audit = (
  tx: Tx,
  actor: ApplicationActor,
  operation: string,
  found: readonly store.Found[],
  now: Date,
): Promise<void> =>
  auditReading(
    tx,
    actor,
    operation,
    found
      .filter(({ insight }) => insight.kind !== 'participation')
      .map(({ insight: { scope }, collectionId }) => ({
        collectionId,
        target: (scope.pulse_id ?? scope.check_in_instance_id)!,
      })),
    [questionMeasure(''), sentimentMeasure(''), driversMeasure, themesMeasure],
    now,
  )

/** @throws not_found */
export async function getInsight(tx: Tx, actor: ApplicationActor, id: string, now: Date): Promise<Insight> {
  const found = await store.findInsight(tx, actor, id)
  if (!found) throw problem('not_found')
  await audit(tx, actor, 'getInsight', [found], now)
  return found.insight
}
