/**
 * One item of a form as a field. Rows of radio buttons; a slider only where the author asked for one, as a number that script
 * accompanies by a line to drag, because a line alone has a value before anybody answers. Everything works without script;
 * web/respond/respond.js reads the `data-` attributes.
 */
import type { FormQuestion, FormQuestionOf, Question } from '../../contract/questions.ts'
import { localeOf, pluralForms } from '../../locales/format.ts'
import { html, type Markup } from '../http/page.ts'
import { inWords } from '../language.ts'
import { commentPart, type Control, controlOf, labelAt, rowPart } from '../questions/questions.ts'
import {
  anchorOf,
  besideUnit,
  checks,
  condition,
  describedBy,
  endsBelow,
  fault,
  type FieldContext,
  heading,
  inputOf,
  isOneField,
  type Kind,
  notes,
  onlyIf,
  ownLabel,
  radios,
} from './field-frame.ts'
import { choices, places, row } from './choice-fields.ts'
import { unquotedField } from './form.ts'
import { hintOf } from './hints.ts'
import type { Terms } from './promise.ts'
import { faces, icons, slider } from './rating-fields.ts'
import type { View } from './view.ts'

export function field(item: FormQuestion, context: FieldContext): Markup {
  switch (item.type) {
    case 'statement':
      return statement(item, context)
    case 'matrix':
      return matrix(item, context)
    default:
      return questionField(item, context)
  }
}

/** A line that is longer is no heading. */
const headingLengthMax = 100

/** Its first line is a heading. */
function lines({ text }: FormQuestionOf<'statement'>, { view }: FieldContext): Markup {
  const [first, ...rest] = text.split('\n')
  return first.length > headingLengthMax
    ? html`<p class="rest">${view.authored(text)}</p>`
    : html`<p>${view.authoredPart(text, first)}</p>
        ${rest.length === 0 ? '' : html`<p class="rest">${view.authoredPart(text, rest.join('\n').trim())}</p>`}`
}

const statement = (item: FormQuestionOf<'statement'>, context: FieldContext) =>
  html`<div
    class="statement"
    id="${anchorOf(item)}"
    data-question="${item.id}"
    data-control="statement"
    ${condition(item)}${context.view.directed(item.text)}
  >
    ${onlyIf(item, context)} ${lines(item, context)}
  </div>`

/** Each row a group of its own, with the name of the row; labels of the scale are read with their numbers. */
function matrix(item: FormQuestionOf<'matrix'>, context: FieldContext) {
  const { view } = context
  const { labels = [] } = item
  const isEach = labels.length > 2
  const last = labels.length - 1
  const key = labels.map(
    (label, at) =>
      html`<span
        >${inWords.number(view.language, (item.min ?? 1) + at)}
        ${view.authored(label)}${at < last ? ' ·' : ''}</span
      > `,
  )
  return html`<fieldset
    class="${context.fault ? 'question faulty' : 'question'}"
    tabindex="-1"
    id="${anchorOf(item)}"
    data-question="${item.id}"
    data-control="matrix"
    ${checks(item, context)}${condition(item)}${view.directed(item.text)}${describedBy(item, context)}
  >
    <legend>${heading(item, context)}</legend>
    ${fault(item, context)} ${notes(item, context)}
    ${isEach ? html`<p class="key${haveRoom(labels) ? '' : ' always'}" aria-hidden="true">${key}</p>` : ''}
    <div class="matrix">
      ${columns(item, context)}
      ${item.rows.map((row) => {
        const part = rowPart(item, row)
        const name = `${part.id}-name`
        return html`<div class="row" role="radiogroup" aria-labelledby="${name}">
          <p class="what" id="${name}">${view.authored(row.text)}</p>
          <div>${numbersInRow(stepsControl(part), part, context)}</div>
        </div>`
      })}
    </div>
  </fieldset>`
}

/** Of all columns, in characters of a wide typeface. */
const columnsLength = 42

/** Whether each label has room over its column without breaking a word, which no typeface makes much narrower. */
const haveRoom = (labels: readonly string[]): boolean =>
  Math.max(...labels.flatMap((label) => label.split(/\s/)).map((word) => word.length)) <=
  columnsLength / labels.length

/** Above all rows what else is under each, where there is room; read with the numbers. */
function columns(item: FormQuestionOf<'matrix'>, { view: { authored } }: FieldContext): Markup | '' {
  const { labels = [] } = item
  if (labels.length === 0) return ''
  const isEach = labels.length > 2 && haveRoom(labels)
  const shown = isEach || labels.length <= 2 ? labels : [labels[0], labels[labels.length - 1]]
  return html`<div class="columns" aria-hidden="true">
    <div class="${isEach ? 'each' : 'ends'}">
      ${shown.map((label) => html`<span>${authored(label)}</span>`)}
    </div>
  </div>`
}

function stepsControl(part: Question): Kind<'steps'> {
  const control = controlOf(part)
  if (control.kind !== 'steps') throw new Error('A row of a matrix is on steps')
  return control
}

