/**
 * One question as a form field. Rows of radio buttons, never a slider: a choice is made, not brushed. Everything works
 * without script; `data-` members are what web/respond/respond.js goes by.
 */
import { limits } from '../../contract/limits.ts'
import { type Question } from '../../contract/questions.ts'
import { html, type Markup } from '../http/page.ts'
import { inWords } from '../language.ts'
import { ownWords, rankField, textField, unquotedField } from './form.ts'
import { face } from './faces.ts'
import { conditionOf, hintOf, moodNames } from './hints.ts'
import { type View } from './view.ts'

export type Given = {
  view: View
  questions: readonly Question[]
  index: number
  said(name: string): readonly string[]
  fault: string | null
}

const alone: ReadonlySet<Question['type']> = new Set(['text', 'number', 'date'])

export const anchorOf = ({ id }: Question): string => `q-${id}`
const inputOf = ({ id }: Question): string => `in-${id}`

export function field(question: Question, given: Given): Markup {
  const attributes = html`id="${anchorOf(question)}" data-question="${question.id}"
  data-type="${question.type}"${condition(question)}`
  const parts = html`${notes(question, given)} ${control(question, given)} ${fault(question, given)}`
  const invalid = given.fault ? 'question faulty' : 'question'
  if (alone.has(question.type))
    return html`<div class="${invalid}" tabindex="-1" ${attributes}>
      <label class="legend" id="${question.id}-legend" for="${inputOf(question)}"
        >${heading(question, given)}</label
      >
      ${parts}
    </div>`
  return html`<fieldset class="${invalid}" tabindex="-1" ${attributes} ${describedBy(question, given)}>
    <legend>${heading(question, given)}</legend>
    ${parts}
  </fieldset>`
}

const condition = ({ show_if: on }: Question) =>
  on ? html` data-if="${on.question_id}" data-any="${JSON.stringify(on.any_of.map(String))}"` : ''

const heading = (question: Question, { view, questions, index }: Given) =>
  html`<span class="count"
      ><span class="number">${view.say('progress', { done: index + 1, all: questions.length })}</span>${
        question.required ? html` · <span class="needed">${view.say('required')}</span>` : ''
      }</span
    >${view.authored(question.text)}`

/** What stands under the question: when it is put, the author's help, what it takes. */
function notesOf(question: Question, { view, questions }: Given): Markup[] {
  const only = conditionOf(question, questions, view)
  const hint = question.type === 'text' ? null : hintOf(question, view)
  return [
    ...(only ? [html`<p class="only-if">${only}</p>`] : []),
    ...(question.help ? [html`<p>${view.authored(question.help)}</p>`] : []),
    ...(hint ? [html`<p>${hint}</p>`] : []),
  ]
}

function notes(question: Question, given: Given) {
  const lines = notesOf(question, given)
  return lines.length > 0 ? html`<div class="notes" id="${question.id}-notes">${lines}</div>` : ''
}

const fault = (question: Question, given: Given) =>
  given.fault ? html`<p class="fault" id="${question.id}-fault">${given.fault}</p>` : ''

