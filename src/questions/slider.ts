/** A value on a line, from one end to the other in steps: a mean, and a distribution that no few people stand out of. */
import { sliderDefaults } from '../../contract/form-items.ts'
import { limits } from '../../contract/limits.ts'
import type { QuestionOf, Value } from '../../contract/questions.ts'
import type { Steps, TypeDefinition } from './definition.ts'
import { onSteps, referenceOnSteps, targetFault } from './steps.ts'
import { meanOf } from './tally.ts'

type SliderQuestion = QuestionOf<'slider'>

const boundsOf = ({ min = sliderDefaults.min, max = sliderDefaults.max }: SliderQuestion): Steps => ({
  min,
  max,
})
const stepOf = ({ step = sliderDefaults.step }: SliderQuestion): number => step

export function sliderValues(question: SliderQuestion): number[] {
  const { min, max } = boundsOf(question)
  const step = stepOf(question)
  return Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, at) => min + at * step)
}

function valueFault(question: SliderQuestion, value: Value): string | null {
  const { min, max } = boundsOf(question)
  const step = stepOf(question)
  const fits =
    typeof value === 'number' && value >= min && value <= max && Number.isInteger((value - min) / step)
  return fits ? null : `The value must be from ${min} to ${max} in steps of ${step}`
}

export const slider: TypeDefinition<SliderQuestion> = {
  ...onSteps(boundsOf, true),
  measure: 'score',
  check: (question, fault) => {
    const { min, max } = boundsOf(question)
    const step = stepOf(question)
    const most = limits.sliderStepsMax
    if (!Number.isInteger(min) || !Number.isInteger(max))
      fault(Number.isInteger(min) ? 'max' : 'min', 'A slider runs from integer to integer')
    else if (min >= max) fault(question.max === undefined ? 'min' : 'max', 'max is not above min')
    else if ((max - min) % step !== 0)
      fault('step', `No whole number of steps of ${step} leads from ${min} to ${max}`)
    else if ((max - min) / step >= most) fault('step', `A slider has at most ${most} values`)
    else targetFault(question, { min, max }, fault)
  },
  replyFault: (question, { value }) => (value === undefined ? null : valueFault(question, value)),
  valueFault,
  reference: (question) => referenceOnSteps(question, boundsOf(question)),
  tally: (question) => ({
    kind: 'one',
    values: sliderValues(question),
    ordered: true,
    summed: true,
    valueOf: ({ value }) => value as number,
  }),
  figures: (totals) => ({ mean: meanOf(totals) }),
  control: (question) => ({
    kind: 'slider',
    values: sliderValues(question),
    labels: question.labels ?? [],
  }),
  hint: (question, { say }) => say('slider_values', { ...boundsOf(question), step: stepOf(question) }),
  explain: (question, { say }) => say('slider_values', { ...boundsOf(question), step: stepOf(question) }),
  pastReply: (question, { rating, steps }) => {
    if (rating === null) return 'the question asks for a rating'
    if (steps === null) return valueFault(question, rating) ?? { value: rating }
    const values = sliderValues(question)
    if (steps !== values.length) return `the question has ${values.length} steps, not ${steps}`
    const value = values.at(rating - 1)
    return Number.isInteger(rating) && rating >= 1 && value !== undefined
      ? { value }
      : `The rating must be an integer from 1 to ${steps}`
  },
}
