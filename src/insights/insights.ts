/**
 * Insights: what the responses of a closed collection say. Generated in one transaction, from figures that the gate released
 * (generating.ts); read by whoever may see the pulse or check-in that asked.
 */
import { type Insight, insightKinds, type InsightMethod } from '../../contract/insights.ts'
import { type Page } from '../../contract/fields.ts'
import { type ApplicationActor } from '../actor.ts'
import { auditReading } from '../confidentiality/confidentiality.ts'
import { questionMeasure } from '../cells/cells.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { problem } from '../problem.ts'
import { findAskedOfInsight } from './collection-store.ts'
import { driversMeasure, requestsMeasure, sentimentMeasure, themesMeasure } from './measures.ts'
import { methodOf } from './method.ts'
import * as store from './store.ts'
import { wishesMeasure } from './suggestions.ts'

export { type Finding } from './finding.ts'
export { generate, type Phrase } from './generating.ts'
export { type PhraseFor } from './recompute.ts'
export { deleteInsights } from './store.ts'

type Query = {
  limit?: number
  cursor?: string
  kind?: string
  pulse_id?: string
  check_in_id?: string
  check_in_instance_id?: string
  team_id?: string
  state?: 'ready' | 'superseded'
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
    {
      operation,
      collections: found
        .filter(({ insight }) => insight.kind !== 'participation')
        .map(({ insight: { scope }, collectionId }) => ({
          collectionId,
          target: (scope.pulse_id ?? scope.check_in_instance_id)!,
        })),
      measures: [
        questionMeasure(''),
        sentimentMeasure(''),
        requestsMeasure(''),
        driversMeasure,
        themesMeasure,
        wishesMeasure,
      ],
    },
    now,
  )

/** @throws not_found */
export async function getInsight(tx: Tx, actor: ApplicationActor, id: string, now: Date): Promise<Insight> {
  const found = await store.findInsight(tx, actor, id)
  if (!found) throw problem('not_found')
  await audit(tx, actor, 'getInsight', [found], now)
  return found.insight
}

/** How it was found, in words; its figures are in there too. @throws not_found */
export async function getInsightMethod(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
  now: Date,
): Promise<InsightMethod> {
  const found = await store.findInsight(tx, actor, id)
  if (!found) throw problem('not_found')
  await audit(tx, actor, 'getInsightMethod', [found], now)
  const { organisationId } = actor
  return methodOf(
    found.insight,
    await findAskedOfInsight(tx, { organisationId, collectionId: found.collectionId }),
  )
}
