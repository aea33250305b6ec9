/** What a question takes, and what is wrong with what it was given: said from the question itself, in any language. */
import { otherValue, type Question } from '../../contract/questions.ts'
import { inWords } from '../language.ts'
import { type View } from './view.ts'

/** What a question takes beyond its kind, or null. */
export function hintOf(question: Question, view: View): string | null {
  const { say, language } = view
  const { type, min_picks: least, max_picks: most, min, max, earliest, latest } = question
  switch (type) {
    case 'ranking':
    case 'multi_choice':
      if (least && least === most) return say('picks_exactly', { min: least })
      if (least && most) return say('picks_between', { min: least, max: most })
      return least ? say('picks_min', { min: least }) : most ? say('picks_max', { max: most }) : null
    case 'number':
      if (min !== undefined && max !== undefined) return say('number_between', { min, max })
      return min !== undefined
        ? say('number_min', { min })
        : max !== undefined
          ? say('number_max', { max })
          : null
    case 'date': {
      const from = earliest === undefined ? null : inWords.day(language, earliest)
      const to = latest === undefined ? null : inWords.day(language, latest)
      if (from && to) return say('date_between', { min: from, max: to })
      return from ? say('date_min', { min: from }) : to ? say('date_max', { max: to }) : null
    }
    case 'text':
      return question.max_length === undefined ? null : say('length_max', { max: question.max_length })
    default:
      return null
  }
}

/** @param missing nothing was given */
export function faultOf(question: Question, missing: boolean, view: View): string {
  const { say } = view
  const hint = hintOf(question, view)
  if (missing) return say('fault_required')
  switch (question.type) {
    case 'number':
      return [say('fault_number'), hint].filter(Boolean).join(' ')
    case 'date':
      return [say('fault_date'), hint].filter(Boolean).join(' ')
    case 'ranking':
      return hint ?? say('fault_ranking')
    case 'multi_choice':
    case 'text':
      return hint ?? say('fault_other')
    default:
      return say('fault_choice')
  }
}

/** “Only if …”, in the words of the earlier question; null where a question is put to everybody. */
export function conditionOf(question: Question, questions: readonly Question[], view: View): string | null {
  const condition = question.show_if
  const on = condition && questions.find(({ id }) => id === condition.question_id)
  if (!condition || !on) return null
  const values = condition.any_of.map((value) => wordsFor(on, value, view))
  return view.say('only_if', {
    question: on.text,
    values: inWords.list(view.language, values, 'disjunction'),
  })
}

function wordsFor(on: Question, value: string | number | boolean, { say, language }: View): string {
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no')
  if (on.type === 'mood') return moodNames(on, say)[Number(value) - 1]
  if (typeof value === 'number') return inWords.number(language, value)
  const option = on.options?.find(({ id }) => id === value)
  return option ? `“${option.text}”` : value === otherValue ? say('other') : value
}

/** The author's own, for all five or for both ends, else ours. */
export function moodNames({ labels = [] }: Question, say: View['say']): string[] {
  const ours = [say('mood_1'), say('mood_2'), say('mood_3'), say('mood_4'), say('mood_5')]
  if (labels.length === ours.length) return labels
  return labels.length === 2 ? [labels[0], ...ours.slice(1, -1), labels[1]] : ours
}
