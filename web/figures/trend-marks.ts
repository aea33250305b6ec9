/** What stands along a trend beside its figures: the names of holidays on which nobody was asked, and what teams did about a driver. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { asUser } from '../as-user.ts'
import { language, useMessages } from '../messages.ts'
import { read } from '../queries.ts'
import { checkInQuery } from '../results/results-queries.ts'
import { dayOf } from '../ui/wall-clock.ts'
import type { Instance, Series, Survey } from './figure-queries.ts'
import { figureTexts } from './figure-texts.ts'

/** As the API says why an occurrence was skipped. */
const skippedFor = 'holiday'

const listMax = 200

/** The name of each holiday on which an occurrence was skipped, by its day; asked for only where there is one. */
export function useHolidays(survey: Survey, instances: readonly Instance[]): ReadonlyMap<string, string> {
  const days = instances.filter(({ reason }) => reason === skippedFor).map(({ local_date: day }) => day)
  const checkIn = useQuery({ ...checkInQuery(survey.id), enabled: days.length > 0 }).data
  const years = [...new Set(days.map((day) => Number(day.slice(0, 'yyyy'.length))))]
  const calendars = checkIn?.recurrence?.holiday_calendar_ids ?? []
  const lists = useQueries({
    queries: calendars.flatMap((id) =>
      years.map((year) => read(asUser, 'listHolidayCalendarDays', { params: { id }, query: { year } })),
    ),
  })
  return new Map(lists.flatMap(({ data }) => data?.days.map(({ date, name }) => [date, name] as const) ?? []))
}

/** “24 Dec: Christmas Eve” under the chart; without its name where no calendar has the day any more. */
export const isHoliday = ({ reason }: Instance): boolean => reason === skippedFor

export type Done = { driver: Series['driver']; at: string; title: string }

/** What was completed about this check-in, of the group that is shown. */
export function useDone(survey: Survey, teamId: string | null): readonly Done[] {
  const { data } = useQuery(
    read(asUser, 'listActions', {
      query: {
        check_in_id: survey.id,
        state: 'done',
        limit: listMax,
        language,
        ...(teamId !== null && { team_id: teamId }),
      },
    }),
  )
  return (data?.actions ?? []).flatMap(({ scope, driver, title, ended_at: at }) =>
    scope.team_id === teamId && at !== null ? [{ driver, title, at: dayOf(at) }] : [],
  )
}

/** As marks on the line of a question: each day once, between its first and its last figure. */
export function useMarks({ driver }: Series, days: readonly string[], done: readonly Done[]) {
  const say = useMessages(figureTexts)
  const [first, last] = [days.at(0), days.at(-1)]
  if (driver === null || first === undefined || last === undefined) return []
  const within = done.filter((one) => one.driver === driver && one.at >= first && one.at <= last)
  return [...Map.groupBy(within, ({ at }) => at)]
    .map(([at, some]) => ({
      at,
      label: say('done', { titles: some.map(({ title }) => title).join('; ') }),
    }))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
}
