/** A day of the calendar in words, as dateOf writes an instant. */
import { locale } from '../messages.ts'

const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })

/** @param day  “2026-12-23”, which is “23 December 2026” in whatever zone it is read */
export const calendarDateOf = (day: string): string => date.format(new Date(`${day}T00:00:00Z`))
