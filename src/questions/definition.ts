/**
 * What a type of question defines. Each type is one file of this folder, and everything else asks its definition. Nothing here
 * draws, stores or sends: a type names its tally and its control, each one of a few shapes. The release gate, the answer page and
 * Slack know those shapes and not the types.
 */
import type { Answer, Question, Reply, Value } from '../../contract/questions.ts'
import type { Control } from './control.ts'
import type { Speech } from './speech.ts'
import type { Tally, Totals } from './tally.ts'

/** The whole numbers that answer a question. */
export type Steps = { min: number; max: number }

/** 1: high values are good news; −1: low ones are; 0: neither. */
export type Polarity = 1 | -1 | 0

/** What a group's figure is compared with, in the unit that reports state it in: the author's target, or the middle. */
export type Reference = { value: number; isTarget: boolean }

/** Reports a fault of one member of the question. */
export type Fault = (member: string, detail: string) => void

/** One row of a past survey: a rating with its number of steps, a choice, words. */
export type SurveyRow = {
  rating: number | null
  steps: number | null
  choice: string | null
  words: string | null
  /** The id of the option with this label. */
  optionOf(words: string): string | undefined
}

/**
 * Its functions are methods, whose parameters TypeScript compares in both directions, so the definition of one type is assignable
 * to that of any type. The registry pairs each question with its own definition.
 */
export type TypeDefinition<Q extends Question = Question> = {
  /** The answer is text, analysed and shown as comments; otherwise a value, which is counted. */
  readonly isText: boolean
  /** The value is a list of options; an empty list is not an answer. */
  readonly isList: boolean
  /** What reports compute from the answers; null: nothing beyond the distribution. */
  readonly measure: 'score' | 'enps' | 'sentiment' | null
  /** Whether a later question can depend on the answer. */
  readonly decides: boolean
  /** What an import of past surveys infers from the rows where the file does not state it. */
  readonly inferred: 'intent' | 'steps' | 'options' | null

  /** null where the answers are no whole numbers. */
  steps(question: Q): Steps | null
  /** How reports judge high values. */
  polarity(question: Q): Polarity
  /** null where reports state no number. */
  reference(question: Q): Reference | null
  /** Checks what the schema cannot. */
  check(question: Q, fault: Fault): void
  /** Why this reply does not fit, or null. The length of a text, and whether there may be one, were checked before. */
  replyFault(question: Q, reply: Reply): string | null
  /** Why no reply can contain this value, or null. */
  valueFault(question: Q, value: Value): string | null
  /** The question without the rules that an unfinished answer cannot meet yet. */
  unfinished(question: Q): Q

  tally(question: Q): Tally
  /** Figures beside the number of answers and the distribution. */
  figures(totals: Totals): { mean?: number; enps?: number; comments?: string[] }

  control(question: Q): Control
  /** The value of a text that a form sent. */
  valueIn(text: string): Answer['value']
  /** Limits of the answer that the control does not show, or null. */
  hint(question: Q, speech: Speech): string | null
  /** What the question takes, for a reply that did not fit. */
  explain(question: Q, speech: Speech): string
  /** A value as part of a sentence. */
  valueInWords(question: Q, value: Value, speech: Speech): string

  /** The reply in a row of a past survey, or why it has none. */
  pastReply(question: Q, row: SurveyRow): Reply | string
  /** Two replies that fit, as different as possible: for tests, benchmarks and the demo. */
  examples(question: Q): readonly [Reply, Reply]
}
