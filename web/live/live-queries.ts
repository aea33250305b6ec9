/** What the live page reads of an open survey, and what it does to it: the same for a pulse and for an occurrence of a check-in. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FormQuestion } from '../../contract/questions.ts'
import type { ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { queryClient } from '../api.ts'
import { read, refresh, useWrite } from '../queries.ts'
import { checkInQuery, type Owner, pulseQuery } from '../results/results-queries.ts'

export type Progress = ReplyOf<'getPulseProgress'>
export type Delivery = ReplyOf<'getPulseDeliveries'>['deliveries'][number]
export type Summary = NonNullable<ReplyOf<'getPulse'>['response_summary']>

/** What can be done about it while it is open. */
export type Act = 'remind' | 'extend' | 'close'

/** An open survey, whichever kind it is. */
export type Subject = {
  owner: Owner
  state: string
  title: string
  version: number
  authorUserId: string
  mode: ReplyOf<'getPulse'>['confidentiality']['mode']
  /** Some people may be asked by codes on paper. */
  hasCodes: boolean
  /** Some people may answer by links that are handed out. */
  hasLinks: boolean
  /** No message goes out: somebody else hands out what people answer by. */
  isHandedOut: boolean
  /** Everybody is asked and reminded on a day of their own. */
  isInTurn: boolean
  openedAt: string | null
  closesAt: string | null
  /** It goes on because few had answered. */
  extension: ReplyOf<'getPulse'>['participation_extension']
  summary: Summary | null
  /** The teams that its author chose. */
  teamIds: readonly string[]
  /** How many its author chose by name; null for who does not see the directory, nor wrote the survey. */
  peopleByName: number | null
  /** What is asked, in its author's words. */
  questions: readonly FormQuestion[]
}

/** Those who could answer. */
export const askedOf = ({ recipients, absent, opted_out, unreachable, not_counted }: Summary): number =>
  recipients - absent - opted_out - unreachable - not_counted

/** Below the first step the count is not said. */
export const isHidden = ({ rounded, responded }: Summary): boolean => rounded && responded === 0

export const pollMs = 15_000

export const occurrenceQuery = (id: string) => read(asUser, 'getInstance', { params: { id } })

const openMax = 20

/** Those that are open now: seldom more than one. */
export const openOccurrences = (id: string) =>
  read(asUser, 'listCheckInInstances', { params: { id }, query: { state: 'open', limit: openMax } })

/** The one that closed last, to compare with. */
export const lastOccurrence = (id: string) =>
  read(asUser, 'listCheckInInstances', { params: { id }, query: { state: 'closed', limit: 1 } })

/** How the one before ended. Who reads its results is told on their page. */
export function useLastOne(checkInId: string) {
  const last = useQuery(lastOccurrence(checkInId)).data?.check_in_instances.at(0)
  return last && { id: last.id, summary: last.response_summary }
}

/** How the one before ended. */
export type Last = {
  summary: Summary
  /** What says so, as a link to its results. */
  linked: (text: string) => ReactNode
}

/** Timers of browsers hold less than 25 days. */
const longestMs = 86_400_000

/** When its end has passed it is read again: it may go on because few have answered. */
const untilOver = (survey: { state: string; closes_at: string | null } | undefined): number | false =>
  survey?.state === 'open' && survey.closes_at
    ? Math.min(longestMs, Math.max(0, Date.parse(survey.closes_at) - Date.now()) + pollMs)
    : false

const isHandedOut = (channels: readonly string[]): boolean =>
  channels.every((one) => one === 'link' || one === 'code')

export function usePulseSubject(id: string) {
  const query = useQuery({
    ...pulseQuery(id),
    refetchInterval: ({ state }) => untilOver(state.data),
  })
  const pulse = query.data
  const subject: Subject | undefined = pulse && {
    owner: { kind: 'pulse', id },
    state: pulse.state,
    title: pulse.title,
    version: pulse.version,
    authorUserId: pulse.author_user_id,
    mode: pulse.confidentiality.mode,
    hasCodes: pulse.channels.includes('code'),
    hasLinks: pulse.channels.includes('link'),
    isHandedOut: isHandedOut(pulse.channels),
    isInTurn: false,
    openedAt: pulse.opened_at,
    closesAt: pulse.closes_at,
    extension: pulse.participation_extension,
    summary: pulse.response_summary,
    teamIds: pulse.recipients.team_ids,
    peopleByName: pulse.recipients.member_ids?.length ?? null,
    questions: pulse.questions,
  }
  return { ...query, data: subject }
}

