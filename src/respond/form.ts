/**
 * From a form's fields to answers and back. A question's field has its id as name; an answer in other words `{id}.text`; the
 * place of an option in a ranking `{id}.rank.{option}`; the request not to be quoted `{id}.unquoted`. No id contains a dot but those of
 * parts: a row of a matrix, which is on steps, and a comment, which has no other field than the request.
 */
import type { Answer, FormQuestion, Question } from '../../contract/questions.ts'
import { problem } from '../problem.ts'
import { controlOf, definitionOf, partsOfForm } from '../questions/questions.ts'

export type Form = ReadonlyMap<string, readonly string[]>

/** The radio button, or the box, for other words; no option can have this id. */
export const otherWords = '_other'

/** More than one field for every option of every question. */
const fieldsMax = 5_000

/** @throws invalid_request  a NUL, which no text column can hold, or too many fields */
export function parseForm(body: string): Form {
  const form = new Map<string, string[]>()
  let count = 0
  for (const [name, value] of new URLSearchParams(body)) {
    if (++count > fieldsMax || name.includes('\0') || value.includes('\0')) throw problem('invalid_request')
    const values = form.get(name)
    const text = value.replaceAll('\r\n', '\n')
    if (values) values.push(text)
    else form.set(name, [text])
  }
  return form
}

export const attemptOf = (form: Form): string | undefined =>
  form.get('_attempt')?.[0]?.slice(0, 64) || undefined

export const textField = (questionId: string): string => `${questionId}.text`
export const unquotedField = (questionId: string): string => `${questionId}.unquoted`
export const rankField = (questionId: string, optionId: string): string => `${questionId}.rank.${optionId}`

/** Fields left empty are no answers. */
export function answersOf(questions: readonly FormQuestion[], form: Form): Answer[] {
  return partsOfForm(questions).flatMap((question) => {
    const inArea = controlOf(question).kind === 'area'
    const value = valueOf(question, form)
    const text = form.get(inArea ? question.id : textField(question.id))?.[0]
    const hasText = text !== undefined && text.trim() !== ''
    if (value === undefined && !hasText) return []
    return [
      {
        question_id: question.id,
        ...(value !== undefined && { value }),
        ...(hasText && { text: inArea ? text : text.trim() }),
        ...(inArea && form.has(unquotedField(question.id)) && { do_not_quote: true }),
      },
    ]
  })
}

function valueOf(question: Question, form: Form): Answer['value'] {
  const control = controlOf(question)
  const texts = (form.get(question.id) ?? []).filter((one) => one.trim() !== '' && one !== otherWords)
  const value = texts.length === 0 ? undefined : definitionOf(question).valueIn(texts[0])
  switch (control.kind) {
    case 'steps':
    case 'slider':
    case 'icons':
    case 'faces':
    case 'line':
      return value
    case 'choices':
      return control.several && texts.length > 0 ? texts : value
    case 'places':
      return orderOf(question.id, control.options, form)
    case 'area':
      return undefined
  }
}

/** The first place that was given more than once, and the options that have it. */
export function placeGivenTwice(
  questionId: string,
  options: readonly { id: string; text: string }[],
  form: Form,
): { place: number; options: string[] } | null {
  const placeOf = (id: string): number => Number(form.get(rankField(questionId, id))?.[0])
  for (const { id } of options) {
    const place = placeOf(id)
    const same = options.filter((option) => placeOf(option.id) === place)
    if (place >= 1 && same.length > 1) return { place, options: same.map(({ text }) => text) }
  }
  return null
}

/** Options in the order of their places. Two options at one place repeat the first of them, which every ranking refuses. */
function orderOf(questionId: string, options: readonly { id: string }[], form: Form): string[] | undefined {
  const ranks = options.flatMap(({ id }) => {
    const place = Number(form.get(rankField(questionId, id))?.[0])
    return Number.isInteger(place) && place >= 1 ? [{ id, place }] : []
  })
  if (ranks.length === 0) return undefined
  const firstAt = new Map(ranks.toReversed().map(({ id, place }) => [place, id]))
  return ranks.toSorted((a, b) => a.place - b.place).flatMap(({ place }) => firstAt.get(place) ?? [])
}

/** The form that sends these answers. */
export function formOf(questions: readonly FormQuestion[], answers: readonly Answer[]): Form {
  const answerTo = new Map(answers.map((answer) => [answer.question_id, answer]))
  return new Map(
    partsOfForm(questions).flatMap((question) => {
      const answer = answerTo.get(question.id)
      return answer ? Object.entries(fieldsOf(question, answer)) : []
    }),
  )
}

function fieldsOf(
  question: Question,
  { value, text, do_not_quote }: Answer,
): Record<string, readonly string[]> {
  const { id } = question
  const control = controlOf(question)
  const values = [value ?? []].flat().map(String)
  switch (control.kind) {
    case 'steps':
    case 'slider':
    case 'icons':
    case 'faces':
    case 'line':
      return { [id]: values }
    case 'choices':
      return {
        [id]:
          text !== undefined && (control.several || value === undefined) ? [...values, otherWords] : values,
        ...(text !== undefined && { [textField(id)]: [text] }),
      }
    case 'places':
      return Object.fromEntries(values.map((option, at) => [rankField(id, option), [String(at + 1)]]))
    case 'area':
      return { [id]: [text ?? ''], ...(do_not_quote && { [unquotedField(id)]: ['on'] }) }
  }
}
