/** A score of a week, and how its figures are written. */
import { formatScore, formatSigned, formatWithUnit } from '../ui/number-format.ts'

export type Moved = { told: boolean; before: number; difference: number }

export type Score = {
  id: string
  text: string
  kind: 'mean' | 'enps'
  unit?: string
  value: number
  n: number
  interval: readonly number[] | null
  min: number
  max: number
  points: { at: string; value: number; n: number; low?: number; high?: number }[]
  /** Against last time, as the corrected test says; null: there was no last time. */
  moved: Moved | null
  /** A finding of this survey says so. */
  isProblem: boolean
}

/** “3.9”, “12.0 hours”, “−63”: a figure and the ends of its range alike. */
export const written = ({ kind, unit }: Pick<Score, 'kind' | 'unit'>, value: number): string =>
  kind === 'enps' ? formatSigned(value) : formatWithUnit(formatScore(value), unit)

type Range = (key: 'interval', figures: { low: string; high: string }) => string

/** “likely 3.7 to 4.2 hours”, “likely −89 to −39”; null where the line was drawn of others than the finding tells of. */
export function rangeOf(say: Range, score: Score | undefined, n: number | null): string | null {
  const last = score?.points.at(-1)
  if (!score || last?.low === undefined || last.high === undefined || last.n !== n) return null
  return say('interval', {
    low: written({ kind: score.kind }, last.low),
    high: written(score, last.high),
  })
}
