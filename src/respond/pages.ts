/**
 * The pages of a respondent: the promise before the first question, the questions, one button; then thanks, with the link to
 * their own answer. Plain forms: script adds comfort and nothing here needs it.
 */
import type { Survey } from '../../contract/answering.ts'
import { lengthOf } from '../../contract/answering-time.ts'
import type { ConfidentialityPromise } from '../../contract/confidentiality.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import { progressOf } from '../collection/collection.ts'
import { isCaveat, rowsIn } from '../confidentiality/confidentiality.ts'
import { directionOf, localeOf, pluralForms } from '../../locales/format.ts'
import { html, layout, type Markup } from '../http/page.ts'
import type { FieldError, Problem } from '../problem.ts'
import { anchorOf } from './field-frame.ts'
import { promiseIcon } from './mode-icons.ts'
import { field } from './fields.ts'
import { answersOf, type Form, formOf } from './form.ts'
import { faultOf, missingOf, twiceIn } from './hints.ts'
import { type Terms, termsOf } from './promise.ts'
import { stateIcon } from './state-icons.ts'
import { caveatsOf, promiseInFull, promiseInShort, promiseSection, seen } from './promise-section.ts'
import { accentStyles, frame, logoOf, timeIn, type View, wholeName } from './view.ts'
import { partsOf } from '../questions/questions.ts'
import { wholeDays } from './whole-days.ts'
import { randomBytes } from '../random-bytes.ts'

/** A form that was refused, and the refusal. */
export type RefusedForm = { form: Form; refusal: Problem }

type AnswerPage = {
  token: string
  /** The secret that this device saved with; null: a new one. */
  attempt: string | null
  again?: RefusedForm | undefined
  note?: 'saved' | 'discarded' | null
  /** Of earlier surveys like it. */
  hasReplies: boolean
}

/** Where names are seen, who sees them comes first: not to be counted among groups does not mean that nobody reads the answers. */
function notCounted({ say }: View, { not_counted: reason, confidentiality: { mode } }: Survey): Markup | '' {
  if (reason === null) return ''
  const still = mode === 'attributed' ? html`<strong>${say('not_counted_named')}</strong> ` : ''
  return html`<p class="status">${still}${wholeDays(reason.sentence)}</p>`
}

export function answerPage(
  view: View,
  survey: Survey,
  { token, attempt, again, note, hasReplies }: AnswerPage,
): Markup {
  const { say } = view
  const questions = survey.questions
  const saved = survey.saved?.answers
  const form = again?.form ?? formOf(questions, saved ?? [])
  const terms = termsOf(survey.confidentiality, view.language)
  const isNamed = survey.confidentiality.mode === 'attributed'
  return frame(
    view,
    again ? `${say('faults_title')}: ${survey.title}` : survey.title,
    html`<details class="${again ? 'about folded' : 'about'}" ${again ? '' : html`open`}>
        <summary>${aboutInShort(view, survey)}</summary>
        ${heading(view, survey, already(view, survey))} ${isNamed ? '' : notCounted(view, survey)}
        ${promiseSection(view, survey.confidentiality)} ${isNamed ? notCounted(view, survey) : ''}
      </details>
      ${seen(view, terms)} ${faults(view, questions, again, say('faults_text'))}
      ${note ? noted(view, note) : saved && !again ? draftBack(view, token) : ''}
      <form
        method="post"
        action="/r/${token}/answer${view.isShared ? `?lang=${view.language}` : ''}"
        novalidate
        data-answer
        ${
          survey.by_code
            ? html`autocomplete="off"`
            : html`data-save="/r/${token}/save" data-saved="${say('saved_short')}"
              data-failed="${say('save_failed')}"`
        }
        ${scriptTexts(view, questions, say('faults_text'))}
      >
        <input
          type="hidden"
          name="_attempt"
          value="${again?.form.get('_attempt')?.[0] ?? attempt ?? randomBytes(16).toString('hex')}"
        />
        ${progress(view, { questions }, form, { isVisible: Boolean(again ?? saved), again, more: layoutChoice(view) })}
        ${fields(view, { questions, terms }, form, again)} ${slipCounts(view, survey)}
        ${beforeSending(survey.confidentiality)}
        <div class="actions">
          <button type="button" class="plain" data-back hidden>${say('back')}</button>
          <button type="button" data-next data-skip="${say('skip')}" hidden>${say('next')}</button>
          <p class="keys" aria-hidden="true" hidden>
            <span data-leads="${say('keys_lead')}">${say('keys')}</span> <span>${say('keys_ten')}</span>
          </p>
          <button type="submit">${sendText(view, survey)}</button>
          ${
            survey.by_code
              ? ''
              : html`<button type="submit" class="link" formaction="/r/${token}/save">
                  ${say('save_later')}
                </button>`
          }
        </div>
        <p class="note" id="save-state" role="status"></p>
        ${afterwards(view, !survey.by_code)}
      </form>
      ${
        saved
          ? html`<form method="post" action="/r/${token}/discard">
              <button type="submit" class="link">${say('discard')}</button>
            </form>`
          : ''
      }
      ${
        survey.by_code
          ? ''
          : html`<footer>
              ${hasReplies ? html`<a href="/r/${token}/replies">${say('came_link')}</a>` : ''}
              <a href="/r/${token}/unsubscribe">${say('unsubscribe_link')}</a>
            </footer>`
      }`,
    `/r/${token}${again ? '?refused' : ''}`,
  )
}