function questionField(question: Question, context: FieldContext): Markup {
  const control = controlOf(question)
  const attributes = html`id="${anchorOf(question)}" data-question="${question.id}"
  data-control="${control.kind}"${checks(question, context)}${condition(question)}${context.view.directed(question.text)}`
  const parts = html`${fault(question, context)} ${notes(question, context)}
  ${inputs(control, question, context)} ${comment(question, context)}`
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

function inputs(control: Control, question: Question, context: FieldContext): Markup {
  switch (control.kind) {
    case 'steps':
      return steps(control, question, context)
    case 'slider':
      return slider(control, question, context)
    case 'icons':
      return icons(control, question, context)
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

/** Where each step has a label, one row for each step, read with its number. */
function steps(control: Kind<'steps'>, question: Question, context: FieldContext) {
  const { values, labels } = control
  const { view } = context
  const written = (value: number): string => inWords.number(view.language, value)
  return labels.length === values.length && values.length > 2
    ? html`<div class="options">
        ${values.map((value, at) =>
          row(
            'radio',
            String(value),
            html`<span class="step">${written(value)}</span> ${view.authored(labels[at])}`,
            { question, context },
          ),
        )}
      </div>`
    : numbersInRow(control, question, context)
}

/** On a phone, more are in two rows. */
const inRowMax = 7

/** Labels at both ends; a number that has one is read with it. */
function numbersInRow(
  { values, labels, ends: defaultEnds }: Kind<'steps'>,
  question: Question,
  context: FieldContext,
) {
  const { view } = context
  const written = (value: number): string => inWords.number(view.language, value)
  const own = labels.length > 0 ? [labels[0], labels[labels.length - 1]] : null
  const ends = own ?? defaultEnds?.map((word) => view.beside(question.text, word))
  const named = labels.length > 0 ? labels : (ends ?? [])
  const signOf = (value: number, at: number) => {
    const name = labelAt(named, at, values.length)
    return { shown: written(value), name: name ? `${written(value)}, ${name}` : written(value) }
  }
  return html`<div class="steps${values.length > inRowMax ? ' many' : values.length > 5 ? ' long' : ''}">
      ${radios(values, signOf, question, context)}
    </div>
    ${endsBelow(
      own ? own.map(view.authored) : (defaultEnds ?? []).map((word) => ownLabel(word, question, view)),
      values.length > inRowMax ? [values[0], values[values.length - 1]].map(written) : [],
    )}`
}

/** The field of a comment, inside the field of its rating: a line that opens, as most say nothing there. */
function comment(question: Question, context: FieldContext) {
  const part = commentPart(question)
  if (part === null) return ''
  const isWritten = (context.valuesOf(part.id)[0] ?? '') !== ''
  return html`<details class="comment" ${isWritten ? html`open` : ''}>
    <summary>
      <span class="add">${context.view.say('comment_add')}</span
      ><span class="yours">${context.view.say('comment_yours')}</span>
    </summary>
    <label class="legend" id="${part.id}-legend" for="${inputOf(part)}">${context.view.say('comment')}</label>
    ${area(areaControl(part), part, { ...context, fault: null })}
  </details>`
}

function areaControl(part: Question): Kind<'area'> {
  const control = controlOf(part)
  if (control.kind !== 'area') throw new Error('A comment is a text')
  return control
}

function line({ input, ...bounds }: Kind<'line'>, question: Question, context: FieldContext) {
  const bound = (name: 'min' | 'max') => (bounds[name] === undefined ? '' : html` ${name}="${bounds[name]}"`)
  const { say } = context.view
  const field = html`<input
    type="${input}"
    ${input === 'number' ? html`step="any" inputmode="decimal" data-less="${say('step_less')}" data-more="${say('step_more')}"` : ''}
    ${input === 'date' ? html`data-day="${say('date_hint')}" data-today="${say('date_today')}" data-yesterday="${say('date_yesterday')}"` : ''}
    id="${inputOf(question)}"
    name="${question.id}"
    value="${context.valuesOf(question.id)[0] ?? ''}"
    ${bound('min')}${bound('max')}${describedBy(question, context)}
  />`
  return html`${besideUnit(field, question, context)}${input === 'date' ? html`<noscript><p class="left">${say('date_hint')}</p></noscript>` : ''}`
}

/** web/respond/respond.js counts down from this number. */
const countedDownFrom = 500

const charactersLeft = ({ say, language }: View): Record<string, string> =>
  pluralForms(localeOf(language), countedDownFrom, (count) => say('length_left', { count }))

/** Longer texts are more than a line. */
const lineLengthMax = 120

/** How high it begins, where it cannot grow with its text. */
const rowsFor = (lengthMax: number, id: string): number =>
  lengthMax <= lineLengthMax || id.includes('.') ? 1 : 3

/** Who reads what is written there. */
const readBy = ({ say }: View, { mode, k_comment: k, readers }: Terms): string =>
  mode === 'attributed' ? say('text_read_named', { readers, k }) : say('text_read', { k })

function area({ lengthMax }: Kind<'area'>, question: Question, context: FieldContext) {
  const { view, valuesOf, terms } = context
  return html`<textarea
      id="${inputOf(question)}"
      name="${question.id}"
      maxlength="${lengthMax}"
      rows="${rowsFor(lengthMax, question.id)}"
      dir="auto"
      placeholder=" "
      ${describedBy(question, context)}
    >
${valuesOf(question.id)[0] ?? ''}</textarea>
    <div class="under">
      <p class="reads" id="${question.id}-reads">${readBy(view, terms)}</p>
      <p class="left" id="${question.id}-left" data-left="${JSON.stringify(charactersLeft(view))}">
        ${hintOf(question, view) ?? ''}
      </p>
      <label class="unquoted"
        ><input
          type="checkbox"
          name="${unquotedField(question.id)}"
          aria-describedby="${question.id}-legend"
          ${valuesOf(unquotedField(question.id)).length > 0 ? html` checked` : ''}
        /><span
          >${terms.mode === 'attributed' ? view.say('unquoted_named', { readers: terms.readers }) : view.say('unquoted')}
          <small>${view.say('unquoted_hint')}</small></span
        ></label
      >
    </div>`
}
