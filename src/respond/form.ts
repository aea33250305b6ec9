/**
 * Between a form's fields and answers. A question's fields are named by its id; words of one's own `{id}.text`; the place
 * of an option in a ranking `{id}.rank.{option}`; that words are not to be quoted `{id}.unquoted`. No id holds a dot.
 */
import { type Answer, type Question } from '../../contract/questions.ts'
import { problem } from '../problem.ts'

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

const numeric = new Set<Question['type']>(['scale', 'enps', 'mood', 'number'])

/** Fields left empty are no answers. */
export function answersOf(questions: readonly Question[], form: Form): Answer[] {
  return questions.flatMap((question) => {
    const value = valueOf(question, form)
    const text = form.get(question.type === 'text' ? question.id : textField(question.id))?.[0]
    const says = text !== undefined && text.trim() !== ''
    if (value === undefined && !says) return []
    return [
      {
        question_id: question.id,
        ...(value !== undefined && { value }),
        ...(says && { text: question.type === 'text' ? text : text.trim() }),
        ...(question.type === 'text' && form.has(unquotedField(question.id)) && { do_not_quote: true }),
      },
    ]
  })
}

function valueOf(question: Question, form: Form): Answer['value'] {
  if (question.type === 'text') return undefined
  if (question.type === 'ranking') return rankingOf(question, form)
  const given = (form.get(question.id) ?? []).filter((one) => one.trim() !== '' && one !== ownWords)
  if (given.length === 0) return undefined
  if (question.type === 'multi_choice') return given
  if (question.type === 'yes_no') return given[0] === 'true' ? true : given[0] === 'false' ? false : given[0]
  return numeric.has(question.type) && !Number.isNaN(Number(given[0])) ? Number(given[0]) : given[0]
}

/** Options in the order of their places. A place given twice names its first option twice, which no ranking may. */
function rankingOf({ id, options = [] }: Question, form: Form): string[] | undefined {
  const placed = options.flatMap((option) => {
    const place = Number(form.get(rankField(id, option.id))?.[0])
    return Number.isInteger(place) && place >= 1 ? [{ option: option.id, place }] : []
  })
  if (placed.length === 0) return undefined
  return placed
    .toSorted((a, b) => a.place - b.place)
    .map(({ place }) => placed.find((one) => one.place === place)!.option)
}

/** The fields that would have sent these answers. */
export function formOf(questions: readonly Question[], answers: readonly Answer[]): Form {
  const form = new Map<string, string[]>()
  const given = new Map(answers.map((answer) => [answer.question_id, answer]))
  for (const question of questions) {
    const answer = given.get(question.id)
    if (!answer) continue
    const { value, text } = answer
    if (question.type === 'text') {
      form.set(question.id, [text ?? ''])
      if (answer.do_not_quote) form.set(unquotedField(question.id), ['on'])
    } else if (question.type === 'ranking')
      (value as string[]).forEach((option, at) => form.set(rankField(question.id, option), [String(at + 1)]))
    else {
      if (value !== undefined) form.set(question.id, Array.isArray(value) ? value : [String(value)])
      else if (question.type === 'single_choice') form.set(question.id, [ownWords])
      if (text !== undefined) form.set(textField(question.id), [text])
    }
  }
  return form
}