/** With a sign that it is done: whoever saved may go. */
const noted = ({ say }: View, note: 'saved' | 'discarded'): Markup =>
  html`<p class="status noted" role="status">
    ${note === 'saved' ? stateIcon('answered') : ''}<span>${say(note)}</span>
  </p>`

/** Anyone who comes back is told that what they had answered is filled in. When they saved it is stored nowhere, so it cannot be said. */
const draftBack = ({ say }: View, token: string): Markup =>
  html`<div class="status back">
    <span role="status">${say('draft_back')}</span>
    <form method="post" action="/r/${token}/discard">
      <button type="submit" class="link">${say('kiosk_start')}</button>
    </form>
  </div>`

/** Script shows it: in the row of progress, which stays visible, or where there is room beside the number of questions. */
const layoutChoice = ({ say }: View): Markup =>
  html`<p class="layout" hidden>
    <button type="button" class="link" data-all="${say('all_at_once')}">${say('one_at_a_time')}</button>
  </p>`

/** Room for what script says, and again who sees the answer where names are seen. */
const beforeSending = ({ mode, sentence }: ConfidentialityPromise): Markup =>
  html`<div class="alert" id="send-state" role="alert"></div>
    ${mode === 'attributed' ? html`<p class="by-name">${sentence}</p>` : ''}`

/** What holds after sending, in one line, which opens; and before it, where drafts are. */
const afterwards = ({ say, isShared }: View, canSave: boolean): Markup =>
  html`<details class="later">
    <summary>${say(isShared ? 'kiosk_change_later' : 'change_later')}</summary>
    <p>${say(isShared ? 'kiosk_receipt' : 'change_note')}</p>
    ${canSave ? html`<p>${say('save_where')}</p>` : ''}
  </details>`

/**
 * What script says while it checks and sends; the page has no texts in its script.
 * @param unsent  what has not happened to the answers, where something is wrong with them
 */
export const scriptTexts = (
  { say, language }: View,
  questions: readonly FormQuestion[],
  unsent: string,
): Markup => {
  const faultsIn = pluralForms(localeOf(language), questions.length, (count) =>
    say('faults_count', { count }),
  )
  return html`data-check="${JSON.stringify(faultsIn)}" data-unsent="${unsent}"
  data-offline="${say('offline')}" data-sending="${say('sending')}" data-waiting="${say('waiting')}"
  data-still="${say('still_sending')}" data-clear="${say('clear')}"`
}

/** What a page says above its questions, and what it asks. */
export type Content = Pick<
  Survey,
  'title' | 'description' | 'organisation' | 'closes_at' | 'questions' | 'confidentiality'
>

const lengthIn = ({ questions }: Pick<Content, 'questions'>) => {
  const { questionCount: count, minutes } = lengthOf(questions)
  return { count, minutes }
}

