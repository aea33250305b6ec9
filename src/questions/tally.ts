/** How answers are counted, as data: cells/aggregate.ts counts, bands and adds up. */
import type { Reply } from '../../contract/questions.ts'

type Countable = number | string | boolean

export type Tally =
  /**
   * Each person has one of these values. `ordered`: neighbouring values are similar; `summed`: the values are numbers with a mean.
   */
  | {
      kind: 'one'
      values: readonly Countable[]
      ordered: boolean
      summed: boolean
      valueOf(reply: Reply): Countable
    }
  /** Each person has several of these values, at least `least`. */
  | {
      kind: 'several'
      values: readonly Countable[]
      least: number
      valuesOf(reply: Reply): readonly Countable[]
    }
  /** Numbers, summed and not counted value by value. */
  | { kind: 'sum'; min?: number; max?: number }
  | { kind: 'comments' }
  /** Only the number of answers. */
  | { kind: 'number_of_answers' }

/** The sums over a group's cells. */
export type Totals = { n: number; counts: Readonly<Record<string, number>>; sum: number; comments: string[] }

export const meanOf = ({ sum, n }: Totals): number => Math.round((sum / n) * 1000) / 1000
