/**
 * What a respondent sees: the promise before the first question, the questions, one button; then thanks with the way back
 * to one's own answer. Plain forms: nothing here needs script, which only makes it more comfortable.
 */
import { randomBytes } from 'node:crypto'
import { type OwnResponse, type Survey } from '../../contract/answering.ts'
import { type ConfidentialityPromise } from '../../contract/confidentiality.ts'
import { type Question } from '../../contract/questions.ts'
import { progressOf } from '../collection/collection.ts'
import { html, type Markup } from '../http/page.ts'
import { type FieldError, type Problem } from '../problem.ts'
import { anchorOf, field } from './fields.ts'
import { answersOf, type Form, formOf } from './form.ts'
import { faultOf } from './hints.ts'
import { frame, type View } from './view.ts'

/** The hash of what was promised, to be compared before and after. */
export const fingerprint = ({ say }: Pick<View, 'say'>, hash: string) =>
  html`${say('promise_hash')} <code dir="ltr">${hash}</code>`

const promise = ({ say }: View, it: ConfidentialityPromise) =>
  html`<section class="promise" aria-label="${say('promise_label')}">
    <p>${it.sentence}</p>
    <details>
      <summary>${say('promise_in_full')}</summary>
      <ul>
        ${[...it.details, it.retention].map((line) => html`<li>${line}</li>`)}
        ${it.hash ? html`<li>${fingerprint({ say }, it.hash)}</li>` : ''}
      </ul>
    </details>
  </section>`

/** A form that came back, and why. */
export type Again = { form: Form; refusal: Problem }

export type Shown = {
  token: string
  /** The secret of this device: that of what it saved, or a new one. */
  attempt: string | null
  again?: Again
  note?: 'saved' | 'discarded' | null
}

export function answerPage(view: View, asked: Survey, { token, attempt, again, note }: Shown): Markup {
  const { say } = view
  const questions = asked.questions
  const saved = asked.saved?.answers
  const form = again?.form ?? formOf(questions, saved ?? [])
  return frame(
    view,
    again ? `${say('faults_title')}: ${asked.title}` : asked.title,
    html`<header>
        <p>${say('asks', { organisation: asked.organisation })}</p>
        <h1>${view.authored(asked.title)}</h1>
        ${asked.description ? html`<p class="lead">${view.authored(asked.description)}</p>` : ''}
        ${asked.closes_at ? html`<p><time datetime="${asked.closes_at}">${say('open_until', { when: view.when(asked.closes_at) })}</time></p>` : ''}
      </header>
      ${promise(view, asked.confidentiality)} ${faults(view, questions, again)}
      ${note ? html`<p class="status" role="status">${say(note)}</p>` : ''}
      <form
        method="post"
        action="/r/${token}/answer"
        novalidate
        data-save="/r/${token}/save"
        data-saved="${say('saved_short')}"
        data-failed="${say('save_failed')}"
      >
        <input
          type="hidden"
          name="_attempt"
          value="${again?.form.get('_attempt')?.[0] ?? attempt ?? randomBytes(16).toString('hex')}"
        />
        ${progress(view, questions, form, Boolean(again ?? saved))} ${fields(view, questions, form, again)}
        <div class="actions">
          <button type="submit">${say('send')}</button>
          <button type="submit" class="plain" formaction="/r/${token}/save">${say('save_later')}</button>
        </div>
        <p class="note" id="save-state" role="status"></p>
        <p class="note">${say('change_note')}</p>
      </form>
      ${
        saved
          ? html`<form method="post" action="/r/${token}/discard">
              <button type="submit" class="link">${say('discard')}</button>
            </form>`
          : ''
      }
      <footer>
        <a href="/r/${token}/unsubscribe">${say('unsubscribe_link')}</a>
      </footer>`,
    `/r/${token}`,
  )
}

