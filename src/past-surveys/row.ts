/**
 * One row of past answers, checked by itself: respondent, period, question and answer. Pure.
 *
 * A rating comes in one of two forms: `rating` of `scale` steps (3 of 5), or, in files that were normalised, `rating` as a share of
 * the way from the lowest to the highest of `scale_max` steps (0.5 of 5 is step 3). Without either it is the question's own value.
 */
import { pastColumns, numericPastColumns } from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import type { Columns, SourceRow } from '../imports/imports.ts'
import { dateOfPeriod } from './period.ts'

const names = new Set<string>(pastColumns)

export const pastFileColumns: Columns = {
  known: pastColumns.join(', '),
  isColumn: (name) => names.has(name),
  columnOf: (cell) => cell.toLowerCase(),
  numeric: numericPastColumns,
  head: 'questions',
}

export type PastCells = {
  period: string
  date: string
  respondent: string
  team: string | null
  question: string
  /** The step of `steps`, counted from 1; without steps the value itself. */
  rating: number | null
  steps: number | null
  choice: string | null
  words: string | null
}

type CellFault = { column: string; code: string; detail: string }

/** @returns the row, or what is wrong with it */
export function checkPastRow({ cells }: SourceRow): PastCells | CellFault[] {
  const values = new Map(cells.map(([column, text]) => [column, text?.trim() || null]))
  const faults: CellFault[] = []
  const fault = (column: string, code: string, detail: string): null => {
    if (!faults.some((one) => one.column === column)) faults.push({ column, code, detail })
    return null
  }
  const text = (column: string, lengthMax: number): string | null => {
    const value = values.get(column) ?? null
    if (value === null) return null
    if (value.includes('\0')) return fault(column, 'invalid_characters', 'NUL is not allowed')
    return value.length > lengthMax ? fault(column, 'too_long', `At most ${lengthMax} characters`) : value
  }
  const required = (column: string, lengthMax: number): string => {
    const value = text(column, lengthMax)
    if (value === null) fault(column, 'missing', `A row needs a ${column}`)
    return value ?? ''
  }
  const period = required('period', 40)
  const date = dateOfPeriod(period)
  if (period && date === undefined)
    fault('period', 'invalid', `${period} is neither a date nor like 2017, 2017-H1, 2017-Q3 or 2017-05`)
  const { rating, steps } = ratingOf(values, fault)
  const row: PastCells = {
    period,
    date: date ?? '',
    respondent: required('respondent', limits.nameLengthMax),
    team: firstTeam(text('team', limits.textLengthMax)),
    question: text('q', limits.nameLengthMax) ?? required('question', limits.nameLengthMax),
    rating,
    steps,
    choice: text('choice', limits.textLengthMax),
    words: text('text', limits.answerLengthMax),
  }
  return faults.length > 0 ? faults : row
}

/** A respondent of several teams counts in the first. */
const firstTeam = (teams: string | null): string | null => teams?.split(';', 1)[0].trim() || null

function ratingOf(
  values: ReadonlyMap<string, string | null>,
  fault: (column: string, code: string, detail: string) => null,
): Pick<PastCells, 'rating' | 'steps'> {
  const number = (column: string): number | null => {
    const text = values.get(column) ?? null
    if (text === null) return null
    const value = Number(text.replace(/^([+-]?\d+),(\d+)$/, '$1.$2'))
    return Number.isFinite(value) ? value : fault(column, 'invalid', `${text.slice(0, 40)} is not a number`)
  }
  const stepsIn = (column: string): number | null => {
    const value = number(column)
    const fits = value === null || (Number.isInteger(value) && value >= 2 && value <= limits.scaleStepsMax)
    return fits ? value : fault(column, 'invalid', `A scale has 2 to ${limits.scaleStepsMax} steps`)
  }
  const [rating, scale, scaleMax] = [number('rating'), stepsIn('scale'), stepsIn('scale_max')]
  if (rating === null) return { rating, steps: null }
  if (scale !== null) {
    if (!Number.isInteger(rating) || rating < 1 || rating > scale)
      fault('rating', 'invalid', `A rating is a step from 1 to its scale, here ${scale}`)
    return { rating, steps: scale }
  }
  if (scaleMax === null) return { rating, steps: null }
  if (rating < 0 || rating > 1)
    fault('rating', 'invalid', 'With scale_max a rating is from 0 to 1; give the step with scale')
  return { rating: 1 + Math.round(rating * (scaleMax - 1)), steps: scaleMax }
}