export function useOccurrenceSubject(checkInId: string, id: string) {
  const query = useQuery({
    ...occurrenceQuery(id),
    refetchInterval: ({ state }) => untilOver(state.data),
  })
  const checkIn = useQuery(checkInQuery(checkInId))
  const { data: occurrence } = query
  const subject: Subject | undefined = occurrence &&
    checkIn.data && {
      owner: { kind: 'occurrence', id },
      state: occurrence.state,
      title: occurrence.title,
      version: occurrence.version,
      authorUserId: checkIn.data.author_user_id,
      mode: checkIn.data.confidentiality.mode,
      hasCodes: checkIn.data.channels.includes('code'),
      hasLinks: checkIn.data.channels.includes('link'),
      isHandedOut: isHandedOut(checkIn.data.channels),
      isInTurn: checkIn.data.lifecycle !== null,
      openedAt: occurrence.opened_at,
      closesAt: occurrence.closes_at,
      extension: occurrence.participation_extension,
      summary: occurrence.response_summary,
      teamIds: checkIn.data.recipients.team_ids,
      peopleByName: checkIn.data.recipients.member_ids?.length ?? null,
      questions: checkIn.data.questions,
    }
  return { ...query, error: query.error ?? checkIn.error, data: subject }
}

const teamsMax = 200

/** To name those who are asked. */
export const teamsQuery = read(asUser, 'listTeams', { query: { limit: teamsMax } })

export const progressQuery = ({ kind, id }: Owner) =>
  queryOptions({
    queryKey: [kind === 'pulse' ? 'getPulseProgress' : 'getInstanceProgress', { params: { id } }] as const,
    queryFn: ({ signal }): Promise<Progress> => {
      const input = { params: { id }, signal }
      return kind === 'pulse'
        ? asUser.call('getPulseProgress', input)
        : asUser.call('getInstanceProgress', input)
    },
  })

export const deliveriesQuery = ({ kind, id }: Owner) =>
  queryOptions({
    queryKey: [
      kind === 'pulse' ? 'getPulseDeliveries' : 'getInstanceDeliveries',
      { params: { id } },
    ] as const,
    queryFn: ({ signal }): Promise<ReplyOf<'getPulseDeliveries'>> => {
      const input = { params: { id }, signal }
      return kind === 'pulse'
        ? asUser.call('getPulseDeliveries', input)
        : asUser.call('getInstanceDeliveries', input)
    },
  })

/** Whatever is done to it, and whoever does it. */
const changed = [
  'getPulse',
  'getInstance',
  'getPulseProgress',
  'getInstanceProgress',
  'getPulseDeliveries',
  'getInstanceDeliveries',
  'getPulseResults',
  'getInstanceResults',
  'listSurveys',
  'countSurveys',
  'listCheckInInstances',
] as const

/** After somebody else changed it, or it ended. */
export const refreshSubject = (): Promise<void> => refresh(...changed)

/** As it is on the server now. @returns its version and when it closes */
export async function readNow({ kind, id }: Owner): Promise<{ version: number; closesAt: string | null }> {
  const { version, closes_at } =
    kind === 'pulse'
      ? await queryClient.fetchQuery({ ...pulseQuery(id), staleTime: 0 })
      : await queryClient.fetchQuery({ ...occurrenceQuery(id), staleTime: 0 })
  return { version, closesAt: closes_at }
}

type Callbacks = { onDone: () => void; onFailed?: (error: Error) => void }
type Reply = ReplyOf<'getPulse'> | ReplyOf<'getInstance'>

export const useReminder = ({ owner: { kind, id } }: Subject, callbacks: Callbacks) =>
  useWrite<Reply, number>({
    send: (ifMatch) =>
      kind === 'pulse'
        ? asUser.call('remindPulse', { params: { id }, ifMatch })
        : asUser.call('remindInstance', { params: { id }, ifMatch }),
    changes: changed,
    ...callbacks,
  })

type Extension = { closesAt: string; version: number }

export const useExtension = ({ owner: { kind, id } }: Subject, callbacks: Callbacks) =>
  useWrite<Reply, Extension>({
    send: ({ closesAt, version: ifMatch }) => {
      const input = { params: { id }, body: { closes_at: closesAt }, ifMatch }
      return kind === 'pulse' ? asUser.call('extendPulse', input) : asUser.call('extendInstance', input)
    },
    changes: changed,
    ...callbacks,
  })

type Closing = { reason?: string; version: number }

export const useClosing = ({ owner: { kind, id } }: Subject, callbacks: Callbacks) =>
  useWrite<Reply, Closing>({
    send: ({ reason, version: ifMatch }) => {
      const input = { params: { id }, body: reason === undefined ? {} : { reason }, ifMatch }
      return kind === 'pulse' ? asUser.call('closePulse', input) : asUser.call('closeInstance', input)
    },
    changes: changed,
    ...callbacks,
  })
