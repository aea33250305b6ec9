/**
 * Pulses: a one-off request for structured feedback, owned by the user who wrote it. Everybody in the organisation sees
 * public ones; a private one exists for its author alone, and is 404 to all others.
 *
 * A pulse has a collection from the moment it opens; the engine does the asking, the pulse keeps state, author and sight.
 */
import { type Pulse, type PulseDraft, type PulseItem, type PulsePatch } from '../../contract/pulses.ts'
import { type Page } from '../../contract/fields.ts'
import { type PulseMove, pulseMoves, type PulseState, pulseStates } from '../../contract/states.ts'
import { type EventType } from '../../contract/events.ts'
import { type ApplicationActor, type UserActor } from '../actor.ts'
import {
  cancelCollection,
  checkQuestions,
  checkRoster,
  closeCollection,
  type Collection,
  type Enqueue,
  extendCollection,
  findCollection,
  isOver,
  noneToAsk,
  openCollection,
  policyOfCollection,
  promiseFor,
  resultsOf,
  summaryOf,
} from '../collection/collection.ts'
import { floorsOf, policyOf } from '../confidentiality/confidentiality.ts'
import { type Db, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'

import * as store from './store.ts'

const dayMs = 86_400_000
/** How long a pulse takes answers when its author names no end. */
const defaultWindowDays = 7

export async function listPulses(
  db: Db,
  actor: ApplicationActor,
  query: {
    limit?: number
    cursor?: string
    state?: string
    visibility?: string
    q?: string
    updated_since?: string
  },
): Promise<Page<'pulses', PulseItem>> {
  const paging = paged(`pulses of ${actor.organisationId}`, query)
  const filter = {
    states: query.state === undefined ? null : statesOf(query.state),
    visibility: query.visibility ?? null,
    q: query.q || null,
    updatedSince: query.updated_since ?? null,
  }
  return pageOf('pulses', await store.listPulses(db, actor, filter, paging), paging, (pulse) => pulse.id)
}

function statesOf(list: string): string[] {
  const states = list.split(',').map((state) => state.trim())
  const unknown = states.find((state) => !pulseStates.includes(state as PulseState))
  if (unknown !== undefined)
    throw problem('invalid_request', { detail: `state must name some of ${pulseStates.join(', ')}` })
  return states
}

/** @throws unprocessable  questions, recipients, thresholds or times that cannot be */
export async function createPulse(tx: Tx, user: UserActor, draft: PulseDraft, now: Date): Promise<Pulse> {
  checkQuestions(draft.questions)
  const recipients = await checkRoster(tx, user.organisationId, draft.recipients)
  checkTimes(draft.opens_at ?? null, draft.closes_at ?? null)
  const row = await store.insertPulse(
    tx,
    {
      organisation_id: user.organisationId,
      id: newId('pulse'),
      author_user_id: user.userId,
      application_id: user.applicationId,
      title: draft.title.trim(),
      topic: draft.topic ?? null,
      description: draft.description ?? null,
      visibility: draft.visibility ?? 'public',
      questions: draft.questions,
      recipients,
      confidentiality: policyOf(draft.confidentiality, await floorsOf(tx, user.organisationId)),
      channels: draft.channels ?? ['email'],
      auto_close: draft.auto_close ?? false,
      opens_at: draft.opens_at ?? null,
      closes_at: draft.closes_at ?? null,
      tags: draft.tags ?? [],
      metadata: draft.metadata ?? {},
      state: 'draft',
      collection_id: null,
    },
    now,
  )
  await record(tx, 'pulse.created', row!, now)
  return present(tx, row!)
}

/** @throws not_found  also for another user's private pulse: we do not say that it exists */
export async function getPulse(tx: Tx, actor: ApplicationActor, id: string): Promise<Pulse> {
  return present(tx, await get(tx, actor, id))
}

/** @throws not_found | not_the_author | precondition_failed | pulse_not_draft | unprocessable */
export async function updatePulse(
  tx: Tx,
  user: UserActor,
  id: string,
  patch: PulsePatch,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'edit', ifMatch)
  if (patch.questions) checkQuestions(patch.questions)
  const recipients = patch.recipients
    ? await checkRoster(tx, user.organisationId, patch.recipients)
    : pulse.recipients
  const confidentiality = patch.confidentiality
    ? policyOf(patch.confidentiality, await floorsOf(tx, user.organisationId))
    : pulse.confidentiality
  const next = { ...pulse, ...defined(patch), recipients, confidentiality }
  checkTimes(next.opens_at, next.closes_at)
  if (pulse.state === 'scheduled' && next.opens_at === null)
    throw impossible('/opens_at', 'A scheduled pulse needs its opens_at')
  return present(tx, (await store.updatePulse(tx, next, now))!)
}

const defined = <T extends object>(patch: T): T =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as T

function checkTimes(opensAt: string | null, closesAt: string | null): void {
  if (opensAt !== null && closesAt !== null && new Date(closesAt) <= new Date(opensAt)) {
    throw impossible('/closes_at', 'closes_at must be after opens_at', 'too_early')
  }
}

