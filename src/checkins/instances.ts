/**
 * Check-in instances: one collection period each. They open by the clock or by a call, close by the clock, by a call or
 * with the last answer, and plan their successor when they leave the state `scheduled`.
 */
import { type Instance } from '../../contract/instances.ts'
import { type InstanceMove, instanceMoves, instanceStates } from '../../contract/states.ts'
import { type ApplicationActor } from '../actor.ts'
import {
  cancelCollection,
  closeCollection,
  type Collection,
  type Enqueue,
  extendCollection,
  findCollection,
  isOver,
  noneToAsk,
  openCollection,
  noResultsYet,
  policyOfCollection,
  promiseFor,
  resultsOf,
  type Standing,
  standingsOf,
  summaryOf,
} from '../collection/collection.ts'
import { withAuthor } from '../confidentiality/confidentiality.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { problem } from '../problem.ts'
import { filterOf, scheduleOf } from './filter.ts'
import { move, planNext } from './planning.ts'
import { closesAfter } from './schedule.ts'
import * as store from './store.ts'

export async function listInstances(
  tx: Tx,
  actor: ApplicationActor,
  checkInId: string | null,
  query: { limit?: number; cursor?: string; state?: string; updated_since?: string },
) {
  const paging = paged(`instances of ${checkInId ?? actor.organisationId}`, query)
  const rows = await store.listInstances(tx, actor, checkInId, filterOf(query, instanceStates), paging)
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
  enqueue: Enqueue,
  now: Date,
): Promise<Instance> {
  const { checkIn, instance } = await lock(tx, actor, id, 'open', ifMatch)
  const closesAt = closesAfter(now, scheduleOf(checkIn))
  return present(tx, await open(tx, checkIn, instance, closesAt, enqueue, now))
}

