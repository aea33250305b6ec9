/** What surrounds the control of every item: its number and text, its notes and faults, and the names by which they are described. */
import { takesAnswer, unitOf } from '../../contract/form-items.ts'
import type { FormQuestion, Question } from '../../contract/questions.ts'
import { directionOf } from '../../locales/format.ts'
import { html, type Markup } from '../http/page.ts'
import { type Choice, type Control, controlOf, isQuestion, type Label } from '../questions/questions.ts'
import { conditionOf, faultOf, hintOf, misfitsOf, missingOf } from './hints.ts'
import type { Terms } from './promise.ts'
import type { View } from './view.ts'
import { wholeDays } from './whole-days.ts'

export type FieldContext = {
  view: View
  questions: readonly FormQuestion[]
  terms: Terms
  /** The values of a field of the form. */
  valuesOf(name: string): readonly string[]
  fault: string | null
  /** No script will show what it has hidden. */
  isPreview?: boolean
}

/** Whether the control is one input, labelled by the question itself. */
export const isOneField = ({ kind }: Control): boolean =>
  kind === 'line' || kind === 'area' || kind === 'slider'

export const anchorOf = ({ id }: FormQuestion): string => `q-${id}`
export const inputOf = ({ id }: Question): string => `in-${id}`

export const condition = ({ show_if: rule }: FormQuestion) =>
  rule ? html` data-if="${rule.question_id}" data-any="${JSON.stringify(rule.any_of.map(String))}"` : ''

/** What is wrong with an answer that is missing, or that does not fit, for script that looks before anything is sent. The server looks again. */
export function checks(item: FormField, { view }: FieldContext) {
  return html`${item.required ? html` data-missing="${missingOf(item, view)}"` : ''}${
    isQuestion(item) && isBounded(item)
      ? html` data-wrong="${faultOf(item, view)}"${Object.entries(misfitsOf(item, view)).map(
          ([misfit, text]) => html` data-${misfit}="${text}"`,
        )}`
      : ''
  }`
}

/** Whether an answer may be no answer: one of several choices always is one. */
const isBounded = (question: Question): boolean =>
  ['line', 'slider'].includes(controlOf(question).kind) ||
  question.type === 'multi_choice' ||
  picksOf(question).most !== undefined ||
  picksOf(question).least !== undefined

/** How many options may be chosen, or given a place, where their author says so. */
const picksOf = (question: FormQuestion): { least?: number | undefined; most?: number | undefined } =>
  question.type === 'multi_choice' || question.type === 'ranking'
    ? { least: question.min_picks, most: question.max_picks }
    : {}

export function heading(question: FormField, { view, questions }: FieldContext) {
  // Those that only some are asked have no number, as in the count above the questions; script numbers what somebody is asked.
  const numbered = questions.filter((item) => takesAnswer(item) && !item.show_if)
  const place = numbered.findIndex(({ id }) => id === question.id) + 1
  const all = view.number(numbered.length)
  return html`<span class="count" dir="${directionOf(view.language)}"
      ><span class="number" data-place="${place > 0 ? view.number(place) : ''}"
        ><span>${place > 0 ? view.say('position', { place: view.number(place), all }) : ''}</span></span
      >${question.required ? html` <span class="needed">${view.say('required')}</span>` : ''}</span
    >${view.authored(question.text)}`
}

type FormField = Exclude<FormQuestion, { type: 'statement' }>

/** Script hides it, because it hides what is not asked. */
export function onlyIf(item: FormQuestion, { view, questions }: FieldContext): Markup | '' {
  const only = conditionOf(item, questions, view)
  return only === null ? '' : html`<p class="only-if">${only}</p>`
}

/** Script says here how many are chosen of how many. */
const picked = (most: number, { say, number }: View): Markup =>
  html`<p
    class="picked"
    role="status"
    data-text="${say('picked', { count: '{count}', max: number(most) })}"
  ></p>`