/** Drafts vanish; ended pulses are archived. @throws not_found | not_the_author | precondition_failed | pulse_not_closed */
export async function deletePulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<null> {
  const pulse = await own(tx, user, id, ifMatch)
  if (pulse.state === 'archived') return null
  if (pulse.state === 'draft') await store.deleteDraft(tx, user.organisationId, id)
  else await archivePulse(tx, user, id, ifMatch, now)
  return null
}

/** @throws … | unprocessable  no opens_at, or one in the past */
export async function schedulePulse(
  tx: Tx,
  user: UserActor,
  id: string,
  opensAt: string | undefined,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'schedule', ifMatch)
  const opens = opensAt ?? pulse.opens_at
  if (opens === null) throw impossible('/opens_at', 'Say when the pulse opens', 'missing')
  if (new Date(opens) <= now) throw impossible('/opens_at', 'opens_at is in the past', 'in_the_past')
  checkTimes(opens, pulse.closes_at)
  return move(tx, { ...pulse, opens_at: opens, state: 'scheduled' }, 'pulse.scheduled', now)
}

export async function unschedulePulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'unschedule', ifMatch)
  return move(tx, { ...pulse, state: 'draft' }, 'pulse.unscheduled', now)
}

/** @throws … | no_recipients | unprocessable  its end is in the past */
export async function openPulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  return present(tx, await open(tx, await lockOwn(tx, user, id, 'open', ifMatch), now))
}

async function open(tx: Tx, pulse: store.PulseRow, now: Date): Promise<store.PulseRow> {
  const closesAt =
    pulse.closes_at === null ? new Date(now.getTime() + defaultWindowDays * dayMs) : new Date(pulse.closes_at)
  const collection = await openCollection(
    tx,
    {
      organisationId: pulse.organisation_id,
      owner: { kind: 'pulse', id: pulse.id },
      title: pulse.title,
      description: pulse.description,
      questions: pulse.questions,
      roster: pulse.recipients,
      channels: pulse.channels,
      autoClose: pulse.auto_close,
      policy: withAuthor(pulse),
      closesAt,
    },
    now,
  )
  const opened = {
    ...pulse,
    state: 'open' as const,
    collection_id: collection.id,
    closes_at: closesAt.toISOString(),
    opens_at: now.toISOString(),
  }
  const row = await store.updatePulse(tx, opened, now)
  await record(tx, 'pulse.opened', row!, now)
  return row!
}

/** In attributed mode the author reads names: he asked. */
const withAuthor = (pulse: store.PulseRow): store.PulseRow['confidentiality'] =>
  pulse.confidentiality.mode === 'attributed'
    ? {
        ...pulse.confidentiality,
        audience: [...new Set([pulse.author_user_id, ...pulse.confidentiality.audience])],
      }
    : pulse.confidentiality

export async function extendPulse(
  tx: Tx,
  user: UserActor,
  id: string,
  closesAt: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'extend', ifMatch)
  await extendCollection(tx, refOf(pulse), new Date(closesAt), now)
  return move(tx, { ...pulse, closes_at: closesAt }, 'pulse.extended', now)
}

export async function closePulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  enqueue: Enqueue,
  now: Date,
): Promise<Pulse> {
  return present(tx, await close(tx, await lockOwn(tx, user, id, 'close', ifMatch), enqueue, now))
}

async function close(tx: Tx, pulse: store.PulseRow, enqueue: Enqueue, now: Date): Promise<store.PulseRow> {
  await closeCollection(tx, refOf(pulse), enqueue, now)
  const row = await store.updatePulse(tx, { ...pulse, state: 'closed' }, now)
  await record(tx, 'pulse.closed', row!, now)
  return row!
}

export async function cancelPulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'cancel', ifMatch)
  if (pulse.collection_id !== null) await cancelCollection(tx, refOf(pulse), now)
  return move(tx, { ...pulse, state: 'cancelled' }, 'pulse.cancelled', now)
}

export async function archivePulse(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await lockOwn(tx, user, id, 'archive', ifMatch)
  return move(tx, { ...pulse, state: 'archived' }, 'pulse.archived', now)
}

/** The collection of a visible pulse; undefined before it opened. */
export async function collectionOfPulse(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
): Promise<{ pulse: store.PulseRow; collection: Collection | undefined }> {
  const pulse = await get(tx, actor, id)
  return {
    pulse,
    collection: pulse.collection_id === null ? undefined : await findCollection(tx, refOf(pulse)),
  }
}

/** For what only the author does with an open pulse. @throws not_found | not_the_author | pulse_not_open */
export async function ownOpenCollection(tx: Tx, user: UserActor, id: string): Promise<Collection> {
  const { pulse, collection } = await collectionOfPulse(tx, user, id)
  if (pulse.author_user_id !== user.userId) throw problem('not_the_author')
  if (!collection || collection.state !== 'open') throw problem('pulse_not_open', { state: pulse.state })
  return collection
}

