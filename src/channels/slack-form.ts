/**
 * Questions as Slack's input blocks, and the state of those blocks as answers. A block has the id of its question; the send
 * button carries the link's token, so we store nothing between message and submission.
 *
 * Slack's limits: 75 characters for an option, 10 radio buttons, 100 options of a select, 3,000 characters of text.
 * Source: Slack Block Kit, input block and its elements; block_actions payload.
 */
import type { Icon } from '../../contract/form-items.ts'
import type { Answer, FormQuestion, Question } from '../../contract/questions.ts'
import {
  type Choice,
  commentId,
  controlOf,
  definitionOf,
  isText,
  labelAt,
  partsOf,
  partsOfForm,
} from '../questions/questions.ts'
import type { Form } from './message.ts'

const questionsMax = 3
const textsMax = 1
const radiosMax = 10
const optionsMax = 100
const optionLengthMax = 75
const textLengthMax = 3_000

export const sendAction = 'send'
const answerAction = 'answer'
const signs: Readonly<Record<Icon, string>> = { star: '⭐', heart: '❤️', thumb: '👍' }
const moods = ['😞', '🙁', '😐', '🙂', '😄']

/** Plain text has no mentions and no links: what an author writes notifies nobody. */
export const plain = (text: string, lengthMax: number) => ({
  type: 'plain_text',
  text: text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text,
  emoji: false,
})

type Option = { value: string; text: string }
type Labels = Form['labels']
type ChoiceLabels = Pick<Labels, 'yes' | 'no'>

/** Whether a message can hold the questions: few, with controls that Slack has. Else it has the link alone. */
export function fitsInMessage(form: readonly FormQuestion[]): boolean {
  if (form.some((item) => item.type === 'statement' && item.show_if)) return false
  const questions = partsOfForm(form)
  const texts = questions.filter(isText).length
  return questions.length <= questionsMax && texts <= textsMax && questions.every(fits)
}

function fits(question: Question): boolean {
  if (question.show_if || question.other || question.text.length > 2000) return false
  if (controlOf(question).kind === 'area') return true
  const options = optionsOf(question, { yes: '', no: '' })
  return (
    options !== null &&
    options.length <= optionsMax &&
    options.every(({ text }) => text.length <= optionLengthMax)
  )
}

/** The options of a control where one is chosen; null for other controls. */
function optionsOf(question: Question, labels: ChoiceLabels): Option[] | null {
  const control = controlOf(question)
  switch (control.kind) {
    case 'steps':
      return control.values.map((value, at) => ({
        value: String(value),
        text: [String(value), labelAt(control.labels, at, control.values.length)].filter(Boolean).join(' – '),
      }))
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
      return control.several
        ? null
        : control.choices.map((choice) => ({ value: choice.value, text: labelOf(choice, labels) }))
    case 'places':
    case 'line':
    case 'area':
      return null
  }
}

/** The author's label, else ours for yes and no; a face needs none. */
const labelOf = (choice: Choice, labels: ChoiceLabels): string =>
  'text' in choice ? choice.text : choice.word === 'yes' || choice.word === 'no' ? labels[choice.word] : ''

export const formBlocks = ({ link, questions, labels }: Form): object[] => [
  ...questions.flatMap((item) => blocksOf(item, labels)),
  {
    type: 'actions',
    elements: [
      {
        type: 'button',
        action_id: sendAction,
        style: 'primary',
        text: plain(labels.send, 75),
        value: link,
      },
    ],
  },
]

/** A text without an answer, or an input for each part. */
const blocksOf = (item: FormQuestion, labels: Labels): object[] =>
  item.type === 'statement'
    ? [{ type: 'section', text: plain(item.text, textLengthMax) }]
    : partsOf(item).map((part) =>
        inputOf(part.id === commentId(item.id) ? { ...part, text: labels.comment } : part, labels),
      )

function inputOf(question: Question, labels: Labels): object {
  return {
    type: 'input',
    block_id: question.id,
    label: plain(question.text, 2000),
    optional: !question.required,
    ...(question.help && { hint: plain(question.help, 2000) }),
    element: { action_id: answerAction, ...elementOf(question, labels) },
  }
}

function elementOf(question: Question, labels: Labels): object {
  const control = controlOf(question)
  if (control.kind === 'area') {
    const lengthMax = Math.min(control.lengthMax, textLengthMax)
    return { type: 'plain_text_input', multiline: true, max_length: lengthMax }
  }
  const options = (optionsOf(question, labels) ?? []).map(({ value, text }) => ({
    value,
    text: plain(text, 75),
  }))
  return options.length <= radiosMax
    ? { type: 'radio_buttons', options }
    : { type: 'static_select', placeholder: plain(labels.choose, 150), options }
}

/** @param values  a submission's `state.values`, untrusted like any body */
export function answersIn(form: readonly FormQuestion[], values: unknown): Answer[] {
  return partsOfForm(form).flatMap((question): Answer[] => {
    const { id } = question
    const input = memberOf(memberOf(values, id), answerAction)
    const text = memberOf(isText(question) ? input : memberOf(input, 'selected_option'), 'value')
    if (typeof text !== 'string' || text === '') return []
    return [
      isText(question)
        ? { question_id: id, text }
        : { question_id: id, value: definitionOf(question).valueIn(text) },
    ]
  })
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
