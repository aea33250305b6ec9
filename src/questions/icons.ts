/** A rating by a row of icons: one is the worst, all of them are the best. */
import { type Icon, icons as drawings } from '../../contract/form-items.ts'
import type { QuestionOf } from '../../contract/questions.ts'
import type { Steps, TypeDefinition } from './definition.ts'
import { onSteps, referenceOnSteps, stepValues, targetFault } from './steps.ts'
import { meanOf } from './tally.ts'

type IconsQuestion = QuestionOf<'icons'>

const stepsOf = ({ count = 5 }: IconsQuestion): Steps => ({ min: 1, max: count })
const iconOf = ({ icon = drawings[0] }: IconsQuestion): Icon => icon

export const icons: TypeDefinition<IconsQuestion> = {
  ...onSteps(stepsOf, true),
  measure: 'score',
  check: (question, fault) => targetFault(question, stepsOf(question), fault),
  reference: (question) => referenceOnSteps(question, stepsOf(question)),
  figures: (totals) => ({ mean: meanOf(totals) }),
  control: (question) => ({
    kind: 'icons',
    icon: iconOf(question),
    values: stepValues(stepsOf(question)),
    labels: question.labels ?? [],
  }),
}
