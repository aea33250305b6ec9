/**
 * Plans: what a tool that reaches people would do, read by the rules of operations as its caller. Nothing is changed here, and what the
 * operation would refuse is refused here already, so that nobody is asked to confirm what cannot be.
 */
import type { Plan } from '../../contract/confirmations.ts'
import type { askPeople, changeWindow, remindPeople } from '../../contract/confirmed-tools.ts'
import { takesAnswer } from '../../contract/form-items.ts'
import {
  closeInstance,
  extendInstance,
  getInstanceProgress,
  remindInstance,
} from '../../contract/instances.ts'
import {
  closePulse,
  extendPulse,
  getPulseProgress,
  remindPulse,
  schedulePulse,
} from '../../contract/pulses.ts'
import type { Arguments } from '../../contract/tool.ts'
import type { CollectionProgress } from '../../contract/collections.ts'
import type { ConfidentialityPromise } from '../../contract/confidentiality.ts'
import type { Call } from '../call.ts'
import * as checkIns from '../checkins/checkins.ts'
import { getProgress } from '../collection/collection.ts'
import { directoryReachOf, isSeenTeam } from '../directory/directory.ts'
import { ask, callOf } from '../http/asking.ts'
import { assertMayCall } from '../http/route.ts'
import { impossible, problem } from '../problem.ts'
import * as pulses from '../pulses/pulses.ts'
import type { ToolTransaction } from './asking.ts'
import { isPulse, promiseOf } from './collections.ts'

export type PlanWithBinding = {
  readonly plan: Plan
  /** What the plan's hash holds besides: questions that were changed, or somebody exchanged for somebody else, make it another plan. */
  readonly bound: unknown
  /** The author, where the survey is theirs alone. */
  readonly privateTo: string | null
}

/** What a pulse and an instance have in common here. */
type Brief = {
  readonly title: string
  readonly channels: Plan['channels']
  readonly closesAt: string | null
  readonly privateTo: string | null
}

const ownerOf = (survey: { visibility: 'public' | 'private'; author_user_id: string }): string | null =>
  survey.visibility === 'private' ? survey.author_user_id : null

/** The plan for an open survey. */
const planOf = (
  act: Plan['act'],
  collection: string,
  brief: Brief,
  promise: ConfidentialityPromise,
): Plan => ({
  act,
  collection,
  title: brief.title,
  people: null,
  to_everyone: null,
  teams: [],
  more_teams: 0,
  single_people: 0,
  excluded: 0,
  questions: null,
  channels: brief.channels,
  opens_at: null,
  closes_at: brief.closesAt,
  closed_before_at: null,
  open_days: null,
  mode: promise.mode,
  promise: null,
})

export async function planAsking(
  call: ToolTransaction,
  { pulse_id: id, opens_at }: Arguments<typeof askPeople>,
): Promise<PlanWithBinding> {
  assertMayCall(call.api, schedulePulse, call.actor)
  const params = { id }
  const asked = { ...callOf<typeof schedulePulse>(call, call.tx), params, body: opens_at ? { opens_at } : {} }
  const { pulse, opensAt, roster, defaultDays } = await pulses.previewOpening(asked)
  const promise = await promiseOf(call, id)
  const { recipients } = pulse
  // The person reads the plan, so it names what they see in the directory; `confirming` takes names away from a token that reads no teams.
  const reach = await directoryReachOf(call.tx, call.actor)
  const teams = roster.teams.filter((team) => isSeenTeam(reach, team.id))
  const brief = {
    title: pulse.title,
    channels: pulse.channels,
    closesAt: pulse.closes_at,
    privateTo: ownerOf(pulse),
  }
  return {
    plan: {
      ...planOf(opensAt === null ? 'open' : 'schedule', id, brief, promise),
      people: roster.people,
      teams,
      more_teams: roster.teams.length - teams.length,
      single_people: recipients.member_ids?.length ?? 0,
      excluded: recipients.excluded_team_ids.length + (recipients.excluded_member_ids?.length ?? 0),
      questions: pulse.questions.filter(takesAnswer).length,
      opens_at: opensAt,
      open_days: pulse.closes_at === null ? defaultDays : null,
      promise: { en: promise.sentence, de: (await promiseOf(call, id, 'de')).sentence },
    },
    bound: { version: pulse.version, people: roster.people_sha256, promise },
    privateTo: brief.privateTo,
  }
}

