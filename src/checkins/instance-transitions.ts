/**
 * How an instance opens, is skipped and closes, by a call or by the clock. It plans its successor when it leaves the state
 * `scheduled`. The caller holds the lock of the check-in.
 */
import type { FormQuestion } from '../../contract/questions.ts'
import { currentTranslations } from '../../contract/wording.ts'
import type { AuditedActor } from '../audit/audit.ts'
import type { Policy } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import {
  breakdownError,
  linksBy,
  linksError,
  exclusionError,
  extensionsOf,
  closeCollection,
  type CollectionOpening,
  openCollection,
  openRolling,
  sizeError,
  type Windows,
} from '../collection/collection.ts'
import { policyOfToday, withAuthor } from '../confidentiality/confidentiality.ts'
import type { Tx } from '../db/db.ts'
import { daysOffOf } from './holidays/dates-off.ts'
import { reminderDay } from './holidays/occurrences.ts'
import * as instances from './instances-store.ts'
import type { InstanceRow } from './instances-store.ts'
import { askDue } from './lifecycle.ts'
import { planNext, transition } from './planning.ts'
import { formWith, nextTurn } from './rotation.ts'
import { closesAfter, isByRecipient, type Opening, spanOf, scheduleOf } from './schedule.ts'
import type { CheckInRow } from './store.ts'
import { partsOfForm } from '../questions/questions.ts'

/** When an instance closes, and the windows of its recipients' own zones. */
export type CollectionWindow = {
  closesAt: Date
  /** When the last recipients are asked: until then an earlier instance may stay open. */
  lastOpensAt: Date
  windows: Windows | null
}

/** Opened by a call: everybody at once, for a whole window. */
export const wholeWindow = (checkIn: CheckInRow, now: Date): CollectionWindow => ({
  closesAt: closesAfter(now, scheduleOf(checkIn)),
  lastOpensAt: now,
  windows: null,
})

/** @param openings  its windows, one for each zone */
export const windowOver = (checkIn: CheckInRow, openings: readonly Opening[]): CollectionWindow => ({
  closesAt: new Date(spanOf(openings).closes_at),
  lastOpensAt: new Date(Math.max(...openings.map((one) => Date.parse(one.opens_at)))),
  windows: isByRecipient(scheduleOf(checkIn))
    ? {
        defaultZone: checkIn.time_zone,
        zones: openings.map(({ time_zone: zone, opens_at, closes_at }) => ({ zone, opens_at, closes_at })),
      }
    : null,
})

/** Open instances that would still ask when the last recipients of a new one are asked. */
export const overlapping = async (
  tx: Tx,
  checkIn: CheckInRow,
  { lastOpensAt }: CollectionWindow,
): Promise<InstanceRow[]> =>
  (await instances.instancesIn(tx, checkIn, 'open')).filter((one) => new Date(one.closes_at) > lastOpensAt)

/**
 * Of instances that are still open, those that close when the next one opens: with `close_previous` all. With `skip`, those that moved
 * or went on by themselves, unless their author has chosen their end since. They are planned to end by then, but that date may have come nearer.
 */
export async function givingWay(
  tx: Tx,
  checkIn: CheckInRow,
  open: readonly InstanceRow[],
): Promise<InstanceRow[]> {
  if (checkIn.overlap === 'close_previous') return [...open]
  const extensions = await extensionsOf(tx, checkIn.organisation_id, open.map(refOf))
  return open.filter((one) => {
    const { isByItself, isByHand } = extensions.get(refOf(one).collectionId)!
    return !isByHand && (one.moved_from !== null || isByItself)
  })
}

const rosterRequest = (checkIn: CheckInRow) => ({
  organisationId: checkIn.organisation_id,
  seriesId: checkIn.id,
  roster: checkIn.recipients,
  only: checkIn.fixed_member_ids,
  timeZone: checkIn.time_zone,
})

/** What the next opening would promise. */
export const effectivePolicy = async (tx: Tx, checkIn: CheckInRow): Promise<Policy> => ({
  ...withAuthor(await policyOfToday(tx, checkIn.organisation_id, checkIn.confidentiality), checkIn),
  breakdown: checkIn.breakdown,
  codes: checkIn.channels.includes('code'),
  links_by: await linksBy(tx, {
    organisationId: checkIn.organisation_id,
    applicationId: checkIn.application_id,
    channels: checkIn.channels,
    mode: checkIn.confidentiality.mode,
  }),
})

/** Why it cannot open now, or null: nobody or too few can be asked, too few people would be left out, or its breakdown could show nothing. */
export async function openingError(
  tx: Tx,
  checkIn: CheckInRow,
  { closesAt }: CollectionWindow,
  now: Date,
): Promise<string | null> {
  const period = { opensAt: now, closesAt }
  const request = rosterRequest(checkIn)
  const { form } = await nextForm(tx, checkIn)
  const asked = {
    ...request,
    policy: await effectivePolicy(tx, checkIn),
    questions: partsOfForm(form),
    form,
    translations: checkIn.translations,
  }
  return (
    (await sizeError(tx, asked, period))?.reason ??
    linksError(checkIn.channels, asked.policy) ??
    (await breakdownError(tx, asked, period)) ??
    exclusionError(tx, asked, period)
  )
}

