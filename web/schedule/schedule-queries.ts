/** What the schedule reads beside occurrences, and the move of one. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { queryClient } from '../api.ts'
import { asUser } from '../as-user.ts'
import { allCalendars, daysQuery } from '../holidays/holiday-queries.ts'
import { read, readAll, useWrite } from '../queries.ts'
import { daysBetween, entriesByDay, type Entry, shift } from './days.ts'
import { type Occurrence, occurrencesOf, type Survey, today } from './occurrence-queries.ts'

/** The name of the reader's time zone. */
export const readersZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

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

type MovedDates = { from: string; to: string }[]

export type Move = {
  entry: Entry
  /** The reader's day. */
  to: string
  /** In place of what the reader saw: that of a conflict. */
  version?: number
  /** Taken back: what was there before. */
  restore?: MovedDates
}

type Moved = { before: MovedDates; version: number }

/** How long what was moved stays in the recurrence: what is long over says nothing to anybody. */
const keptDays = 100

/** The date of the check-in's own rule. */
export const ruleDateOf = ({ occurrence }: Entry): string =>
  occurrence.moved_from ?? occurrence.local_date ?? ''

/** Where an occurrence opens in the zone of its check-in, if it opens on this day of the reader's. */
const localDateAt = ({ occurrence, day }: Entry, to: string): string =>
  shift(occurrence.local_date ?? day, daysBetween(day, to))

async function send({ entry, to, version, restore }: Move): Promise<Moved> {
  const { survey } = entry
  const { recurrence } = await queryClient.fetchQuery({
    ...read(asUser, 'getCheckIn', { params: { id: survey.id } }),
    staleTime: 0,
  })
  const from = ruleDateOf(entry)
  const target = localDateAt(entry, to)
  const recent = shift(today(), -keptDays)
  const others = recurrence.moved_dates.filter((one) => one.from !== from && one.from > recent)
  const moved = restore ?? (target === from ? others : [...others, { from, to: target }])
  const after = await asUser.call('updateCheckIn', {
    params: { id: survey.id },
    body: { recurrence: { ...recurrence, moved_dates: moved } },
    ifMatch: version ?? survey.version,
  })
  return { before: recurrence.moved_dates, version: after.version }
}

type Callbacks = {
  onDone: (moved: Moved, move: Move) => void
  onFailed: (error: Error, move: Move) => void
}

/** It is shown on its new day at once; where that fails, it goes back. */
export function useMove(shown: string, { onDone, onFailed }: Callbacks) {
  const { queryKey } = occurrencesOf(shown)
  const write = useWrite({
    send: async (move: Move) => {
      const before = queryClient.getQueryData<Survey[]>(queryKey)
      if (before) queryClient.setQueryData(queryKey, withMove(before, move))
      try {
        return await send(move)
      } catch (error) {
        if (before) queryClient.setQueryData(queryKey, before)
        onFailed(error as Error, move)
        throw error
      }
    },
    changes: ['listOccurrences', 'getCheckIn', 'getCheckInSchedule', 'listSurveys'],
    onDone,
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
