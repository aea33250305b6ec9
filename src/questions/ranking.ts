/** Options in an order, the best first: all of them, unless the question limits how many. */
import type { QuestionOf, Value } from '../../contract/questions.ts'
import { areOptions, checkOptions, checkPicks, optionInWords, optionValues, picksHint } from './choices.ts'
import type { TypeDefinition } from './definition.ts'

type Ranking = QuestionOf<'ranking'>

function valueFault(question: Ranking, value: Value): string | null {
  const { options, min_picks: min, max_picks: max } = question
  const least = Math.max(1, min ?? (max === undefined ? options.length : 1))
  const most = max ?? options.length
  if (areOptions(question, value) && value.length >= least && value.length <= most) return null
  return least === options.length
    ? 'The value must list every option once, the best first'
    : `The value must list ${least === most ? least : `${least} to ${most}`} options, each once, the best first`
}

export const ranking: TypeDefinition<Ranking> = {
  isText: false,
  isList: true,
  measure: null,
  decides: false,
  inferred: null,
  steps: () => null,
  polarity: () => 0,
  reference: () => null,
  check: (question, fault) => {
    checkOptions(question, fault)
    checkPicks(question, fault)
  },
  replyFault: (question, { value }) => (value === undefined ? null : valueFault(question, value)),
  valueFault,
  unfinished: (question) => question,
  // Only the first place is counted, however many were ranked.
  tally: (question) => ({
    kind: 'one',
    values: optionValues(question),
    ordered: false,
    summed: false,
    valueOf: ({ value }) => (value as string[])[0],
  }),
  figures: () => ({}),
  control: ({ options, min_picks, max_picks }) => ({
    kind: 'places',
    options,
    last: max_picks ?? options.length,
    all: min_picks === undefined && max_picks === undefined,
  }),
  valueIn: (text) => text,
  hint: picksHint,
  explain: (question, speech) => picksHint(question, speech) ?? speech.say('fault_ranking'),
  valueInWords: optionInWords,
  pastReply: () => 'a row has no order of options',
  examples: ({ options, max_picks: most = options.length }) => {
    const ids = options.map(({ id }) => id)
    return [{ value: ids.slice(0, most) }, { value: ids.toReversed().slice(0, most) }]
  },
}
