/** Does what can be done with a survey (acts.ts), and reads again what it changed. */
import { queryOptions } from '@tanstack/react-query'
import { asUser } from '../as-user.ts'
import { refresh } from '../queries.ts'
import type { Act, Kind, Subject } from './acts.ts'

export type Wish = {
  /** Why: of an admin in the author's place, or for whoever reads about it later. */
  reason?: string | undefined
  /** The new author. */
  to?: string | undefined
  /** On which version it was decided. */
  version?: number | undefined
}

type Place = { params: { id: string }; ifMatch?: number }
type Send = (place: Place, why: { reason?: string }, to: string) => Promise<unknown>

const sends: Readonly<Record<Kind, Partial<Readonly<Record<Act, Send>>>>> = {
  pulse: {
    open: (place) => asUser.call('openPulse', place),
    unschedule: (place) => asUser.call('unschedulePulse', place),
    restore: (place) => asUser.call('restorePulse', place),
    unarchive: (place) => asUser.call('unarchivePulse', place),
    transfer: (place, why, to) => asUser.call('transferPulse', { ...place, body: { user_id: to, ...why } }),
    archive: (place, why) => asUser.call('archivePulse', { ...place, body: why }),
    close: (place, why) => asUser.call('closePulse', { ...place, body: why }),
    cancel: (place, why) => asUser.call('cancelPulse', { ...place, body: why }),
    delete: (place, why) => asUser.call('deletePulse', { ...place, query: why }),
  },
  check_in: {
    resume: (place) => asUser.call('resumeCheckIn', place),
    pause: (place, why) => asUser.call('pauseCheckIn', { ...place, body: why }),
    restore: (place) => asUser.call('restoreCheckIn', place),
    unarchive: (place) => asUser.call('unarchiveCheckIn', place),
    transfer: (place, why, to) => asUser.call('transferCheckIn', { ...place, body: { user_id: to, ...why } }),
    archive: (place, why) => asUser.call('archiveCheckIn', { ...place, body: why }),
    end: (place, why) => asUser.call('endCheckIn', { ...place, body: why }),
    delete: (place, why) => asUser.call('deleteCheckIn', { ...place, query: why }),
  },
  occurrence: {
    open: (place) => asUser.call('openInstance', place),
    skip: (place, why) => asUser.call('skipInstance', { ...place, body: why }),
    cancel: (place, why) => asUser.call('cancelInstance', { ...place, body: why }),
  },
}

export function perform(
  { kind, id }: Subject,
  act: Act,
  { reason, to = '', version }: Wish,
): Promise<unknown> {
  const send = sends[kind][act]
  if (!send) throw new Error(`${act} is not an act of a ${kind}`)
  const place = { params: { id }, ...(version !== undefined && { ifMatch: version }) }
  return send(place, reason === undefined ? {} : { reason }, to)
}

/** The survey as it is now: on which version somebody decides, and when it comes next. */
export const nowQuery = ({ kind, id }: Subject) =>
  queryOptions({
    queryKey: [
      kind === 'pulse' ? 'getPulse' : kind === 'check_in' ? 'getCheckIn' : 'getInstance',
      { params: { id } },
      'now',
    ] as const,
    queryFn: async ({ signal }): Promise<{ version: number; state: string }> => {
      const input = { params: { id }, signal }
      if (kind === 'pulse') return asUser.call('getPulse', input)
      return kind === 'check_in' ? asUser.call('getCheckIn', input) : asUser.call('getInstance', input)
    },
    // What a page read a while ago is not a ground to decide on.
    staleTime: 0,
    gcTime: 0,
  })

const lists = [
  'listSurveys',
  'countSurveys',
  'listPulses',
  'listCheckIns',
  'listOccurrences',
  'listCheckInInstances',
] as const

const single = [
  'getPulse',
  'getCheckIn',
  'getInstance',
  'getCheckInSchedule',
  'getPulseProgress',
  'getInstanceProgress',
  'getPulseDeliveries',
  'getInstanceDeliveries',
  'getPulseResults',
  'getInstanceResults',
] as const

/** Everywhere where it is shown. What was deleted may not be there any more to be read. */
export const refreshAfter = (act: Act): Promise<void> =>
  act === 'delete' ? refresh(...lists) : refresh(...lists, ...single)
