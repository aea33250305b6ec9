/** The types of question, one file each, and the definition of a question by its type. Pure. */
import { unitOf } from '../../contract/form-items.ts'
import {
  type FormQuestion,
  type Question,
  type QuestionType,
  questionTypes,
} from '../../contract/questions.ts'
import type { Control } from './control.ts'
import { date } from './date.ts'
import type { Fault, Polarity, Reference, Steps, TypeDefinition } from './definition.ts'
import { enps } from './enps.ts'
import { icons } from './icons.ts'
import { matrix } from './matrix.ts'
import { mood } from './mood.ts'
import { multiChoice } from './multi-choice.ts'
import { number } from './number.ts'
import { ranking } from './ranking.ts'
import { scale } from './scale.ts'
import { singleChoice } from './single-choice.ts'
import { slider } from './slider.ts'
import { statement } from './statement.ts'
import { text } from './text.ts'
import { yesNo } from './yes-no.ts'

export { commentId, commentPart } from './comment.ts'
export { type Choice, type Control, labelAt, numbersFrom } from './control.ts'
export type { Label } from './speech.ts'
export { type Polarity, type Reference, type Steps } from './definition.ts'
export { enpsPoint } from './enps.ts'
export { isQuestion, leadingParts, partsOf, partsOfForm } from './form.ts'
export { rowPart } from './matrix.ts'
export { partsInEveryLanguage, type LocalisedSurvey, localise, type Wording } from './wording.ts'
export { isNo, isYes } from './yes-no.ts'

const definitions = {
  scale,
  enps,
  single_choice: singleChoice,
  multi_choice: multiChoice,
  yes_no: yesNo,
  mood,
  slider,
  icons,
  ranking,
  number,
  date,
  text,
} satisfies { [T in QuestionType]: TypeDefinition<Extract<Question, { type: T }>> }

type Typed = { type: QuestionType }

export const definitionOf = ({ type }: Typed): TypeDefinition => definitions[type]

/** Checks what the schema cannot. */
export function checkItem(item: FormQuestion, fault: Fault): void {
  switch (item.type) {
    case 'matrix':
      return matrix.check(item, fault)
    case 'statement':
      return statement.check()
    default:
      return definitionOf(item).check(item, fault)
  }
}

export const isText = (question: Typed): boolean => definitionOf(question).isText

/** Whether it asks what to improve, so that an answer that is not praise is a suggestion. */
export const asksToImprove = (question: Question): boolean =>
  question.type === 'text' && question.intent === 'improve'

export const measureOf = (question: Typed): TypeDefinition['measure'] => definitionOf(question).measure

/** Whether reports state the mean of its answers. */
export const isAveraged = (question: Typed): boolean => measureOf(question) === 'score'

/** Whether reports state one number for its answers: their mean, or an eNPS. */
export const isScored = (question: Typed): boolean => isAveraged(question) || measureOf(question) === 'enps'

/** The types with this measure. */
export const typesMeasuredBy = (measure: TypeDefinition['measure']): QuestionType[] =>
  questionTypes.filter((type) => definitions[type].measure === measure)

export const stepsOf = (question: Question): Steps | null => definitionOf(question).steps(question)

/** Whether high answers are good news (1), bad news (−1) or neither (0). */
export const polarityOf = (question: Question): Polarity => definitionOf(question).polarity(question)

/** What a mean, or an eNPS in points, is compared with: the author's target, otherwise the middle; null where there is no number. */
export const referenceOf = (question: Question): Reference | null =>
  definitionOf(question).reference(question)

/** Whether answers to both can be compared: the same type, on the same steps. */
export function isAlike(one: Question, other: Question): boolean {
  const [steps, others] = [stepsOf(one), stepsOf(other)]
  return one.type === other.type && steps?.min === others?.min && steps?.max === others?.max
}

/** The text of a question in one line with its unit, where nothing is beside its field. */
export function textWithUnit(item: FormQuestion): string {
  const unit = unitOf(item)
  return unit === undefined ? item.text : `${item.text} (${unit})`
}

export const controlOf = (question: Question): Control => definitionOf(question).control(question)
