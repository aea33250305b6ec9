/**
 * What is kept of one question in one cell, and how cells add up to a group. Everything here is a sum over people, so
 * that figures of a group are the sum of its cells. Only comments are not numbers. What is stored is banded before
 * (banding.ts), and means are made from what is stored.
 */
import { type QuestionFigure } from '../../contract/collections.ts'
import { type Answer, type Question } from '../../contract/questions.ts'
import { definitionOf } from '../questions/questions.ts'
import { bandCounts, bandPicks, bandSum } from './banding.ts'
import { commentsOf, inNoOrder } from './comments.ts'

type Counts = Record<string, number>

/** counts: how many gave each value; sum: of numbers, which are not listed value by value. */
export type QuestionCell = {
  n: number
  counts: Counts
  sum: number
  comments: string[]
  banded?: true
}

/** Without a prototype: an option may be called like a member of Object. */
const emptyCell = (n: number): QuestionCell => ({
  n,
  counts: Object.create(null) as Counts,
  sum: 0,
  comments: [],
})

export function aggregate(
  question: Question,
  answers: readonly Answer[],
  redacted: (text: string) => string,
): QuestionCell {
  const cell = emptyCell(answers.length)
  const tally = definitionOf(question).tally(question)
  switch (tally.kind) {
    case 'one': {
      const counts = countsOf(answers.map(tally.valueOf))
      const { stored, banded } = bandCounts(counts, cell.n, tally.values.map(String), tally.ordered)
      const sum = tally.summed ? sumOf(stored) : 0
      return { ...cell, counts: stored, sum, ...(banded && { banded }) }
    }
    case 'several': {
      const counts = countsOf(answers.flatMap(tally.valuesOf))
      const { stored, banded } = bandPicks(counts, cell.n, tally.values.map(String), tally.least)
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

function countsOf(values: readonly (string | number | boolean)[]): Counts {
  const { counts } = emptyCell(0)
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}

const sumOf = (counts: Counts): number =>
  Object.entries(counts).reduce((sum, [value, count]) => sum + Number(value) * count, 0)

export function addUp(cells: readonly QuestionCell[]): QuestionCell {
  const total = emptyCell(0)
  for (const cell of cells) {
    total.n += cell.n
    total.sum += cell.sum
    total.comments.push(...cell.comments)
    if (cell.banded) total.banded = true
    for (const [key, value] of Object.entries(cell.counts))
      total.counts[key] = (total.counts[key] ?? 0) + value
  }
  return total
}

export function figureOf(question: Question, cells: readonly QuestionCell[]): QuestionFigure {
  const { n, counts, sum, comments, banded } = addUp(cells)
  const definition = definitionOf(question)
  const tally = definition.tally(question)
  return {
    id: question.id,
    type: question.type,
    text: question.text,
    n,
    ...(banded && { banded }),
    ...definition.figures({ n, counts, sum, comments: inNoOrder(comments) }),
    ...('values' in tally && {
      distribution: tally.values.map((value) => ({ value, count: counts[String(value)] ?? 0 })),
    }),
  }
}

export const suppressedFigure = (question: Question): QuestionFigure => ({
  id: question.id,
  type: question.type,
  text: question.text,
  suppressed: true,
})
