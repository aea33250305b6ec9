/**
 * Questions as Slack's input blocks, and the state of those blocks as answers. A block has the id of its question; the send
 * button carries the link's token, so we store nothing between message and submission.
 *
 * Few questions are in the message itself; more of them, and numbers, which messages do not take, are in a window that a button opens
 * (slack-modal.ts).
 *
 * Slack's limits: 75 characters for an option, 10 radio buttons or checkboxes, 100 options of a select, 3,000 characters of text, 50 blocks in a
 * message, 100 in a window, which has at most 250 kB.
 * Source: Slack Block Kit, input block and its elements; block_actions payload.
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
  optionsOf,
} from './form-options.ts'
import type { Form, FormPlace } from './message.ts'

/** In a message, with its statements: Slack takes 50 blocks, and what else a message says has less than ten. */
const messageBlocksMax = 40
/** In a window, with its promise and title: Slack takes 100 blocks. */
const windowPartsMax = 90
/** Bytes of a window's questions as JSON: what remains of 250 kB is for its promise, its labels and its hints. */
const windowBytesMax = 200_000
const radiosMax = 10
const optionsMax = 100
const optionLengthMax = 75
const labelLengthMax = 2_000
const textLengthMax = 3_000

export const sendAction = 'send'
const answerAction = 'answer'

/** Plain text has no mentions and no links: what an author writes notifies nobody. */
export const plain = (text: string, lengthMax: number) => ({
  type: 'plain_text',
  text: text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text,
  emoji: false,
})

type SlackType = { readonly by: FormPlace | 'link'; readonly control: string }

/** How each type is answered in Slack at best, and by what; where a question is too large for it, by the link as well. */
export const slackTypes: Readonly<Record<FormType, SlackType>> = {
  scale: { by: 'message', control: 'radio buttons, from 11 values on a select' },
  enps: { by: 'message', control: 'a select, since radio buttons are at most 10' },
  mood: { by: 'message', control: 'radio buttons with faces' },
  yes_no: { by: 'message', control: 'radio buttons' },
  slider: { by: 'message', control: 'a select of its values' },
  icons: { by: 'message', control: 'radio buttons with icons' },
  single_choice: { by: 'message', control: 'radio buttons, from 11 options on a select' },
  multi_choice: { by: 'message', control: 'checkboxes, from 11 options on a select of several' },
  date: { by: 'message', control: 'a date picker; its bounds are checked when it is sent' },
  text: { by: 'message', control: 'a text field, up to 3,000 characters' },
  matrix: { by: 'message', control: 'a control for each row' },
  statement: { by: 'message', control: 'a text' },
  number: { by: 'window', control: 'a number field, which messages do not take' },
  ranking: { by: 'link', control: 'none: Slack has nothing that orders options' },
}

/** Where Slack can take the answers to a form; null: by the link alone. */
export function placeOf(form: readonly FormQuestion[]): FormPlace | null {
  if (form.some(isConditionalText)) return null
  const parts = partsOfForm(form)
  const ways = form.map(({ type }) => slackTypes[type].by)
  if (ways.includes('link') || parts.length > windowPartsMax || !parts.every(fits)) return null
  const isShort =
    parts.length <= messagePartsMax &&
    parts.filter(isText).length <= messageTextsMax &&
    inputBlocks(form, noLabels).length <= messageBlocksMax
  return isShort && !ways.includes('window')
    ? 'message'
    : parts.length + form.length <= windowPartsMax && bytesOf(form) <= windowBytesMax
      ? 'window'
      : null
}

const bytesOf = (form: readonly FormQuestion[]): number =>
  Buffer.byteLength(JSON.stringify(inputBlocks(form, noLabels)))

function fits(question: Question): boolean {
  if (isByLinkAlone(question) || textWithUnit(question).length > labelLengthMax) return false
  const control = controlOf(question)
  if (control.kind === 'area' || control.kind === 'line') return true
  const options = optionsOf(question, { yes: '', no: '' })
  return (
    options !== null &&
    options.length <= optionsMax &&
    options.every(({ text }) => text.length <= optionLengthMax)
  )
}

export const inputBlocks = (questions: readonly FormQuestion[], labels: Labels): object[] =>
  questions.flatMap((item) => blocksOf(item, labels))

export const formBlocks = ({ link, questions, labels }: Form): object[] => [
  ...inputBlocks(questions, labels),
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
  const hint = joinSentences(question.help, limitOf(question, labels))
  return {
    type: 'input',
    block_id: question.id,
    label: plain(textWithUnit(question), labelLengthMax),
    optional: !question.required,
    ...(hint !== '' && { hint: plain(hint, 2000) }),
    element: { action_id: answerAction, ...elementOf(question, labels) },
  }
}

function elementOf(question: Question, labels: Labels): object {
  const control = controlOf(question)
  if (control.kind === 'area') {
    const lengthMax = Math.min(control.lengthMax, textLengthMax)
    return { type: 'plain_text_input', multiline: true, max_length: lengthMax }
  }
  if (control.kind === 'line') {
    const { input, min, max } = control
    if (input === 'date') return { type: 'datepicker' }
    return {
      type: 'number_input',
      is_decimal_allowed: true,
      ...(min !== undefined && { min_value: String(min) }),
      ...(max !== undefined && { max_value: String(max) }),
    }
  }
  const options = (optionsOf(question, labels) ?? []).map(({ value, text }) => ({
    value,
    text: plain(text, 75),
  }))
  if (control.kind === 'choices' && control.several) {
    const { max_picks: most } = question.type === 'multi_choice' ? question : {}
    return options.length <= radiosMax
      ? { type: 'checkboxes', options }
      : {
          type: 'multi_static_select',
          placeholder: plain(labels.choose, 150),
          options,
          ...(most !== undefined && { max_selected_items: most }),
        }
  }
  return options.length <= radiosMax
    ? { type: 'radio_buttons', options }
    : { type: 'static_select', placeholder: plain(labels.choose, 150), options }
}

/** @param values  a submission's `state.values`, untrusted like any body */
export function answersIn(form: readonly FormQuestion[], values: unknown): Answer[] {
  return partsOfForm(form).flatMap((question): Answer[] => {
    const { id } = question
    const input = memberOf(memberOf(values, id), answerAction)
    const control = controlOf(question)
    if (control.kind === 'choices' && control.several) {
      const picked = memberOf(input, 'selected_options')
      const picks = Array.isArray(picked) ? picked.map((one) => memberOf(one, 'value')) : []
      const chosen = picks.filter((one) => typeof one === 'string')
      return chosen.length === 0 ? [] : [{ question_id: id, value: chosen }]
    }
    const text =
      control.kind === 'area'
        ? memberOf(input, 'value')
        : control.kind === 'line'
          ? memberOf(input, control.input === 'date' ? 'selected_date' : 'value')
          : memberOf(memberOf(input, 'selected_option'), 'value')
    if (typeof text !== 'string' || text === '') return []
    return [
      control.kind === 'area'
        ? { question_id: id, text }
        : { question_id: id, value: definitionOf(question).valueIn(text) },
    ]
  })
}
