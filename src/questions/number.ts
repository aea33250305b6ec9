/** Any number, with optional bounds. */
import type { QuestionOf, Value } from '../../contract/questions.ts'
import type { TypeDefinition } from './definition.ts'
import type { Speech } from './speech.ts'
import { numberIn, numberInWords } from './steps.ts'
import { meanOf } from './tally.ts'

type NumberQuestion = QuestionOf<'number'>

/** The contract's bounds, for a question without its own. */
const numberMax = 1e9

function valueFault({ min = -numberMax, max = numberMax }: NumberQuestion, value: Value): string | null {
  const fits = typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max
  return fits ? null : `The value must be a number from ${min} to ${max}`
}

function hint({ min, max }: NumberQuestion, { say }: Speech): string | null {
  if (min !== undefined && max !== undefined) return say('number_between', { min, max })
  if (min !== undefined) return say('number_min', { min })
  return max === undefined ? null : say('number_max', { max })
}

export const number: TypeDefinition<NumberQuestion> = {
  isText: false,
  isList: false,
  measure: null,
  decides: true,
  inferred: null,
  steps: () => null,
  polarity: () => 0,
  reference: () => null,
  check: ({ min, max }, fault) => {
    if (min !== undefined && max !== undefined && min > max) fault('max', 'max is below min')
  },
  replyFault: (question, { value }) => (value === undefined ? null : valueFault(question, value)),
  valueFault,
  unfinished: (question) => question,
  tally: ({ min, max }) => ({ kind: 'sum', min, max }),
  figures: (totals) => ({ mean: meanOf(totals) }),
  control: ({ min, max }) => ({ kind: 'line', input: 'number', min, max }),
  valueIn: numberIn,
  hint,
  explain: (question, speech) => hint(question, speech) ?? speech.say('fault_number'),
  valueInWords: numberInWords,
  pastReply: (_question, { rating }) =>
    rating === null ? 'the question asks for a number' : { value: rating },
  examples: ({ min, max }) => {
    const from = min ?? Math.min(0, max ?? 0)
    return [{ value: from }, { value: max ?? Math.max(100, from) }]
  },
}