/** @param more  beside how long it takes, on the page that is answered */
const heading = (view: View, survey: Content, more: Markup | '' = '') =>
  html`<header>
    <p>${view.say('asks', { organisation: wholeName(survey.organisation) })}</p>
    ${writtenIn(view, survey, 'p')}
    <h1${view.directed(survey.title)}>${view.authored(survey.title)}</h1>
    ${survey.description ? html`<p class="lead" ${view.directed(survey.description)}>${view.authored(survey.description)}</p>` : ''}
    <div class="facts">
      <p>${facts(view, survey)}</p>
      ${more}
    </div>
  </header>`

/** Says that the survey is in another language than the page, where its author has not translated it. */
function writtenIn({ say, languageOf }: View, { title }: Pick<Content, 'title'>, as: 'p' | 'span') {
  const language = languageOf(title)
  if (language === null) return ''
  const text = say('only_in', { language })
  return as === 'p' ? html`<p>${text}</p>` : html`<span class="asks">${text}</span>`
}

/** How long it takes, and until when there is time. */
const facts = (view: View, survey: Pick<Content, 'questions' | 'closes_at'>): Markup =>
  html`<span>${view.say('about', lengthIn(survey))}</span>${
      survey.closes_at ? html` <span>${timeIn(view, 'until', survey.closes_at, 'short')}</span>` : ''
    }`

/** Where nothing reveals whether a link was used, its page is the same after sending. A shared device says so to whoever has a slip, below the questions. */
const isAskedAgain = ({ isShared }: View, { confidentiality: { mode } }: Pick<Content, 'confidentiality'>) =>
  mode === 'anonymous' && !isShared

/** Anyone who opens their link again asks that at the top, and nearly nobody else does: a few words, which open. */
const already = (view: View, survey: Pick<Content, 'confidentiality'>): Markup | '' =>
  isAskedAgain(view, survey)
    ? html`<details class="already">
        <summary>${view.say('already')}</summary>
        <p>${view.say('first_counts')}</p>
      </details>`
    : ''

const slipCounts = (
  { say, isShared }: View,
  { confidentiality: { mode } }: Pick<Content, 'confidentiality'>,
) => (mode === 'anonymous' && isShared ? html`<p class="counts">${say('kiosk_first_counts')}</p>` : '')

/** The line that heading and promise fold into, above what is wrong, and while one question is shown at a time. Otherwise they are open, and the line is not there. */
function aboutInShort(view: View, survey: Survey) {
  const { say, authored, directed, language } = view
  const { title, description, organisation, confidentiality: promise } = survey
  const terms = termsOf(promise, language)
  const { mode, headline } = terms
  const isNamed = mode === 'attributed'
  const [open] = rowsIn(promise)
  const caveats = caveatsOf(language, open, promise).map(
    (words) => html`<span class="caveat">${words}</span>`,
  )
  return html`<span class="asks">${say('asks', { organisation: wholeName(organisation) })}</span
    >${writtenIn(view, survey, 'span')}<span class="title" role="heading" aria-level="1" ${directed(title)}
      >${authored(title)}</span
    >${
      description
        ? html`<span class="lead" ${directed(description)}>${authored(description)}</span
            ><span class="whole" hidden>${say('read_all')}</span>`
        : ''
    }<span class="facts"
      >${facts(view, survey)}${
        isAskedAgain(view, survey) ? html` <span class="already">${say('already')}</span>` : ''
      }</span
    ><span class="short ${mode}"
      ><span class="who ${mode}"
        >${promiseIcon(terms)}<span class="whole-line">${isNamed ? say('named') : headline}</span
        ><span class="brief">${promiseInShort(view, terms)}</span></span
      >${isNamed ? html`<span class="sees">${headline}</span>` : caveats}<span class="rows"
        >${open
          .filter((row) => !isCaveat(row))
          .map(
            ({ label, text }) => html`<span><span>${label}</span> <span>${wholeDays(text)}</span></span>`,
          )}</span
      >${isNamed ? caveats : ''}<span class="more">${promiseInFull(say, promise)}</span></span
    >`
}

/** Where names are seen, the button says it too. */
const sendText = ({ say }: View, { confidentiality: { mode } }: Pick<Content, 'confidentiality'>): string =>
  say(mode === 'attributed' ? 'send_named' : 'send')

