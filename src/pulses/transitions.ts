/**
 * Transitions of a pulse, each by a call of its author, in a state that the contract's table lets it start from. Each records its
 * event. What the clock does is in by-clock.ts.
 */
import type { EventType } from '../../contract/events.ts'
import type * as contract from '../../contract/pulses.ts'
import type { Pulse } from '../../contract/pulses.ts'
import { type PulseTransition, pulseTransitions, startsFrom } from '../../contract/states.ts'
import { actedBy, type AuditedActor, byClock } from '../audit/audit.ts'
import {
  type AuthorsCall,
  type Departing,
  handOver,
  loadingOf,
  recordStop,
  surveyOf,
} from '../authorship/authorship.ts'
import type { Actor } from '../actor.ts'
import type { Call } from '../call.ts'
import type { Policy } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import {
  assertMayAsk,
  breakdownError,
  exclusionError,
  cancelCollection,
  closeCollection,
  extendCollection,
  extensionOf,
  findCollection,
  linksBy,
  linksError,
  openCollection,
  previewRoster,
  remindCollection,
  type RosterPreview,
  setAuthor,
  shownRecipients,
  type SizeError,
  sizeError,
  sizeProblem,
  summaryOf,
} from '../collection/collection.ts'
import { policyOfToday, withAuthor } from '../confidentiality/confidentiality.ts'
import { afterCommit, type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { impossible, problem } from '../problem.ts'
import * as store from './store.ts'
import type { PulseRow } from './store.ts'
import { partsOfForm } from '../questions/questions.ts'

const dayMs = 86_400_000
/** How long a pulse takes answers when its author names no end. */
const defaultWindowDays = 7

/** @throws … | recipients_out_of_reach | no_recipients | roster_too_small | exclusion_too_small | unprocessable  no opens_at, one in the past, or a breakdown that could show nothing */
export async function schedulePulse(call: Call<typeof contract.schedulePulse>): Promise<Pulse> {
  const { tx, now } = call
  const pulse = await loadForTransition(call, 'schedule')
  await assertMayAsk(tx, call.actor, pulse)
  const opensAt = call.body?.opens_at ?? pulse.opens_at
  if (opensAt === null) throw impossible('/opens_at', 'Say when the pulse opens', 'missing')
  if (new Date(opensAt) <= now) throw impossible('/opens_at', 'opens_at is in the past', 'in_the_past')
  const scheduled = { ...pulse, opens_at: opensAt, state: 'scheduled' as const }
  await assertCanOpen(tx, scheduled, new Date(opensAt))
  afterCommit(tx, 'work due', null)
  return transition(call, scheduled, 'pulse.scheduled')
}

/** Whether it could open then. @throws no_recipients | roster_too_small | exclusion_too_small | unprocessable */
async function assertCanOpen(tx: Tx, pulse: PulseRow, opensAt: Date): Promise<void> {
  assertTimes(opensAt.toISOString(), pulse.closes_at)
  const wrongSize = await sizeErrorOf(tx, pulse, opensAt)
  if (wrongSize !== null) throw sizeProblem(wrongSize)
  const unlisted = await linksErrorOf(tx, pulse)
  if (unlisted !== null) throw impossible('/channels', unlisted, 'links_not_listed')
  const error = await breakdownErrorOf(tx, pulse, opensAt)
  if (error !== null) throw impossible('/breakdown', error, 'breakdown_impossible')
  const exclusion = await exclusionErrorOf(tx, pulse, opensAt)
  if (exclusion !== null) throw problem('exclusion_too_small', { detail: exclusion })
}

export type OpeningPreview = {
  readonly pulse: Pulse
  /** null: it opens at once. */
  readonly opensAt: string | null
  readonly roster: RosterPreview
  /** For how many days it is open where its author names no end. */
  readonly defaultDays: number
}

/**
 * Whom a draft would ask, for its author to look at before. It opens at the time that the call or the draft names, if that is still to come,
 * and otherwise at once. Changes nothing, and refuses what opening or scheduling would refuse.
 * @throws as schedulePulse and openPulse
 */
export async function previewOpening(call: Call<typeof contract.schedulePulse>): Promise<OpeningPreview> {
  const { tx, now, actor, body } = call
  const pulse = await loadForAuthor(call)
  const isPlanned = pulse.opens_at !== null && new Date(pulse.opens_at) > now
  const opensAt = body?.opens_at ?? (isPlanned ? pulse.opens_at : null)
  assertStartsFrom(pulse, opensAt === null ? 'open' : 'schedule')
  await assertMayAsk(tx, actor, pulse)
  if (opensAt !== null && new Date(opensAt) <= now)
    throw impossible('/opens_at', 'opens_at is in the past', 'in_the_past')
  const at = opensAt === null ? now : new Date(opensAt)
  if (pulse.closes_at !== null && new Date(pulse.closes_at) <= at)
    throw impossible('/closes_at', 'closes_at must be after the opening', 'too_early')
  await assertCanOpen(tx, pulse, at)
  return {
    pulse: await present(call, pulse),
    opensAt,
    roster: await previewRoster(tx, rosterRequest(pulse), periodFrom(pulse, at)),
    defaultDays: defaultWindowDays,
  }
}

/** The pulse, for its author, if it could be reminded, extended or closed now. @throws … | pulse_not_open */
export const findForTransition = async (
  call: AuthorsCall,
  name: 'remind' | 'extend' | 'close',
): Promise<Pulse> => present(call, await loadForTransition(call, name))

export async function unschedulePulse(call: Call<typeof contract.unschedulePulse>): Promise<Pulse> {
  const pulse = await loadForTransition(call, 'unschedule')
  return transition(call, { ...pulse, state: 'draft' }, 'pulse.unscheduled')
}

/** @throws … | recipients_out_of_reach | no_recipients | roster_too_small | exclusion_too_small | unprocessable  its end is in the past, or its breakdown could show nothing */
export async function openPulse(call: Call<typeof contract.openPulse>): Promise<Pulse> {
  const pulse = await loadForTransition(call, 'open')
  await assertMayAsk(call.tx, call.actor, pulse)
  return present(call, await open(call.tx, pulse, call.now))
}

const rosterRequest = (pulse: PulseRow) => ({
  organisationId: pulse.organisation_id,
  seriesId: pulse.id,
  roster: pulse.recipients,
  only: null,
  timeZone: null,
})

const periodFrom = (pulse: PulseRow, opensAt: Date) => ({
  opensAt,
  closesAt: new Date(pulse.closes_at ?? opensAt.getTime() + defaultWindowDays * dayMs),
})

/** Why nobody, or not so many or so few, could be asked if it opened then, or null. */
export const sizeErrorOf = async (tx: Tx, pulse: PulseRow, opensAt: Date): Promise<SizeError | null> =>
  sizeError(tx, await seatedRequest(tx, pulse), periodFrom(pulse, opensAt))

/** Why its figures could not be broken down as it asks if it opened then, or null. */
export const breakdownErrorOf = async (tx: Tx, pulse: PulseRow, opensAt: Date): Promise<string | null> =>
  breakdownError(tx, await seatedRequest(tx, pulse), periodFrom(pulse, opensAt))

/** Why it could not leave out whom it excludes if it opened then, or null. */
export const exclusionErrorOf = async (tx: Tx, pulse: PulseRow, opensAt: Date): Promise<string | null> =>
  exclusionError(tx, await seatedRequest(tx, pulse), periodFrom(pulse, opensAt))

const seatedRequest = async (tx: Tx, pulse: PulseRow) => ({
  ...rosterRequest(pulse),
  policy: await effectivePolicy(tx, pulse),
  questions: partsOfForm(pulse.questions),
  form: pulse.questions,
  translations: pulse.translations,
})

/** Why its links could reach nobody if it opened now, or null. */
export const linksErrorOf = async (tx: Tx, pulse: PulseRow): Promise<string | null> =>
  linksError(pulse.channels, await effectivePolicy(tx, pulse))

/** What it would promise if it opened now. */
export const effectivePolicy = async (tx: Tx, pulse: PulseRow): Promise<Policy> => ({
  ...withAuthor(await policyOfToday(tx, pulse.organisation_id, pulse.confidentiality), pulse),
  breakdown: pulse.breakdown,
  codes: pulse.channels.includes('code'),
  links_by: await linksBy(tx, {
    organisationId: pulse.organisation_id,
    applicationId: pulse.application_id,
    channels: pulse.channels,
    mode: pulse.confidentiality.mode,
  }),
})

export async function open(tx: Tx, pulse: PulseRow, now: Date): Promise<PulseRow> {
  const { closesAt } = periodFrom(pulse, now)
  const policy = await effectivePolicy(tx, pulse)
  const { breakdown: _breakdown, links_by: _linksBy, codes: _codes, ...confidentiality } = policy
  const collection = await openCollection(
    tx,
    {
      ...rosterRequest(pulse),
      owner: {
        kind: 'pulse',
        id: pulse.id,
        authorUserId: pulse.author_user_id,
        visibility: pulse.visibility,
      },
      title: pulse.title,
      description: pulse.description,
      form: pulse.questions,
      language: pulse.language,
      translations: pulse.translations,
      questions: partsOfForm(pulse.questions),
      questionsVersion: pulse.questions_version,
      channels: pulse.channels,
      reminders: pulse.reminders,
      quietHours: pulse.quiet_hours,
      autoClose: pulse.auto_close,
      lowParticipation: pulse.low_participation,
      applicationId: pulse.application_id,
      policy,
      closesAt,
    },
    now,
  )
  const opened: PulseRow = {
    ...pulse,
    confidentiality: {
      ...confidentiality,
      audience: pulse.confidentiality.audience,
      results_audience: pulse.confidentiality.results_audience,
      results_readers: pulse.confidentiality.results_readers,
    },
    state: 'open',
    collection_id: collection.id,
    closes_at: closesAt.toISOString(),
    opens_at: now.toISOString(),
  }
  return updateAndRecord(tx, opened, 'pulse.opened', now)
}

export async function extendPulse(call: Call<typeof contract.extendPulse>): Promise<Pulse> {
  const { tx, now } = call
  const { closes_at: closesAt } = call.body
  const pulse = await loadForTransition(call, 'extend')
  await extendCollection(tx, refOf(pulse), new Date(closesAt), now)
  return transition(call, { ...pulse, closes_at: closesAt }, 'pulse.extended')
}

/** The engine records the event. @throws … | reminded_recently  too soon after the last reminder, or often enough */
export async function remindPulse(call: Call<typeof contract.remindPulse>): Promise<Pulse> {
  const pulse = await loadForTransition(call, 'remind')
  await remindCollection(call.tx, refOf(pulse), call.now)
  return present(call, await store.updatePulse(call.tx, pulse, call.now))
}

export async function closePulse(call: Call<typeof contract.closePulse>): Promise<Pulse> {
  const pulse = await loadToStop(call, 'closed', call.body?.reason)
  assertStartsFrom(pulse, 'close')
  return present(call, await close(call.tx, pulse, actedBy(call.actor), call.now))
}

export async function close(tx: Tx, pulse: PulseRow, by: AuditedActor, now: Date): Promise<PulseRow> {
  await closeCollection(tx, refOf(pulse), { by, now })
  return updateAndRecord(tx, { ...pulse, state: 'closed' }, 'pulse.closed', now)
}

export async function cancelPulse(call: Call<typeof contract.cancelPulse>): Promise<Pulse> {
  const pulse = await loadToStop(call, 'cancelled', call.body?.reason)
  assertStartsFrom(pulse, 'cancel')
  const lost = pulse.collection_id === null ? {} : await cancelCollection(call.tx, refOf(pulse), call.now)
  await recordStop(
    call.tx,
    surveyOf(pulse),
    {
      actor: call.actor,
      act: 'cancelled',
      target: pulse.id,
      visibility: pulse.visibility,
      reason: call.body?.reason,
      detail: lost,
    },
    call.now,
  )
  return transition(call, { ...pulse, state: 'cancelled' }, 'pulse.cancelled')
}

/** Somebody else becomes the author. @throws … | unprocessable  they are no active user */
export async function transferPulse(call: Call<typeof contract.transferPulse>): Promise<Pulse> {
  const { tx, actor, body, now } = call
  const pulse = await lockToStop(call, body.reason)
  const hasBegun = pulse.state !== 'draft'
  await handOver(tx, surveyOf(pulse), { actor, to: body.user_id, hasBegun, reason: body.reason }, now)
  return present(call, await giveTo(tx, pulse, body.user_id, now))
}

async function giveTo(tx: Tx, pulse: PulseRow, userId: string, now: Date): Promise<PulseRow> {
  await setAuthor(tx, { organisationId: pulse.organisation_id, seriesId: pulse.id }, userId)
  return store.updatePulse(tx, { ...pulse, author_user_id: userId }, now)
}

/** What happens to pulses of an author who has left. A private one that is planned is a draft again, in case they come back. */
export const departing: Departing = {
  give: async (tx, leaver, to, now) => {
    const running = await store.lockRunningOf(tx, leaver, 'public')
    for (const pulse of running) await giveTo(tx, pulse, to, now)
    return running.map(surveyOf)
  },
  end: async (tx, leaver, now) => {
    for (const pulse of await store.lockRunningOf(tx, leaver, 'private')) {
      if (pulse.state === 'open') await close(tx, pulse, byClock, now)
      else await updateAndRecord(tx, { ...pulse, state: 'draft' }, 'pulse.unscheduled', now)
    }
  },
}

/** Seasons, reminders and days around a pulse are computed with, and no column holds what comes after the year 9999. */
const lastYear = Date.parse('9999-01-01T00:00:00Z')

/** @throws unprocessable  an end that is not after the opening, or a time at the end of the calendar */
export function assertTimes(opensAt: string | null, closesAt: string | null): void {
  for (const [member, instant] of Object.entries({ opens_at: opensAt, closes_at: closesAt })) {
    if (instant !== null && Date.parse(instant) >= lastYear)
      throw impossible(`/${member}`, `${member} must be before the year 9999`, 'too_late')
  }
  if (opensAt !== null && closesAt !== null && new Date(closesAt) <= new Date(opensAt)) {
    throw impossible('/closes_at', 'closes_at must be after opens_at', 'too_early')
  }
}

/** The collection of a pulse that has opened. */
export function refOf({
  organisation_id: organisationId,
  id,
  collection_id: collectionId,
}: PulseRow): CollectionRef {
  if (collectionId === null) throw new Error(`pulse ${id} has no collection`)
  return { organisationId, collectionId }
}

const { loadForAuthor, lockToStop, ...loading } = loadingOf<PulseRow>({
  visible: store.lockPulse,
  any: store.lockAnyPulse,
})
export const { loadToStop } = loading

/** The pulse, locked, for its author, in a state that the transition starts from. @throws … | its refusal, with the state */
export async function loadForTransition(call: AuthorsCall, name: PulseTransition): Promise<PulseRow> {
  const pulse = await loadForAuthor(call)
  assertStartsFrom(pulse, name)
  return pulse
}

/** @throws the transition's refusal, with the state */
export function assertStartsFrom({ state }: PulseRow, name: PulseTransition): void {
  if (!startsFrom(pulseTransitions[name], state)) throw problem(pulseTransitions[name].refusal, { state })
}

export const transition = async (call: AuthorsCall, pulse: PulseRow, event: EventType): Promise<Pulse> =>
  present(call, await updateAndRecord(call.tx, pulse, event, call.now))

export async function updateAndRecord(
  tx: Tx,
  pulse: PulseRow,
  event: EventType,
  now: Date,
): Promise<PulseRow> {
  const row = await store.updatePulse(tx, pulse, now)
  await record(tx, event, row, { at: now })
  return row
}

export const record = (
  tx: Tx,
  type: EventType,
  pulse: PulseRow,
  { at, reason }: { at: Date; reason?: string },
): Promise<void> =>
  recordEvent(tx, {
    organisationId: pulse.organisation_id,
    type,
    // The reason is a sentence, for operators: the feed leaves it out.
    payload: { pulse_id: pulse.id, state: pulse.state, ...(reason !== undefined && { reason }) },
    at,
  })

/** A pulse as its caller sees it: who stops somebody else's may not see the people whom it names. */
export async function present({ tx, actor }: { tx: Tx; actor: Actor }, row: PulseRow): Promise<Pulse> {
  const { organisation_id: _organisation, collection_id: _collection, ...pulse } = row
  const collection = row.collection_id === null ? undefined : await findCollection(tx, refOf(row))
  return {
    ...pulse,
    recipients: shownRecipients(actor, row),
    results_status: collection?.results_status ?? 'pending',
    opened_at: collection?.opened_at ?? null,
    closed_at: collection?.closed_at ?? null,
    participation_extension: collection ? extensionOf(collection) : null,
    response_summary: collection ? await summaryOf(tx, collection) : null,
  }
}
