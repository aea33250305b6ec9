/** Questions and other items of a form as an author changes them: new ones, another type, another place; and conditions that still hold after that. */
import { sliderDefaults } from '../../contract/form-items.ts'
import { limits } from '../../contract/limits.ts'
import type { FormQuestion, FormQuestionOf, FormType } from '../../contract/questions.ts'
import type { Translations } from '../../contract/translations.ts'

/** In the order in which they are offered. */
const offered: Record<FormType, true> = {
  scale: true,
  single_choice: true,
  multi_choice: true,
  text: true,
  yes_no: true,
  mood: true,
  icons: true,
  slider: true,
  matrix: true,
  enps: true,
  ranking: true,
  number: true,
  date: true,
  statement: true,
}

export const isType = (text: string): text is FormType => Object.hasOwn(offered, text)
export const questionTypes: readonly FormType[] = Object.keys(offered).filter(isType)

const idLength = 8

/** What the author of a question or an option never sees. */
export const newId = (): string => `q${crypto.randomUUID().replaceAll('-', '').slice(0, idLength)}`

/** What most types have. */
type SharedMembers = Partial<Pick<FormQuestionOf<'scale'>, 'help' | 'required' | 'driver' | 'intent'>>

/** Numbers keep their unit as another type of number. */
const unitIn = (from: Partial<FormQuestion>): { unit?: string } =>
  'unit' in from && from.unit !== undefined ? { unit: from.unit } : {}

type Words = { first: string; second: string; firstRow: string; secondRow: string }

/** What each type has that a question cannot be asked without. @param words  names of two options, and of two rows */
export function questionOf(type: FormType, words: Words, from: Partial<FormQuestion> = {}): FormQuestion {
  const { id = newId(), text = '', show_if: condition } = from
  const { help, required, driver, intent } = from as SharedMembers
  const shared = {
    id,
    text,
    ...(help !== undefined && { help }),
    ...(required !== undefined && { required }),
    ...(driver !== undefined && { driver }),
    ...(intent !== undefined && { intent }),
    ...(condition !== undefined && { show_if: condition }),
  }
  const options = optionsOf(from as FormQuestion) ?? [
    { id: newId(), text: words.first },
    { id: newId(), text: words.second },
  ]
  switch (type) {
    case 'scale':
      return { ...shared, type, min: 1, max: 5 }
    case 'slider':
      return { ...shared, type, min: 0, max: 100, step: 10, ...unitIn(from) }
    case 'number':
      return { ...shared, type, ...unitIn(from) }
    case 'matrix': {
      const { intent: _intent, ...rest } = shared
      const rows = [
        { id: newId(), text: words.firstRow },
        { id: newId(), text: words.secondRow },
      ]
      return { ...rest, type, rows, min: 1, max: 5 }
    }
    case 'statement':
      return { id, text, type, ...(condition !== undefined && { show_if: condition }) }
    case 'single_choice':
    case 'multi_choice':
    case 'ranking':
      return { ...shared, type, options }
    default:
      return { ...shared, type }
  }
}

export type Option = { id: string; text: string }

export const optionsOf = (question: FormQuestion): Option[] | null =>
  'options' in question ? question.options : null

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_one, at) => at !== from)
  return [...rest.slice(0, to), list[from], ...rest.slice(to)]
}

