/** A day in words, as its reader writes it. */
import { locale } from '../messages.ts'
import { readersZone } from '../reader.ts'

const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: readersZone })

/** “23 December 2026”, in the zone of the reader. */
export const dateOf = (instant: string): string => date.format(new Date(instant))
