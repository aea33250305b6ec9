/**
 * What is stored of one question in one cell, and how cells add up to a group. All of it is a sum over people, so the figures
 * of a group are the sums of its cells; comments alone are not numeric. Cells are banded before they are stored (banding.ts),
 * and means are computed from what is stored.
 */
import type { QuestionFigure } from '../../contract/collections.ts'
import { unitIn } from '../../contract/form-items.ts'
import type { Answer, Question } from '../../contract/questions.ts'
import { definitionOf } from '../questions/questions.ts'
import { bandCounts, bandPicks, bandSum } from './banding.ts'
import { commentsOf, inHashOrder } from './comments.ts'
import { type Counts, countsOf } from './counts.ts'

/** counts: how many gave each value; sum: of numbers, which are not listed value by value. */
export type QuestionCell = {
  n: number
  counts: Counts
  sum: number
  comments: string[]
  banded?: true
}

export function aggregate(
  question: Question,
  answers: readonly Answer[],
  redacted: (text: string) => string,
): QuestionCell {
  const n = answers.length
  const cell: QuestionCell = { n, counts: countsOf([]), sum: 0, comments: [] }
  const tally = definitionOf(question).tally(question)
  switch (tally.kind) {
    case 'one': {
      const counts = countValues(answers.map(tally.valueOf))
      const { stored, banded } = bandCounts(counts, n, tally.values.map(String), tally.ordered)
      const sum = tally.summed ? sumOf(stored) : 0
      return { ...cell, counts: stored, sum, ...(banded && { banded }) }
    }
    case 'several': {
      const counts = countValues(answers.flatMap(tally.valuesOf))
      const { stored, banded } = bandPicks(counts, n, tally.values.map(String), tally.least)
      return { ...cell, counts: stored, ...(banded && { banded }) }
    }
    case 'sum': {
      const numbers = answers.map(({ value }) => Number(value))
      const { stored, banded } = bandSum(numbers, tally)
      return { ...cell, sum: stored, ...(banded && { banded }) }
    }
    case 'comments':
      return { ...cell, comments: commentsOf(answers, redacted) }
    case 'number_of_answers':
      return cell
  }
}

const countValues = (values: readonly (string | number | boolean)[]): Counts =>
  countsOf(values.map((value) => [String(value), 1]))

const sumOf = (counts: Counts): number =>
  Object.entries(counts).reduce((sum, [value, count]) => sum + Number(value) * count, 0)

const totalOf = (cells: readonly QuestionCell[], part: 'n' | 'sum'): number =>
  cells.reduce((total, cell) => total + cell[part], 0)

/** The figure of a group, from the cells that it is made of or from their sum. */
export function figureOf(question: Question, cells: readonly QuestionCell[]): QuestionFigure {
  const n = totalOf(cells, 'n')
  const counts = countsOf(cells.flatMap((cell) => Object.entries(cell.counts)))
  const comments = inHashOrder(cells.flatMap((cell) => cell.comments))
  const definition = definitionOf(question)
  const tally = definition.tally(question)
  return {
    id: question.id,
    type: question.type,
    text: question.text,
    ...unitIn(question),
    n,
    ...(cells.some(({ banded }) => banded) && { banded: true as const }),
    ...definition.figures({ n, counts, sum: totalOf(cells, 'sum'), comments }),
    ...('values' in tally && {
      distribution: tally.values.map((value) => ({ value, count: counts[String(value)] ?? 0 })),
    }),
  }
}

export const suppressedFigure = (question: Question): QuestionFigure => ({
  id: question.id,
  type: question.type,
  text: question.text,
  ...unitIn(question),
  suppressed: true,
})
