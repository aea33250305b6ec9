/** Findings, and the released figures that they are made from: what every part of the report shares. */
import { type InsightKind } from '../../contract/insights.ts'
import { type Question } from '../../contract/questions.ts'
import { everyone, type QuestionCell, type Released } from '../confidentiality/confidentiality.ts'
import { type Histogram, type Interval } from './statistics.ts'

export type Finding = {
  kind: InsightKind
  teamId: string | null
  questionId: string | null
  subject: string | null
  statement: string
  n: number | null
  value: unknown
  interval: Interval | null
  method: { name: string; version: string }
  evidence: unknown[]
}

export type Figures = {
  questions: readonly Question[]
  released: readonly Released<unknown>[]
  /** Figures of the instance before, if there was one. */
  previous: readonly Released<unknown>[]
  teamNames: ReadonlyMap<string, string>
  seed: string
}

export const version = '1'

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

export const percent = (share: number): string => `${Math.round(share * 100)} %`

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

export type Group = { group: string; name: string }

export const nameOf = ({ teamNames }: Figures, group: string): string =>
  group === everyone ? 'Everyone' : (teamNames.get(group) ?? 'This team')

export const teamOf = ({ group }: Group): string | null => (group === everyone ? null : group)

export function cellsOf<C>(
  released: readonly Released<unknown>[],
  group: string,
  measure: string,
): C[] | null {
  return (
    (released.find((one) => one.teamId === group && one.measure === measure)?.cells as C[] | undefined) ??
    null
  )
}

export const measured = new Set<Question['type']>(['scale', 'mood', 'enps'])

export function histogram(cells: readonly QuestionCell[]): Histogram {
  const counts = new Map<number, number>()
  for (const cell of cells)
    for (const [value, count] of Object.entries(cell.counts))
      counts.set(Number(value), (counts.get(Number(value)) ?? 0) + count)
  return [...counts].toSorted(([a], [b]) => a - b).map(([value, count]) => ({ value, count }))
}

export const boundsOf = (question: Question): { min: number; max: number } =>
  question.type === 'enps'
    ? { min: 0, max: 10 }
    : question.type === 'mood'
      ? { min: 1, max: 5 }
      : { min: question.min ?? 1, max: question.max ?? 5 }

export const wordFor = (mean: number): string =>
  mean >= 0.35
    ? 'positive'
    : mean >= 0.05
      ? 'rather positive'
      : mean > -0.05
        ? 'mixed'
        : mean > -0.35
          ? 'rather negative'
          : 'negative'
