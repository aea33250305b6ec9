/**
 * Pulses: a one-off request for structured feedback, owned by the user who wrote it. Everybody in the organisation sees
 * public ones; a private one exists for its author alone, and is 404 to all others.
 *
 * A pulse has a collection from the moment it opens; the engine does the asking, the pulse keeps state, author and sight.
 */
import { type Pulse, type PulseDraft, type PulseItem, type PulsePatch } from '../../contract/pulses.ts'
import { type Page } from '../../contract/fields.ts'
import { type PulseState, pulseStates } from '../../contract/states.ts'
import { type ApplicationActor, type UserActor } from '../actor.ts'
import {
  checkQuestions,
  checkReminders,
  checkRoster,
  type Collection,
  findCollection,
  noResultsYet,
  policyOfCollection,
  promiseFor,
  resultsOf,
} from '../collection/collection.ts'
import { policyOf, policyOfToday } from '../confidentiality/confidentiality.ts'
import { type Db, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { listPulses as list } from './list-store.ts'
import { checkTimes, lockOwn, policyNow, present, record, refOf } from './transitions.ts'
import * as store from './store.ts'

export { answeredDue, closeDue, openDue } from './by-clock.ts'
export { deletePulse, type Insights, purgeDue, restorePulse } from './deleting.ts'
export { openLag } from './store.ts'
export {
  archivePulse,
  cancelPulse,
  closePulse,
  extendPulse,
  openPulse,
  remindPulse,
  schedulePulse,
  unschedulePulse,
} from './transitions.ts'

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
    deleted?: boolean
  },
): Promise<Page<'pulses', PulseItem>> {
  const paging = paged(`pulses of ${actor.organisationId}`, query)
  const filter = {
    states: query.state === undefined ? null : statesOf(query.state),
    visibility: query.visibility ?? null,
    q: query.q || null,
    updatedSince: query.updated_since ?? null,
    deleted: query.deleted ?? false,
  }
  return pageOf('pulses', await list(db, actor, filter, paging), paging, (pulse) => pulse.id)
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
  checkReminders(draft.reminders ?? [])
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
      confidentiality: await policyOf(tx, user.organisationId, draft.confidentiality),
      breakdown: draft.breakdown ?? null,
      channels: draft.channels ?? ['email'],
      reminders: draft.reminders ?? [],
      quiet_hours: draft.quiet_hours ?? null,
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
    ? await policyOf(tx, user.organisationId, patch.confidentiality)
    : pulse.confidentiality
  if (patch.reminders) checkReminders(patch.reminders)
  const asksAnew = patch.questions && JSON.stringify(patch.questions) !== JSON.stringify(pulse.questions)
  const next = {
    ...pulse,
    ...defined(patch),
    recipients,
    confidentiality,
    questions_version: pulse.questions_version + (asksAnew ? 1 : 0),
  }
  checkTimes(next.opens_at, next.closes_at)
  if (pulse.state === 'scheduled' && next.opens_at === null)
    throw impossible('/opens_at', 'A scheduled pulse needs its opens_at', 'missing')
  if (pulse.state === 'scheduled' && patch.opens_at && new Date(patch.opens_at) <= now)
    throw impossible('/opens_at', 'opens_at is in the past', 'in_the_past')
  return present(tx, (await store.updatePulse(tx, next, now))!)
}

const defined = <T extends object>(patch: T): T =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as T

/**
 * A new draft of the caller's that asks the same, of anybody's pulse that he sees. Times that have passed are left out, and
 * thresholds are at least those of the organisation now.
 * @throws not_found
 */
export async function duplicatePulse(
  tx: Tx,
  user: UserActor,
  id: string,
  title: string | undefined,
  now: Date,
): Promise<Pulse> {
  const pulse = await get(tx, user, id)
  const ahead = (instant: string | null): string | null =>
    instant !== null && new Date(instant) > now ? instant : null
  const row = await store.insertPulse(
    tx,
    {
      ...pulse,
      id: newId('pulse'),
      author_user_id: user.userId,
      application_id: user.applicationId,
      title: title?.trim() ?? pulse.title,
      confidentiality: await policyOfToday(tx, user.organisationId, pulse.confidentiality),
      opens_at: ahead(pulse.opens_at),
      closes_at: ahead(pulse.closes_at),
      state: 'draft',
      collection_id: null,
    },
    now,
  )
  await record(tx, 'pulse.created', row!, now)
  return present(tx, row!)
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

/** Who reads figures is written down, before they leave. @throws not_found */
export async function pulseResults(tx: Tx, actor: ApplicationActor, id: string, now: Date) {
  const { pulse, collection } = await collectionOfPulse(tx, actor, id)
  return collection
    ? { state: pulse.state, ...(await resultsOf(tx, actor, 'getPulseResults', collection, now)) }
    : { state: pulse.state, ...noResultsYet }
}

export async function pulseConfidentiality(tx: Tx, actor: ApplicationActor, id: string) {
  const { pulse, collection } = await collectionOfPulse(tx, actor, id)
  return collection
    ? promiseFor(tx, pulse.organisation_id, policyOfCollection(collection), collection.promise_hash)
    : promiseFor(tx, pulse.organisation_id, await policyNow(tx, pulse), null)
}

/** Whose insights the answers of a pulse are. */
export async function insightOwner(tx: Tx, organisationId: string, pulseId: string) {
  const pulse = (await store.findPulseOf(tx, organisationId, pulseId))!
  return {
    pulse_id: pulse.id,
    check_in_id: null,
    check_in_instance_id: null,
    visibility: pulse.deleted_at === null ? pulse.visibility : ('private' as const),
    author_user_id: pulse.author_user_id,
    previousCollectionId: null,
  }
}

async function get(tx: Tx, actor: ApplicationActor, id: string): Promise<store.PulseRow> {
  const pulse = await store.findPulse(tx, actor, id)
  if (!pulse) throw problem('not_found')
  return pulse
}