export async function pulseResults(tx: Tx, actor: ApplicationActor, id: string) {
  const { pulse, collection } = await collectionOfPulse(tx, actor, id)
  return collection ? { state: pulse.state, ...(await resultsOf(tx, collection)) } : nothingYet(pulse.state)
}

const nothingYet = (state: PulseState) => ({
  state,
  results_status: 'pending' as const,
  response_summary: { recipients: 0, responded: 0, response_rate: null, unreachable: 0, rounded: false },
  questions: [],
  teams: [],
})

export async function pulseConfidentiality(tx: Tx, actor: ApplicationActor, id: string) {
  const { pulse, collection } = await collectionOfPulse(tx, actor, id)
  return collection
    ? promiseFor(tx, pulse.organisation_id, policyOfCollection(collection), collection.promise_hash)
    : promiseFor(tx, pulse.organisation_id, withAuthor(pulse), null)
}

/**
 * Opens what is scheduled and due. A pulse whose end has passed meanwhile, or that finds nobody to ask, is cancelled: its
 * author sees why in its event. @returns how many moved
 */
export async function openDue(tx: Tx, now: Date): Promise<number> {
  const pulse = await store.claimDueToOpen(tx, now)
  if (!pulse) return 0
  const reason =
    pulse.closes_at !== null && new Date(pulse.closes_at) <= now
      ? 'its end had passed'
      : await noneToAsk(tx, pulse.organisation_id, pulse.recipients, null)
  if (reason === null) {
    await open(tx, pulse, now)
  } else {
    const row = await store.updatePulse(tx, { ...pulse, state: 'cancelled' }, now)
    await record(tx, 'pulse.cancelled', row!, now, reason)
  }
  return 1
}

/** Closes what is over: by the clock, or because everybody has answered. @returns how many moved */
export async function closeDue(tx: Tx, enqueue: Enqueue, now: Date): Promise<number> {
  const pulse = await store.claimDueToClose(tx, now)
  if (!pulse) return 0
  if (await isOver(tx, refOf(pulse), now)) await close(tx, pulse, enqueue, now)
  return 1
}

/** Whose insights the answers of a pulse are. */
export async function insightOwner(tx: Tx, organisationId: string, pulseId: string) {
  const pulse = (await store.findPulseOf(tx, organisationId, pulseId))!
  return {
    pulse_id: pulse.id,
    check_in_id: null,
    check_in_instance_id: null,
    visibility: pulse.visibility,
    author_user_id: pulse.author_user_id,
    previousCollectionId: null,
  }
}

const refOf = (pulse: store.PulseRow) => ({
  organisationId: pulse.organisation_id,
  collectionId: pulse.collection_id!,
})

async function get(tx: Tx, actor: ApplicationActor, id: string): Promise<store.PulseRow> {
  const pulse = await store.findPulse(tx, actor, id)
  if (!pulse) throw problem('not_found')
  return pulse
}

async function own(
  tx: Tx,
  user: UserActor,
  id: string,
  ifMatch: number | undefined,
): Promise<store.PulseRow> {
  const pulse = await store.lockPulse(tx, user, id)
  if (!pulse) throw problem('not_found')
  if (pulse.author_user_id !== user.userId) throw problem('not_the_author')
  if (ifMatch !== undefined && ifMatch !== pulse.version) throw problem('precondition_failed')
  return pulse
}

/** Load, refuse: the pulse of its author, in a state that this move starts from. */
async function lockOwn(
  tx: Tx,
  user: UserActor,
  id: string,
  verb: PulseMove,
  ifMatch: number | undefined,
): Promise<store.PulseRow> {
  const pulse = await own(tx, user, id, ifMatch)
  const { from, refusal } = pulseMoves[verb]
  if (!(from as readonly string[]).includes(pulse.state)) throw problem(refusal, { state: pulse.state })
  return pulse
}

async function move(tx: Tx, pulse: store.PulseRow, event: EventType, now: Date): Promise<Pulse> {
  const row = await store.updatePulse(tx, pulse, now)
  await record(tx, event, row!, now)
  return present(tx, row!)
}

const record = (
  tx: Tx,
  type: EventType,
  pulse: store.PulseRow,
  at: Date,
  reason?: string,
): Promise<void> =>
  recordEvent(tx, {
    organisationId: pulse.organisation_id,
    type,
    payload: { pulse_id: pulse.id, state: pulse.state, ...(reason !== undefined && { reason }) },
    at,
  })

async function present(tx: Tx, row: store.PulseRow): Promise<Pulse> {
  const { organisation_id: _organisation, collection_id: _collection, ...pulse } = row
  const collection = row.collection_id === null ? undefined : await findCollection(tx, refOf(row))
  return {
    ...pulse,
    results_status: collection?.results_status ?? 'pending',
    opened_at: collection?.opened_at ?? null,
    closed_at: collection?.closed_at ?? null,
    response_summary: collection ? await summaryOf(tx, collection) : null,
  }
}