/** @throws … | reminded_recently */
export async function planReminder(
  call: ToolTransaction,
  { collection: id }: Arguments<typeof remindPeople>,
): Promise<PlanWithBinding> {
  const brief = await briefOf(call, id, 'remind')
  const { reminders } = await progressOf(call, id)
  const { reach, to_everyone, remaining, available_at: from, sent_at } = reminders
  if (remaining === 0 || (from !== null && sent_at.length > 0 && new Date(from) > call.now))
    throw problem('reminded_recently', { state: 'open' })
  const plan = planOf('remind', id, brief, await promiseOf(call, id))
  // Anyone who answers while the person reads is reminded no more: fewer people are the same plan, more are another one.
  return {
    plan: { ...plan, people: reach, to_everyone },
    bound: { sent: sent_at.length },
    privateTo: brief.privateTo,
  }
}

/** @throws … | unprocessable  an end that is not later */
export async function planWindow(
  call: ToolTransaction,
  { collection: id, change, closes_at: closesAt }: Arguments<typeof changeWindow>,
): Promise<PlanWithBinding> {
  if ((change === 'extend') !== (closesAt !== undefined)) {
    const detail = 'closes_at must be given with extend, and with nothing else'
    throw problem('invalid_request', {
      detail,
      errors: [{ pointer: '/closes_at', code: closesAt === undefined ? 'missing' : 'unexpected', detail }],
    })
  }
  const brief = await briefOf(call, id, change)
  const plan = planOf(change, id, brief, await promiseOf(call, id))
  if (closesAt === undefined) return { plan, bound: null, privateTo: brief.privateTo }
  const end = new Date(closesAt)
  if (end <= call.now) throw impossible('/closes_at', 'closes_at is in the past', 'in_the_past')
  if (brief.closesAt !== null && end <= new Date(brief.closesAt))
    throw impossible('/closes_at', 'closes_at must be later than the present end', 'not_later')
  return {
    plan: { ...plan, closes_at: end.toISOString(), closed_before_at: brief.closesAt },
    bound: null,
    privateTo: brief.privateTo,
  }
}

const transitions = {
  remind: { pulse: remindPulse, instance: remindInstance },
  extend: { pulse: extendPulse, instance: extendInstance },
  close: { pulse: closePulse, instance: closeInstance },
} as const

/** The survey, for its author, in a state from which this can be done. @throws what the operation refuses for state and author */
async function briefOf(call: ToolTransaction, id: string, verb: keyof typeof transitions): Promise<Brief> {
  const { pulse: ofPulse, instance: ofInstance } = transitions[verb]
  if (isPulse(id)) {
    assertMayCall(call.api, ofPulse, call.actor)
    const asked: Call<typeof remindPulse> = { ...callOf(call, call.tx), params: { id } }
    const pulse = await pulses.findForTransition(asked, verb)
    return {
      title: pulse.title,
      channels: pulse.channels,
      closesAt: pulse.closes_at,
      privateTo: ownerOf(pulse),
    }
  }
  assertMayCall(call.api, ofInstance, call.actor)
  const asked: Call<typeof remindInstance> = { ...callOf(call, call.tx), params: { id } }
  const { instance, checkIn } = await checkIns.findForTransition(asked, verb)
  return {
    title: instance.title,
    channels: checkIn.channels,
    closesAt: instance.closes_at,
    privateTo: ownerOf(checkIn),
  }
}

const progressOf = (call: ToolTransaction, id: string): Promise<CollectionProgress> =>
  isPulse(id)
    ? ask(call, getPulseProgress, (rule) => getProgress(rule, pulses.collectionSource), { params: { id } })
    : ask(call, getInstanceProgress, (rule) => getProgress(rule, checkIns.collectionSource), {
        params: { id },
      })