/** How far somebody is shows once they have saved or sent something; script keeps it up to date. */
function progress(view: View, questions: readonly Question[], form: Form, known: boolean) {
  const { answered, of } = progressOf(questions, answersOf(questions, form))
  const { say } = view
  return html`<div class="progress" ${known ? '' : html`hidden`}>
    <progress max="${of}" value="${answered}" aria-label="${say('progress_label')}"></progress>
    <span
      data-progress="${say('progress', { done: '{done}', all: '{all}' })}"
      data-position="${say('position', { place: '{place}', all: '{all}' })}"
      >${say('progress', { done: view.number(answered), all: view.number(of) })}</span
    >
  </div>`
}

type Own = {
  receipt: string
  /** The whole address of this page. */
  link: string
  note: 'thanks' | 'saved' | null
  again?: Again
}

export function ownAnswerPage(view: View, own: OwnResponse, { receipt, link, note, again }: Own): Markup {
  const { say } = view
  const questions = own.questions
  const form = again?.form ?? formOf(questions, own.answers)
  const title = say(note === 'thanks' ? 'thanks_title' : 'own_title')
  return frame(
    view,
    again ? `${say('faults_title')}: ${title}` : title,
    html`<header>
        <p>${view.authored(own.title)}</p>
        <h1>${title}</h1>
        <p class="status" role="status">
          ${say(own.state === 'withdrawn' ? 'own_withdrawn' : note === 'saved' ? 'own_saved' : 'own_in')}
        </p>
      </header>
      <section class="promise">
        <p>
          ${say('own_keep')}
          ${own.editable_until ? say('own_until', { when: view.when(own.editable_until) }) : ''}
        </p>
        <p class="copy">
          <input
            type="text"
            readonly
            value="${link}"
            aria-label="${say('own_link')}"
            dir="ltr"
            id="own-link"
          />
          <button type="button" class="plain" data-copy="own-link" data-copied="${say('copied')}" hidden>
            ${say('copy')}
          </button>
        </p>
      </section>
      ${faults(view, questions, again)}
      <form method="post" action="/receipts/${receipt}/edit" novalidate>
        ${progress(view, questions, form, true)} ${fields(view, questions, form, again)}
        <div class="actions">
          <button type="submit">${say('save_changes')}</button>
        </div>
      </form>
      ${
        own.state === 'withdrawn'
          ? ''
          : html`<details class="withdraw">
              <summary>${say('withdraw')}</summary>
              <p>${say('withdraw_text')}</p>
              <form method="post" action="/receipts/${receipt}/withdraw">
                <button type="submit" class="plain">${say('withdraw_button')}</button>
              </form>
            </details>`
      }`,
    `/receipts/${receipt}`,
  )
}

function fields(view: View, questions: readonly Question[], form: Form, again?: Again): Markup[] {
  const wrong = faultsOf(view, questions, again)
  return questions.map((question, index) =>
    field(question, {
      view,
      questions,
      index,
      said: (name) => form.get(name) ?? [],
      fault: wrong.get(question.id) ?? null,
    }),
  )
}

/** Pointers of a refusal, /questions/{index} or /answers/{index} of what was sent, as words at questions. */
function faultsOf(view: View, questions: readonly Question[], again?: Again): Map<string, string> {
  const sent = again ? answersOf(questions, again.form) : []
  return new Map(
    (again?.refusal.extra.errors ?? []).flatMap(({ pointer }: FieldError) => {
      const [, list, index] = pointer.split('/')
      const missing = list === 'questions'
      const id = missing ? questions[Number(index)]?.id : sent[Number(index)]?.question_id
      const question = questions.find((one) => one.id === id)
      return question ? [[question.id, faultOf(question, missing, view)] as const] : []
    }),
  )
}

/** In the order of the questions, each leading to its own. */
function faults(view: View, questions: readonly Question[], again?: Again) {
  if (!again) return ''
  const wrong = faultsOf(view, questions, again)
  return html`<div class="faults" role="alert" tabindex="-1">
    <p><strong>${view.say('faults_title')}</strong></p>
    <p>${view.say('faults_text')}</p>
    <ul>
      ${questions
        .filter(({ id }) => wrong.has(id))
        .map(
          (question) =>
            html`<li>
              <a href="#${anchorOf(question)}">${view.authored(question.text)}</a
              ><span>${wrong.get(question.id)}</span>
            </li>`,
        )}
    </ul>
  </div>`
}