/** The lines under the question: its condition, the author's help, the hint, and in its row how many are chosen. */
function notesOf(question: FormField, context: FieldContext): Markup[] {
  const { view } = context
  const only = onlyIf(question, context)
  // Under a text area the hint is in the line that counts the characters left.
  const own = isQuestion(question) && controlOf(question).kind !== 'area' ? hintOf(question, view) : null
  // What is wrong says it already.
  const hint = own !== null && context.fault?.endsWith(own) ? null : own
  const { most } = picksOf(question)
  return [
    ...(only ? [only] : []),
    ...(question.help ? [html`<p class="help">${view.authored(question.help)}</p>`] : []),
    ...(hint ? [html`<p class="hint">${wholeDays(hint)}</p>`] : []),
    ...(most === undefined ? [] : [picked(most, view)]),
  ]
}

export function notes(question: FormField, context: FieldContext) {
  const lines = notesOf(question, context)
  return lines.length > 0 ? html`<div class="notes" id="${question.id}-notes">${lines}</div>` : ''
}

export const fault = (question: FormField, context: FieldContext) =>
  context.fault ? html`<p class="fault" id="${question.id}-fault">${context.fault}</p>` : ''

/** No attribute where there is nothing to name: an empty list of ids is invalid. */
export function describedBy(question: FormField, context: FieldContext) {
  const { id } = question
  const control = isQuestion(question) ? controlOf(question) : null
  const wrong = context.fault !== null
  const names = [
    ...(unitOf(question) === undefined ? [] : [`${id}-unit`]),
    ...(notesOf(question, context).length > 0 ? [`${id}-notes`] : []),
    ...(control?.kind === 'area' ? [`${id}-reads`, `${id}-left`] : []),
    ...(wrong ? [`${id}-fault`] : []),
  ]
  return html`${names.length > 0 ? html` aria-describedby="${names.join(' ')}"` : ''}${
    wrong && control && isOneField(control) ? html` aria-invalid="true"` : ''
  }`
}

/** A field with its unit beside it, which describes it. */
export function besideUnit(field: Markup, question: Question, { view }: FieldContext): Markup {
  const unit = unitOf(question)
  return unit === undefined
    ? field
    : html`<div class="measured">
        ${field}<span class="unit" id="${question.id}-unit">${view.authored(unit)}</span>
      </div>`
}

export type Kind<K extends Control['kind']> = Extract<Control, { kind: K }>

export const checked = (question: Question, context: FieldContext, value: string | number) =>
  context.valuesOf(question.id).includes(String(value)) ? html` checked` : ''

/** What a value of a scale is shown by, and the name by which it is read. */
type Sign = { readonly shown: Markup | string; readonly name: string }

/** A radio button for each value of a scale. */
export const radios = (
  values: readonly number[],
  signOf: (value: number, at: number) => Sign,
  question: Question,
  context: FieldContext,
): Markup[] =>
  values.map((value, at) => {
    const { shown, name } = signOf(value, at)
    return html`<label class="option"
      ><input
        type="radio"
        name="${question.id}"
        value="${value}"
        aria-label="${name}"
        ${checked(question, context, value)}
      />${shown}</label
    >`
  })

/**
 * Under a row of values; its ends are read with the values.
 * @param values  of the ends, where a label may stand under another value
 */
export const endsBelow = (ends: readonly (Markup | string)[], values: readonly string[] = []) =>
  ends.length === 0
    ? ''
    : html`<div class="ends" aria-hidden="true">
        ${ends.map(
          (end, at) =>
            html`<span>${values.length === 0 ? '' : html`<b class="at">${values[at]}</b> `}${end}</span>`,
        )}
      </div>`

type Words = { readonly name: string; readonly words: string; readonly lengthMax: number }

/** Something else than the choices: one line, which grows with its text. */
export const ownWords = (label: string, { name, words, lengthMax }: Words): Markup =>
  html`<label class="own"
    >${label}<textarea id="${name}" name="${name}" maxlength="${lengthMax}" rows="1" dir="auto">
${words}</textarea>
  </label>`

export const labelOf = (choice: Choice, question: Question, view: View): Markup | string =>
  'text' in choice ? view.authored(choice.text) : ownLabel(choice.word, question, view)

/** Marked up with its language where that is another than the page's. */
export function ownLabel(word: Label, { text }: Question, view: View): Markup | string {
  const label = view.beside(text, word)
  return label === view.say(word) ? label : view.authored(label)
}
