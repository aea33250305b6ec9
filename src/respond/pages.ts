/**
 * What a respondent sees: the promise before the first question, the questions, one button; then thanks with the way back
 * to one's own answer. Every state of a link is a page. Plain forms: nothing here needs script.
 */
import { randomBytes } from 'node:crypto'
import { type Answered, type Asked } from '../../contract/answering.ts'
import { type PromiseMade } from '../../contract/confidentiality.ts'
import { type Answer, type Question } from '../../contract/questions.ts'
import { html, layout } from '../http/page.ts'
import { type FieldError, type Problem } from '../problem.ts'
import { answersOf, type Form } from './form.ts'
import { field } from './fields.ts'

const styles = 'respond.css'

const frame = (title: string, body: unknown) => layout({ title, styles, body: html`<main>${body}</main>` })

const when = (instant: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(instant))} UTC`

const promise = (it: PromiseMade) =>
  html`<section class="promise" aria-label="Who sees your answer">
    <p>${it.sentence}</p>
    <details>
      <summary>The promise in full</summary>
      <ul>
        ${it.details.map((line) => html`<li>${line}</li>`)}
      </ul>
    </details>
  </section>`

export type Again = { form: Form; refusal: Problem }

export function answerPage(asked: Asked, token: string, again?: Again) {
  if (asked.state === 'closed') return donePage('closed')
  if (asked.state === 'answered') return donePage('answered')
  const questions = asked.questions as Question[]
  return frame(
    asked.title,
    html`<header>
        <p>${asked.organisation} asks</p>
        <h1>${asked.title}</h1>
        ${asked.description ? html`<p>${asked.description}</p>` : ''}
        ${asked.closes_at ? html`<p>Open until <time datetime="${asked.closes_at}">${when(asked.closes_at)}</time></p>` : ''}
      </header>
      ${promise(asked.confidentiality)} ${faults(again)}
      <form method="post" action="/r/${token}/answer">
        <input
          type="hidden"
          name="_attempt"
          value="${again?.form.get('_attempt')?.[0] ?? randomBytes(16).toString('hex')}"
        />
        ${fields(questions, again ? (id) => again.form.get(id) ?? [] : () => [], again)}
        <button type="submit">Send my answer</button>
        <p class="note">You can change or withdraw it until the collection closes.</p>
      </form>`,
  )
}

export function ownAnswerPage(own: Answered, receipt: string, query: object, again?: Again) {
  const given = new Map((own.answers as Answer[]).map((answer) => [answer.question_id, answer]))
  const said = (id: string): readonly string[] => (again ? (again.form.get(id) ?? []) : inForm(given, id))
  return frame(
    'Your answer',
    html`<header>
        <p>${own.title}</p>
        <h1>${'thanks' in query ? 'Thank you' : 'Your answer'}</h1>
        <p role="status">
          ${own.state === 'withdrawn' ? 'You have withdrawn your answer. You can give it anew below.' : 'saved' in query ? 'Your changes are saved.' : 'Your answer is in.'}
        </p>
        <p>
          Keep this page’s address if you want to come back: it is the only way to your answer, and it is
          yours alone. ${own.editable_until ? html`It works until ${when(own.editable_until)}.` : ''}
        </p>
      </header>
      ${faults(again)}
      <form method="post" action="/receipts/${receipt}/edit">
        ${fields(own.questions as Question[], said, again)}
        <button type="submit">Save changes</button>
      </form>
      <form method="post" action="/receipts/${receipt}/withdraw">
        <p class="actions"><button type="submit" class="plain">Withdraw my answer</button></p>
      </form>`,
  )
}

/** One's own answer as the fields that would have sent it. */
function inForm(given: ReadonlyMap<string, Answer>, name: string): readonly string[] {
  const own = name.endsWith('.text')
  const answer = given.get(own ? name.slice(0, -'.text'.length) : name)
  if (!answer) return []
  if (own || answer.value === undefined) return answer.text === undefined ? [] : [answer.text]
  return Array.isArray(answer.value) ? answer.value : [String(answer.value)]
}

function fields(questions: readonly Question[], said: (name: string) => readonly string[], again?: Again) {
  const faults = faultsOf(questions, again)
  return questions.map((question, index) =>
    field(question, { index, count: questions.length, said, fault: faults.get(question.id) ?? null }),
  )
}

/** Pointers of a refusal, /questions/{index} or /answers/{index} of what was sent, as questions. */
function faultsOf(questions: readonly Question[], again?: Again): Map<string, string> {
  const sent = again ? answersOf(questions, again.form) : []
  return new Map(
    (again?.refusal.extra.errors ?? []).map(({ pointer, detail }: FieldError) => {
      const [, list, index] = pointer.split('/')
      const at = Number(index)
      return [(list === 'answers' ? sent[at]?.question_id : questions[at]?.id) ?? '', detail]
    }),
  )
}

const faults = (again?: Again) =>
  again
    ? html`<div class="faults" role="alert">
        <p>Nothing is lost. Please look again: ${again.refusal.extra.detail}</p>
      </div>`
    : ''

const states = {
  closed: ['This collection has closed', 'Thank you for coming. It no longer takes answers.'],
  answered: [
    'Your answer is in',
    'This link has been used. To read or change your answer, open the address that you got with your thanks.',
  ],
  withdrawn: [
    'Your answer is withdrawn',
    'Nothing that you wrote is kept. Until the collection closes you can answer anew at the same address.',
  ],
} as const

export function donePage(state: keyof typeof states) {
  const [title, text] = states[state]
  return frame(
    title,
    html`<div class="card">
      <h1>${title}</h1>
      <p>${text}</p>
    </div>`,
  )
}

const refusals: Record<string, readonly [string, string]> = {
  not_found: [
    'There is nothing at this address',
    'The link may be incomplete, or what it led to is gone. Open it again from the message that you got.',
  ],
  already_answered: states.answered,
  collection_closed: states.closed,
  unavailable: ['Just a moment', 'The service cannot answer right now. Please try again shortly.'],
}

export function refusalPage(refusal: Problem, requestId: string) {
  const [title, text] = refusals[refusal.code] ?? ['This did not work', 'Nothing was sent. Please try again.']
  return frame(
    title,
    html`<div class="card">
      <h1>${title}</h1>
      <p>${text}</p>
      <p class="note">Request ${requestId}</p>
    </div>`,
  )
}
