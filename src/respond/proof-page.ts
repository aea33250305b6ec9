/** What a receipt shows once its collection has closed: that the answer was counted, under which promise, and since when its keys are gone. */
import { type ConfidentialityPromise } from '../../contract/confidentiality.ts'
import { type Proof } from '../vault/vault.ts'
import { html, type Markup } from '../http/page.ts'
import { fingerprint } from './pages.ts'
import { frame, type View } from './view.ts'

export function proofPage(
  view: View,
  proof: Proof,
  promise: ConfidentialityPromise,
  receipt: string,
): Markup {
  const { say } = view
  return frame(
    view,
    say('counted_title'),
    html`<header>
        <p>${view.authored(proof.title)}</p>
        <h1>${say('counted_title')}</h1>
        <p class="status" role="status">${say('counted_text', { when: view.when(proof.closed_at!) })}</p>
      </header>
      <section class="promise" aria-label="${say('counted_promise')}">
        <p><strong>${say('counted_promise')}</strong></p>
        <p>${promise.sentence}</p>
      </section>
      ${
        proof.keys_destroyed_at
          ? html`<p>${say('counted_keys', { when: view.when(proof.keys_destroyed_at) })}</p>`
          : ''
      }
      ${promise.hash ? html`<p class="note">${fingerprint(view, promise.hash)}</p>` : ''}`,
    `/receipts/${receipt}`,
  )
}
