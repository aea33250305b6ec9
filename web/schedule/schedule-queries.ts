/** What the schedule reads beside occurrences, and the move of one. */
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '../../client/client.ts'
import { queryClient } from '../api.ts'
import { asUser } from '../as-user.ts'
import { allCalendars, daysQuery } from '../holidays/holiday-queries.ts'
import { readAll, refresh, useWrite } from '../queries.ts'
import { daysBetween, entriesByDay, type Entry, shift } from './days.ts'
import { inOrder, withMoved } from './moved-list.ts'
import { type Occurrence, occurrencesOf, type Survey, today } from './occurrence-queries.ts'

const teamsAtOnce = 200

const allTeams = readAll(asUser, 'listTeams', 'teams', { query: { status: 'active', limit: teamsAtOnce } })

export const useTeams = () => useQuery(allTeams).data ?? []

/** Names of the holidays on each day, over all calendars of the organisation. */
export function useHolidays(days: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const calendars = useQuery(allCalendars).data ?? []
  const years = [...new Set([days[0], days.at(-1)!].map((one) => Number(one.slice(0, 4))))]
  const wanted = calendars.flatMap(({ id }) => years.map((year) => daysQuery(id, year)))
  const found = useQueries({ queries: wanted }).flatMap(({ data }) => data?.days ?? [])
  const byDay = Map.groupBy(found, ({ date }) => date)
  return new Map([...byDay].map(([date, all]) => [date, [...new Set(all.map(({ name }) => name))]]))
}

export type Move = {
  entry: Entry
  /** The reader's day. */
  to: string
  /** In place of what the reader saw: that of a conflict. */
  version?: number
  /** Takes back what was moved before. */
  isUndo?: true
}

/** The date of the check-in's own rule. */
export const ruleDateOf = ({ occurrence }: Entry): string =>
  occurrence.moved_from ?? occurrence.local_date ?? ''

/** Where an occurrence opens in the zone of its check-in, if it opens on this day of the reader's. */
const localDateAt = ({ occurrence, day }: Entry, to: string): string =>
  shift(occurrence.local_date ?? day, daysBetween(day, to))

/** What the reader made of each check-in: whoever moves two of its dates does not conflict with themselves. */
const ownVersions = new Map<string, number>()
const oneByOne = inOrder()

type Recurrence = NonNullable<ReplyOf<'getCheckIn'>['recurrence']>
type Dates = Pick<Recurrence, 'exdates' | 'moved_dates'>

/** One change of its dates at a time. @param version  in place of what the reader saw */
export const changeDates = (
  { id, version: seen }: Entry['survey'],
  change: (dates: Dates) => Partial<Dates>,
  version = seen,
): Promise<void> =>
  oneByOne(id, async () => {
    // Not by the cache: what is read again after the move before this one would cancel it there.
    const { recurrence } = await asUser.call('getCheckIn', { params: { id } })
    const after = await asUser.call('updateCheckIn', {
      params: { id },
      body: { recurrence: { ...recurrence, ...change(recurrence) } },
      ifMatch: Math.max(version, ownVersions.get(id) ?? 0),
    })
    ownVersions.set(id, after.version)
  })

const send = ({ entry, to, version }: Move): Promise<void> => {
  const move = { from: ruleDateOf(entry), to: localDateAt(entry, to) }
  return changeDates(
    entry.survey,
    ({ moved_dates: moved }) => ({ moved_dates: withMoved(moved, move, today()) }),
    version,
  )
}

export type Callbacks<Done> = {
  onDone: (done: Done) => void
  onFailed: (error: Error, done: Done) => void
}

/** It is shown on its new day at once; where that fails, it goes back. */
export function useMove(month: string | undefined, { onDone, onFailed }: Callbacks<Move>) {
  const { queryKey } = occurrencesOf(month)
  const write = useWrite({
    send: async (move: Move) => {
      const before = queryClient.getQueryData<Survey[]>(queryKey)
      if (before) queryClient.setQueryData(queryKey, withMove(before, move))
      try {
        return await send(move)
      } catch (error) {
        if (before) queryClient.setQueryData(queryKey, before)
        void refresh('listOccurrences')
        onFailed(error as Error, move)
        throw error
      }
    },
    changes: ['listOccurrences', 'getCheckIn', 'getCheckInSchedule', 'listSurveys'],
    onDone: (_reply, move) => onDone(move),
    onFailed: () => {},
  })
  return write
}

const dayMs = 86_400_000

/** As it will be: the rest is what the service says when it has moved it. */
export const withMove = (surveys: readonly Survey[], { entry, to }: Move): Survey[] =>
  surveys.map((survey) =>
    survey.id === entry.survey.id
      ? {
          ...survey,
          occurrences: survey.occurrences.map((one) =>
            one.local_date !== null && (one.moved_from ?? one.local_date) === ruleDateOf(entry)
              ? movedTo(one, entry, to)
              : one,
          ),
        }
      : survey,
  )

/** The entry on its new day. */
export const movedEntry = (entry: Entry, to: string): Entry => ({
  ...entry,
  day: to,
  occurrence: movedTo(entry.occurrence, entry, to),
})

/** Where an occurrence is now that was on another day when the reader moved it. */
export const theirDay = (surveys: readonly Survey[], entry: Entry): string =>
  [...entriesByDay(surveys.filter(({ id }) => id === entry.survey.id)).values()]
    .flat()
    .find((one) => ruleDateOf(one) === ruleDateOf(entry))?.day ?? entry.day

function movedTo(one: Occurrence, entry: Entry, to: string): Occurrence {
  const later = (instant: string): string =>
    new Date(Date.parse(instant) + daysBetween(entry.day, to) * dayMs).toISOString()
  const from = ruleDateOf(entry)
  const date = localDateAt(entry, to)
  return {
    ...one,
    state: one.state === 'skipped' ? 'planned' : one.state,
    local_date: date,
    moved_from: date === from ? null : from,
    opens_at: later(one.opens_at),
    closes_at: one.closes_at && later(one.closes_at),
  }
}
