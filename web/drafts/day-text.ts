/** A day of a check-in in words, with its year where it is another one. */
import { locale } from '../messages.ts'

/** @param date in ISO 8601, without a time */
export const dayText = (date: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(Number(date.slice(0, 4)) !== new Date().getFullYear() && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))
