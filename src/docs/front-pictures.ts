/** Two pictures of the product, drawn in HTML and SVG with the colours of the page: the page that people answer, and a finding with its action. */
import { html } from 'hono/html'
import type { Markup } from '../http/page.ts'
import { shownInsights } from './front-example.ts'
import { textsOf } from '../../locales/catalogue.ts'

/** In the words of the product. */
const promise = textsOf('promise', 'en')

export const answerPage = (): Markup =>
  html`<figure>
    <div class="drawn" role="img" aria-label="An answer page: the promise, a statement and five answers">
      <div class="promise">
        <strong>${promise('headline_confidential')}</strong>
        <span>${promise('label_results')}: ${promise('results_row', { k: 5, k_comment: 10 })}</span>
        <span>${promise('label_readers')}: ${promise('who_managers')}</span>
      </div>
      <div class="question">
        <strong>My workload was manageable</strong>
        <div class="steps">
          ${[1, 2, 3, 4, 5].map((step) => html`<span class="${step === 2 ? 'chosen' : ''}">${step}</span>`)}
        </div>
        <div class="ends"><span>Strongly disagree</span><span>Strongly agree</span></div>
        <strong>What would help most?</strong>
        <span class="box">Fewer nights on call in one week.</span>
        <span class="send">Send answers</span>
      </div>
    </div>
    <figcaption>People answer on a page that says first who will see what.</figcaption>
  </figure>` as Markup

export const finding = (): Markup => {
  const [level, action] = shownInsights
  const { title, first_step: firstStep } = action.value.action
  return html`<figure>
    <div class="drawn" role="img" aria-label="A finding: a low workload, and the action suggested for it">
      <div class="finding">
        <span class="tag">Problem</span>
        <strong>${level.statement}</strong>
        <svg viewBox="0 0 300 92" aria-hidden="true">
          <path class="grid" d="M8 12H292M8 46H292M8 80H292" />
          <path class="line" d="M20 32L150 68L280 62" />
          <circle cx="20" cy="32" r="4" />
          <circle cx="150" cy="68" r="4" />
          <circle class="last" cx="280" cy="62" r="6" />
          <text x="20" y="22">3.9</text>
          <text x="150" y="58">1.8</text>
          <text x="280" y="52">2.1</text>
        </svg>
      </div>
      <div class="suggestion">
        <span class="quiet">Suggested for Platform</span>
        <strong>${title}</strong>
        <span>${firstStep}</span>
        <span class="send">Accept</span>
      </div>
    </div>
    <figcaption>Leads read what stands out, how sure it is, and what to do next.</figcaption>
  </figure>` as Markup
}
