/**
 * Check-in instances, as callers see and move them: one collection period each. What the clock does is in by-clock.ts, and
 * what both do in instance-transitions.ts.
 */
import { type Instance } from '../../contract/instances.ts'
import { type InstanceMove, instanceMoves, instanceStates } from '../../contract/states.ts'
import { type ApplicationActor } from '../actor.ts'
import { actedBy } from '../audit/audit.ts'
import {
  cancelCollection,
  type Collection,
  extendCollection,
  findCollection,
  noResultsYet,
  policyOfCollection,
  promiseFor,
  remindCollection,
  resultsOf,
  type Standing,
  standingsOf,
  summaryOf,
} from '../collection/collection.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { problem } from '../problem.ts'
import { filterOf } from './filter.ts'
import { close, open, policyNow, refOf, skip, wholeWindow } from './instance-transitions.ts'
import * as instances from './instances-store.ts'
import { move, planNext } from './planning.ts'
import * as store from './store.ts'

export async function listInstances(
  tx: Tx,
  actor: ApplicationActor,
  checkInId: string | null,
  query: { limit?: number; cursor?: string; state?: string; updated_since?: string },
) {
  const paging = paged(`instances of ${checkInId ?? actor.organisationId}`, query)
  const rows = await instances.listInstances(tx, actor, checkInId, filterOf(query, instanceStates), paging)
  const { rows: shown, ...rest } = pageOf('rows', rows, paging, (row) => row.id)
  const collections = shown.flatMap((row) => row.collection_id ?? [])
  const standings = await standingsOf(tx, actor.organisationId, collections)
  return {
    check_in_instances: shown.map((row) => shownAs(row, standings.get(row.collection_id ?? ''))),
    ...rest,
  }
}

export async function getInstance(tx: Tx, actor: ApplicationActor, id: string): Promise<Instance> {
  return present(tx, await find(tx, actor, id))
}

