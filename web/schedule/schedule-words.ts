/** Days and times of the schedule as a reader writes them. A day is a date, which has no zone. */
import { locale, type Say } from '../messages.ts'
import { clock } from '../ui/clock.ts'
import { readersZone } from '../reader.ts'
import type { Entry } from './days.ts'
import type { scheduleTexts } from './schedule-texts.ts'

const ofDate = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return (day: string): string => format.format(new Date(`${day}T00:00:00Z`))
}

/** “Monday 8 March” */
export const longDay = ofDate({ weekday: 'long', day: 'numeric', month: 'long' })
/** “8 March” */
export const shortDay = ofDate({ day: 'numeric', month: 'long' })
export const dayNumber = ofDate({ day: 'numeric' })
/** “Mar” */
export const monthBriefly = ofDate({ month: 'short' })
/** “Wed 8 Mar” */
export const dayBriefly = ofDate({ weekday: 'short', day: 'numeric', month: 'short' })
/** “Mon” */
export const dayName = ofDate({ weekday: 'short' })
/** “March” */
export const monthOnly = ofDate({ month: 'long' })
const weekday = ofDate({ weekday: 'long' })

const monthFormat = ofDate({ month: 'long', year: 'numeric' })

/** “March 2027” */
export const monthName = (month: string): string => monthFormat(`${month}-01`)

const monthRange = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** “November – December 2026” */
export const monthsOf = (from: string, to: string): string =>
  monthRange.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))

/** From Monday on, of any week. */
export const weekdayNames = Array.from({ length: 7 }, (_none, place) => {
  const day = `2024-01-0${place + 1}`
  return { short: dayName(day), long: weekday(day) }
})

const list = new Intl.ListFormat(locale, { type: 'conjunction' })

/** “How was your week?” and “Offsite”: a title may end with its own mark. */
export const titlesText = (say: Say<typeof scheduleTexts>, titles: readonly string[]): string =>
  list.format(titles.map((title) => say('quoted', { title })))

/** “For Platform, Sales and 2 more teams, without Design”; null where it asks no team as a whole. */
export function audienceText(
  say: Say<typeof scheduleTexts>,
  { team_ids: ids, more_teams: others, excluded_team_ids: excluded }: Entry['survey'],
  nameOf: (id: string) => string | undefined,
): string | null {
  const names = ids.flatMap((id) => nameOf(id) ?? [])
  const more = others + ids.length - names.length
  const asked = [
    ...names,
    ...(more > 0 ? [say(names.length > 0 ? 'more_teams' : 'some_teams', { count: more })] : []),
  ]
  if (asked.length === 0) return null
  const without = excluded.flatMap((id) => nameOf(id) ?? [])
  return without.length > 0
    ? say('audience_without', { teams: list.format(asked), without: list.format(without) })
    : say('audience', { teams: list.format(asked) })
}

const readersClock = new Intl.DateTimeFormat(locale, { ...clock, timeZone: readersZone })

/** “09:00” for the reader; of what opens by each recipient’s clock, their own. */
export function entryTime(say: Say<typeof scheduleTexts>, { survey, occurrence }: Entry): string {
  const at = new Date(occurrence.opens_at)
  if (!survey.by_recipient || occurrence.state !== 'planned') return readersClock.format(at)
  const timeZone = survey.time_zone ?? 'UTC'
  return say('own_time', { time: new Intl.DateTimeFormat(locale, { ...clock, timeZone }).format(at) })
}
