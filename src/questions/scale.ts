/** A scale: from 1 to 5, or between the author's bounds. */
import { limits } from '../../contract/limits.ts'
import type { QuestionOf } from '../../contract/questions.ts'
import type { Steps, TypeDefinition } from './definition.ts'
import { labelsFault, onSteps, referenceOnSteps, stepValues, targetFault } from './steps.ts'
import { meanOf } from './tally.ts'

const stepsOf = ({ min = 1, max = 5 }: QuestionOf<'scale'>): Steps => ({ min, max })

export const scale: TypeDefinition<QuestionOf<'scale'>> = {
  ...onSteps(stepsOf, true),
  measure: 'score',
  inferred: 'steps',
  check: (question, fault) => {
    const { min, max } = stepsOf(question)
    const steps = max - min + 1
    if (!Number.isInteger(min) || !Number.isInteger(max))
      fault(Number.isInteger(min) ? 'max' : 'min', 'A scale runs from integer to integer')
    else if (steps < 2 || steps > limits.scaleStepsMax)
      fault(question.max === undefined ? 'min' : 'max', `A scale has 2 to ${limits.scaleStepsMax} steps`)
    else {
      labelsFault(question, { min, max }, fault)
      targetFault(question, { min, max }, fault)
    }
  },
  reference: (question) => referenceOnSteps(question, stepsOf(question)),
  figures: (totals) => ({ mean: meanOf(totals) }),
  control: (question) => ({
    kind: 'steps',
    values: stepValues(stepsOf(question)),
    labels: question.labels ?? [],
    ends: null,
  }),
}
