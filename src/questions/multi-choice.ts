/** Several options; an answer in other words counts as one of them. */
import { otherValue, type QuestionOf, type Reply } from '../../contract/questions.ts'
import {
  areOptions,
  checkOptions,
  checkOtherLength,
  checkPicks,
  isOption,
  optionChoices,
  optionInWords,
  optionValues,
  otherField,
  pastPicks,
  picksHint,
} from './choices.ts'
import type { SurveyRow, TypeDefinition } from './definition.ts'

type MultiChoice = QuestionOf<'multi_choice'>

function replyFault(question: MultiChoice, { value = [], text }: Reply): string | null {
  if (!areOptions(question, value)) return 'The value must list options, each at most once'
  const { min_picks: least = 0, max_picks: most = Infinity } = question
  const picks = value.length + (text === undefined ? 0 : 1)
  if (picks < least) return `Pick at least ${least}`
  return picks > most ? `Pick at most ${most}` : null
}

/** Options are separated by semicolons, unless the whole text is the label of one. */
function pastReply({ other }: MultiChoice, { choice, optionOf }: SurveyRow): Reply | string {
  if (choice === null) return 'the question asks for a choice'
  const several = optionOf(choice) === undefined && choice.includes(';')
  const parts = several ? choice.split(';').flatMap((part) => part.trim() || []) : [choice.trim()]
  const { picks, others } = pastPicks(parts, optionOf)
  if (others === '') return { value: picks }
  // A text that is not an option becomes the value, which is refused, unless the question takes other words.
  return other ? { value: picks, text: others } : { value: [others] }
}

export const multiChoice: TypeDefinition<MultiChoice> = {
  isText: false,
  isList: true,
  measure: null,
  decides: true,
  inferred: 'options',
  steps: () => null,
  polarity: () => 0,
  reference: () => null,
  check: (question, fault) => {
    checkOtherLength(question, fault)
    checkOptions(question, fault)
    checkPicks(question, fault)
  },
  replyFault,
  valueFault: (question, value) =>
    isOption(question, value) ? null : 'The value must be one of the options',
  unfinished: (question) => ({ ...question, min_picks: 0 }),
  tally: (question) => ({
    kind: 'several',
    values: optionValues(question),
    least: Math.max(1, question.min_picks ?? 0),
    valuesOf: ({ value, text }) => [...(Array.isArray(value) ? value : []), ...(text ? [otherValue] : [])],
  }),
  figures: () => ({}),
  control: (question) => ({
    kind: 'choices',
    several: true,
    choices: optionChoices(question),
    other: otherField(question),
  }),
  valueIn: (text) => text,
  hint: picksHint,
  explain: (question, speech) => picksHint(question, speech) ?? speech.say('fault_other'),
  valueInWords: optionInWords,
  pastReply,
  examples: ({ options, max_picks: most = options.length }) => {
    const ids = options.map(({ id }) => id)
    return [{ value: ids.slice(0, 1) }, { value: ids.slice(-most) }]
  },
}
