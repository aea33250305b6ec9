/**
 * Check-in instances as callers see and change them: one collection period each. What the clock does is in by-clock.ts, and what both
 * do in instance-transitions.ts.
 */
import * as contract from '../../contract/instances.ts'
import type { Instance } from '../../contract/instances.ts'
import {
  type InstanceTransition,
  instanceStates,
  instanceTransitions,
  startsFrom,
} from '../../contract/states.ts'
import type { Actor, ApplicationActor } from '../actor.ts'
import { actedBy } from '../audit/audit.ts'
import { assertReaches, mayWithReason } from '../authority.ts'
import { actOn, recordStop, type StoppingAct, surveyOf } from '../authorship/authorship.ts'
import type { Call } from '../call.ts'
import {
  assertMayAsk,
  cancelCollection,
  type CollectionSource,
  extendCollection,
  findCollection,
  remindCollection,
  responseSummaries,
  type CollectionSummary,
} from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { impossible, problem } from '../problem.ts'
import { filterOf } from './filter.ts'
import { close, effectivePolicy, open, refOf, skip, wholeWindow } from './instance-transitions.ts'
import * as instances from './instances-store.ts'
import type { InstanceRow } from './instances-store.ts'
import { watchInstances } from './live.ts'
import { planNext, transition } from './planning.ts'
import { load as loadCheckIn } from './transitions.ts'
import * as store from './store.ts'

export function listInstances({ tx, actor, query }: Call<typeof contract.listInstances>) {
  const { check_in_id: checkInId, ...rest } = query
  return list({ tx, actor, query: rest }, checkInId ?? null)
}

/** @throws not_found */
export async function listCheckInInstances(call: Call<typeof contract.listCheckInInstances>) {
  const { id } = await loadCheckIn(call.tx, call.actor, call.params.id)
  return list(call, id)
}

async function list(
  { tx, actor, query }: Pick<Call<typeof contract.listCheckInInstances>, 'tx' | 'actor' | 'query'>,
  checkInId: string | null,
) {
  const paging = paged(`instances of ${checkInId ?? actor.organisationId}`, query)
  const { states, updatedSince } = filterOf(query, instanceStates)
  const rows = await instances.listInstances(tx, actor, { checkInId, states, updatedSince }, paging)
  const { rows: page, ...rest } = pageOf('rows', rows, paging, (row) => row.id)
  return { check_in_instances: await presentAll(tx, page), ...rest }
}

/** @throws not_found */
export async function getInstance({
  tx,
  actor,
  params,
}: Call<typeof contract.getInstance>): Promise<Instance> {
  return present(tx, await load(tx, actor, params.id))
}

/** @throws not_found | instance_not_scheduled | no_recipients | roster_too_small | exclusion_too_small */
export async function openInstance(call: Call<typeof contract.openInstance>): Promise<Instance> {
  const { tx, actor, now } = call
  const subject = await loadForTransition(call, 'open')
  await assertMayAsk(tx, actor, subject.checkIn)
  const window = wholeWindow(subject.checkIn, now)
  return present(tx, await open(tx, subject, window, { by: actedBy(actor), now }))
}

export async function skipInstance(call: Call<typeof contract.skipInstance>): Promise<Instance> {
  const reason = call.body?.reason || undefined
  const subject = await loadForTransition(call, 'skip', { act: 'skipped', reason })
  await recordInstanceStop(call, subject, { act: 'skipped', reason })
  return present(call.tx, await skip(call.tx, subject, reason ?? 'skipped by a call', call.now))
}

export async function extendInstance(call: Call<typeof contract.extendInstance>): Promise<Instance> {
  const { tx, now } = call
  const { closes_at: closesAt } = call.body
  const { instance } = await loadForTransition(call, 'extend')
  await extendCollection(tx, refOf(instance), new Date(closesAt), now)
  const extended = { ...instance, closes_at: closesAt }
  return present(tx, await transition(tx, extended, 'check_in_instance.extended', now))
}

export async function closeInstance(call: Call<typeof contract.closeInstance>): Promise<Instance> {
  const stop = { act: 'closed', reason: call.body?.reason } as const
  const subject = await loadForTransition(call, 'close', stop)
  await recordInstanceStop(call, subject, stop)
  return present(call.tx, await close(call.tx, subject.instance, actedBy(call.actor), call.now))
}

/** Sends a reminder now. @throws not_found | instance_not_open | reminded_recently */
export async function remindInstance(call: Call<typeof contract.remindInstance>): Promise<Instance> {
  const { instance } = await loadForTransition(call, 'remind')
  await remindCollection(call.tx, refOf(instance), call.now)
  return present(call.tx, await instances.updateInstance(call.tx, instance, call.now))
}

export async function cancelInstance(call: Call<typeof contract.cancelInstance>): Promise<Instance> {
  const { tx, now } = call
  const stop = { act: 'cancelled', reason: call.body?.reason } as const
  const { checkIn, instance } = await loadForTransition(call, 'cancel', stop)
  const lost = instance.collection_id === null ? {} : await cancelCollection(tx, refOf(instance), now)
  await recordInstanceStop(call, { checkIn, instance }, { ...stop, detail: lost })
  const cancelled = { ...instance, state: 'cancelled' as const, closed_at: now.toISOString() }
  const row = await transition(tx, cancelled, 'check_in_instance.cancelled', now)
  if (checkIn.state === 'active' && instance.state === 'scheduled') await planNext(tx, checkIn, now)
  return present(tx, row)
}

/** An instance with what its check-in says of it. */
export type InstanceBrief = {
  readonly instance: Instance
  readonly checkIn: Pick<store.CheckInRow, 'title' | 'channels' | 'visibility' | 'author_user_id'>
}

