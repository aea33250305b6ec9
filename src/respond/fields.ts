/**
 * One question as a form field. Rows of radio buttons, never a slider, which a touch can move by accident. Everything works without
 * script; web/respond/respond.js reads the `data-` attributes.
 */
import type { Question } from '../../contract/questions.ts'
import { localeOf } from '../../locales/format.ts'
import { pluralForms } from '../../locales/format.ts'
import { html, type Markup } from '../http/page.ts'
import { inWords } from '../language.ts'
import { type Choice, type Control, controlOf, numbersFrom } from '../questions/questions.ts'
import { otherWords, rankField, textField, unquotedField } from './form.ts'
import { face } from './mood-icons.ts'
import { conditionOf, hintOf } from './hints.ts'
import type { View } from './view.ts'

export type FieldContext = {
  view: View
  questions: readonly Question[]
  index: number
  /** The values of a field of the form. */
  valuesOf(name: string): readonly string[]
  fault: string | null
}

/** Whether the control is one input, labelled by the question itself. */
const isOneField = ({ kind }: Control): boolean => kind === 'line' || kind === 'area'

export const anchorOf = ({ id }: Question): string => `q-${id}`
const inputOf = ({ id }: Question): string => `in-${id}`

export function field(question: Question, context: FieldContext): Markup {
  const control = controlOf(question)
  const attributes = html`id="${anchorOf(question)}" data-question="${question.id}"
  data-control="${control.kind}"${condition(question)}`
  const parts = html`${notes(question, context)} ${inputs(control, question, context)}
  ${fault(question, context)}`
  const invalid = context.fault ? 'question faulty' : 'question'
  if (isOneField(control))
    return html`<div class="${invalid}" tabindex="-1" ${attributes}>
      <label class="legend" id="${question.id}-legend" for="${inputOf(question)}"
        >${heading(question, context)}</label
      >
      ${parts}
    </div>`
  return html`<fieldset class="${invalid}" tabindex="-1" ${attributes} ${describedBy(question, context)}>
    <legend>${heading(question, context)}</legend>
    ${parts}
  </fieldset>`
}

const condition = ({ show_if: rule }: Question) =>
  rule ? html` data-if="${rule.question_id}" data-any="${JSON.stringify(rule.any_of.map(String))}"` : ''

const heading = (question: Question, { view, questions, index }: FieldContext) =>
  html`<span class="count"
      ><span class="number"
        >${view.say('position', { place: view.number(index + 1), all: view.number(questions.length) })}</span
      >${question.required ? html` · <span class="needed">${view.say('required')}</span>` : ''}</span
    >${view.authored(question.text)}`

/** The lines under the question: its condition, the author's help, the hint. */
function notesOf(question: Question, { view, questions }: FieldContext): Markup[] {
  const only = conditionOf(question, questions, view)
  // Under a text area the hint is in the line that counts the characters left.
  const hint = controlOf(question).kind === 'area' ? null : hintOf(question, view)
  return [
    ...(only ? [html`<p class="only-if">${only}</p>`] : []),
    ...(question.help ? [html`<p>${view.authored(question.help)}</p>`] : []),
    ...(hint ? [html`<p>${hint}</p>`] : []),
  ]
}

function notes(question: Question, context: FieldContext) {
  const lines = notesOf(question, context)
  return lines.length > 0 ? html`<div class="notes" id="${question.id}-notes">${lines}</div>` : ''
}

const fault = (question: Question, context: FieldContext) =>
  context.fault ? html`<p class="fault" id="${question.id}-fault">${context.fault}</p>` : ''

/** No attribute where there is nothing to name: an empty list of ids is invalid. */
function describedBy(question: Question, context: FieldContext) {
  const { id } = question
  const control = controlOf(question)
  const wrong = context.fault !== null
  const names = [
    ...(notesOf(question, context).length > 0 ? [`${id}-notes`] : []),
    ...(control.kind === 'area' ? [`${id}-left`] : []),
    ...(wrong ? [`${id}-fault`] : []),
  ]
  return html`${names.length > 0 ? html` aria-describedby="${names.join(' ')}"` : ''}${
    wrong && isOneField(control) ? html` aria-invalid="true"` : ''
  }`
}

type Kind<K extends Control['kind']> = Extract<Control, { kind: K }>

function inputs(control: Control, question: Question, context: FieldContext): Markup {
  switch (control.kind) {
    case 'steps':
      return steps(control, question, context)
    case 'faces':
      return faces(control, question, context)
    case 'choices':
      return choices(control, question, context)
    case 'places':
      return places(control, question, context)
    case 'line':
      return line(control, question, context)
    case 'area':
      return area(control, question, context)
  }
}

const labelOf = (choice: Choice, { authored, say }: View): Markup | string =>
  'text' in choice ? authored(choice.text) : say(choice.word)

const checked = (question: Question, context: FieldContext, value: string | number) =>
  context.valuesOf(question.id).includes(String(value)) ? html` checked` : ''

