/** How answers are counted, as descriptions: the release gate (cells/aggregate.ts) counts, bands and adds up. */
import { type Reply } from '../../contract/questions.ts'

type Countable = number | string | boolean

export type Tally =
  /**
   * One of these values a person. `ordered`: neighbours are nearly the same; `summed`: the values are numbers that have a mean.
   */
  | {
      kind: 'one'
      values: readonly Countable[]
      ordered: boolean
      summed: boolean
      valueOf(reply: Reply): Countable
    }
  /** Several values a person, `least` of them at least. */
  | {
      kind: 'several'
      values: readonly Countable[]
      least: number
      valuesOf(reply: Reply): readonly Countable[]
    }
  /** Numbers that are not listed value by value. */
  | { kind: 'sum'; min?: number; max?: number }
  | { kind: 'comments' }
  /** Only how many answered. */
  | { kind: 'number_of_answers' }

/** What the cells of a group add up to. */
export type Totals = { n: number; counts: Readonly<Record<string, number>>; sum: number; comments: string[] }

export const meanOf = ({ sum, n }: Totals): number => Math.round((sum / n) * 1000) / 1000
