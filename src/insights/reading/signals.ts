/**
 * Signals: the figures of an attributed collection while it is open. For its readers, who see each answer by name anyway; nobody
 * else sees a figure before it closes.
 */
import type { getSignals as operation, Signals } from '../../../contract/figures.ts'
import type { Question } from '../../../contract/questions.ts'
import type { Call } from '../../call.ts'
import { type Collection, findCollection, refOf } from '../../collection/collection.ts'
import {
  auditNames,
  foldLive,
  type Live,
  liveFigures,
  type Released,
} from '../../confidentiality/confidentiality.ts'
import { everyone } from '../../cells/cells.ts'
import { transaction, type Tx } from '../../db/db.ts'
import { problem } from '../../problem.ts'
import { findCollectionId } from '../collection-store.ts'
import { groupName } from '../finding.ts'
import { measuresFor, textQuestions } from '../measures.ts'
import { type Around, driversIn, enpsIn, scoresIn, sentimentIn } from './group-figures.ts'

const liveOf = (questions: readonly Question[]): Live => ({
  questions,
  measures: measuresFor(textQuestions(questions)),
})

/** @throws not_found | names_not_promised | not_in_audience | collection_closed */
export async function getSignals({ tx, actor, query, now }: Call<typeof operation>): Promise<Signals> {
  if (query.pulse_id !== undefined && query.check_in_instance_id !== undefined)
    throw problem('invalid_request', { detail: 'Name a pulse or an instance' })
  const found = await findCollectionId(tx, actor, query, { lock: false })
  const collection =
    found && (await findCollection(tx, { organisationId: actor.organisationId, collectionId: found.id }))
  if (!collection) throw problem('not_found')
  if (collection.mode !== 'attributed') throw problem('names_not_promised')
  if (!collection.audience.includes(actor.userId)) throw problem('not_in_audience')
  if (collection.state !== 'open')
    throw problem('collection_closed', {
      detail: 'Its figures are read like those of every closed collection',
    })
  await auditNames(tx, actor, collection.owner_id, now)
  return signalsOf(tx, collection)
}

export async function signalsOf(tx: Tx, collection: Collection): Promise<Signals> {
  const ref = refOf(collection)
  await transaction(tx, (own) => foldLive(own, ref, liveOf(collection.questions)))
  const { answers, figures } = await liveFigures(tx, ref)
  const groups = [...Map.groupBy(figures, ({ teamId }) => teamId)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { answers, groups: groups.map(([group, own]) => cachedSignals(collection, own, group)) }
}

type GroupSignals = Signals['groups'][number]

/**
 * Intervals take draws, and most groups are as they were before the last answer. An entry holds the sums that it was made from, so
 * it is never stale.
 */
const cache = new Map<string, { sums: string; signals: GroupSignals }>()
const cacheMax = 5_000

function cachedSignals(
  collection: Collection,
  released: readonly Released<unknown>[],
  group: string,
): GroupSignals {
  const key = `${collection.id} ${group}`
  const sums = JSON.stringify(released)
  const cached = cache.get(key)
  if (cached?.sums === sums) return cached.signals
  const signals = groupSignals(collection, released, group)
  if (cache.size >= cacheMax) cache.clear()
  cache.set(key, { sums, signals })
  return signals
}

function groupSignals(
  collection: Collection,
  released: readonly Released<unknown>[],
  group: string,
): GroupSignals {
  const around: Around = {
    questions: collection.questions,
    at: { group, name: groupName(group, group) },
    released,
    above: [],
  }
  return {
    team_id: group === everyone ? null : group,
    n: released.find((one) => one.teamId === group && one.measure === 'answers')?.n ?? 0,
    scores: scoresIn(around),
    enps: enpsIn(around),
    sentiment: sentimentIn(around),
    drivers: driversIn(around),
  }
}
