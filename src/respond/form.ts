/** From a form's fields to answers: names are question ids, and for words of one's own `{id}.text`. */
import { type Answer, type Question } from '../../contract/questions.ts'
import { problem } from '../problem.ts'

export type Form = ReadonlyMap<string, readonly string[]>

const fieldsMax = 500

/** @throws invalid_request  what no text column can hold, or too many fields */
export function parseForm(body: string): Form {
  const form = new Map<string, string[]>()
  let count = 0
  for (const [name, value] of new URLSearchParams(body)) {
    if (++count > fieldsMax || name.includes('\0') || value.includes('\0')) throw problem('invalid_request')
    form.set(name, [...(form.get(name) ?? []), value.replaceAll('\r\n', '\n')])
  }
  return form
}

export const attemptOf = (form: Form): string | undefined =>
  form.get('_attempt')?.[0]?.slice(0, 64) || undefined

const numeric = new Set<Question['type']>(['scale', 'enps', 'mood', 'number'])

/** Fields left empty are no answers. */
export function answersOf(questions: readonly Question[], form: Form): Answer[] {
  return questions.flatMap((question) => {
    const given = (form.get(question.id) ?? []).filter((value) => value.trim() !== '')
    const text = form.get(`${question.id}.text`)?.[0]?.trim() || undefined
    if (given.length === 0 && text === undefined) return []
    return [
      {
        question_id: question.id,
        ...valueOf(question, given),
        ...(text !== undefined && question.type !== 'text' && { text }),
      },
    ]
  })
}

function valueOf(question: Question, given: string[]): Partial<Answer> {
  if (given.length === 0) return {}
  if (question.type === 'text') return { text: given[0] }
  if (question.type === 'multi_choice') return { value: given }
  if (question.type === 'ranking') return { value: given[0].split(/[\s,]+/).filter(Boolean) }
  if (question.type === 'yes_no')
    return { value: given[0] === 'true' ? true : given[0] === 'false' ? false : given[0] }
  return {
    value:
      numeric.has(question.type) && given[0].trim() !== '' && !Number.isNaN(Number(given[0]))
        ? Number(given[0])
        : given[0],
  }
}
