/**
 * Insights: what the responses of a closed collection say. Generated once, in one transaction, from figures that the gate
 * released; read by whoever may see the pulse or check-in that asked.
 */
import { type Insight, insightKinds } from '../../contract/insights.ts'
import { type Page } from '../../contract/fields.ts'
import { type ApplicationActor } from '../actor.ts'
import { type Collection, refOf, setResultsStatus, teamsOf } from '../collection/collection.ts'
import { directoryNames, release, released } from '../confidentiality/confidentiality.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { problem } from '../problem.ts'
import { measuresFor } from './measures.ts'
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
  const names = await directoryNames(tx, ref.organisationId)
  // The seed belongs to what was asked, not to when or under which id: a second run draws the same samples.
  const seed = JSON.stringify([collection.title, collection.questions])
  await release(tx, ref, measuresFor(collection.questions, names, seed))
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

export async function listInsights(
  tx: Tx,
  actor: ApplicationActor,
  query: Query,
): Promise<Page<'insights', Insight>> {
  const paging = paged(`insights of ${actor.organisationId}`, query)
  const { limit: _limit, cursor: _cursor, kind, ...filter } = query
  const kinds = kind?.split(',').map((one) => one.trim()) ?? null
  if (kinds?.some((one) => !(insightKinds as readonly string[]).includes(one))) {
    throw problem('invalid_request', { detail: `kind must name some of ${insightKinds.join(', ')}` })
  }
  return pageOf(
    'insights',
    await store.listInsights(tx, actor, { ...filter, kinds }, paging),
    paging,
    (insight) => insight.id,
  )
}

/** @throws not_found */
export async function getInsight(tx: Tx, actor: ApplicationActor, id: string): Promise<Insight> {
  const insight = await store.findInsight(tx, actor, id)
  if (!insight) throw problem('not_found')
  return insight
}
