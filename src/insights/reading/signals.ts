/**
 * Signals: what the answers to an attributed collection come to while it is open. For its readers, who see each answer by name
 * anyway; to everybody else nothing is told before it closes.
 */
import { type Signals } from '../../../contract/figures.ts'
import { type Question } from '../../../contract/questions.ts'
import { type UserActor } from '../../actor.ts'
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
import { analysed, analysedHere } from '../analysis.ts'
import { findAskedOf } from '../collection-store.ts'
import { seedOfAsked } from './groups.ts'
import { measuresFor, textQuestions } from '../measures.ts'
import { type Around, driversIn, enpsIn, scoresIn, sentimentIn } from './group-figures.ts'

/** So few are analysed at once: sending them to a thread and back would take longer. */
const hereMax = 40

const liveOf = (questions: readonly Question[]): Live => ({
  questions,
  measuresOf: async (texts) =>
    measuresFor(
      textQuestions(questions),
      texts.length <= hereMax ? analysedHere(texts) : await analysed(texts, [], 0, { themes: false }),
    ),
})

/** @throws not_found | names_not_promised | not_in_audience | collection_closed */
export async function getSignals(
  tx: Tx,
  user: UserActor,
  query: { pulse_id?: string; check_in_instance_id?: string },
  now: Date,
): Promise<Signals> {
  if (query.pulse_id !== undefined && query.check_in_instance_id !== undefined)
    throw problem('invalid_request', { detail: 'Name a pulse or an instance' })
  const asked = await findAskedOf(tx, user, query, { lock: false })
  if (!asked) throw problem('not_found')
  const collection = (await findCollection(tx, {
    organisationId: user.organisationId,
    collectionId: asked.id,
  }))!
  if (collection.mode !== 'attributed') throw problem('names_not_promised')
  if (!collection.audience.includes(user.userId)) throw problem('not_in_audience')
  if (collection.state !== 'open')
    throw problem('collection_closed', {
      detail: 'Its figures are read like those of every closed collection',
    })
  await auditNames(tx, user, collection.owner_id, now)
  return signalsOf(tx, collection)
}

export async function signalsOf(tx: Tx, collection: Collection): Promise<Signals> {
  const ref = refOf(collection)
  await transaction(tx, (own) => foldLive(own, ref, liveOf(collection.questions)))
  const { answers, figures } = await liveFigures(tx, ref)
  const groups = [...Map.groupBy(figures, ({ teamId }) => teamId)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { answers, groups: groups.map(([group, own]) => toldOnce(collection, own, group)) }
}

type Told = Signals['groups'][number]

/** Intervals are drawn, and most groups are as they were before the last answer. Sums make it what it is, so it cannot be stale. */
const known = new Map<string, { mark: string; told: Told }>()
const knownMax = 5_000

function toldOnce(collection: Collection, released: readonly Released<unknown>[], group: string): Told {
  const key = `${collection.id} ${group}`
  const mark = JSON.stringify(released)
  const before = known.get(key)
  if (before?.mark === mark) return before.told
  const told = toldOf(collection, released, group)
  if (known.size >= knownMax) known.clear()
  known.set(key, { mark, told })
  return told
}

function toldOf(collection: Collection, released: readonly Released<unknown>[], group: string): Told {
  const around: Around = {
    questions: collection.questions,
    at: { group, name: group === everyone ? 'Everyone' : group },
    released,
    above: [],
    seed: seedOfAsked(collection),
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
