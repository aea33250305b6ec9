/**
 * A device that many people answer on (`/r/kiosk`): a page with one field, then the questions, then thanks, with the receipt only on paper. The
 * device keeps one cookie, which marks it as such a device; no language, no answers, no receipt. web/respond/kiosk.js starts over by itself.
 */
import { html, type Markup } from '../http/page.ts'
import type { QrCode } from '../qr-code.ts'
import { tick } from './state-icons.ts'
import { kioskAddress, stateFrame, surveyOf, type View } from './view.ts'

/**
 * The page after sending. It replaces a redirect to the receipt, so that the address of the receipt stays in no history. The screen does not show it either, because the next
 * in the queue could take a picture of it and change the answers.
 */
export const kioskThanksPage = (
  view: View,
  { title, link, qr }: { title: string; link: string; qr: QrCode },
): Markup => {
  const { say } = view
  return stateFrame(
    { ...view, isSent: true },
    say('thanks_title'),
    html`<div class="receipt card thanks">
      <div class="on-screen">
        ${tick}
        <h1>${say('thanks_title')}</h1>
        <p class="of">${surveyOf(view, title)}</p>
        <p class="status" role="status">${say('own_in')}</p>
        <p class="keeping">${say('kiosk_keep')}</p>
      </div>
      <section class="on-paper">
        <p class="of">${surveyOf(view, title)}</p>
        <h2>${say('receipt_title')}</h2>
        <p>${say('kiosk_paper')}</p>
        <svg class="qr" viewBox="0 0 ${qr.size} ${qr.size}" role="img" aria-label="${say('kiosk_qr')}">
          <rect width="${qr.size}" height="${qr.size}" fill="#fff" />
          <path d="${qr.path}" fill="#000" />
        </svg>
        <p><code dir="ltr">${link}</code></p>
      </section>
      <div class="actions">
        <button type="button" class="plain" data-print hidden>${say('kiosk_print')}</button>
        <a class="button" href="${kioskAddress}" data-start>${say('kiosk_done')}</a>
      </div>
      ${rest(say('kiosk_rest', { time: '{time}' }))}
    </div>`,
  )
}

/** The time until the page starts over for the next person. Script starts over, so script shows it. */
const rest = (text: string): Markup =>
  html`<p class="to-next" role="timer" data-rest="${text}" hidden>
    <svg viewBox="0 0 24 24" width="36" height="36" fill="none" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="10" />
      <circle class="time" cx="12" cy="12" r="10" pathLength="1" />
    </svg>
    <span></span>
  </p>`
