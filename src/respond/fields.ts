/** One question as a form field. Rows of radio buttons, never a slider: a choice is made, not brushed. */
import { limits } from '../../contract/limits.ts'
import { type Question } from '../../contract/questions.ts'
import { html } from '../http/page.ts'

type Given = {
  index: number
  count: number
  said(name: string): readonly string[]
  fault: string | null
}

export function field(question: Question, given: Given) {
  const grouped = !['text', 'number', 'date', 'ranking'].includes(question.type)
  return grouped ? group(question, given) : single(question, given)
}

const heading = (question: Question, { index, count }: Given) =>
  html`<span class="count">${index + 1} of ${count}${question.required ? ' · needed' : ''}</span
    >${question.text}`

const help = (question: Question) =>
  question.help ? html`<p class="help" id="${question.id}-help">${question.help}</p>` : ''

const fault = (question: Question, given: Given) =>
  given.fault ? html`<p class="fault" id="${question.id}-fault">${given.fault}</p>` : ''

const describedBy = (question: Question, given: Given): string =>
  [question.help && `${question.id}-help`, given.fault && `${question.id}-fault`].filter(Boolean).join(' ')

const group = (question: Question, given: Given) =>
  html`<fieldset aria-describedby="${describedBy(question, given)}">
    <legend>${heading(question, given)}</legend>
    ${help(question)} ${choices(question, given)} ${fault(question, given)}
  </fieldset>`

function choices(question: Question, given: Given) {
  const range = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at)
  switch (question.type) {
    case 'scale':
      return steps(question, given, range(question.min ?? 1, question.max ?? 5))
    case 'enps':
      return steps(
        { ...question, labels: question.labels ?? ['Not at all', 'Certainly'] },
        given,
        range(0, 10),
      )
    case 'mood':
      return steps({ ...question, labels: question.labels ?? ['Bad', 'Great'] }, given, range(1, 5))
    case 'yes_no':
      return options(question, given, 'radio', [
        ['true', 'Yes'],
        ['false', 'No'],
      ])
    default:
      return options(
        question,
        given,
        question.type === 'multi_choice' ? 'checkbox' : 'radio',
        (question.options ?? []).map((one) => [one.id, one.text]),
      )
  }
}

/** Words at both ends; where every step has its own word, each is read with its number. */
function steps(question: Question, given: Given, values: number[]) {
  const labels = question.labels ?? []
  const named = labels.length === values.length
  const ends = labels.length > 0 ? [labels[0], labels[labels.length - 1]] : null
  const said = given.said(question.id)[0]
  const name = (at: number): string | undefined =>
    named ? labels[at] : at === 0 ? ends?.[0] : at === values.length - 1 ? ends?.[1] : undefined
  return html`<div class="${values.length > 7 ? 'steps many' : 'steps'}">
      ${values.map(
        (value, at) =>
          html`<label class="option">
            <input
              type="radio"
              name="${question.id}"
              value="${value}"
              aria-label="${name(at) ? `${value}, ${name(at)}` : `${value}`}"
              ${said === String(value) ? html`checked` : ''}
            />${value}
          </label>`,
      )}
    </div>
    ${ends ? html`<div class="ends" aria-hidden="true"><span>${ends[0]}</span><span>${ends[1]}</span></div>` : ''}`
}

const options = (question: Question, given: Given, kind: 'radio' | 'checkbox', list: [string, string][]) =>
  html`<div class="options">
    ${list.map(
      ([value, label]) =>
        html`<label class="option">
          <input
            type="${kind}"
            name="${question.id}"
            value="${value}"
            ${given.said(question.id).includes(value) ? html`checked` : ''}
          />${label}
        </label>`,
    )}
    ${
      question.other
        ? html`<label
            >Something else<input
              type="text"
              name="${question.id}.text"
              maxlength="200"
              value="${given.said(`${question.id}.text`)[0] ?? ''}"
          /></label>`
        : ''
    }
  </div>`

const single = (question: Question, given: Given) =>
  html`<div class="question">
    <h2><label for="${question.id}">${heading(question, given)}</label></h2>
    ${help(question)} ${input(question, given)} ${fault(question, given)}
  </div>`

function input(question: Question, given: Given) {
  const value = given.said(question.id)[0] ?? ''
  const described = describedBy(question, given)
  switch (question.type) {
    case 'number':
      return html`<input
        type="number"
        step="any"
        id="${question.id}"
        name="${question.id}"
        value="${value}"
        aria-describedby="${described}"
      />`
    case 'date':
      return html`<input
        type="date"
        id="${question.id}"
        name="${question.id}"
        value="${value}"
        aria-describedby="${described}"
      />`
    case 'ranking':
      return html`<p class="help">
          Put these in your order, the best first:
          ${(question.options ?? []).map((one) => `${one.id} (${one.text})`).join(', ')}
        </p>
        <input
          type="text"
          id="${question.id}"
          name="${question.id}"
          value="${given.said(question.id).join(', ')}"
          aria-describedby="${described}"
        />`
    default:
      return html`<textarea
        id="${question.id}"
        name="${question.id}"
        maxlength="${question.max_length ?? limits.answerLengthMax}"
        aria-describedby="${described}"
      >
${value}</textarea>`
  }
}
