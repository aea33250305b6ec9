/** The days off of a check-in: the dates that its recurrence lists, the days of the calendars that it names, and the weekends of their countries. */
import type { Recurrence } from '../../../contract/checkins.ts'
import type { Tx } from '../../db/db.ts'
import { impossible } from '../../problem.ts'
import { type CalendarDays, daysOfCalendars, localeOf, holdCalendars } from './calendars-store.ts'
import { type DaysOff, usualWeekend, type Weekend } from './occurrences.ts'
import { type Day, type NameLanguage, type Place, publicDaysOf } from './public-days.ts'

/** Names of public holidays are kept in two languages. */
export const nameLanguageOf = async (tx: Tx, organisationId: string): Promise<NameLanguage> =>
  (await localeOf(tx, organisationId)).startsWith('de') ? 'de' : 'en'

const placeOf = ({ country, region }: Pick<CalendarDays, 'country' | 'region'>): Place | undefined =>
  country === null ? undefined : { country, region }

/** The days of a calendar: of one year, or all of an own one. */
export function daysOf(calendar: CalendarDays, year: number | null, language: NameLanguage): Day[] {
  const place = placeOf(calendar)
  if (place) return year === null ? [] : publicDaysOf(place, year, language)
  const days = (calendar.days ?? []).toSorted((a, b) => (a.date < b.date ? -1 : 1))
  return year === null ? days : days.filter(({ date }) => Number(date.slice(0, 4)) === year)
}

/** The days of the week on which a country does not work, by the Unicode Common Locale Data Repository. */
export const weekendOf = (country: string): Weekend => [
  ...new Intl.Locale('und', { region: country }).getWeekInfo().weekend,
]

export const daysOffOf = async (tx: Tx, organisationId: string, recurrence: Recurrence): Promise<DaysOff> =>
  (await daysOffOfEach(tx, organisationId, [recurrence]))(recurrence)

/** The calendars of several check-ins, read at once. */
export async function daysOffOfEach(
  tx: Tx,
  organisationId: string,
  recurrences: readonly Recurrence[],
): Promise<(recurrence: Recurrence) => DaysOff> {
  const ids = [...new Set(recurrences.flatMap((one) => one.holiday_calendar_ids ?? []))]
  const calendars = ids.length > 0 ? await daysOfCalendars(tx, organisationId, ids) : []
  const language = calendars.some(placeOf) ? await nameLanguageOf(tx, organisationId) : 'en'
  return (recurrence) => daysOffIn(recurrence, calendars, language)
}

/**
 * A calendar that has been deleted has no days. If a date is in several, the first names it; a day of the week that is free in one of their countries
 * is not a working day.
 */
function daysOffIn(
  { holidays = [], holiday_calendar_ids: ids = [] }: Recurrence,
  all: readonly CalendarDays[],
  language: NameLanguage,
): DaysOff {
  const listed = new Set(holidays)
  const calendars = all.filter(({ id }) => ids.includes(id))
  const years = new Map<number, Map<string, string>>()
  const namesIn = (year: number) => {
    const known = years.get(year)
    if (known) return known
    const ordered = ids.flatMap((id) => calendars.filter((one) => one.id === id))
    const days = ordered.flatMap((calendar) => daysOf(calendar, year, language))
    const names = new Map(days.toReversed().map(({ date, name }) => [date, name]))
    years.set(year, names)
    return names
  }
  const weekends = calendars.flatMap(({ country }) => (country === null ? [] : weekendOf(country)))
  const holidayOn = (date: string): string | undefined =>
    (calendars.length > 0 ? namesIn(Number(date.slice(0, 4))).get(date) : undefined) ??
    (listed.has(date) ? '' : undefined)
  return { holidayOn, weekend: weekends.length > 0 ? [...new Set(weekends)] : usualWeekend }
}

/** @throws unprocessable  an unknown calendar */
export async function checkCalendars(
  tx: Tx,
  organisationId: string,
  { holiday_calendar_ids: ids = [] }: Recurrence,
): Promise<void> {
  if (ids.length === 0) return
  const known = await holdCalendars(tx, organisationId, ids)
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown >= 0)
    throw impossible(
      `/recurrence/holiday_calendar_ids/${unknown}`,
      `There is no holiday calendar ${ids[unknown]}`,
      'unknown',
    )
}