/** @throws not_found | instance_not_scheduled | no_recipients */
export async function openInstance(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Instance> {
  const { checkIn, instance } = await lock(tx, actor, id, 'open', ifMatch)
  return present(tx, await open(tx, actedBy(actor), checkIn, instance, wholeWindow(checkIn, now), now))
}

export async function skipInstance(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
  reason: string | undefined,
  ifMatch: number | undefined,
  now: Date,
): Promise<Instance> {
  const { checkIn, instance } = await lock(tx, actor, id, 'skip', ifMatch)
  return present(tx, await skip(tx, checkIn, instance, reason ?? 'skipped by a call', now))
}

export async function extendInstance(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
  closesAt: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Instance> {
  const { instance } = await lock(tx, actor, id, 'extend', ifMatch)
  await extendCollection(tx, refOf(instance), new Date(closesAt), now)
  return present(tx, await move(tx, { ...instance, closes_at: closesAt }, 'check_in_instance.extended', now))
}

export async function closeInstance(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Instance> {
  const { instance } = await lock(tx, actor, id, 'close', ifMatch)
  return present(tx, await close(tx, actedBy(actor), instance, now))
}

/**
 * Reminds those who have not answered, now.
 * @throws not_found | instance_not_open | reminded_recently
 */
export async function remindInstance(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Instance> {
  const { instance } = await lock(tx, actor, id, 'remind', ifMatch)
  await remindCollection(tx, refOf(instance), now)
  return present(tx, (await instances.updateInstance(tx, instance, now))!)
}

export async function cancelInstance(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Instance> {
  const { checkIn, instance } = await lock(tx, actor, id, 'cancel', ifMatch)
  if (instance.collection_id !== null) await cancelCollection(tx, refOf(instance), now)
  const cancelled = await move(
    tx,
    { ...instance, state: 'cancelled', closed_at: now.toISOString() },
    'check_in_instance.cancelled',
    now,
  )
  if (checkIn.state === 'active' && instance.state === 'scheduled') await planNext(tx, checkIn, now)
  return present(tx, cancelled)
}

export async function collectionOfInstance(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
): Promise<{ instance: instances.InstanceRow; collection: Collection | undefined }> {
  const instance = await find(tx, actor, id)
  return {
    instance,
    collection: instance.collection_id === null ? undefined : await findCollection(tx, refOf(instance)),
  }
}

/** @throws not_found | instance_not_open */
export async function openCollectionOf(tx: Tx, actor: ApplicationActor, id: string): Promise<Collection> {
  const { instance, collection } = await collectionOfInstance(tx, actor, id)
  if (!collection || collection.state !== 'open')
    throw problem('instance_not_open', { state: instance.state })
  return collection
}

/** Who reads figures is written down, before they leave. @throws not_found */
export async function instanceResults(tx: Tx, actor: ApplicationActor, id: string, now: Date) {
  const { instance, collection } = await collectionOfInstance(tx, actor, id)
  return collection
    ? { state: instance.state, ...(await resultsOf(tx, actor, 'getInstanceResults', collection, now)) }
    : { state: instance.state, ...noResultsYet }
}

export async function instanceResponseRate(tx: Tx, actor: ApplicationActor, id: string) {
  const { collection } = await collectionOfInstance(tx, actor, id)
  return collection ? summaryOf(tx, collection) : noResultsYet.response_summary
}

export async function instanceConfidentiality(tx: Tx, actor: ApplicationActor, id: string) {
  const { instance, collection } = await collectionOfInstance(tx, actor, id)
  if (collection)
    return promiseFor(tx, instance.organisation_id, policyOfCollection(collection), collection.promise_hash)
  const checkIn = (await store.findCheckIn(tx, actor, instance.check_in_id))!
  return promiseFor(tx, instance.organisation_id, await policyNow(tx, checkIn), null)
}

/** Whose insights the answers of an instance are, and the collection to compare them with. */
export async function insightOwner(tx: Tx, organisationId: string, instanceId: string) {
  const instance = (await instances.findInstanceOf(tx, organisationId, instanceId))!
  const checkIn = (await store.findCheckInOf(tx, organisationId, instance.check_in_id))!
  return {
    pulse_id: null,
    check_in_id: checkIn.id,
    check_in_instance_id: instance.id,
    visibility: checkIn.visibility,
    author_user_id: checkIn.author_user_id,
    previousCollectionId: await instances.previousCollection(tx, instance),
  }
}

async function find(tx: Tx, actor: ApplicationActor, id: string): Promise<instances.InstanceRow> {
  const instance = await instances.findInstance(tx, actor, id)
  if (!instance) throw problem('not_found')
  return instance
}

/** Load, refuse. The check-in is locked first, always: two moves of one check-in cannot wait for each other. */
async function lock(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
  verb: InstanceMove,
  ifMatch: number | undefined,
) {
  const seen = await find(tx, actor, id)
  const checkIn = (await store.lockCheckInOf(tx, seen.organisation_id, seen.check_in_id))!
  const instance = (await instances.lockInstanceOf(tx, seen.organisation_id, id))!
  if (ifMatch !== undefined && ifMatch !== instance.version) throw problem('precondition_failed')
  const { from, refusal } = instanceMoves[verb]
  if (!(from as readonly string[]).includes(instance.state)) throw problem(refusal, { state: instance.state })
  return { checkIn, instance }
}

async function present(tx: Tx, row: instances.InstanceRow): Promise<Instance> {
  const standings = await standingsOf(
    tx,
    row.organisation_id,
    row.collection_id === null ? [] : [row.collection_id],
  )
  return shownAs(row, standings.get(row.collection_id ?? ''))
}

function shownAs(row: instances.InstanceRow, standing: Standing | undefined): Instance {
  const { organisation_id: _organisation, collection_id: _collection, due_at: _due, ...instance } = row
  return { ...instance, results_status: 'pending', response_summary: null, ...standing }
}
