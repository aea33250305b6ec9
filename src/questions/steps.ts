/** Shared by the types whose answer is one of a few whole numbers in order: scale, eNPS, mood. */
import type { polarities, Question, Reply, Value } from '../../contract/questions.ts'
import { unitOf } from '../../contract/form-items.ts'
import { localeOf, withUnit } from '../../locales/format.ts'
import { inWords } from '../language.ts'
import { numbersFrom } from './control.ts'
import type { Fault, Polarity, Reference, Steps, SurveyRow, TypeDefinition } from './definition.ts'
import type { Speech } from './speech.ts'
import type { Tally } from './tally.ts'

/** A question with a label for each step, or for both ends. */
export type Labelled = Question & { labels?: string[] }

export const labelsFault = ({ labels }: Labelled, { min, max }: Steps, fault: Fault): void => {
  const steps = max - min + 1
  if (labels && labels.length !== 2 && labels.length !== steps)
    fault('labels', `Give 2 labels, for both ends, or ${steps}, one for each step`)
}

/** A question whose high values may be bad news, and whose mean may have a target. */
export type Judged = Question & { high_is?: (typeof polarities)[number]; target?: number }

const polarityByWord: Readonly<Record<(typeof polarities)[number], Polarity>> = {
  good: 1,
  bad: -1,
  neutral: 0,
}

export const polarityOfSteps = ({ high_is = 'good' }: Judged): Polarity => polarityByWord[high_is]

export const referenceOnSteps = ({ target }: Judged, { min, max }: Steps): Reference =>
  target === undefined ? { value: (min + max) / 2, isTarget: false } : { value: target, isTarget: true }

export const targetFault = ({ target }: Judged, { min, max }: Steps, fault: Fault): void => {
  if (target !== undefined && (target < min || target > max))
    fault('target', `The target is a mean from ${min} to ${max}`)
}

export const stepValues = ({ min, max }: Steps): number[] => numbersFrom(min, max)

/** The number in the text; otherwise the text itself, which is refused as an answer. */
export const numberIn = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text))

export const numberInWords = (question: Question, value: Value, { language }: Speech): string =>
  typeof value === 'number'
    ? withUnit(localeOf(language), inWords.number(language, value), unitOf(question))
    : String(value)

const tallyOf = (steps: Steps, summed: boolean): Tally => ({
  kind: 'one',
  values: stepValues(steps),
  ordered: true,
  summed,
  valueOf: ({ value }) => value as number,
})

/** With a number of steps, a rating counts from the lowest step; without it, the rating is the value. */
function pastStep({ min, max }: Steps, { rating, steps }: SurveyRow): Reply | string {
  if (rating === null) return 'the question asks for a rating'
  if (steps === null) return { value: rating }
  return steps === max - min + 1
    ? { value: min + rating - 1 }
    : `the question has ${max - min + 1} steps, not ${steps}`
}

type Shared =
  | 'isText'
  | 'isList'
  | 'decides'
  | 'inferred'
  | 'steps'
  | 'polarity'
  | 'check'
  | 'replyFault'
  | 'valueFault'
  | 'unfinished'
  | 'tally'
  | 'valueIn'
  | 'hint'
  | 'explain'
  | 'valueInWords'
  | 'pastReply'
  | 'examples'

/** @param summed  whether the values have a mean */
export function onSteps<Q extends Labelled>(
  stepsOf: (question: Q) => Steps,
  summed: boolean,
): Pick<TypeDefinition<Q>, Shared> {
  const valueFault = (question: Q, value: Value): string | null => {
    const { min, max } = stepsOf(question)
    return Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? null
      : `The value must be an integer from ${min} to ${max}`
  }
  return {
    isText: false,
    isList: false,
    decides: true,
    inferred: null,
    steps: stepsOf,
    polarity: polarityOfSteps,
    check: (question, fault) => labelsFault(question, stepsOf(question), fault),
    replyFault: (question, { value }) => (value === undefined ? null : valueFault(question, value)),
    valueFault,
    unfinished: (question) => question,
    tally: (question) => tallyOf(stepsOf(question), summed),
    valueIn: numberIn,
    hint: () => null,
    explain: (_question, { say }) => say('fault_choice'),
    valueInWords: numberInWords,
    pastReply: (question, row) => pastStep(stepsOf(question), row),
    examples: (question) => {
      const { min, max } = stepsOf(question)
      return [{ value: min }, { value: max }]
    },
  }
}
