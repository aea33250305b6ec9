/**
 * Insights: what the responses of a closed collection show. They are generated in one transaction from figures that the gate
 * released (generating.ts), and read by everyone who may see the pulse or check-in.
 */
import type * as contract from '../../contract/insights.ts'
import { type Insight, type InsightKind, insightKinds, type InsightMethod } from '../../contract/insights.ts'
import type { Page } from '../../contract/fields.ts'
import type { ApplicationActor } from '../actor.ts'
import type { Call } from '../call.ts'
import { questionMeasure } from '../cells/cells.ts'
import { resultsIdOf } from '../collection/collection.ts'
import { auditReading, phrasesMeasure } from '../confidentiality/confidentiality.ts'
import type { Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { readerOf } from '../directory/directory.ts'
import { problem } from '../problem.ts'
import { getSettings } from './collection-store.ts'
import {
  asksMeasure,
  coverageMeasure,
  driversMeasure,
  requestsMeasure,
  sentimentMeasure,
  subtopicsMeasure,
  themesMeasure,
} from './measures.ts'
import { methodOf } from './method.ts'
import * as store from './store.ts'

export { type Finding, stating } from './finding.ts'
export { generate, type Phrase } from './generating.ts'
export {
  listDrivers,
  listEnps,
  listParticipation,
  listScores,
  listSentiment,
  listThemes,
} from './reading/figures.ts'
export { listTrends } from './reading/trends.ts'
export { forgetPinsOf } from './pin-store.ts'
export { type PhraseFor } from './recompute.ts'
export { deleteInsights, emergentThemes, forgetQuotes } from './store.ts'

/** Records in the audit log whose figures are in the page, before it is sent. @throws invalid_cursor | invalid_request */
export async function listInsights({
  tx,
  actor,
  query,
  now,
}: Call<typeof contract.listInsights>): Promise<Page<'insights', Insight>> {
  const paging = paged(`insights of ${actor.organisationId}`, query)
  const { limit: _limit, cursor: _cursor, kind, ...filter } = query
  const kinds = kind === undefined ? null : kindsOf(kind)
  const rows = await store.listInsights(tx, await readerOf(tx, actor), { ...filter, kinds }, paging)
  const page = pageOf('insights', rows, paging, ({ insight }) => insight.id)
  await audit({ tx, actor, now }, 'listInsights', page.insights)
  return { ...page, insights: page.insights.map(({ insight }) => insight) }
}

const isKind = (name: string): name is InsightKind => insightKinds.some((kind) => kind === name)

/** @throws invalid_request  a name that is not a kind of insight */
function kindsOf(list: string): InsightKind[] {
  const names = list.split(',').map((name) => name.trim())
  const kinds = names.filter(isKind)
  if (kinds.length < names.length)
    throw problem('invalid_request', {
      detail: `kind must be one or more of ${insightKinds.join(', ')}, separated by commas`,
    })
  return kinds
}

/** Every measure that insights are made from. */
const measures = [
  questionMeasure(''),
  sentimentMeasure(''),
  coverageMeasure(''),
  requestsMeasure(''),
  driversMeasure,
  subtopicsMeasure,
  phrasesMeasure,
  themesMeasure,
  asksMeasure,
]

/** A response rate reveals nothing about answers, so reading one is not audited. */
const audit = (
  { tx, actor, now }: { tx: Tx; actor: ApplicationActor; now: Date },
  operation: string,
  read: readonly store.StoredInsight[],
): Promise<void> => {
  const collections = read
    .filter(({ insight }) => insight.kind !== 'participation')
    .map(({ insight, collectionId }) => ({ collectionId, target: resultsIdOf(insight.scope) }))
  return auditReading(tx, actor, { operation, collections, measures }, now)
}

/** @throws not_found */
export async function getInsight({
  tx,
  actor,
  params,
  query,
  now,
}: Call<typeof contract.getInsight>): Promise<Insight> {
  const found = await store.findInsight(tx, await readerOf(tx, actor), params.id, query.language)
  if (!found) throw problem('not_found')
  await audit({ tx, actor, now }, 'getInsight', [found])
  return found.insight
}

/** Explains in words how an insight was found, with its figures. @throws not_found */
export async function getInsightMethod({
  tx,
  actor,
  params,
  query,
  now,
}: Call<typeof contract.getInsightMethod>): Promise<InsightMethod> {
  const found = await store.findInsight(tx, await readerOf(tx, actor), params.id, query.language)
  if (!found) throw problem('not_found')
  await audit({ tx, actor, now }, 'getInsightMethod', [found])
  const { organisationId } = actor
  const settings = await getSettings(tx, { organisationId, collectionId: found.collectionId })
  return methodOf(found.insight, settings, query.language ?? 'en')
}