/** The page before anybody is asked: nothing can be sent, nothing leads elsewhere, and no script runs. */
export const previewPage = (view: View, survey: Content, theme: 'light' | 'dark' | undefined): Markup =>
  layout({
    title: survey.title,
    language: view.language,
    direction: directionOf(view.language),
    styles: ['respond.css', ...accentStyles(view)],
    theme,
    body: html`<main>
      ${logoOf(view)} ${heading(view, survey)} ${promiseSection(view, survey.confidentiality)}
      <form novalidate>
        ${fields(view, { questions: survey.questions, terms: termsOf(survey.confidentiality, view.language) }, new Map(), 'preview')}
        ${beforeSending(survey.confidentiality)}
        <div class="actions"><button type="submit" disabled>${sendText(view, survey)}</button></div>
        ${afterwards(view, false)}
      </form>
    </main>`,
  })

/** What is asked, and on which terms. */
type Sheet = { readonly questions: readonly FormQuestion[]; readonly terms: Terms }

/** Visible once something was saved or sent; script shows it at once and keeps it up to date. */
export function progress(
  view: View,
  { questions }: Pick<Sheet, 'questions'>,
  form: Form,
  { isVisible, again, more = '' }: { isVisible: boolean; again: RefusedForm | undefined; more?: Markup | '' },
) {
  // What does not fit is not an answer.
  const refused = new Set(
    again?.refusal.extra.errors?.map(({ pointer }) => pointer.split('/').slice(0, 3).join('/')),
  )
  const fitting = answersOf(questions, form).filter((_answer, at) => !refused.has(`/answers/${at}`))
  const { answered, of } = progressOf(questions, fitting)
  const { say } = view
  return html`<div class="progress" ${isVisible ? '' : html`hidden`}>
    <progress
      max="${of}"
      value="${answered}"
      aria-label="${say('progress_label')}"
      data-label="${say('progress_label')}"
    ></progress>
    <span
      data-progress="${say('progress', { done: '{done}', all: '{all}' })}"
      data-position="${say('position', { place: '{place}', all: '{all}' })}"
      >${say('progress', { done: view.number(answered), all: view.number(of) })}</span
    >
    ${more}
  </div>`
}

/** The fields of all items, as they were sent or are stored. */
export function fields(
  view: View,
  { questions, terms }: Sheet,
  form: Form,
  again?: RefusedForm | 'preview',
): Markup[] {
  const isPreview = again === 'preview'
  const wrong = isPreview ? new Map<string, string>() : faultsOf(view, questions, again)
  return questions.map((question) =>
    field(question, {
      view,
      questions,
      terms,
      valuesOf: (name) => form.get(name) ?? [],
      fault: wrong.get(question.id) ?? null,
      isPreview,
    }),
  )
}

/** A refusal's pointers, /questions/{index}… or /answers/{index} of the form, as texts by question. */
function faultsOf(view: View, questions: readonly FormQuestion[], again?: RefusedForm): Map<string, string> {
  const sent = again ? answersOf(questions, again.form) : []
  return new Map(
    (again?.refusal.extra.errors ?? []).flatMap(({ pointer }: FieldError) => {
      const [, list, index] = pointer.split('/')
      if (list === 'questions') {
        const missing = questions[Number(index)]
        return missing ? [[missing.id, missingOf(missing, view)] as const] : []
      }
      const { question_id: id, value } = sent[Number(index)] ?? {}
      return questions.flatMap((item) =>
        partsOf(item)
          .filter((part) => part.id === id)
          .map((part) => [item.id, twiceIn(again?.form, part, view) ?? faultOf(part, view, value)] as const),
      )
    }),
  )
}

/**
 * The faults in the order of the questions, each a link to its question. web/respond/checking.js makes the same list.
 * @param unsent  what has not happened to the answers
 */
export function faults(
  view: View,
  questions: readonly FormQuestion[],
  again: RefusedForm | undefined,
  unsent: string,
) {
  if (!again) return ''
  const wrong = faultsOf(view, questions, again)
  return html`<div class="faults" role="alert" tabindex="-1">
    <p><strong>${unsent}</strong></p>
    <p>${view.say('faults_count', { count: wrong.size })}</p>
    <ul>
      ${questions
        .filter(({ id }) => wrong.has(id))
        .map(
          (question) =>
            html`<li>
              <a href="#${anchorOf(question)}"
                ><span>${view.authored(question.text)}</span> <span>${wrong.get(question.id)}</span></a
              >
            </li>`,
        )}
    </ul>
  </div>`
}
