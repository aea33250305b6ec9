/** What a form in a chat offers to choose from, whatever the chat draws it with. */
import type { Icon } from '../../contract/form-items.ts'
import type { FormQuestion, Question } from '../../contract/questions.ts'
import { type Choice, controlOf, labelAt } from '../questions/questions.ts'
import type { Form } from './message.ts'

/** In a form inside a message: more would bury what else it says. */
export const messagePartsMax = 3
export const messageTextsMax = 1

const signs: Readonly<Record<Icon, string>> = { star: '⭐', heart: '❤️', thumb: '👍' }
/** From very bad to very good. */
export const moods = ['😞', '🙁', '😐', '🙂', '😄']

export type Option = { value: string; text: string }
export type Labels = Form['labels']
type ChoiceLabels = Pick<Labels, 'yes' | 'no'>

/** To measure a form. */
export const noLabels: Labels = {
  yes: '',
  no: '',
  choose: '',
  send: '',
  comment: '',
  here: '',
  hintOf: () => null,
}

/** What is asked of somebody only under a condition, or answered in other words: a form that stands still cannot. */
export const isByLinkAlone = (question: Question): boolean =>
  question.show_if !== undefined || question.other !== undefined

/** A text that is shown only under a condition. */
export const isConditionalText = (item: FormQuestion): boolean =>
  item.type === 'statement' && item.show_if !== undefined

/** The options of a control where they are chosen; null for other controls. */
export function optionsOf(question: Question, labels: ChoiceLabels): Option[] | null {
  const control = controlOf(question)
  switch (control.kind) {
    case 'steps':
    case 'slider':
      return control.values.map((value, at) => ({
        value: String(value),
        text: [String(value), labelAt(control.labels, at, control.values.length)].filter(Boolean).join(' – '),
      }))
    case 'icons':
      return control.values.map((value, at) => ({
        value: String(value),
        text: [signs[control.icon].repeat(value), labelAt(control.labels, at, control.values.length)]
          .filter(Boolean)
          .join(' – '),
      }))
    case 'faces':
      return control.choices.map((choice, at) => ({
        value: choice.value,
        text: [moods[at], labelOf(choice, labels)].filter(Boolean).join(' '),
      }))
    case 'choices':
      return control.choices.map((choice) => ({ value: choice.value, text: labelOf(choice, labels) }))
    case 'places':
    case 'line':
    case 'area':
      return null
  }
}

/** The author's label, else ours for yes and no; a face needs none. */
const labelOf = (choice: Choice, labels: ChoiceLabels): string =>
  'text' in choice ? choice.text : choice.word === 'yes' || choice.word === 'no' ? labels[choice.word] : ''

/** Fields of a text show their limit themselves, and other controls take nothing else. */
export const limitOf = (question: Question, { hintOf }: Labels): string | null => {
  const { kind } = controlOf(question)
  return kind === 'line' || kind === 'choices' ? hintOf(question) : null
}

/** A member of something untrusted. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
