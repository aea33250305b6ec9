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
  // In anonymous mode a link may have been used before, and nothing tells whether it was.
  const title = proof.counted
    ? promise.mode === 'anonymous'
      ? 'received_title'
      : 'counted_title'
    : 'not_counted_title'
  const when = view.when(proof.closed_at)
  const text = proof.counted
    ? say(promise.mode === 'anonymous' ? 'received_text' : 'counted_text', { when })
    : say('not_counted')
  return frame(
    view,
    say(title),
    html`<header>
        <p>${view.authored(proof.title)}</p>
        <h1>${say(title)}</h1>
        <p class="status" role="status">${text}</p>
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
