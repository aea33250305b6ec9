/** Yes or no. */
import type { QuestionOf, Value } from '../../contract/questions.ts'
import type { TypeDefinition } from './definition.ts'

export const isYes = (words: string): boolean => /^(yes|true|y)$/i.test(words.trim())
export const isNo = (words: string): boolean => /^(no|false|n)$/i.test(words.trim())

const valueFault = (value: Value): string | null =>
  typeof value === 'boolean' ? null : 'The value must be true or false'

export const yesNo: TypeDefinition<QuestionOf<'yes_no'>> = {
  isText: false,
  isList: false,
  measure: null,
  decides: true,
  inferred: null,
  steps: () => null,
  polarity: () => 0,
  reference: () => null,
  check: () => undefined,
  replyFault: (_question, { value }) => (value === undefined ? null : valueFault(value)),
  valueFault: (_question, value) => valueFault(value),
  unfinished: (question) => question,
  tally: () => ({
    kind: 'one',
    values: [true, false],
    ordered: false,
    summed: false,
    valueOf: ({ value }) => value as boolean,
  }),
  figures: () => ({}),
  control: () => ({
    kind: 'choices',
    several: false,
    choices: [
      { value: 'true', word: 'yes' },
      { value: 'false', word: 'no' },
    ],
    other: null,
  }),
  valueIn: (text) => (text === 'true' ? true : text === 'false' ? false : text),
  hint: () => null,
  explain: (_question, { say }) => say('fault_choice'),
  valueInWords: (_question, value, { say }) =>
    typeof value === 'boolean' ? say(value ? 'yes' : 'no') : String(value),
  pastReply: (_question, { choice }) =>
    choice !== null && (isYes(choice) || isNo(choice))
      ? { value: isYes(choice) }
      : 'the question asks for yes or no',
  examples: () => [{ value: true }, { value: false }],
}
