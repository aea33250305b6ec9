/** Findings, and the released figures that they are made from: what every part of the report shares. */
import type { Coverage, InsightKind, Method } from '../../contract/insights.ts'
import type { Question } from '../../contract/questions.ts'
import type { TriedAction } from '../actions/actions.ts'
import type { Comparisons, Released, ReleasedTheme } from '../confidentiality/confidentiality.ts'
import { everyone, type QuestionCell } from '../cells/cells.ts'
import { type Steps, stepsOf } from '../questions/questions.ts'
import type { Histogram } from '../statistics/statistics.ts'
import { type Group, type Message, render } from './message.ts'

export { type Group } from './message.ts'

export type Finding = {
  kind: InsightKind
  teamId: string | null
  questionId: string | null
  subject: string | null
  /** In English; a reader of another language gets it from the message. */
  statement: string
  /** null: the words of a language model. */
  message: Message | null
  /** How many answers were read, where the finding is about words. */
  coverage: Coverage | null
  n: number | null
  value: unknown
  interval: readonly number[] | null
  method: Method
  evidence: unknown[]
}

export type Figures = {
  questions: readonly Question[]
  released: readonly Released<unknown>[]
  /** Figures of the instance before, if there was one. */
  previous: readonly Released<unknown>[]
  teamNames: ReadonlyMap<string, string>
  /** The teams of the collection, and the nearest of them above each; null is everyone. */
  parents?: ReadonlyMap<string, string | null>
  /** A few instances before this one, oldest first, so that the fortieth costs what the eighth did. `at`: days. */
  history?: readonly { at: number; released: readonly Released<unknown>[] }[]
  /** What the gate computed of the same people at two instances. */
  comparisons?: Comparisons
  /** The rules of emergent themes. */
  themes?: readonly ReleasedTheme[]
  /** Actions of earlier instances that have ended, the latest first. */
  tried?: readonly TriedAction[]
  seed: string
  /** By what its texts were read (versionWith); by today's rules alone where nothing is said. */
  readBy?: string | null
}

/** What a finding says, as it is stored and as it is read in English. */
export const stating = (message: Message) => ({ message, statement: render(message, 'en') })

/** Raised with every change of what a finding says of the same figures. */
export const version = '13'

/** Seeds draws with what was asked and nothing else: a second run, under other ids, draws the same samples. */
export const seedOfQuestions = ({
  title,
  questions,
}: {
  title: string
  questions: readonly Question[]
}): string => JSON.stringify([title, questions])

/** Halves go up, as a reader rounds who counts 33 of 40: their binary fraction may lie a little below. Nothing is a zero with a minus. */
export function round(value: number, digits = 2): number {
  const factor = 10 ** digits
  return (Math.sign(value) * Math.round(Math.abs(value) * factor + 1e-9)) / factor + 0
}

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** A group in a sentence; a team whose name is not at hand is “This team”. */
export const groupName = (group: string, teamName = 'This team'): string =>
  group === everyone ? 'Everyone' : teamName

export const nameOf = ({ teamNames }: Figures, group: string): string =>
  groupName(group, teamNames.get(group))

export const teamOf = ({ group }: Group): string | null => (group === everyone ? null : group)

type Index = ReadonlyMap<string, readonly unknown[]>

/** Built once for a list of figures: a report of a thousand teams looks each of them up many times. */
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

/** The lowest and the highest value of a question that is answered on steps. */
export function boundsOf(question: Question): Steps {
  const steps = stepsOf(question)
  if (!steps) throw new TypeError(`${question.type} is not answered on steps`)
  return steps
}
