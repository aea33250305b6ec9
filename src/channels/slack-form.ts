/**
 * Questions as Slack's input blocks, and what was put into them as answers. A block is named by its question; the button
 * that sends carries the link's token, so a submission needs no memory on our side.
 *
 * Slack's bounds: 75 characters an option, 10 radio buttons, 100 options to select of, 3,000 characters of text.
 * Source: Slack Block Kit, input block and its elements; block_actions payload.
 */
import { type Answer, type Question } from '../../contract/questions.ts'
import { type Choice, controlOf, definitionOf, isText } from '../questions/questions.ts'
import { type Form } from './message.ts'

const questionsMax = 3
const textsMax = 1
const radiosMax = 10
const optionsMax = 100
const optionLengthMax = 75
const textLengthMax = 3_000

export const sendAction = 'send'
const answerAction = 'answer'
const moods = ['😞', '🙁', '😐', '🙂', '😄']

/** Plain text knows no mentions and no links: what an author writes calls nobody. */
export const plain = (text: string, lengthMax: number) => ({
  type: 'plain_text',
  text: text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text,
  emoji: false,
})

type Option = { value: string; text: string }
type Labels = Form['labels']
type ChoiceLabels = Pick<Labels, 'yes' | 'no'>

/** Few questions, with controls that a message can hold whole: else the link alone. */
export function fitsInMessage(questions: readonly Question[]): boolean {
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

/** What is chosen from, one of several; null where it is not. */
function optionsOf(question: Question, labels: ChoiceLabels): Option[] | null {
  const control = controlOf(question)
  switch (control.kind) {
    case 'steps':
      return control.values.map((value, at) => ({
        value: String(value),
        text: [String(value), labelAt(at, control.values.length, control.labels)].filter(Boolean).join(' – '),
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

/** The author's label, or ours where a message has one: a face says enough without one. */
const labelOf = (choice: Choice, labels: ChoiceLabels): string =>
  'text' in choice ? choice.text : choice.word === 'yes' || choice.word === 'no' ? labels[choice.word] : ''

/** Words for each step, or for both ends. */
const labelAt = (at: number, count: number, labels: readonly string[]): string | undefined =>
  labels.length === count ? labels[at] : at === 0 ? labels[0] : at === count - 1 ? labels[1] : undefined

export const formBlocks = ({ link, questions, labels }: Form): object[] => [
  ...questions.map((question) => inputOf(question, labels)),
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
    const most = Math.min(control.lengthMax, textLengthMax)
    return { type: 'plain_text_input', multiline: true, max_length: most }
  }
  const options = (optionsOf(question, labels) ?? []).map(({ value, text }) => ({
    value,
    text: plain(text, 75),
  }))
  return options.length <= radiosMax
    ? { type: 'radio_buttons', options }
    : { type: 'static_select', placeholder: plain(labels.choose, 150), options }
}

/** What a submission's `state.values` holds; as untrusted as any body. */
export function answersIn(questions: readonly Question[], values: unknown): Answer[] {
  const blocks = (values ?? {}) as Record<string, Record<string, Given> | undefined>
  return questions.flatMap((question): Answer[] => {
    const { id } = question
    const given = Object.hasOwn(blocks, id) ? blocks[id]?.[answerAction] : undefined
    const text = isText(question) ? given?.value : given?.selected_option?.value
    if (typeof text !== 'string' || text === '') return []
    return [
      isText(question)
        ? { question_id: id, text }
        : { question_id: id, value: definitionOf(question).valueIn(text) },
    ]
  })
}

type Given = { value?: unknown; selected_option?: { value?: unknown } | null } | undefined
