/** Findings, and the released figures that they are made from: what every part of the report shares. */
import { type InsightKind } from '../../contract/insights.ts'
import { type Question } from '../../contract/questions.ts'
import { type Comparisons, type Released } from '../confidentiality/confidentiality.ts'
import { everyone, type QuestionCell } from '../cells/cells.ts'
import { type Steps, stepsOf } from '../questions/questions.ts'
import { type Histogram, type Interval } from '../statistics/statistics.ts'

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
  /** Asked teams, and the nearest asked one above each; null is everyone. */
  parents?: ReadonlyMap<string, string | null>
  /** Instances before this one, oldest first; at: days. A few of them, so that an instance never costs more for what was before. */
  history?: readonly { at: number; released: readonly Released<unknown>[] }[]
  /** What single answers of two instances told of changes, before they were cells. */
  comparisons?: Comparisons
  seed: string
}

/** Raised with every change of what a finding says of the same figures. */
export const version = '2'

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits))

export const percent = (share: number): string => `${Math.round(share * 100)} %`

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

export type Group = { group: string; name: string }

export const nameOf = ({ teamNames }: Figures, group: string): string =>
  group === everyone ? 'Everyone' : (teamNames.get(group) ?? 'This team')

export const teamOf = ({ group }: Group): string | null => (group === everyone ? null : group)

type Index = ReadonlyMap<string, readonly unknown[]>

/** Made once for a list of figures: a report of a thousand teams asks for each of them many times. */
const indexes = new WeakMap<readonly Released<unknown>[], Index>()

function indexOf(released: readonly Released<unknown>[]): Index {
  const known = indexes.get(released)
  if (known) return known
  const index = new Map(released.map(({ teamId, measure, cells }) => [`${teamId} ${measure}`, cells]))
  indexes.set(released, index)
  return index
}

export const cellsOf = <C>(
  released: readonly Released<unknown>[],
  group: string,
  measure: string,
): C[] | null => (indexOf(released).get(`${group} ${measure}`) as C[] | undefined) ?? null

export function histogram(cells: readonly QuestionCell[]): Histogram {
  const counts = new Map<number, number>()
  for (const cell of cells)
    for (const [value, count] of Object.entries(cell.counts))
      counts.set(Number(value), (counts.get(Number(value)) ?? 0) + count)
  return [...counts].toSorted(([a], [b]) => a - b).map(([value, count]) => ({ value, count }))
}

/** Of a question that is answered on steps: the only ones that a report measures. */
export function boundsOf(question: Question): Steps {
  const steps = stepsOf(question)
  if (!steps) throw new TypeError(`${question.type} is not answered on steps`)
  return steps
}

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
