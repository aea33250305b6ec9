/**
 * Between a form's fields and answers. A question's fields are named by its id; words of one's own `{id}.text`; the place
 * of an option in a ranking `{id}.rank.{option}`; that words are not to be quoted `{id}.unquoted`. No id holds a dot.
 */
import { type Answer, type Question } from '../../contract/questions.ts'
import { problem } from '../problem.ts'
import { controlOf, definitionOf } from '../questions/questions.ts'

export type Form = ReadonlyMap<string, readonly string[]>

/** A radio button for words of one's own; no option can have this id. */
export const ownWords = '_other'

/** Every option of every question has a field at most. */
const fieldsMax = 5_000

/** @throws invalid_request  what no text column can hold, or too many fields */
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
export function answersOf(questions: readonly Question[], form: Form): Answer[] {
  return questions.flatMap((question) => {
    const inArea = controlOf(question).kind === 'area'
    const value = valueOf(question, form)
    const text = form.get(inArea ? question.id : textField(question.id))?.[0]
    const says = text !== undefined && text.trim() !== ''
    if (value === undefined && !says) return []
    return [
      {
        question_id: question.id,
        ...(value !== undefined && { value }),
        ...(says && { text: inArea ? text : text.trim() }),
        ...(inArea && form.has(unquotedField(question.id)) && { do_not_quote: true }),
      },
    ]
  })
}

function valueOf(question: Question, form: Form): Answer['value'] {
  const control = controlOf(question)
  const texts = (form.get(question.id) ?? []).filter((one) => one.trim() !== '' && one !== ownWords)
  const value = texts.length === 0 ? undefined : definitionOf(question).valueIn(texts[0])
  switch (control.kind) {
    case 'steps':
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

/** Options in the order of their places. A place given twice names its first option twice, which no ranking may. */
function orderOf(questionId: string, options: readonly { id: string }[], form: Form): string[] | undefined {
  const placed = options.flatMap((option) => {
    const place = Number(form.get(rankField(questionId, option.id))?.[0])
    return Number.isInteger(place) && place >= 1 ? [{ option: option.id, place }] : []
  })
  if (placed.length === 0) return undefined
  return placed
    .toSorted((a, b) => a.place - b.place)
    .map(({ place }) => placed.find((one) => one.place === place)!.option)
}

/** The fields that would have sent these answers. */
export function formOf(questions: readonly Question[], answers: readonly Answer[]): Form {
  const given = new Map(answers.map((answer) => [answer.question_id, answer]))
  return new Map(
    questions.flatMap((question) => {
      const answer = given.get(question.id)
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
    case 'faces':
    case 'line':
      return { [id]: values }
    case 'choices':
      return {
        [id]: value === undefined && !control.several ? [ownWords] : values,
        ...(text !== undefined && { [textField(id)]: [text] }),
      }
    case 'places':
      return Object.fromEntries(values.map((option, at) => [rankField(id, option), [String(at + 1)]]))
    case 'area':
      return { [id]: [text ?? ''], ...(do_not_quote && { [unquotedField(id)]: ['on'] }) }
  }
}
