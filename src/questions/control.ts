/**
 * The controls that take an answer, as data: respond/ draws them as HTML, channels/ as Slack blocks. There are few, and a new type
 * of question rarely needs another.
 */
import type { Icon } from '../../contract/form-items.ts'
import type { Label } from './speech.ts'

/** One of several choices, labelled by the author or by a word of ours. */
export type Choice = { value: string; text: string } | { value: string; word: Label }

export type Control =
  /** Numbers in a row. `labels`: the author's, for each number or for both ends; `ends`: ours, used without them. */
  | {
      kind: 'steps'
      values: readonly number[]
      labels: readonly string[]
      ends: readonly [Label, Label] | null
    }
  /** A place on a line of values in order, all the same step apart. */
  | { kind: 'slider'; values: readonly number[]; labels: readonly string[] }
  /** As many icons as the value. */
  | { kind: 'icons'; icon: Icon; values: readonly number[]; labels: readonly string[] }
  /** Five faces, from very bad to very good. */
  | { kind: 'faces'; choices: readonly Choice[] }
  /** `other`: a field for an answer in other words, with its length. */
  | { kind: 'choices'; several: boolean; choices: readonly Choice[]; other: { lengthMax: number } | null }
  /** A place for each option, from 1 to `last`; `all`: every option needs one. */
  | { kind: 'places'; options: readonly { id: string; text: string }[]; last: number; all: boolean }
  | { kind: 'line'; input: 'number' | 'date'; min?: number | string; max?: number | string }
  | { kind: 'area'; lengthMax: number }

/** The label of a value, of labels for each of so many values or for both ends. */
export const labelAt = (labels: readonly string[], at: number, count: number): string | undefined =>
  labels.length === count ? labels[at] : at === 0 ? labels[0] : at === count - 1 ? labels[1] : undefined

export const numbersFrom = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)