/** Why the channels cannot reach anybody now, or null. */
export const channelsError = async (tx: Tx, checkIn: CheckInRow): Promise<string | null> =>
  linksError(checkIn.channels, await effectivePolicy(tx, checkIn))

const weekDays: Readonly<Record<string, number>> = { DAILY: 1, WEEKLY: 7 }

/** Every week or more often, or less often. */
export const paceOf = ({ recurrence }: CheckInRow): 'weekly' | 'monthly' => {
  const parts = new Map(
    recurrence.rrule
      .toUpperCase()
      .split(';')
      .map((part): [string, string] => {
        const [name, value = ''] = part.split('=')
        return [name, value]
      }),
  )
  const days = weekDays[parts.get('FREQ') ?? ''] ?? Infinity
  return days * Number(parts.get('INTERVAL') ?? 1) <= 7 ? 'weekly' : 'monthly'
}

/** What it asks next, and the questions that take their turn in it; null where nothing rotates. */
export async function nextForm(
  tx: Tx,
  checkIn: CheckInRow,
): Promise<{ form: FormQuestion[]; turn: string[] | null }> {
  const { questions, rotation } = checkIn
  if (rotation === null) return { form: questions, turn: null }
  const turn = nextTurn(rotation, await instances.pastTurns(tx, checkIn))
  return { form: formWith(questions, rotation, turn), turn }
}

type Subject = { checkIn: CheckInRow; instance: InstanceRow }

export async function open(
  tx: Tx,
  { checkIn, instance }: Subject,
  window: CollectionWindow,
  { by, now }: { by: AuditedActor; now: Date },
): Promise<InstanceRow> {
  if (checkIn.lifecycle === null)
    for (const previous of await givingWay(tx, checkIn, await overlapping(tx, checkIn, window)))
      await close(tx, previous, by, now)
  const { form, turn } = await nextForm(tx, checkIn)
  const { title, description } = checkIn
  const opening: CollectionOpening = {
    ...rosterRequest(checkIn),
    pace: paceOf(checkIn),
    owner: {
      kind: 'check_in_instance',
      id: instance.id,
      authorUserId: checkIn.author_user_id,
      visibility: checkIn.visibility,
    },
    title,
    description,
    form,
    language: checkIn.language,
    translations: currentTranslations({ title, description, questions: form }, checkIn.translations),
    questions: partsOfForm(form),
    questionsVersion: checkIn.questions_version,
    channels: checkIn.channels,
    reminders: checkIn.reminders,
    reminderDay: reminderDay(await daysOffOf(tx, checkIn.organisation_id, checkIn.recurrence)),
    quietHours: checkIn.quiet_hours,
    autoClose: checkIn.auto_close,
    lowParticipation: checkIn.low_participation,
    applicationId: checkIn.application_id,
    policy: await effectivePolicy(tx, checkIn),
    closesAt: window.closesAt,
    windows: window.windows,
  }
  const collection = checkIn.lifecycle
    ? await openRolling(tx, { ...opening, closesAt: window.closesAt }, now)
    : await openCollection(tx, opening, now)
  const opened = await transition(
    tx,
    {
      ...instance,
      title: checkIn.title,
      state: 'open',
      opened_at: now.toISOString(),
      closes_at: window.closesAt.toISOString(),
      collection_id: collection.id,
      rotation_question_ids: turn,
    },
    'check_in_instance.opened',
    now,
  )
  if (checkIn.lifecycle) await askDue(tx, { checkIn, instance: opened }, now)
  if (checkIn.state === 'active') await planNext(tx, checkIn, now)
  return opened
}

export async function skip(
  tx: Tx,
  { checkIn, instance }: Subject,
  reason: string,
  now: Date,
): Promise<InstanceRow> {
  const skipped = await transition(
    tx,
    { ...instance, state: 'skipped', reason },
    'check_in_instance.skipped',
    now,
  )
  if (checkIn.state === 'active') await planNext(tx, checkIn, now)
  return skipped
}

export async function close(
  tx: Tx,
  instance: InstanceRow,
  by: AuditedActor,
  now: Date,
): Promise<InstanceRow> {
  await closeCollection(tx, refOf(instance), { by, now })
  const closed = { ...instance, state: 'closed' as const, closed_at: now.toISOString() }
  return transition(tx, closed, 'check_in_instance.closed', now)
}

/** The collection of an instance that has opened. */
export function refOf({
  organisation_id: organisationId,
  id,
  collection_id: collectionId,
}: InstanceRow): CollectionRef {
  if (collectionId === null) throw new Error(`instance ${id} has no collection`)
  return { organisationId, collectionId }
}
