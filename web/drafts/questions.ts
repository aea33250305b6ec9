/** Questions as an author changes them: new ones, another type, another place; and conditions that still hold after that. */
import type { Question, QuestionOf, QuestionType } from '../../contract/questions.ts'

/** In the order in which they are offered. */
const offered: Record<QuestionType, true> = {
  scale: true,
  single_choice: true,
  multi_choice: true,
  text: true,
  yes_no: true,
  mood: true,
  enps: true,
  ranking: true,
  number: true,
  date: true,
}

export const isType = (text: string): text is QuestionType => Object.hasOwn(offered, text)
export const questionTypes: readonly QuestionType[] = Object.keys(offered).filter(isType)

const idLength = 8

/** Of a question or an option: what its author never sees. */
export const newId = (): string => `q${crypto.randomUUID().replaceAll('-', '').slice(0, idLength)}`

type Words = { first: string; second: string }

/** What each type has that a question cannot be asked without. @param words  names of two options */
export function questionOf(type: QuestionType, words: Words, from: Partial<Question> = {}): Question {
  const { id = newId(), text = '', help, required, driver, intent, show_if: condition } = from
  const shared = {
    id,
    text,
    ...(help !== undefined && { help }),
    ...(required !== undefined && { required }),
    ...(driver !== undefined && { driver }),
    ...(intent !== undefined && { intent }),
    ...(condition !== undefined && { show_if: condition }),
  }
  const options = optionsOf(from as Question) ?? [
    { id: newId(), text: words.first },
    { id: newId(), text: words.second },
  ]
  switch (type) {
    case 'scale':
      return { ...shared, type, min: 1, max: 5 }
    case 'single_choice':
    case 'multi_choice':
    case 'ranking':
      return { ...shared, type, options }
    default:
      return { ...shared, type }
  }
}

export type Option = { id: string; text: string }

export const optionsOf = (question: Question): Option[] | null =>
  'options' in question ? question.options : null

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_one, at) => at !== from)
  return [...rest.slice(0, to), list[from], ...rest.slice(to)]
}

/** Answers that a later question can depend on; null where none can. */
export function valuesOf(question: Question): (string | number | boolean)[] | null {
  switch (question.type) {
    case 'yes_no':
      return [true, false]
    case 'mood':
      return stepsFrom(1, 5)
    case 'enps':
      return stepsFrom(0, 10)
    case 'scale':
      return stepsFrom(question.min ?? 1, question.max ?? 5)
    case 'single_choice':
    case 'multi_choice':
      return [...question.options.map(({ id }) => id), ...(question.other ? ['other'] : [])]
    default:
      return null
  }
}

const stepsFrom = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_none, i) => from + i)

/** Without the conditions that no longer can be met: on a question that comes later or is gone, or on an answer that it no longer has. */
export const tidied = (questions: readonly Question[]): Question[] =>
  questions.map((question, at) => {
    const { show_if: condition, ...rest } = question
    if (!condition) return question
    const earlier = questions.slice(0, at).find(({ id }) => id === condition.question_id)
    const values: readonly unknown[] = (earlier && valuesOf(earlier)) ?? []
    const kept = condition.any_of.filter((value) => values.includes(value))
    if (kept.length === 0) return rest as Question
    return kept.length === condition.any_of.length
      ? question
      : { ...question, show_if: { ...condition, any_of: kept } }
  })

/** A copy that is asked beside the original, and not instead of it. */
export const copyOf = (question: Question): Question => {
  const options = optionsOf(question)
  return {
    ...question,
    id: newId(),
    ...(options && { options: options.map((option) => ({ ...option, id: newId() })) }),
  } as Question
}

export type QuestionFault = 'no_text' | 'no_option_text' | 'few_options' | 'bounds' | 'few_steps'

const stepsMax = 11

/** Why it cannot be saved yet, or null. The server checks all of it, and more. */
export function faultOf(question: Question): QuestionFault | null {
  if (question.text.trim() === '') return 'no_text'
  const options = optionsOf(question)
  if (options && options.length < 2) return 'few_options'
  if (options?.some(({ text }) => text.trim() === '')) return 'no_option_text'
  if (question.type === 'scale') return scaleFault(question)
  if (question.type === 'number' && (question.min ?? -Infinity) > (question.max ?? Infinity)) return 'bounds'
  if (question.type === 'date' && (question.earliest ?? '') > (question.latest ?? '9999')) return 'bounds'
  return null
}

function scaleFault({ min = 1, max = 5 }: QuestionOf<'scale'>): QuestionFault | null {
  if (!Number.isInteger(min) || !Number.isInteger(max)) return 'few_steps'
  return max - min < 1 || max - min >= stepsMax ? 'few_steps' : null
}
