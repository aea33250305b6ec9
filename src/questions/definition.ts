/**
 * What there is to know of a type of question: the one shape that every file of this folder fills and that everything else
 * asks. Nothing here draws, stores or sends. A type says which figures its answers give and which control takes them, each
 * one of a few shapes; the release gate, the answer page and Slack know the shapes and not the types.
 */
import { type Answer, type Question, type Reply, type Value } from '../../contract/questions.ts'
import { type Control } from './control.ts'
import { type Speech } from './speech.ts'
import { type Tally, type Totals } from './tally.ts'

/** The whole numbers that a question is answered by. */
export type Steps = { min: number; max: number }

/** Names what is wrong at a member of the question. */
export type Fault = (member: string, detail: string) => void

/** One row of a past survey: a rating with its number of steps, a choice, words. */
export type SurveyRow = {
  rating: number | null
  steps: number | null
  choice: string | null
  words: string | null
  /** The id of the option that these words name. */
  optionOf(words: string): string | undefined
}

/**
 * Its functions are written as methods, whose parameters TypeScript compares in both directions: so a definition of one type can
 * stand where one of any type is wanted. The registry pairs them.
 */
export type TypeDefinition<Q extends Question = Question> = {
  /** The answer is words: analysed, and shown as comments. Else it is a value, which is counted. */
  readonly isText: boolean
  /** The value is a list of options; an empty one says nothing. */
  readonly isList: boolean
  /** What reports make of the answers; null: only the distribution that the results show. */
  readonly measure: 'score' | 'enps' | 'sentiment' | null
  /** Whether a later question can depend on the answer. */
  readonly decides: boolean
  /** What an import of past surveys takes from the rows where a file does not say it. */
  readonly inferred: 'intent' | 'steps' | 'options' | null

  /** null where it is not answered by whole numbers. */
  steps(question: Q): Steps | null
  /** What the schema cannot say about the question. */
  check(question: Q, fault: Fault): void
  /** Why the question does not take this reply, or null. The length of its text and where a text belongs are checked before. */
  replyFault(question: Q, reply: Reply): string | null
  /** Why nobody can give this one value, or null. */
  valueFault(question: Q, value: Value): string | null
  /** The question while somebody is still answering it: what an unfinished answer cannot meet yet is left out. */
  unfinished(question: Q): Q

  tally(question: Q): Tally
  /** Figures beside the number of answers and the distribution. */
  figures(totals: Totals): { mean?: number; enps?: number; comments?: string[] }

  control(question: Q): Control
  /** What a form sends as text, as a value. */
  valueIn(text: string): Answer['value']
  /** What the question takes beyond what its control shows, or null. */
  hint(question: Q, speech: Speech): string | null
  /** What is wrong with a reply that it does not take. */
  explain(question: Q, speech: Speech): string
  /** A value, as it stands in a sentence. */
  valueInWords(question: Q, value: Value, speech: Speech): string

  /** What a row of a past survey says to the question, or why it says nothing. */
  pastReply(question: Q, row: SurveyRow): Reply | string
  /** Two replies that fit, as far from one another as can be: for tests, benchmarks and demonstrations. */
  examples(question: Q): readonly [Reply, Reply]
}
