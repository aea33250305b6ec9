/** What the pages of results read, as any application would read it for this person. */
import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '../../client/client.ts'
import { asUser } from '../as-user.ts'
import { language } from '../messages.ts'
import { read } from '../queries.ts'

export { everyoneInAddress } from './results-address.ts'

/** One collection of answers: a pulse, or an occurrence of a check-in. */
export type Owner = { kind: 'pulse' | 'occurrence'; id: string }

export type Results = ReplyOf<'getPulseResults'>
export type Figure = Results['questions'][number]
export type TeamResults = Results['teams'][number]
export type Asked = Results['asked'][number]
export type Finding = ReplyOf<'listInsights'>['insights'][number]
export type Pledge = ReplyOf<'getPulseConfidentiality'>
export type Occurrence = ReplyOf<'listCheckInInstances'>['check_in_instances'][number]

export const pulseQuery = (id: string) => read(asUser, 'getPulse', { params: { id } })

export const checkInQuery = (id: string) => read(asUser, 'getCheckIn', { params: { id } })

const occurrencesMax = 100

/** Those that have asked somebody, newest first. */
export const occurrencesQuery = (id: string) =>
  read(asUser, 'listCheckInInstances', {
    params: { id },
    query: { state: 'open,closed', limit: occurrencesMax },
  })

/** One that the list has not: it was skipped, has not begun, or is older. */
export const occurrenceQuery = (id: string) => read(asUser, 'getInstance', { params: { id } })

const pauseMs = { open: 30_000, analysing: 2000 }

/** While results are still to come, they are looked for. */
export const resultsQuery = ({ kind, id }: Owner) =>
  queryOptions({
    queryKey: [kind === 'pulse' ? 'getPulseResults' : 'getInstanceResults', { params: { id } }] as const,
    queryFn: ({ signal }): Promise<Results> => {
      const input = { params: { id }, signal }
      return kind === 'pulse'
        ? asUser.call('getPulseResults', input)
        : asUser.call('getInstanceResults', input)
    },
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'open'
        ? pauseMs.open
        : data?.results_status === 'analysing'
          ? pauseMs.analysing
          : false,
  })

export const pledgeQuery = ({ kind, id }: Owner) =>
  queryOptions({
    queryKey: [
      kind === 'pulse' ? 'getPulseConfidentiality' : 'getInstanceConfidentiality',
      { params: { id } },
    ] as const,
    queryFn: ({ signal }): Promise<Pledge> => {
      const input = { params: { id }, signal }
      return kind === 'pulse'
        ? asUser.call('getPulseConfidentiality', input)
        : asUser.call('getInstanceConfidentiality', input)
    },
  })

const findingKinds = 'score,driver,enps,sentiment_signal,level,change,theme'
const findingsMax = 200

/** All findings of one group. @param team  undefined for everyone */
export function findingsQuery({ kind, id }: Owner, team: string | undefined) {
  const query = {
    kind: findingKinds,
    language,
    limit: findingsMax,
    ...(kind === 'pulse' ? { pulse_id: id } : { check_in_instance_id: id }),
    ...(team === undefined ? { everyone: true } : { team_id: team }),
  }
  return queryOptions({
    queryKey: ['listInsights', { query }, 'all'] as const,
    queryFn: async ({ signal }) => {
      const all: Finding[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const reply: ReplyOf<'listInsights'> = await asUser.call('listInsights', {
          query: { ...query, ...(cursor && { cursor }) },
          signal,
        })
        all.push(...reply.insights)
        cursor = reply.next_cursor
      }
      return all
    },
  })
}

const actionsMax = 200

/** What somebody has accepted, begun or completed of what a survey's results suggest. */
export const actionsTakenQuery = (scope: Finding['scope'] | undefined) =>
  queryOptions({
    ...read(asUser, 'listActions', {
      query: {
        state: 'accepted,in_progress,done',
        language,
        limit: actionsMax,
        ...(scope?.pulse_id && { pulse_id: scope.pulse_id }),
        ...(scope?.check_in_id && { check_in_id: scope.check_in_id }),
      },
    }),
    enabled: scope?.pulse_id !== undefined || scope?.check_in_id !== undefined,
  })

/** How many of a team were asked and answered, where the report says it. */
export const participationQuery = (scope: Finding['scope'] | undefined, teamId: string | undefined) =>
  queryOptions({
    ...read(asUser, 'listInsights', {
      query: {
        kind: 'participation',
        limit: 1,
        ...(teamId !== undefined && { team_id: teamId }),
        ...(scope?.pulse_id && { pulse_id: scope.pulse_id }),
        ...(scope?.check_in_instance_id && { check_in_instance_id: scope.check_in_instance_id }),
      },
    }),
    enabled: scope !== undefined && teamId !== undefined,
  })
