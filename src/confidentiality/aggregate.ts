/**
 * What is kept of one question in one cell, and how cells add up to a group. Everything here is a sum over people, so
 * that figures of a group are the sum of its cells. Only comments are not numbers. What is stored is banded before
 * (banding.ts), and means are made from what is stored.
 */
import { type QuestionFigure } from '../../contract/collections.ts'
import { type Answer, otherValue, type Question } from '../../contract/questions.ts'
import { type Banded, bandCounts, bandPicks, bandSum } from './banding.ts'
import { commentsOf, inNoOrder } from './comments.ts'

type Counts = Record<string, number>

/** counts: how many gave each value; sum: of numbers, which are not listed value by value. */
export type QuestionCell = {
  n: number
  counts: Counts
  sum: number
  comments: string[]
  banded?: boolean
}

/** Without a prototype: an option may be called like a member of Object. */
const emptyCell = (n: number): QuestionCell => ({
  n,
  counts: Object.create(null) as Counts,
  sum: 0,
  comments: [],
})

const averaged = new Set<Question['type']>(['scale', 'mood', 'number'])
/** Neighbouring values of these are nearly the same. */
const ordered = new Set<Question['type']>(['scale', 'mood', 'enps'])

export function aggregate(
  question: Question,
  answers: readonly Answer[],
  redacted: (text: string) => string,
): QuestionCell {
  const cell = emptyCell(answers.length)
  const keep = ({ stored, banded }: Banded<Counts>): QuestionCell => ({
    ...cell,
    counts: stored,
    sum: averaged.has(question.type) ? sumOf(stored) : 0,
    ...(banded && { banded }),
  })
  if (question.type === 'text') return { ...cell, comments: commentsOf(answers, redacted) }
  if (question.type === 'number') {
    const { stored, banded } = bandSum(
      answers.map(({ value }) => value as number),
      question,
    )
    return { ...cell, sum: stored, ...(banded && { banded }) }
  }
  const values = valuesOf(question).map(String)
  if (values.length === 0) return cell
  const counts = countsOf(answers.flatMap((answer) => picksOf(question, answer)))
  return question.type === 'multi_choice'
    ? keep(bandPicks(counts, cell.n, values, Math.max(1, question.min_picks ?? 0)))
    : keep(bandCounts(counts, cell.n, values, ordered.has(question.type)))
}

/** What of an answer is counted. Of a ranking it is who came first. */
function picksOf(question: Question, { value, text }: Answer): string[] {
  if (question.type === 'ranking') return (value as string[]).slice(0, 1)
  if (question.type === 'multi_choice')
    return [...((value as string[] | undefined) ?? []), ...(text ? [otherKey] : [])]
  return [value === undefined ? otherKey : String(value)]
}

function countsOf(picks: readonly string[]): Counts {
  const { counts } = emptyCell(0)
  for (const pick of picks) counts[pick] = (counts[pick] ?? 0) + 1
  return counts
}

const sumOf = (counts: Counts): number =>
  Object.entries(counts).reduce((sum, [value, count]) => sum + Number(value) * count, 0)

/** A choice answered in one's own words: counted, never shown. Beside a single choice words only explain it. */
const otherKey = otherValue

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

const round = (value: number): number => Math.round(value * 1000) / 1000

/** The values of a question in their order, whether somebody chose them or not; of a ranking, who may come first. */
function valuesOf(question: Question): (number | string | boolean)[] {
  const range = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index)
  switch (question.type) {
    case 'scale':
      return range(question.min ?? 1, question.max ?? 5)
    case 'enps':
      return range(0, 10)
    case 'mood':
      return range(1, 5)
    case 'yes_no':
      return [true, false]
    case 'single_choice':
    case 'multi_choice':
    case 'ranking':
      return [...(question.options ?? []).map((option) => option.id), ...(question.other ? [otherKey] : [])]
    default:
      return []
  }
}

export function figureOf(question: Question, cells: readonly QuestionCell[]): QuestionFigure {
  const { n, counts, sum, comments, banded } = addUp(cells)
  const figure: QuestionFigure = { id: question.id, type: question.type, text: question.text, n }
  if (banded) figure.banded = true
  if (averaged.has(question.type)) figure.mean = round(sum / n)
  const values = valuesOf(question)
  if (values.length > 0)
    figure.distribution = values.map((value) => ({ value, count: counts[String(value)] ?? 0 }))
  if (question.type === 'enps') {
    const share = (from: number, to: number): number =>
      Object.entries(counts).reduce(
        (all, [value, count]) => (Number(value) >= from && Number(value) <= to ? all + count : all),
        0,
      ) / n
    figure.enps = Math.round(100 * (share(9, 10) - share(0, 6)))
  }
  if (question.type === 'text') figure.comments = inNoOrder(comments)
  return figure
}

export const suppressedFigure = (question: Question): QuestionFigure => ({
  id: question.id,
  type: question.type,
  text: question.text,
  suppressed: true,
})