/** The instance, for its author, if it could be reminded, extended or closed now. @throws not_found | not_the_author | instance_not_open */
export async function findForTransition(
  call: InstanceCall,
  name: 'remind' | 'extend' | 'close',
): Promise<InstanceBrief> {
  const { checkIn, instance } = await loadForTransition(call, name)
  return { checkIn, instance: await present(call.tx, instance) }
}

/** Instances as owners of collections. */
export const collectionSource: CollectionSource = {
  operations: {
    getLive: contract.getInstanceLive,
    getResults: contract.getInstanceResults,
    getConfidentiality: contract.getInstanceConfidentiality,
    getDeliveries: contract.getInstanceDeliveries,
    getProgress: contract.getInstanceProgress,
    getLinks: contract.getInstanceLinks,
    getCodes: contract.getInstanceCodes,
    issueCodes: contract.issueInstanceCodes,
    destroyCodes: contract.destroyInstanceCodes,
    getResponses: contract.getInstanceResponses,
    getResponse: contract.getInstanceResponse,
    getConversation: contract.getInstanceConversation,
    createMessage: contract.createInstanceMessage,
  },
  find: async (tx, actor, id) => {
    const instance = await load(tx, actor, id)
    const checkIn = await store.getCheckInOf(tx, instance.organisation_id, instance.check_in_id)
    return {
      organisationId: instance.organisation_id,
      authorUserId: checkIn.author_user_id,
      state: instance.state,
      collection: instance.collection_id === null ? undefined : await findCollection(tx, refOf(instance)),
      effectivePolicy: () => effectivePolicy(tx, checkIn),
    }
  },
  watch: watchInstances,
  links: { action: 'instance.run', notOpen: 'instance_not_open' },
}

async function load(tx: Tx, actor: Actor, id: string): Promise<InstanceRow> {
  const instance = await instances.findInstance(tx, actor, id)
  if (!instance) throw problem('not_found')
  return instance
}

type InstanceCall = {
  readonly tx: Tx
  readonly actor: ApplicationActor
  readonly params: { readonly id: string }
  readonly ifMatch: number | undefined
  readonly now: Date
}

/** What makes no sense where each person has days of their own. */
const untimed: ReadonlySet<InstanceTransition> = new Set(['open', 'extend', 'remind'])

/** What an admin may do in the author's place. */
type Stop = { readonly act: StoppingAct; readonly reason?: string | undefined }

/**
 * The instance and its check-in, locked, in a state that the transition starts from: for a program, for the author, and to stop it for an
 * admin who says why. The check-in is always locked first, so two transitions of one check-in never wait for each other.
 * @throws not_found | not_the_author | reason_required | precondition_failed | the transition's refusal, with the state
 */
async function loadForTransition(
  { tx, actor, params, ifMatch, now }: InstanceCall,
  name: InstanceTransition,
  stop?: Stop,
) {
  const isReasoned = stop?.reason !== undefined && mayWithReason(actor, 'instance.stop')
  const found = isReasoned
    ? await instances.findAnyInstance(tx, actor.organisationId, params.id)
    : await instances.findInstance(tx, actor, params.id)
  if (!found) throw problem('not_found')
  const checkIn = await store.lockCheckInOf(tx, found.organisation_id, found.check_in_id)
  if (stop) await actOn(tx, surveyOf(checkIn), { actor, action: 'instance.stop', ...stop }, now)
  else assertReaches(actor, 'instance.run', { authorUserId: checkIn.author_user_id })
  const instance = await instances.lockInstanceOf(tx, found.organisation_id, params.id)
  if (ifMatch !== undefined && ifMatch !== instance.version) throw problem('precondition_failed')
  if (checkIn.lifecycle !== null && untimed.has(name))
    throw impossible(
      '',
      'Each person of this check-in is asked, reminded and waited for on days of their own',
      'not_by_lifecycle',
    )
  const { state } = instance
  if (!startsFrom(instanceTransitions[name], state))
    throw problem(instanceTransitions[name].refusal, { state })
  return { checkIn, instance }
}

/** In the audit log, and for what a program did by a notice to the author. */
const recordInstanceStop = (
  { tx, actor, now }: InstanceCall,
  { checkIn, instance }: { checkIn: store.CheckInRow; instance: InstanceRow },
  stop: Pick<Parameters<typeof recordStop>[2], 'act' | 'reason' | 'detail'>,
): Promise<void> =>
  recordStop(
    tx,
    surveyOf(checkIn),
    {
      ...stop,
      actor,
      target: instance.id,
      visibility: checkIn.visibility,
      detail: { check_in_id: checkIn.id, local_date: instance.local_date, ...stop.detail },
    },
    now,
  )

async function present(tx: Tx, row: InstanceRow): Promise<Instance> {
  const [instance] = await presentAll(tx, [row])
  return instance
}

/** Instances of one organisation as callers see them, in their order. */
async function presentAll(tx: Tx, rows: readonly InstanceRow[]): Promise<Instance[]> {
  const collectionIds = rows.flatMap((row) => row.collection_id ?? [])
  const summaries =
    rows.length === 0
      ? new Map<string, CollectionSummary>()
      : await responseSummaries(tx, rows[0].organisation_id, collectionIds)
  return rows.map(
    ({ organisation_id: _organisation, collection_id: collectionId, due_at: _due, ...instance }) => ({
      ...instance,
      results_status: 'pending',
      response_summary: null,
      participation_extension: null,
      ...summaries.get(collectionId ?? ''),
    }),
  )
}