/** Nothing at all where there is nothing to name: an empty list of names is a fault of its own. */
function describedBy(question: Question, given: Given) {
  const { id, type } = question
  const wrong = given.fault !== null
  const names = [
    ...(notesOf(question, given).length > 0 ? [`${id}-notes`] : []),
    ...(type === 'text' ? [`${id}-left`] : []),
    ...(wrong ? [`${id}-fault`] : []),
  ]
  return html`${names.length > 0 ? html` aria-describedby="${names.join(' ')}"` : ''}${
    wrong && alone.has(type) ? html` aria-invalid="true"` : ''
  }`
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

function control(question: Question, given: Given) {
  const { say } = given.view
  switch (question.type) {
    case 'scale':
      return steps(question, given, range(question.min ?? 1, question.max ?? 5))
    case 'enps':
      return steps(
        { ...question, labels: question.labels ?? [say('enps_low'), say('enps_high')] },
        given,
        range(0, 10),
      )
    case 'mood':
      return faces(question, given)
    case 'yes_no':
      return options(question, given, [
        ['true', say('yes')],
        ['false', say('no')],
      ])
    case 'ranking':
      return ranking(question, given)
    case 'number':
    case 'date':
      return single(question, given)
    case 'text':
      return area(question, given)
    default:
      return options(
        question,
        given,
        (question.options ?? []).map((one) => [one.id, given.view.authored(one.text)]),
      )
  }
}

const checked = (question: Question, given: Given, value: string | number) =>
  given.said(question.id).includes(String(value)) ? html` checked` : ''

/** Words at both ends; where every step has its own word, they stand in rows, each read with its number. */
function steps(question: Question, given: Given, values: number[]) {
  const labels = question.labels ?? []
  const written = (value: number): string => inWords.number(given.view.language, value)
  if (labels.length === values.length && values.length > 2)
    return options(
      question,
      given,
      values.map((value, at) => [
        String(value),
        html`<span class="step">${written(value)}</span> ${given.view.authored(labels[at])}`,
      ]),
    )
  const ends = labels.length > 0 ? [labels[0], labels[labels.length - 1]] : null
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
              ${checked(question, given, value)}
            />${written(value)}</label
          >`,
      )}
    </div>
    ${
      ends
        ? html`<div class="ends" aria-hidden="true">
            ${ends.map((end) => html`<span>${question.type === 'enps' && !given.questions[given.index].labels ? end : given.view.authored(end)}</span>`)}
          </div>`
        : ''
    }`
}

function faces(question: Question, given: Given) {
  const names = moodNames(question, given.view.say)
  const own = question.labels
  return html`<div class="faces">
    ${names.map(
      (name, at) =>
        html`<label class="option"
          ><input
            type="radio"
            name="${question.id}"
            value="${at + 1}"
            ${checked(question, given, at + 1)}
          />${face(at)}<span>${own?.includes(name) ? given.view.authored(name) : name}</span></label
        >`,
    )}
  </div>`
}

const options = (question: Question, given: Given, list: [string, Markup | string][]) => {
  const kind = question.type === 'multi_choice' ? 'checkbox' : 'radio'
  const row = (value: string, label: Markup | string) =>
    html`<label class="option"
      ><input type="${kind}" name="${question.id}" value="${value}" ${checked(question, given, value)} /><span
        >${label}</span
      ></label
    >`
  const { say } = given.view
  return html`<div class="options">
    ${list.map(([value, label]) => row(value, label))}
    ${question.other && kind === 'radio' ? row(ownWords, say('other')) : ''}
    ${
      question.other
        ? html`<label class="own"
            >${say(kind === 'radio' ? 'other_words' : 'other')}<input
              type="text"
              name="${textField(question.id)}"
              maxlength="${question.max_length ?? limits.answerLengthMax}"
              value="${given.said(textField(question.id))[0] ?? ''}"
          /></label>`
        : ''
    }
  </div>`
}

/** A place for each option. Where all must have one, script turns this into a list to be moved about. */
function ranking(question: Question, { view, said }: Given) {
  const { id, options: list = [] } = question
  const { say, language } = view
  const all = question.max_picks === undefined && question.min_picks === undefined
  const placeOf = (option: string): string => said(rankField(id, option))[0] ?? ''
  return html`<p class="rank-help" data-move="${say('rank_move')}">${say('rank_places')}</p>
    <ol
      class="ranking"
      ${
        all
          ? html`data-ranking data-up="${say('rank_up')}" data-down="${say('rank_down')}"
            data-keep="${say('rank_keep')}" data-unset="${say('rank_unset')}"
            data-moved="${say('rank_moved')}"`
          : ''
      }
    >
      ${list.map(
        (option) =>
          html`<li>
            <span class="what">${view.authored(option.text)}</span>
            <select
              name="${rankField(id, option.id)}"
              aria-label="${say('rank_place', { option: option.text })}"
            >
              <option value="">${say('rank_none')}</option>
              ${range(1, question.max_picks ?? list.length).map(
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

function single(question: Question, given: Given) {
  const { type, min, max, earliest, latest } = question
  const bounds = type === 'number' ? { min, max } : { min: earliest, max: latest }
  const bound = (name: 'min' | 'max') => (bounds[name] === undefined ? '' : html` ${name}="${bounds[name]}"`)
  return html`<input
    type="${type}"
    ${type === 'number' ? html`step="any" inputmode="decimal"` : ''}
    id="${inputOf(question)}"
    name="${question.id}"
    value="${given.said(question.id)[0] ?? ''}"
    ${bound('min')}${bound('max')}${describedBy(question, given)}
  />`
}

function area(question: Question, given: Given) {
  const { view, said } = given
  const most = question.max_length ?? limits.answerLengthMax
  return html`<textarea
      id="${inputOf(question)}"
      name="${question.id}"
      maxlength="${most}"
      rows="4"
      dir="auto"
      ${describedBy(question, given)}
    >
${said(question.id)[0] ?? ''}</textarea>
    <p class="left" id="${question.id}-left" data-left="${view.say('length_left', { count: '{count}' })}">
      ${hintOf(question, view) ?? ''}
    </p>
    <label class="unquoted"
      ><input
        type="checkbox"
        name="${unquotedField(question.id)}"
        aria-describedby="${question.id}-legend"
        ${said(unquotedField(question.id)).length > 0 ? html` checked` : ''}
      /><span>${view.say('unquoted')}</span></label
    >`
}