async function open(
  tx: Tx,
  checkIn: store.CheckInRow,
  instance: store.InstanceRow,
  closesAt: Date,
  enqueue: Enqueue,
  now: Date,
) {
  if (checkIn.overlap === 'close_previous') {
    for (const previous of await store.instancesIn(tx, checkIn, 'open'))
      await close(tx, previous, enqueue, now)
  }
  const collection = await openCollection(
    tx,
    {
      organisationId: checkIn.organisation_id,
      owner: { kind: 'check_in_instance', id: instance.id },
      title: checkIn.title,
      description: checkIn.description,
      questions: checkIn.questions,
      roster: checkIn.recipients,
      only: checkIn.fixed_member_ids,
      channels: checkIn.channels,
      autoClose: false,
      policy: withAuthor(checkIn.confidentiality, checkIn.author_user_id),
      closesAt,
    },
    now,
  )
  const opened = await move(
    tx,
    {
      ...instance,
      state: 'open',
      opened_at: now.toISOString(),
      closes_at: closesAt.toISOString(),
      collection_id: collection.id,
    },
    'check_in_instance.opened',
    now,
  )
  if (checkIn.state === 'active') await planNext(tx, checkIn, now)
  return opened
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

async function skip(
  tx: Tx,
  checkIn: store.CheckInRow,
  instance: store.InstanceRow,
  reason: string,
  now: Date,
): Promise<store.InstanceRow> {
  const skipped = await move(tx, { ...instance, state: 'skipped', reason }, 'check_in_instance.skipped', now)
  if (checkIn.state === 'active') await planNext(tx, checkIn, now)
  return skipped
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
  enqueue: Enqueue,
  now: Date,
): Promise<Instance> {
  const { instance } = await lock(tx, actor, id, 'close', ifMatch)
  return present(tx, await close(tx, instance, enqueue, now))
}

async function close(
  tx: Tx,
  instance: store.InstanceRow,
  enqueue: Enqueue,
  now: Date,
): Promise<store.InstanceRow> {
  await closeCollection(tx, refOf(instance), enqueue, now)
  return move(
    tx,
    { ...instance, state: 'closed', closed_at: now.toISOString() },
    'check_in_instance.closed',
    now,
  )
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
): Promise<{ instance: store.InstanceRow; collection: Collection | undefined }> {
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

export async function instanceResults(tx: Tx, actor: ApplicationActor, id: string) {
  const { instance, collection } = await collectionOfInstance(tx, actor, id)
  return collection
    ? { state: instance.state, ...(await resultsOf(tx, collection)) }
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
  return promiseFor(
    tx,
    instance.organisation_id,
    withAuthor(checkIn.confidentiality, checkIn.author_user_id),
    null,
  )
}

/**
 * Opens the instance whose time has come. Too late for its window, its predecessor still open, nobody to ask: it is skipped
 * with that reason, and the next one planned. @returns how many moved
 */
export async function openDue(tx: Tx, enqueue: Enqueue, now: Date): Promise<number> {
  const claimed = await store.claimDueToOpen(tx, now)
  if (!claimed) return 0
  const { checkIn } = claimed
  const instance = (await store.lockInstanceOf(tx, checkIn.organisation_id, claimed.instanceId))!
  // It may have moved between being found and being claimed.
  if (instance.state !== 'scheduled' || new Date(instance.opens_at) > now) return 1
  const reason =
    new Date(instance.closes_at) <= now
      ? 'its window had passed'
      : checkIn.overlap === 'skip' && (await store.instancesIn(tx, checkIn, 'open')).length > 0
        ? 'the previous one was still open'
        : await noneToAsk(tx, checkIn.organisation_id, checkIn.recipients, checkIn.fixed_member_ids)
  if (reason !== null) await skip(tx, checkIn, instance, reason, now)
  else await open(tx, checkIn, instance, new Date(instance.closes_at), enqueue, now)
  return 1
}

/** Closes what is over, by the clock. @returns how many moved */
export async function closeDue(tx: Tx, enqueue: Enqueue, now: Date): Promise<number> {
  const claimed = await store.claimDueToClose(tx, now)
  if (!claimed) return 0
  const { organisation_id: organisationId } = claimed.checkIn
  const instance = (await store.lockInstanceOf(tx, organisationId, claimed.instanceId))!
  if (instance.state === 'open' && (await isOver(tx, refOf(instance), now)))
    await close(tx, instance, enqueue, now)
  return 1
}

/** Whose insights the answers of an instance are, and the collection to compare them with. */
export async function insightOwner(tx: Tx, organisationId: string, instanceId: string) {
  const instance = (await store.findInstanceOf(tx, organisationId, instanceId))!
  const checkIn = (await store.findCheckInOf(tx, organisationId, instance.check_in_id))!
  return {
    pulse_id: null,
    check_in_id: checkIn.id,
    check_in_instance_id: instance.id,
    visibility: checkIn.visibility,
    author_user_id: checkIn.author_user_id,
    previousCollectionId: await store.previousCollection(tx, instance),
  }
}

const refOf = (instance: store.InstanceRow) => ({
  organisationId: instance.organisation_id,
  collectionId: instance.collection_id!,
})

async function find(tx: Tx, actor: ApplicationActor, id: string): Promise<store.InstanceRow> {
  const instance = await store.findInstance(tx, actor, id)
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
  const instance = (await store.lockInstanceOf(tx, seen.organisation_id, id))!
  if (ifMatch !== undefined && ifMatch !== instance.version) throw problem('precondition_failed')
  const { from, refusal } = instanceMoves[verb]
  if (!(from as readonly string[]).includes(instance.state)) throw problem(refusal, { state: instance.state })
  return { checkIn, instance }
}

async function present(tx: Tx, row: store.InstanceRow): Promise<Instance> {
  const standings = await standingsOf(
    tx,
    row.organisation_id,
    row.collection_id === null ? [] : [row.collection_id],
  )
  return shownAs(row, standings.get(row.collection_id ?? ''))
}

function shownAs(row: store.InstanceRow, standing: Standing | undefined): Instance {
  const { organisation_id: _organisation, collection_id: _collection, ...instance } = row
  return { ...instance, results_status: 'pending', response_summary: null, ...standing }
}
