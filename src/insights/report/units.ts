/** Figures as statements say them, in the unit of their question; “80%” and “80 %” are what languages make of a per cent sign. */
import { round } from '../finding.ts'
import { message, type Message } from '../message.ts'

const given = (mean: number): number => round(mean, 3)

/**
 * A mean with one decimal, as charts and tables show it: rounded from what the API gives, so that both say the same. With two, where one would
 * make it look like what it is compared with.
 */
export function meanSaid(mean: number, comparedWith: readonly number[] = []): number {
  const isAlike = comparedWith.some(
    (other) => given(other) !== given(mean) && round(given(other), 1) === round(given(mean), 1),
  )
  return round(given(mean), isAlike ? 2 : 1)
}

const isPercent = (unit: string): boolean => unit === '%'

/** @param value  as it is said (`meanSaid`) */
export const meanIn = (unit: string, value: number): Message =>
  isPercent(unit) ? message('value_mean_percent', { value }) : message('value_mean_in', { value, unit })

/** An end of a scale. */
export const valueIn = (unit: string, value: number): Message =>
  isPercent(unit) ? message('value_percent', { value }) : message('value_in', { value, unit })
