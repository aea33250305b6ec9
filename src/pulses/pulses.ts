/**
 * Pulses: a one-off request for structured feedback, owned by the user who wrote it. A pulse has a collection from the moment it
 * opens: the engine asks and collects, the pulse keeps state, author and visibility.
 */
import * as operations from '../../contract/pulses.ts'
import type { Page } from '../../contract/fields.ts'
import type { Pulse, PulseItem } from '../../contract/pulses.ts'
import { type PulseState, pulseStates } from '../../contract/states.ts'
import type { Actor } from '../actor.ts'
import type { AuthorsCall } from '../authorship/authorship.ts'
import type { Call } from '../call.ts'
import {
  assertMayAsk,
  checkCodes,
  checkLowParticipation,
  checkQuestions,
  checkReminders,
  checkRoster,
  copiedRecipients,
  type CollectionSource,
  findCollection,
  policyOfCollection,
  type SurveyContent,
  checkTranslations,
  wordingAfter,
} from '../collection/collection.ts'
import { policyOf, policyOfToday } from '../confidentiality/confidentiality.ts'
import { namedOf, type Tx } from '../db/db.ts'
import { nameOf } from '../directory/directory.ts'
import { paged, pageOf } from '../db/paging.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { templateOf } from '../templates/templates.ts'
import { listPulses as list } from './list-store.ts'
import { watchPulses } from './live.ts'
import * as store from './store.ts'
import { assertTimes, effectivePolicy, loadForTransition, present, record, refOf } from './transitions.ts'

export { answeredTask, closeTask, openTask } from './by-clock.ts'
export { deletePulse, purgeTask, restorePulse } from './deleting.ts'
export {
  closePulse,
  departing,
  extendPulse,
  findForTransition,
  openPulse,
  previewOpening,
  remindPulse,
  schedulePulse,
} from './transitions.ts'
export { openLag } from './store.ts'

export async function listPulses({
  tx,
  actor,
  query,
}: Call<typeof operations.listPulses>): Promise<Page<'pulses', PulseItem>> {
  const paging = paged(`pulses of ${actor.organisationId}`, query)
  const filter = {
    states: query.state === undefined ? null : statesOf(query.state),
    visibility: query.visibility ?? null,
    q: query.q || null,
    updatedSince: query.updated_since ?? null,
    deleted: query.deleted ?? false,
  }
  return pageOf('pulses', await list(namedOf(tx), actor, filter, paging), paging, (pulse) => pulse.id)
}

const isState = (name: string): name is PulseState => pulseStates.some((state) => state === name)

/** @throws invalid_request  a name that is not a state of pulses */
function statesOf(list: string): PulseState[] {
  const names = list.split(',').map((name) => name.trim())
  const states = names.filter(isState)
  if (states.length < names.length)
    throw problem('invalid_request', {
      detail: `state must be one or more of ${pulseStates.join(', ')}, separated by commas`,
    })
  return states
}

/**
 * Its author is the person of the token; a token without one is refused before (`caller` in contract/pulses.ts).
 * @throws unprocessable  questions, recipients, thresholds or times that are not possible
 */
export async function createPulse({
  tx,
  actor,
  body: draft,
  now,
}: Call<typeof operations.createPulse>): Promise<Pulse> {
  checkQuestions(draft.questions)
  const recipients = await checkRoster(tx, actor.organisationId, draft.recipients)
  assertTimes(draft.opens_at ?? null, draft.closes_at ?? null)
  const confidentiality = await policyOf(tx, actor.organisationId, draft.confidentiality)
  checkReminders(draft.reminders ?? [], confidentiality.mode)
  checkLowParticipation(draft.low_participation ?? null)
  const madeFrom = await templateOf(tx, actor, draft)
  checkCodes(draft.channels ?? [], { mode: confidentiality.mode, breakdown: draft.breakdown ?? null })
  const { title, language = null, translations = {} } = draft
  const row = await store.insertPulse(
    tx,
    {
      organisation_id: actor.organisationId,
      id: newId('pulse'),
      author_user_id: actor.userId,
      application_id: actor.applicationId,
      ...madeFrom,
      title: nameOf(title, 'title'),
      language,
      translations: checkTranslations(draft, { language, translations }),
      topic: draft.topic ?? null,
      description: draft.description ?? null,
      visibility: draft.visibility ?? 'public',
      questions: draft.questions,
      recipients,
      confidentiality,
      breakdown: draft.breakdown ?? null,
      channels: draft.channels ?? ['email'],
      reminders: draft.reminders ?? [],
      quiet_hours: draft.quiet_hours ?? null,
      auto_close: draft.auto_close ?? false,
      low_participation: draft.low_participation ?? null,
      opens_at: draft.opens_at ?? null,
      closes_at: draft.closes_at ?? null,
      tags: draft.tags ?? [],
      metadata: draft.metadata ?? {},
      state: 'draft',
    },
    now,
  )
  await record(tx, 'pulse.created', row, { at: now })
  return present({ tx, actor }, row)
}

/** @throws not_found  also for another user's private pulse: callers do not learn that it exists */
export async function getPulse({ tx, actor, params }: Call<typeof operations.getPulse>): Promise<Pulse> {
  const pulse = await load(tx, actor, params.id)
  return present({ tx, actor }, pulse)
}