/** Labels at both ends; where each step has a label, one row for each step, read with its number. */
function steps(
  { values, labels, ends: defaultEnds }: Kind<'steps'>,
  question: Question,
  context: FieldContext,
) {
  const { view } = context
  const written = (value: number): string => inWords.number(view.language, value)
  if (labels.length === values.length && values.length > 2)
    return html`<div class="options">
      ${values.map((value, at) =>
        row(
          'radio',
          String(value),
          html`<span class="step">${written(value)}</span> ${view.authored(labels[at])}`,
          { question, context },
        ),
      )}
    </div>`
  const own = labels.length > 0 ? [labels[0], labels[labels.length - 1]] : null
  const ends = own ?? defaultEnds?.map((word) => view.say(word))
  const name = (at: number): string | undefined =>
    at === 0 ? ends?.[0] : at === values.length - 1 ? ends?.[1] : undefined
  return html`<div class="steps${values.length > 7 ? ' many' : ''}">
      ${values.map(
        (value, at) =>
          html`<label class="option"
            ><input
              type="radio"
              name="${question.id}"
              value="${value}"
              aria-label="${name(at) ? `${written(value)}, ${name(at)}` : written(value)}"
              ${checked(question, context, value)}
            />${written(value)}</label
          >`,
      )}
    </div>
    ${
      ends
        ? html`<div class="ends" aria-hidden="true">
            ${ends.map((end) => html`<span>${own ? view.authored(end) : end}</span>`)}
          </div>`
        : ''
    }`
}

function faces({ choices: all }: Kind<'faces'>, question: Question, context: FieldContext) {
  return html`<div class="faces">
    ${all.map(
      (choice, at) =>
        html`<label class="option"
          ><input
            type="radio"
            name="${question.id}"
            value="${choice.value}"
            ${checked(question, context, choice.value)}
          />${face(at)}<span>${labelOf(choice, context.view)}</span></label
        >`,
    )}
  </div>`
}

type Where = { question: Question; context: FieldContext }

const row = (
  kind: 'radio' | 'checkbox',
  value: string,
  label: Markup | string,
  { question, context }: Where,
): Markup =>
  html`<label class="option"
    ><input type="${kind}" name="${question.id}" value="${value}" ${checked(question, context, value)} /><span
      >${label}</span
    ></label
  >`

function choices(
  { several, choices: all, other }: Kind<'choices'>,
  question: Question,
  context: FieldContext,
) {
  const { view, valuesOf } = context
  const kind = several ? 'checkbox' : 'radio'
  const where = { question, context }
  return html`<div class="options">
    ${all.map((choice) => row(kind, choice.value, labelOf(choice, view), where))}
    ${other && !several ? row(kind, otherWords, view.say('other'), where) : ''}
    ${
      other
        ? html`<label class="own"
            >${view.say(several ? 'other' : 'other_words')}<input
              type="text"
              name="${textField(question.id)}"
              maxlength="${other.lengthMax}"
              value="${valuesOf(textField(question.id))[0] ?? ''}"
          /></label>`
        : ''
    }
  </div>`
}

/** A select of places for each option. Where all need a place, script turns them into a list with buttons. */
function places({ options, last, all }: Kind<'places'>, { id }: Question, { view, valuesOf }: FieldContext) {
  const { say, language } = view
  const placeOf = (option: string): string => valuesOf(rankField(id, option))[0] ?? ''
  return html`<p class="rank-help" data-move="${say('rank_move')}">${say('rank_places')}</p>
    <ol
      class="ranking"
      ${
        all
          ? html`data-ranking data-up="${say('rank_up', { option: '{option}' })}"
            data-down="${say('rank_down', { option: '{option}' })}" data-keep="${say('rank_keep')}"
            data-unset="${say('rank_unset')}"
            data-moved="${say('rank_moved', { place: '{place}', option: '{option}' })}"`
          : ''
      }
    >
      ${options.map(
        (option) =>
          html`<li>
            <span class="what">${view.authored(option.text)}</span>
            <select
              name="${rankField(id, option.id)}"
              aria-label="${say('rank_place', { option: option.text })}"
            >
              <option value="">${say('rank_none')}</option>
              ${numbersFrom(1, last).map(
                (place) =>
                  html`<option value="${place}" ${placeOf(option.id) === String(place) ? html`selected` : ''}>
                    ${inWords.number(language, place)}
                  </option>`,
              )}
            </select>
          </li>`,
      )}
    </ol>`
}

function line({ input, ...bounds }: Kind<'line'>, question: Question, context: FieldContext) {
  const bound = (name: 'min' | 'max') => (bounds[name] === undefined ? '' : html` ${name}="${bounds[name]}"`)
  return html`<input
    type="${input}"
    ${input === 'number' ? html`step="any" inputmode="decimal"` : ''}
    id="${inputOf(question)}"
    name="${question.id}"
    value="${context.valuesOf(question.id)[0] ?? ''}"
    ${bound('min')}${bound('max')}${describedBy(question, context)}
  />`
}

/** web/respond/respond.js counts down from this number. */
const countedDownFrom = 500

const charactersLeft = ({ say, language }: View): Record<string, string> =>
  pluralForms(localeOf(language), countedDownFrom, (count) => say('length_left', { count }))

function area({ lengthMax }: Kind<'area'>, question: Question, context: FieldContext) {
  const { view, valuesOf } = context
  return html`<textarea
      id="${inputOf(question)}"
      name="${question.id}"
      maxlength="${lengthMax}"
      rows="4"
      dir="auto"
      ${describedBy(question, context)}
    >
${valuesOf(question.id)[0] ?? ''}</textarea>
    <p class="left" id="${question.id}-left" data-left="${JSON.stringify(charactersLeft(view))}">
      ${hintOf(question, view) ?? ''}
    </p>
    <label class="unquoted"
      ><input
        type="checkbox"
        name="${unquotedField(question.id)}"
        aria-describedby="${question.id}-legend"
        ${valuesOf(unquotedField(question.id)).length > 0 ? html` checked` : ''}
      /><span>${view.say('unquoted')}</span></label
    >`
}
