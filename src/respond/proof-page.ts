/**
 * The page of a receipt once its collection has closed: whether the answer was counted, under which promise, and in anonymous mode
 * when the keys were destroyed. In the other modes answers are not encrypted, so the keys protect the links alone.
 */
import type { ConfidentialityPromise } from '../../contract/confidentiality.ts'
import type { Contact } from '../../contract/organisation.ts'
import { html, type Markup } from '../http/page.ts'
import { contactsSection } from './contacts.ts'
import { promiseIcon } from './mode-icons.ts'
import { termsOf } from './promise.ts'
import { rowsOf } from './promise-section.ts'
import type { ClosedProof } from './respond.ts'
import { stateFrame, surveyOf, timeIn, type View } from './view.ts'

type ProofPage = {
  receipt: string
  contacts: readonly Contact[]
  hasReplies: boolean
  /** Whether this visit comes from a form of the receipt that the survey's end had overtaken. */
  isTooLate: boolean
}

export function proofPage(
  view: View,
  proof: ClosedProof,
  promise: ConfidentialityPromise,
  { receipt, contacts, hasReplies, isTooLate }: ProofPage,
): Markup {
  const { say } = view
  const { title, text } = textsOf(view, proof, promise)
  const terms = termsOf(promise, view.language)
  return stateFrame(
    view,
    title,
    html`<header>
        <p class="of"><span>${surveyOf(view, proof.title)}</span></p>
        <h1>${title}</h1>
        ${isTooLate ? html`<p class="status late" role="alert">${say('too_late')}</p>` : ''}
        <p class="lead" role="status">${text}</p>
      </header>
      <section class="promise counted" aria-label="${say('counted_promise')}">
        <p><strong>${say('counted_promise')}</strong></p>
        <p class="headline">${promiseIcon(terms)}<span>${terms.headline}</span></p>
        ${rowsOf(
          view.language,
          // The headline says who sees the name.
          promise.summary.filter(({ about }) => about !== 'kept' && about !== 'with_name'),
          promise,
        )}
        <p class="note">${promise.retention}</p>
      </section>
      ${
        promise.mode === 'anonymous' && proof.keys_destroyed_at
          ? html`<p>${timeIn(view, 'counted_keys', proof.keys_destroyed_at)}</p>`
          : ''
      }
      ${
        hasReplies
          ? html`<p><a class="button plain" href="/receipts/${receipt}/replies">${say('came_link')}</a></p>`
          : html`<p class="note">${say('came_wait')}</p>`
      }
      ${contactsSection(view, contacts)} ${promise.hash ? verification(view, promise.hash) : ''}`,
    `/receipts/${receipt}`,
  )
}

/**
 * Only attributed mode says that these very answers were counted. In the others one answer may be left out at random, and nothing tells whose;
 * in anonymous mode the link may have been used before, and nothing reveals whether it was.
 */
function textsOf(view: View, { counted, closed_at }: ClosedProof, { mode }: ConfidentialityPromise) {
  const { say } = view
  if (!counted) return { title: say('received_title'), text: say('not_counted') }
  if (mode === 'attributed')
    return { title: say('counted_title'), text: timeIn(view, 'counted_text', closed_at) }
  const text = timeIn(view, 'received_text', closed_at)
  return {
    title: say('received_title'),
    text: mode === 'anonymous' ? html`${text} ${say('sent_twice')}` : text,
  }
}

/** The hash of the promise, in groups of eight, which are one text when copied. */
const verification = ({ say }: View, hash: string): Markup =>
  html`<details class="verification">
    <summary>${say('counted_code')}</summary>
    <p>${say('counted_code_text')}</p>
    <p><code dir="ltr">${hash.match(/.{1,8}/g)?.map((part) => html`<span>${part}</span><wbr />`)}</code></p>
  </details>`
