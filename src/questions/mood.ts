/** A mood: one of five faces, from very bad to very good. */
import type { QuestionOf } from '../../contract/questions.ts'
import type { Choice } from './control.ts'
import type { Steps, TypeDefinition } from './definition.ts'
import { labelsFault, onSteps, referenceOnSteps, targetFault } from './steps.ts'
import { meanOf } from './tally.ts'

const steps: Steps = { min: 1, max: 5 }
const words = ['mood_1', 'mood_2', 'mood_3', 'mood_4', 'mood_5'] as const

/** The author's label for a face, where they gave one for each or for both ends. */
function labelAt(at: number, labels: readonly string[] = []): string | undefined {
  if (labels.length === words.length) return labels[at]
  if (labels.length !== 2) return undefined
  return at === 0 ? labels[0] : at === words.length - 1 ? labels[1] : undefined
}

const facesOf = ({ labels }: QuestionOf<'mood'>): Choice[] =>
  words.map((word, at) => {
    const value = String(steps.min + at)
    const text = labelAt(at, labels)
    return text === undefined ? { value, word } : { value, text }
  })

export const mood: TypeDefinition<QuestionOf<'mood'>> = {
  ...onSteps(() => steps, true),
  measure: 'score',
  check: (question, fault) => {
    labelsFault(question, steps, fault)
    targetFault(question, steps, fault)
  },
  reference: (question) => referenceOnSteps(question, steps),
  figures: (totals) => ({ mean: meanOf(totals) }),
  control: (question) => ({ kind: 'faces', choices: facesOf(question) }),
  valueInWords: (question, value, { say }) => {
    const face = facesOf(question).find((one) => one.value === String(value))
    return face === undefined ? String(value) : 'text' in face ? face.text : say(face.word)
  },
}
