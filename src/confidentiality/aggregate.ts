/**
 * What is kept of one question in one cell, and how cells add up to a group. Everything here is a sum over people, so
 * that figures of a group are the sum of its cells. Only comments are not numbers.
 */
import { type QuestionFigure } from '../../contract/collections.ts'
import { type Answer, otherValue, type Question } from '../../contract/questions.ts'

/** counts: how many gave each value; sum: for means of what is not listed value by value. */
export type QuestionCell = { n: number; counts: Record<string, number>; sum: number; comments: string[] }

/** Without a prototype: an option may be called like a member of Object. */
const emptyCell = (n: number): QuestionCell => ({
  n,
  counts: Object.create(null) as Record<string, number>,
  sum: 0,
  comments: [],
})

const listed = new Set<Question['type']>(['scale', 'enps', 'mood', 'single_choice', 'multi_choice', 'yes_no'])
const averaged = new Set<Question['type']>(['scale', 'mood', 'number'])

export function aggregate(
  question: Question,
  answers: readonly Answer[],
  redacted: (text: string) => string,
): QuestionCell {
  const cell = emptyCell(answers.length)
  const count = (key: string): void => void (cell.counts[key] = (cell.counts[key] ?? 0) + 1)
  for (const { value, text } of answers) {
    if (question.type === 'text') cell.comments.push(redacted(text ?? ''))
    else if (question.type === 'ranking') count((value as string[])[0])
    else if (question.type === 'multi_choice')
      [...((value as string[] | undefined) ?? []), ...(text ? [otherKey] : [])].forEach(count)
    else if (listed.has(question.type)) count(value === undefined ? otherKey : String(value))
    if (typeof value === 'number') cell.sum += value
  }
  // In the order of the words: the order of arrival is gone.
  cell.comments.sort((a, b) => (a < b ? -1 : 1))
  return cell
}

/** A choice answered in one's own words: counted, never shown. Beside a single choice words only explain it. */
const otherKey = otherValue

export function addUp(cells: readonly QuestionCell[]): QuestionCell {
  const total = emptyCell(0)
  for (const cell of cells) {
    total.n += cell.n
    total.sum += cell.sum
    total.comments.push(...cell.comments)
    for (const [key, value] of Object.entries(cell.counts))
      total.counts[key] = (total.counts[key] ?? 0) + value
  }
  return total
}

const round = (value: number): number => Math.round(value * 1000) / 1000

/** The values of a question in their order, whether somebody chose them or not. */
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
      return [...(question.options ?? []).map((option) => option.id), ...(question.other ? [otherKey] : [])]
    default:
      return []
  }
}

export function figureOf(question: Question, cells: readonly QuestionCell[]): QuestionFigure {
  const { n, counts, sum, comments } = addUp(cells)
  const figure: QuestionFigure = { id: question.id, type: question.type, text: question.text, n }
  if (averaged.has(question.type)) figure.mean = round(sum / n)
  if (listed.has(question.type)) {
    figure.distribution = valuesOf(question).map((value) => ({ value, count: counts[String(value)] ?? 0 }))
  }
  if (question.type === 'ranking') {
    // How many put it first.
    figure.distribution = (question.options ?? []).map(({ id }) => ({ value: id, count: counts[id] ?? 0 }))
  }
  if (question.type === 'enps') {
    const share = (from: number, to: number): number =>
      Object.entries(counts).reduce(
        (all, [value, count]) => (Number(value) >= from && Number(value) <= to ? all + count : all),
        0,
      ) / n
    figure.enps = Math.round(100 * (share(9, 10) - share(0, 6)))
  }
  if (question.type === 'text') figure.comments = comments.toSorted((a, b) => (a < b ? -1 : 1))
  return figure
}

export const suppressedFigure = (question: Question): QuestionFigure => ({
  id: question.id,
  type: question.type,
  text: question.text,
  suppressed: true,
})
