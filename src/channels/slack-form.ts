/**
 * Questions as Slack's input blocks, and what was put into them as answers. A block is named by its question; the button
 * that sends carries the link's token, so a submission needs no memory on our side.
 *
 * Slack's bounds: 75 characters an option, 10 radio buttons, 100 options to select of, 3,000 characters of text.
 * Source: Slack Block Kit, input block and its elements; block_actions payload.
 */
import { type Answer, type Question } from '../../contract/questions.ts'
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
type Words = Form['words']

/** Few questions, of kinds that a message can hold whole: else the link alone. */
export function fitsInMessage(questions: readonly Question[]): boolean {
  const texts = questions.filter(({ type }) => type === 'text').length
  return questions.length <= questionsMax && texts <= textsMax && questions.every(fits)
}

function fits(question: Question): boolean {
  if (question.show_if || question.other || question.text.length > 2000) return false
  if (question.type === 'text') return true
  const options = optionsOf(question, { yes: '', no: '' })
  return (
    options !== null &&
    options.length <= optionsMax &&
    options.every(({ text }) => text.length <= optionLengthMax)
  )
}

function optionsOf(question: Question, { yes, no }: Pick<Words, 'yes' | 'no'>): Option[] | null {
  switch (question.type) {
    case 'scale':
      return steps(question.min ?? 1, question.max ?? 5, question.labels)
    case 'enps':
      return steps(0, 10, question.labels)
    case 'mood':
      return steps(1, 5, question.labels).map(({ value }, at) => ({
        value,
        text: [moods[at], labelAt(at, 5, question.labels)].filter(Boolean).join(' '),
      }))
    case 'yes_no':
      return [
        { value: 'true', text: yes },
        { value: 'false', text: no },
      ]
    case 'single_choice':
      return (question.options ?? []).map(({ id, text }) => ({ value: id, text }))
    default:
      return null
  }
}

const steps = (from: number, to: number, labels: readonly string[] | undefined): Option[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    value: String(from + at),
    text: [String(from + at), labelAt(at, to - from + 1, labels)].filter(Boolean).join(' – '),
  }))

/** Words for each step, or for both ends. */
const labelAt = (at: number, count: number, labels: readonly string[] = []): string | undefined =>
  labels.length === count ? labels[at] : at === 0 ? labels[0] : at === count - 1 ? labels[1] : undefined

export const formBlocks = ({ link, questions, words }: Form): object[] => [
  ...questions.map((question) => inputOf(question, words)),
  {
    type: 'actions',
    elements: [
      {
        type: 'button',
        action_id: sendAction,
        style: 'primary',
        text: plain(words.send, 75),
        value: link,
      },
    ],
  },
]

function inputOf(question: Question, words: Words): object {
  return {
    type: 'input',
    block_id: question.id,
    label: plain(question.text, 2000),
    optional: !question.required,
    ...(question.help && { hint: plain(question.help, 2000) }),
    element: { action_id: answerAction, ...elementOf(question, words) },
  }
}

function elementOf(question: Question, words: Words): object {
  if (question.type === 'text') {
    const most = Math.min(question.max_length ?? textLengthMax, textLengthMax)
    return { type: 'plain_text_input', multiline: true, max_length: most }
  }
  const options = optionsOf(question, words)!.map(({ value, text }) => ({ value, text: plain(text, 75) }))
  return options.length <= radiosMax
    ? { type: 'radio_buttons', options }
    : { type: 'static_select', placeholder: plain(words.choose, 150), options }
}

/** What a submission's `state.values` holds; as untrusted as any body. */
export function answersIn(questions: readonly Question[], values: unknown): Answer[] {
  const blocks = (values ?? {}) as Record<string, Record<string, Given> | undefined>
  return questions.flatMap(({ id, type }): Answer[] => {
    const given = Object.hasOwn(blocks, id) ? blocks[id]?.[answerAction] : undefined
    const said = type === 'text' ? given?.value : given?.selected_option?.value
    if (typeof said !== 'string' || said === '') return []
    if (type === 'text') return [{ question_id: id, text: said }]
    if (type === 'single_choice') return [{ question_id: id, value: said }]
    return [{ question_id: id, value: type === 'yes_no' ? said === 'true' : Number(said) }]
  })
}

type Given = { value?: unknown; selected_option?: { value?: unknown } | null } | undefined