/** Answers that a later question can depend on; null where none can. */
export function valuesOf(question: FormQuestion): (string | number | boolean)[] | null {
  switch (question.type) {
    case 'yes_no':
      return [true, false]
    case 'mood':
      return stepsFrom(1, 5)
    case 'enps':
      return stepsFrom(0, 10)
    case 'icons':
      return stepsFrom(1, question.count ?? 5)
    case 'slider':
      return sliderValues(question)
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

function sliderValues(question: FormQuestionOf<'slider'>): number[] {
  if (sliderFault(question) !== null) return []
  const { min, max, step } = { ...sliderDefaults, ...question }
  return stepsFrom(0, (max - min) / step).map((at) => min + at * step)
}

/** Without the conditions that no longer can be met: on a question that comes later or is gone, or on an answer that it no longer has. */
export const tidied = (questions: readonly FormQuestion[]): FormQuestion[] =>
  questions.map((question, at) => {
    const { show_if: condition, ...rest } = question
    if (!condition) return question
    const earlier = questions.slice(0, at).find(({ id }) => id === condition.question_id)
    const values: readonly unknown[] = (earlier && valuesOf(earlier)) ?? []
    const kept = condition.any_of.filter((value) => values.includes(value))
    if (kept.length === 0) return rest as FormQuestion
    return kept.length === condition.any_of.length
      ? question
      : { ...question, show_if: { ...condition, any_of: kept } }
  })

/** A copy that is asked beside the original, and not instead of it. */
export const copyOf = (question: FormQuestion): FormQuestion => {
  const options = optionsOf(question)
  return {
    ...question,
    id: newId(),
    ...(options && { options: options.map((option) => ({ ...option, id: newId() })) }),
    ...('rows' in question && { rows: question.rows.map((row) => ({ ...row, id: newId() })) }),
  } as FormQuestion
}

export type QuestionFault =
  | 'no_text'
  | 'no_option_text'
  | 'few_options'
  | 'bounds'
  | 'few_steps'
  | 'no_row_text'
  | 'slider'
  | 'one_label'
  | 'picks'

/** Why it cannot be saved yet, or null. The server checks all of it, and more. */
export function faultOf(question: FormQuestion): QuestionFault | null {
  if (question.text.trim() === '') return 'no_text'
  const options = optionsOf(question)
  if (options && options.length < 2) return 'few_options'
  if (options?.some(({ text }) => text.trim() === '')) return 'no_option_text'
  if ('labels' in question && question.labels?.some((label) => label.trim() === '')) return 'one_label'
  if (question.type === 'matrix' && question.rows.some(({ text }) => text.trim() === '')) return 'no_row_text'
  if (question.type === 'scale' || question.type === 'matrix') return scaleFault(question)
  if (question.type === 'multi_choice' || question.type === 'ranking') return picksFault(question)
  if (question.type === 'slider') return sliderFault(question)
  if (question.type === 'number' && (question.min ?? -Infinity) > (question.max ?? Infinity)) return 'bounds'
  if (question.type === 'date' && (question.earliest ?? '') > (question.latest ?? '9999')) return 'bounds'
  return null
}

function sliderFault(question: FormQuestionOf<'slider'>): QuestionFault | null {
  const { min, max, step } = { ...sliderDefaults, ...question }
  if (min >= max) return 'bounds'
  const steps = (max - min) / step
  return Number.isInteger(min) &&
    Number.isInteger(step) &&
    step > 0 &&
    Number.isInteger(steps) &&
    steps < limits.sliderStepsMax
    ? null
    : 'slider'
}

function picksFault(question: FormQuestionOf<'multi_choice'> | FormQuestionOf<'ranking'>): 'picks' | null {
  const all = question.options.length + ('other' in question && question.other ? 1 : 0)
  const { min_picks: least = 0, max_picks: most = all } = question
  const fits = Number.isInteger(least) && Number.isInteger(most) && least <= most && most <= all
  return fits && least >= 0 && most >= 1 ? null : 'picks'
}

function scaleFault({ min = 1, max = 5 }: { min?: number; max?: number }): QuestionFault | null {
  if (!Number.isInteger(min) || !Number.isInteger(max)) return 'few_steps'
  return max - min < 1 || max - min >= limits.scaleStepsMax ? 'few_steps' : null
}

/** In the languages that the survey speaks. */
export const withTexts = (translations: Translations, id: string, kept: Translations): Translations =>
  Object.fromEntries(
    Object.entries(translations).map(([language, texts]) => {
      const own = kept[language]?.questions?.[id]
      return [language, own ? { ...texts, questions: { ...texts.questions, [id]: own } } : texts]
    }),
  )
