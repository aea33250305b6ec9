/** What an answer says, from its question: a step with its label, options by their texts, words as they are. */
import { unitOf } from '../../contract/form-items.ts'
import { locale, type Say } from '../messages.ts'
import { endsOf, labelOfValue, type Words } from '../results/question-view.ts'
import { listOf } from '../results/result-words.ts'
import { formatFigure, formatWithUnit } from '../ui/number-format.ts'
import type { Answer, Asked } from './answer-queries.ts'
import type { answerTexts } from './answer-texts.ts'

type AnswerSay = Say<typeof answerTexts>

export type Answered = { asked: Asked; answer: Answer }

/** The place of a value, with the labels of the ends. */
export type Position = { value: number; min: number; max: number; label: string }

const enpsMax = 10

const stepped = new Set<Asked['type']>(['scale', 'enps', 'mood', 'slider', 'icons'])

/** null for a question without steps. */
export function positionOf({ asked, answer: { value } }: Answered, words: Words): Position | null {
  if (!stepped.has(asked.type) || typeof value !== 'number') return null
  const { min, max } = asked.type === 'enps' ? { min: 0, max: enpsMax } : endsOf(asked)
  return { value, min, max, label: labelOfValue({ asked }, value, words) }
}

/** The author's labels of the lowest and the highest value; null without labels. */
export function endLabelsOf(asked: Asked): readonly [string, string] | null {
  const labels = 'labels' in asked ? (asked.labels ?? []) : []
  return labels.length < 2 ? null : [labels[0], labels[labels.length - 1]]
}

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })

/** The chosen options, in the order of the answer, and then the answer in the person's own words. */
export const choicesOf = ({ asked, answer: { value, text } }: Answered, words: Words): string[] => [
  ...(Array.isArray(value) ? value : [value])
    .filter((one) => one !== undefined)
    .map((one) => labelOfValue({ asked }, one, words)),
  ...(text ? [text] : []),
]

/** In a few words; null where nothing was answered. */
export function shortOf(say: AnswerSay, answered: Answered, words: Words): string | null {
  const { asked, answer } = answered
  const { value, text } = answer
  const position = positionOf(answered, words)
  if (position && typeof value === 'number') {
    const { min, max, label } = position
    if (asked.type === 'mood') return label
    if (asked.type === 'slider') return formatWithUnit(formatFigure(value), unitOf(asked))
    const place =
      min === 0 || min === 1 ? say('of_max', { value, max }) : say('in_range', { value, min, max })
    // A word where each step has one. Labels of the ends alone would give one row in five a word.
    const isNamed = 'labels' in asked && asked.labels?.length === max - min + 1
    return isNamed ? `${place} ·\u00a0${label.slice(`${value} `.length)}` : place
  }
  if (asked.type === 'number' && typeof value === 'number')
    return formatWithUnit(formatFigure(value), unitOf(asked))
  if (asked.type === 'date' && typeof value === 'string') return day.format(new Date(`${value}T00:00:00Z`))
  if (value === undefined) return text ?? null
  const choices = choicesOf(answered, words)
  return choices.length === 0
    ? null
    : asked.type === 'ranking'
      ? choices.map((choice, at) => `${at + 1}. ${choice}`).join(' ·\u00a0')
      : listOf(choices)
}
