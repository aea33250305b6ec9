/** Texts beside a question's control: hint, fault, and the condition under which it is asked. */
import type { Answer, FormQuestion, Question } from '../../contract/questions.ts'
import { inWords } from '../language.ts'
import { controlOf, definitionOf, isQuestion } from '../questions/questions.ts'
import { type Form, placeGivenTwice } from './form.ts'
import type { View } from './view.ts'

/** Limits of the answer that the control does not show, or null. */
export const hintOf = (question: Question, view: View): string | null =>
  definitionOf(question).hint(question, view)

/** A required question without an answer. */
export const missingOf = ({ type }: FormQuestion, view: View): string =>
  view.say(type === 'matrix' ? 'fault_rows' : 'fault_required')

type Value = Answer['value']

/** How a number or a day may not fit. */
type Misfit = 'high' | 'low' | 'step'

const misfitWords = {
  number: { high: 'fault_high', low: 'fault_low', step: 'fault_step' },
  date: { high: 'fault_late', low: 'fault_early', step: 'fault_step' },
} as const

/** The limits of a number or a day, as its control has them; null for all else. */
function limitsOf(part: Question) {
  const control = controlOf(part)
  if (control.kind === 'slider')
    return { kind: 'number' as const, min: control.values[0], max: control.values.at(-1), isStepped: true }
  if (control.kind !== 'line') return null
  return { kind: control.input, min: control.min, max: control.max, isStepped: false }
}

/** What is wrong with a number or a day and what is right, by what is wrong, with `{value}` in place of it. */
export function misfitsOf(part: Question, view: View): Partial<Record<Misfit, string>> {
  const limits = limitsOf(part)
  if (!limits) return {}
  const words = misfitWords[limits.kind]
  const right = definitionOf(part).explain(part, view)
  const text = (misfit: Misfit): string => `${view.say(words[misfit], { value: '{value}' })} ${right}`
  return {
    ...(limits.max !== undefined && { high: text('high') }),
    ...(limits.min !== undefined && { low: text('low') }),
    ...(limits.isStepped && { step: text('step') }),
  }
}

const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`))

function misfitOf(part: Question, value: Value): Misfit | null {
  const limits = limitsOf(part)
  const isOfKind =
    limits?.kind === 'number' ? Number.isFinite(value) : typeof value === 'string' && isDay(value)
  if (!limits || value === undefined || !isOfKind) return null
  if (limits.max !== undefined && value > limits.max) return 'high'
  if (limits.min !== undefined && value < limits.min) return 'low'
  return limits.isStepped ? 'step' : null
}

/** An answer that does not fit. @param value  what was sent, where it was a value */
export function faultOf(part: Question, view: View, value?: Value): string {
  const misfit = misfitOf(part, value)
  const text = misfit && misfitsOf(part, view)[misfit]
  if (!text) return definitionOf(part).explain(part, view)
  const { language } = view
  const written =
    typeof value === 'number' ? inWords.number(language, value) : inWords.day(language, String(value))
  return text.replace('{value}', () => written)
}

/** A place that two options of a ranking have, as only a form without script sends it. */
export function twiceIn(
  form: Form | undefined,
  part: Question,
  { say, language, number }: View,
): string | null {
  const twice = form && part.type === 'ranking' ? placeGivenTwice(part.id, part.options, form) : null
  if (!twice) return null
  const options = inWords.list(
    language,
    twice.options.map((text) => `“${text}”`),
    'conjunction',
  )
  return say('fault_rank_twice', { place: number(twice.place), options })
}

/** “Only if …”, in the words of the earlier question; null where the question is asked of everybody. */
export function conditionOf(
  { show_if: condition }: FormQuestion,
  questions: readonly FormQuestion[],
  view: View,
): string | null {
  const earlier = condition && questions.find(({ id }) => id === condition.question_id)
  if (!condition || !earlier || !isQuestion(earlier)) return null
  const values = condition.any_of.map((value) => definitionOf(earlier).valueInWords(earlier, value, view))
  return view.say('only_if', {
    question: earlier.text,
    values: inWords.list(view.language, values, 'disjunction'),
  })
}
