/**
 * The page of a receipt once its collection has closed: whether the answer was counted, under which promise, and in anonymous mode
 * when the keys were destroyed. In the other modes answers are not encrypted, so the keys protect the links alone.
 */
import { type ConfidentialityPromise } from '../../contract/confidentiality.ts'
import { html, type Markup } from '../http/page.ts'
import { fingerprint } from './pages.ts'
import { type ClosedProof } from './respond.ts'
import { frame, type View } from './view.ts'

export function proofPage(
  view: View,
  proof: ClosedProof,
  promise: ConfidentialityPromise,
  receipt: string,
): Markup {
  const { say } = view
  const title = say(proof.counted ? 'counted_title' : 'not_counted_title')
  return frame(
    view,
    title,
    html`<header>
        <p>${view.authored(proof.title)}</p>
        <h1>${title}</h1>
        <p class="status" role="status">
          ${proof.counted ? say('counted_text', { when: view.when(proof.closed_at) }) : say('not_counted')}
        </p>
      </header>
      <section class="promise" aria-label="${say('counted_promise')}">
        <p><strong>${say('counted_promise')}</strong></p>
        <p>${promise.sentence}</p>
      </section>
      ${
        promise.mode === 'anonymous' && proof.keys_destroyed_at
          ? html`<p>${say('counted_keys', { when: view.when(proof.keys_destroyed_at) })}</p>`
          : ''
      }
      ${promise.hash ? html`<p class="note">${fingerprint(view, promise.hash)}</p>` : ''}`,
    `/receipts/${receipt}`,
  )
}