/** @throws not_found */
export async function contentOf({
  tx,
  actor,
  params,
}: Pick<Call<typeof operations.previewPulse>, 'tx' | 'actor' | 'params'>): Promise<SurveyContent> {
  const pulse = await load(tx, actor, params.id)
  const { title, description, questions, language, translations, closes_at: closesAt } = pulse
  const collection = pulse.collection_id === null ? undefined : await findCollection(tx, refOf(pulse))
  const promised = collection
    ? { policy: policyOfCollection(collection), hash: collection.promise_hash }
    : { policy: await effectivePolicy(tx, pulse), hash: null }
  const content = { title, description, questions, all: questions, rotation: null, language, translations }
  return { ...content, closesAt, ...promised }
}

/** The pulse, for its author, while its texts may change. @throws not_found | not_the_author | precondition_failed | pulse_not_draft */
export const findEditable = (call: AuthorsCall): Promise<store.PulseRow> => loadForTransition(call, 'edit')

/** @throws not_found | not_the_author | precondition_failed | pulse_not_draft | recipients_out_of_reach | unprocessable */
export async function updatePulse(call: Call<typeof operations.updatePulse>): Promise<Pulse> {
  const { tx, actor, body: patch, now } = call
  const pulse = await loadForTransition(call, 'edit')
  if (patch.questions) checkQuestions(patch.questions)
  const recipients = patch.recipients
    ? await checkRoster(tx, actor.organisationId, patch.recipients)
    : pulse.recipients
  const confidentiality = patch.confidentiality
    ? await policyOf(tx, actor.organisationId, patch.confidentiality)
    : pulse.confidentiality
  if (patch.reminders || patch.confidentiality)
    checkReminders(patch.reminders ?? pulse.reminders, confidentiality.mode)
  checkLowParticipation(patch.low_participation ?? null)
  const changesQuestions =
    patch.questions && JSON.stringify(patch.questions) !== JSON.stringify(pulse.questions)
  const next = {
    ...pulse,
    ...patch,
    ...(patch.title !== undefined && { title: nameOf(patch.title, 'title') }),
    recipients,
    confidentiality,
    ...wordingAfter(pulse, patch),
    questions_version: pulse.questions_version + (changesQuestions ? 1 : 0),
  }
  if ((patch.recipients || next.breakdown !== null) && pulse.state === 'scheduled')
    await assertMayAsk(tx, actor, next)
  checkCodes(next.channels, { mode: confidentiality.mode, breakdown: next.breakdown })
  assertTimes(next.opens_at, next.closes_at)
  if (pulse.state === 'scheduled' && next.opens_at === null)
    throw impossible('/opens_at', 'A scheduled pulse needs its opens_at', 'missing')
  if (pulse.state === 'scheduled' && patch.opens_at && new Date(patch.opens_at) <= now)
    throw impossible('/opens_at', 'opens_at is in the past', 'in_the_past')
  return present({ tx, actor }, await store.updatePulse(tx, next, now))
}

/**
 * A new draft of the caller with the same questions, from any pulse that they see. Times that have passed are left out, and
 * thresholds are at least those of the organisation now.
 * @throws not_found
 */
export async function duplicatePulse({
  tx,
  actor,
  params,
  body,
  now,
}: Call<typeof operations.duplicatePulse>): Promise<Pulse> {
  const pulse = await load(tx, actor, params.id)
  const stillAhead = (instant: string | null): string | null =>
    instant !== null && new Date(instant) > now ? instant : null
  const row = await store.insertPulse(
    tx,
    {
      ...pulse,
      id: newId('pulse'),
      author_user_id: actor.userId,
      application_id: actor.applicationId,
      recipients: copiedRecipients(actor, pulse),
      title: body?.title === undefined ? pulse.title : nameOf(body.title, 'title'),
      confidentiality: await policyOfToday(tx, actor.organisationId, pulse.confidentiality),
      opens_at: stillAhead(pulse.opens_at),
      closes_at: stillAhead(pulse.closes_at),
      state: 'draft',
    },
    now,
  )
  await record(tx, 'pulse.created', row, { at: now })
  return present({ tx, actor }, row)
}

/** Pulses as owners of collections. */
export const collectionSource: CollectionSource = {
  operations: {
    getLive: operations.getPulseLive,
    getResults: operations.getPulseResults,
    getConfidentiality: operations.getPulseConfidentiality,
    getDeliveries: operations.getPulseDeliveries,
    getProgress: operations.getPulseProgress,
    getLinks: operations.getPulseLinks,
    getCodes: operations.getPulseCodes,
    issueCodes: operations.issuePulseCodes,
    destroyCodes: operations.destroyPulseCodes,
    getResponses: operations.getPulseResponses,
    getResponse: operations.getPulseResponse,
    getConversation: operations.getPulseConversation,
    createMessage: operations.createPulseMessage,
  },
  find: async (tx, actor, id) => {
    const pulse = await load(tx, actor, id)
    return {
      organisationId: pulse.organisation_id,
      authorUserId: pulse.author_user_id,
      state: pulse.state,
      collection: pulse.collection_id === null ? undefined : await findCollection(tx, refOf(pulse)),
      effectivePolicy: () => effectivePolicy(tx, pulse),
    }
  },
  watch: watchPulses,
  links: { action: 'survey.run', notOpen: 'pulse_not_open' },
}

async function load(tx: Tx, actor: Actor, id: string): Promise<store.PulseRow> {
  const pulse = await store.findPulse(tx, actor, id)
  if (!pulse) throw problem('not_found')
  return pulse
}
