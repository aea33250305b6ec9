/** Days as people count them: by midnights of the reader's zone. */
import { dayOf } from './wall-clock.ts'

export const daySeconds = 86_400

/**
 * Days of the reader's calendar from one instant to another, in milliseconds: 1 for tomorrow, however near. Days of 23 or 25 hours count as one.
 * @param zone  another than the reader's: in tests
 */
export const daysBetween = (from: number, to: number, zone?: string): number =>
  (Date.parse(dayOf(to, zone)) - Date.parse(dayOf(from, zone))) / (1000 * daySeconds)
