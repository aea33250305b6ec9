/**
 * Questions as inputs of an Adaptive Card, and what a card sends back as answers. An input has the id of its question behind a mark, so that no
 * question takes the place of what else a card sends; the buttons carry the link's token, so we store nothing between message and submission.
 *
 * Few questions are in the message itself; more of them are on a card that a button brings in its place, with the promise as it is then.
 *
 * Teams takes about 100 kB for a message of an app; a card of ours has at most a quarter. What a card cannot hold is answered by the link.
 * Source: Adaptive Cards 1.4, Input.ChoiceSet, Input.Text, Input.Number, Input.Date; Microsoft Teams, cards reference; invoke adaptiveCard/action.
 */
import type { Answer, FormQuestion, FormType, Question } from '../../contract/questions.ts'
import { joinSentences } from '../language.ts'
import {
  commentId,
  controlOf,
  definitionOf,
  isText,
  partsOf,
  partsOfForm,
  textWithUnit,
} from '../questions/questions.ts'
import {
  isByLinkAlone,
  isConditionalText,
  type Labels,
  limitOf,
  memberOf,
  messagePartsMax,
  messageTextsMax,
  noLabels,
  type Option,
  optionsOf,
} from './form-options.ts'
import { cardText } from './card-text.ts'
import type { Form, FormPlace } from './message.ts'

const cardPartsMax = 50
const cardBytesMax = 25_000
const optionsMax = 100
/** Above this a list that opens is easier than buttons below one another. */
const buttonsMax = 10
const textLengthMax = 4_000

type CardType = { readonly by: 'card' | 'link'; readonly control: string }

/** How each type is answered on a card at best, and by what; where a question is too large for it, by the link as well. */
export const cardTypes: Readonly<Record<FormType, CardType>> = {
  scale: { by: 'card', control: '`Input.ChoiceSet`, expanded; from 11 values on compact' },
  enps: { by: 'card', control: '`Input.ChoiceSet`, compact, since it has 11 values' },
  mood: { by: 'card', control: '`Input.ChoiceSet`, expanded, with faces' },
  yes_no: { by: 'card', control: '`Input.ChoiceSet`, expanded' },
  slider: { by: 'card', control: '`Input.ChoiceSet` of its values' },
  icons: { by: 'card', control: '`Input.ChoiceSet`, expanded, with icons' },
  single_choice: { by: 'card', control: '`Input.ChoiceSet`, expanded; from 11 options on compact' },
  multi_choice: { by: 'card', control: '`Input.ChoiceSet` of several' },
  date: { by: 'card', control: '`Input.Date` with its bounds' },
  text: { by: 'card', control: '`Input.Text`, up to 4,000 characters' },
  matrix: { by: 'card', control: 'an `Input.ChoiceSet` for each row' },
  statement: { by: 'card', control: 'a `TextBlock`' },
  number: { by: 'card', control: '`Input.Number` with its bounds' },
  ranking: { by: 'link', control: 'none: cards have nothing that orders options' },
}

/** Where a card can take the answers to a form: in the message, or on a card in its place (`window`); null: by the link alone. */
export function placeOnCard(form: readonly FormQuestion[]): FormPlace | null {
  if (form.some(isConditionalText) || form.some(({ type }) => cardTypes[type].by === 'link')) return null
  const parts = partsOfForm(form)
  if (parts.length + form.length > cardPartsMax || !parts.every(fits)) return null
  const inputs = cardInputs({ questions: form, labels: noLabels }, {})
  if (Buffer.byteLength(JSON.stringify(inputs)) > cardBytesMax) return null
  const isShort = parts.length <= messagePartsMax && parts.filter(isText).length <= messageTextsMax
  return isShort && form.length <= messagePartsMax * 2 ? 'message' : 'window'
}

function fits(question: Question): boolean {
  if (isByLinkAlone(question)) return false
  const { kind } = controlOf(question)
  if (kind === 'area' || kind === 'line') return true
  const options = optionsOf(question, { yes: '', no: '' })
  // The values of several are sent with commas between them.
  return (
    options !== null && options.length <= optionsMax && options.every(({ value }) => !value.includes(','))
  )
}

const inputIdOf = ({ id }: Question): string => `answer.${id}`

type Sent = {
  /** By the id of a part. */
  readonly faults?: Readonly<Record<string, string>>
  /** What a card sent before. */
  readonly sent?: unknown
}

export const cardInputs = ({ questions, labels }: Pick<Form, 'questions' | 'labels'>, sent: Sent): object[] =>
  questions.flatMap((item): object[] =>
    item.type === 'statement'
      ? [cardText(item.text)]
      : partsOf(item).flatMap((part) => {
          const isComment = part.id === commentId(item.id)
          return inputsOf(isComment ? { ...part, text: labels.comment } : part, labels, sent)
        }),
  )

function inputsOf(question: Question, labels: Labels, { faults = {}, sent }: Sent): object[] {
  const hint = joinSentences(question.help, limitOf(question, labels))
  const fault = Object.hasOwn(faults, question.id) ? faults[question.id] : undefined
  const value = memberOf(sent, inputIdOf(question))
  const note = (text: string, more: object): object =>
    cardText(text, { size: 'Small', spacing: 'Small', ...more })
  return [
    {
      id: inputIdOf(question),
      label: textWithUnit(question),
      ...(typeof value === 'string' && value !== '' && { value }),
      ...elementOf(question, labels),
      // Ours to check: a card that refuses by itself says nothing of why in the reader's language.
      isRequired: false,
    },
    ...(hint === '' ? [] : [note(hint, { isSubtle: true })]),
    ...(fault === undefined ? [] : [note(fault, { color: 'Attention' })]),
  ]
}

function elementOf(question: Question, labels: Labels): object {
  const control = controlOf(question)
  if (control.kind === 'area')
    return { type: 'Input.Text', isMultiline: true, maxLength: Math.min(control.lengthMax, textLengthMax) }
  if (control.kind === 'line') {
    const { input, min, max } = control
    return {
      type: input === 'date' ? 'Input.Date' : 'Input.Number',
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
    }
  }
  const options = optionsOf(question, labels) ?? []
  const isSeveral = control.kind === 'choices' && control.several
  return {
    type: 'Input.ChoiceSet',
    style: isSeveral || options.length <= buttonsMax ? 'expanded' : 'compact',
    isMultiSelect: isSeveral,
    wrap: true,
    placeholder: labels.choose,
    choices: options.map(({ value, text }: Option) => ({ title: text, value })),
  }
}

/** @param data  what a card sent, untrusted like any body */
export function answersOnCard(form: readonly FormQuestion[], data: unknown): Answer[] {
  return partsOfForm(form).flatMap((question): Answer[] => {
    const { id } = question
    const sent = memberOf(data, inputIdOf(question))
    const text = typeof sent === 'number' ? String(sent) : sent
    if (typeof text !== 'string' || text === '') return []
    const control = controlOf(question)
    if (control.kind === 'area') return [{ question_id: id, text }]
    if (control.kind === 'choices' && control.several)
      return [{ question_id: id, value: [...new Set(text.split(',').filter(Boolean))] }]
    return [{ question_id: id, value: definitionOf(question).valueIn(text) }]
  })
}
