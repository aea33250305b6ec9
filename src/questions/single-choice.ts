/** One of several options, or an answer in other words. */
import { otherValue, type QuestionOf, type Value } from '../../contract/questions.ts'
import {
  checkOptions,
  checkOtherLength,
  isOption,
  optionChoices,
  optionInWords,
  optionValues,
  otherField,
  pastPicks,
} from './choices.ts'
import type { TypeDefinition } from './definition.ts'

type SingleChoice = QuestionOf<'single_choice'>

const valueFault = (question: SingleChoice, value: Value): string | null =>
  isOption(question, value) ? null : 'The value must be one of the options'

export const singleChoice: TypeDefinition<SingleChoice> = {
  isText: false,
  isList: false,
  measure: null,
  decides: true,
  inferred: 'options',
  steps: () => null,
  polarity: () => 0,
  reference: () => null,
  check: (question, fault) => {
    checkOtherLength(question, fault)
    checkOptions(question, fault)
  },
  replyFault: (question, { value }) => (value === undefined ? null : valueFault(question, value)),
  valueFault,
  unfinished: (question) => question,
  // Other words beside a choice explain it; alone they are a choice of their own, counted and never shown.
  tally: (question) => ({
    kind: 'one',
    values: optionValues(question),
    ordered: false,
    summed: false,
    valueOf: ({ value }) => (value === undefined ? otherValue : String(value)),
  }),
  figures: () => ({}),
  control: (question) => ({
    kind: 'choices',
    several: false,
    choices: optionChoices(question),
    other: otherField(question),
  }),
  valueIn: (text) => text,
  hint: () => null,
  explain: (_question, { say }) => say('fault_choice'),
  valueInWords: optionInWords,
  // A text that is not an option becomes the value, which is refused, unless the question takes other words.
  pastReply: ({ other }, { choice, optionOf }) => {
    if (choice === null) return 'the question asks for a choice'
    const { picks, others } = pastPicks([choice.trim()], optionOf)
    if (picks.length > 0) return { value: picks[0] }
    return other ? { text: others } : { value: others }
  },
  examples: ({ options, other }) => [
    { value: options[0].id },
    other ? { text: 'Something else' } : { value: options[1].id },
  ],
}
