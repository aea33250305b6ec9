/** Times of a day, as their reader writes them: “09:00”, “9:00 AM”. */
import { locale } from '../messages.ts'

const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()

/** Where hours go to twelve, none has a zero before it. */
export const clock = { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' } as const

const format = new Intl.DateTimeFormat(locale, { ...clock, timeZone: 'UTC' })

/** @param time  `09:00`, by whichever clock */
export const clockText = (time: string): string => format.format(new Date(`2024-01-01T${time}Z`))
