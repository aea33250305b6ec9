/** Ratings that are drawn: a line to drag beside its number, a row of icons, and faces. */
import { unitOf } from '../../contract/form-items.ts'
import type { Question } from '../../contract/questions.ts'
import { localeOf, withUnit } from '../../locales/format.ts'
import { html, type Markup } from '../http/page.ts'
import { labelAt } from '../questions/questions.ts'
import {
  besideUnit,
  checked,
  describedBy,
  endsBelow,
  type FieldContext,
  inputOf,
  type Kind,
  labelOf,
  radios,
} from './field-frame.ts'
import { drawingOf } from './icon-drawings.ts'
import { face } from './mood-icons.ts'
import type { View } from './view.ts'

/** A number, and for script a line to drag, which has no name and is never sent. The number is below the ends of the line. */
export function slider({ values, labels }: Kind<'slider'>, question: Question, context: FieldContext) {
  const { view, valuesOf } = context
  const [min, max, step] = [values[0], values[values.length - 1], values[1] - values[0]]
  const middle = values.length % 2 === 1 && values.length > 3 ? values[(values.length - 1) / 2] : null
  // For whoever has the page read to them: others see that nothing is chosen, and the points.
  const unset = step === 1 ? view.say('slider_hint') : view.say('slider_hint_steps', { step })
  const unit = unitOf(question)
  const center = middle === null ? null : middleOf(middle, unit, view)
  const [low, high] = [min, max].map((value, at) => endOf(value, { unit, label: labels[at] }, view))
  const number = html`<input
    type="number"
    inputmode="numeric"
    id="${inputOf(question)}"
    name="${question.id}"
    min="${min}"
    max="${max}"
    step="${step}"
    value="${valuesOf(question.id)[0] ?? ''}"
    placeholder="–"
    ${describedBy(question, context)}
  />`
  return html`<div class="slider">
    <div class="line">
      ${context.isPreview ? '' : html`<p class="line-hint" aria-hidden="true" hidden>${view.say('slider_choose')}</p>`}
      <input
        type="range"
        min="${min}"
        max="${max}"
        step="${step}"
        aria-labelledby="${question.id}-legend"
        data-slider="${inputOf(question)}"
        data-unset="${unset}"
        ${unit === undefined ? '' : html`data-said="${withUnit(localeOf(view.language), '{value}', unit)}"`}
        ${context.isPreview ? html`class="unset"` : html`hidden`}
      />
    </div>
    <div class="ends">
      ${low}
      ${
        center === null
          ? ''
          : html`<span class="middle"
              ><b><bdi>${center}</bdi></b></span
            >`
      }
      ${high}
    </div>
    <div class="value">
      <label for="${inputOf(question)}">${view.say('slider_value')}</label>
      ${besideUnit(number, question, context)}
    </div>
  </div>`
}

/** A longer unit would take the room of what is at the ends. */
const middleUnitMax = 8

const middleOf = (value: number, unit: string | undefined, { number, language }: View): string =>
  withUnit(localeOf(language), number(value), (unit?.length ?? 0) > middleUnitMax ? undefined : unit)

type End = { unit: string | undefined; label: string | undefined }

/** A value and its unit read their own way: in a page from right to left, “0 dB” would be “dB 0”. */
const endOf = (value: number, { unit, label }: End, { authored, number, language }: View): Markup =>
  html`<span
    ><b><bdi>${withUnit(localeOf(language), number(value), unit)}</bdi></b
    >${label === undefined ? '' : html` ${authored(label)}`}</span
  >`

/** All icons up to the chosen one are filled, so that they differ without colour. */
export function icons(
  { icon: drawing, values, labels }: Kind<'icons'>,
  question: Question,
  context: FieldContext,
) {
  const { view } = context
  const nameOf = (value: number, at: number): string => {
    const label = labelAt(labels, at, values.length)
    const name = view.say('icon_value', { value, all: values.length })
    return label === undefined ? name : `${name}, ${label}`
  }
  const icon = drawingOf(drawing)
  const many = values.length > 8 ? ' more most' : values.length > 6 ? ' more some' : ' more'
  return html`<div class="icons${values.length > 5 ? many : ''}">
      ${radios(values, (value, at) => ({ shown: icon, name: nameOf(value, at) }), question, context)}
    </div>
    ${endsBelow(labels.map(view.authored))}`
}

/** Five moods; on a phone the words of the ends are below them. */
export function faces({ choices: all }: Kind<'faces'>, question: Question, context: FieldContext) {
  return html`<div class="faces">
      ${all.map(
        (choice, at) =>
          html`<label class="option"
            ><input
              type="radio"
              name="${question.id}"
              value="${choice.value}"
              ${checked(question, context, choice.value)}
            />${face(at)}<span>${labelOf(choice, question, context.view)}</span></label
          >`,
      )}
    </div>
    ${endsBelow([all[0], all[all.length - 1]].map((choice) => labelOf(choice, question, context.view)))}`
}
