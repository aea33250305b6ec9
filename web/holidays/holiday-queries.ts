/** What pages read and write of holiday calendars. A change may move what check-ins have planned. */
import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, ReplyOf } from '../../client/client.ts'
import { limits } from '../../contract/limits.ts'
import { asUser } from '../as-user.ts'
import { locale } from '../messages.ts'
import { read, readAll, useWrite } from '../queries.ts'
import { dayOf } from '../ui/wall-clock.ts'

export type Calendar = ReplyOf<'listHolidayCalendars'>['holiday_calendars'][number]
export type Day = ReplyOf<'listHolidayCalendarDays'>['days'][number]

/** An organisation has few. */
export const allCalendars = readAll(asUser, 'listHolidayCalendars', 'holiday_calendars', {
  query: { limit: limits.holidayCalendarsMax },
})

export const thisYear = Number(dayOf(Date.now()).slice(0, 4))

export const daysQuery = (id: string, year: number | undefined) =>
  read(asUser, 'listHolidayCalendarDays', { params: { id }, query: year === undefined ? {} : { year } })

export const countriesQuery = queryOptions({
  ...read(asUser, 'listPublicHolidayCountries', {}),
  staleTime: Infinity,
})

export const publicDaysQuery = (country: string, region: string, year: number) =>
  read(asUser, 'listPublicHolidays', {
    query: { country, year, ...(region !== '' && { region }) },
  })

const planned = [
  'listHolidayCalendars',
  'listHolidayCalendarDays',
  'getCheckInSchedule',
  'getCheckIn',
  'listSurveys',
] as const

export const useCreation = (onDone: (made: Calendar) => void) =>
  useWrite({
    send: (body: BodyOf<'createHolidayCalendar'>) => asUser.call('createHolidayCalendar', { body }),
    changes: planned,
    onDone,
  })

export const useChange = ({ id, version }: Calendar, onDone: (changed: Calendar) => void) =>
  useWrite({
    send: (body: BodyOf<'updateHolidayCalendar'>) =>
      asUser.call('updateHolidayCalendar', { params: { id }, body, ifMatch: version }),
    changes: planned,
    onDone,
  })

/** Who deletes it was told how many check-ins use it. */
export const useDeletion = (onDone: (_reply: unknown, gone: Calendar) => void) =>
  useWrite({
    send: ({ id, check_in_count: users }: Calendar) =>
      asUser.call('deleteHolidayCalendar', {
        params: { id },
        query: users > 0 ? { detach: true } : {},
      }),
    changes: planned,
    onDone,
  })

const countryNames = new Intl.DisplayNames([locale], { type: 'region' })

/** In the reader's language. */
export const countryName = (country: string): string => countryNames.of(country) ?? country

export const dateText = (date: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))
