/** What pages of figures read: surveys with results, the instances of a check-in, and the released figures of one or of all of them. */
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '../../client/client.ts'
import { SondeError } from '../api.ts'
import { asUser } from '../as-user.ts'
import { language } from '../messages.ts'
import { read, readAll } from '../queries.ts'

export type Survey = ReplyOf<'listSurveys'>['surveys'][number]
export type Instance = ReplyOf<'listCheckInInstances'>['check_in_instances'][number]
export type Results = ReplyOf<'getInstanceResults'>
export type ScoreEntry = ReplyOf<'listScores'>['scores'][number]
export type EnpsEntry = ReplyOf<'listEnps'>['enps'][number]
export type Insight = ReplyOf<'listInsights'>['insights'][number]
export type Trend = ReplyOf<'listTrends'>['trends'][number]
export type Series = Trend['series'][number]

/** What is looked at: a pulse, or one instance of a check-in. */
export type Place = { pulse_id: string } | { check_in_instance_id: string }

const listMax = 200

export const allSurveys = read(asUser, 'listSurveys', { query: { limit: listMax } })

const past = 'closed,skipped,cancelled'

export const pastInstances = (checkInId: string) =>
  read(asUser, 'listCheckInInstances', { params: { id: checkInId }, query: { state: past, limit: listMax } })

const pulseResults = (id: string) => read(asUser, 'getPulseResults', { params: { id } })
const instanceResults = (id: string) => read(asUser, 'getInstanceResults', { params: { id } })

/** Both have the same shape. */
const resultsOf = (place: Place) =>
  'pulse_id' in place
    ? pulseResults(place.pulse_id)
    : (instanceResults(place.check_in_instance_id) as unknown as ReturnType<typeof pulseResults>)

const scoresOf = (place: Place) =>
  readAll(asUser, 'listScores', 'scores', { query: { ...place, limit: listMax } })
const enpsOf = (place: Place) => readAll(asUser, 'listEnps', 'enps', { query: { ...place, limit: listMax } })
export const changesOf = (place: Place) =>
  readAll(asUser, 'listInsights', 'insights', { query: { ...place, kind: 'change', limit: listMax } })

type Read<T> = { data: T | undefined; error: unknown; refetch: () => unknown }

/** Several replies as one: there when all are, failed when one has. */
function together<T extends Readonly<Record<string, unknown>>>(queries: {
  [K in keyof T]: Read<T[K]>
}): Read<T> {
  const all: Read<unknown>[] = Object.values(queries)
  const isThere = all.every(({ data }) => data !== undefined)
  return {
    data: isThere
      ? (Object.fromEntries(
          Object.entries<Read<unknown>>(queries).map(([name, { data }]) => [name, data]),
        ) as T)
      : undefined,
    error: all.find(({ error }) => error)?.error ?? null,
    refetch: () => all.filter(({ error }) => error).map(({ refetch }) => refetch()),
  }
}

/** The results of all teams, with what is clearly different. */
export function useTeamFigures(place: Place) {
  const results = useQuery(resultsOf(place))
  const scores = useQuery(scoresOf(place))
  const enps = useQuery(enpsOf(place))
  const changes = useQuery(changesOf(place))
  return together({ results, scores, enps, changes })
}

export type Figures = Pick<NonNullable<ReturnType<typeof useTeamFigures>['data']>, 'scores' | 'enps'>

/** The figures of the instance before, where they are asked for; none where there is no instance before. */
export function useFiguresBefore(instance: Instance | null, isAsked: boolean) {
  const place = { check_in_instance_id: instance?.id ?? '' }
  const enabled = instance !== null && isAsked
  const scores = useQuery({ ...scoresOf(place), enabled })
  const enps = useQuery({ ...enpsOf(place), enabled })
  return enabled ? together({ scores, enps }) : { data: null, error: null, refetch: () => {} }
}

export const teamsOf = (instanceId: string) => instanceResults(instanceId)

/** @param teamId  null for everyone, who come first */
export const trendOf = (checkInId: string, teamId: string | null) =>
  read(asUser, 'listTrends', {
    query: { check_in_id: checkInId, ...(teamId !== null && { team_id: teamId }), limit: 1, language },
  })

/** What was asked for is there, and is not for this reader. */
export const isNotShared = (error: unknown): boolean =>
  error instanceof SondeError &&
  ['results_not_shared', 'not_found', 'insufficient_scope'].includes(error.code)
