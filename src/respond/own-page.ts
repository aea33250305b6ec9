/**
 * The page of a receipt while its survey is open: what happens next, the answers, to change or to withdraw, and the private link. After sending
 * the link is new, and is above the answers; later whoever reads the page has it, and it is folded below them. The ways to keep it are the
 * reader's own: nothing is sent, and nothing learns where the link goes.
 */
import type { OwnResponse } from '../../contract/answering.ts'
import { html, type Markup } from '../http/page.ts'
import { qrCodeOf } from '../qr-code.ts'
import { contactsSection } from './contacts.ts'
import { copyButton } from './copy-button.ts'
import { formOf } from './form.ts'
import { faults, fields, progress, type RefusedForm, scriptTexts } from './pages.ts'
import type { OwnAnswerRead } from './respond.ts'
import { promiseIcon } from './mode-icons.ts'
import { stateIcon, tick } from './state-icons.ts'
import { seen } from './promise-section.ts'
import { nextSteps } from './next-steps.ts'
import { stateFrame, surveyOf, timeIn, type View } from './view.ts'

type OwnAnswerPage = {
  receipt: string
  /** The whole address of this page. */
  link: string
  note: 'thanks' | 'saved' | null
  again?: RefusedForm | undefined
}

export function ownAnswerPage(read: OwnAnswerRead, page: OwnAnswerPage): Markup {
  const { own, view, contacts, terms, conversation } = read
  const { say } = view
  const { receipt, note, again } = page
  const isThere = own.state !== 'withdrawn'
  const isNew = note === 'thanks' && isThere && !again
  const title = say(isNew ? 'thanks_title' : 'own_title')
  const form = editForm(view, { own, terms }, page)
  const of = html`<p class="of"><span>${surveyOf(view, own.title)}</span></p>`
  return stateFrame(
    view,
    again ? `${say('faults_title')}: ${title}` : title,
    html`${faults(view, own.questions, again, say('faults_changes'))}
      <header class="${isNew ? 'thanks' : ''}">
        ${isNew ? tick : ''} ${isNew ? '' : of}
        <h1>${title}</h1>
        ${
          isNew
            ? html`${of}
                <p class="status" role="status">
                  <span>${say('own_in')}</span>
                </p>
                ${terms.mode === 'attributed' ? promised(view, terms) : ''}`
            : html`<div class="standing">
                <p class="status" role="status">
                  ${stateIcon(isThere ? 'answered' : 'withdrawn')}
                  <span>${say(isThere ? (note === 'saved' ? 'own_saved' : 'own_in') : 'own_withdrawn')}</span>
                </p>
                ${promised(view, terms)} ${isThere ? nextFolded(view, terms, own.editable_until) : ''}
              </div>`
        }
      </header>
      ${isNew ? '' : seen(view, terms)}
      ${isNew || !isThere ? '' : html`<p class="edit">${say('own_edit')}</p>`}
      ${
        conversation === null
          ? ''
          : html`<p>
              <a
                class="${conversation.waitsFrom === null ? 'button plain' : 'button'}"
                href="/conversations/${conversation.key}"
                >${
                  conversation.waitsFrom === null
                    ? say('talk_title')
                    : say('talk_new', { author: conversation.waitsFrom })
                }</a
              >
            </p>`
      }
      ${
        isNew
          ? html`<section class="receipt" aria-labelledby="receipt">
                <div>
                  <h2 id="receipt">${say('receipt_later')}</h2>
                  ${privateLink(view, own, page)}
                </div>
                ${privateCode(view, page)}
              </section>
              <section class="next" aria-labelledby="next">
                <h2 id="next">${say('next_title')}</h2>
                ${nextSteps(view, terms, own.editable_until)}
                ${terms.mode === 'anonymous' ? html`<p class="note">${say('sent_twice')}</p>` : ''}
              </section>
              <p class="note">${say('thanks_close')}</p>
              <details class="change">
                <summary>${say('change_answers')}</summary>
                ${form}
              </details>`
          : html`${form}
              <details class="change">
                <summary>${say('receipt_title')}</summary>
                <div class="receipt">
                  <div>${privateLink(view, own, page)}</div>
                  ${privateCode(view, page)}
                </div>
              </details>`
      }
      ${
        isThere
          ? html`<details class="withdraw">
              <summary>${say('withdraw')}</summary>
              <p>${say('withdraw_text')}</p>
              <form method="post" action="/receipts/${receipt}/withdraw">
                <button type="submit" class="plain">${say('withdraw_button')}</button>
              </form>
            </details>`
          : ''
      }
      ${contactsSection(view, contacts)}`,
    `/receipts/${receipt}${again ? '?refused' : ''}`,
  )
}

/** Under which promise the answers are there; with names, who sees them now. */
const promised = ({ say }: View, terms: OwnAnswerRead['terms']): Markup =>
  html`<p class="who promised ${terms.mode}">
    ${promiseIcon(terms)}<span
      >${terms.mode === 'attributed' ? say('next_named', { readers: terms.readers }) : terms.headline}</span
    >
  </p>`

/** Who sees something, and when: after sending it is open, and later folded. */
const nextFolded = (view: View, terms: OwnAnswerRead['terms'], closesAt: string | null): Markup =>
  html`<details class="next">
    <summary>
      ${stateIcon('upcoming')}
      <h2>${view.say('next_title')}</h2>
    </summary>
    ${nextSteps(view, terms, closesAt)}
  </details>`

const editForm = (
  view: View,
  { own, terms }: Pick<OwnAnswerRead, 'own' | 'terms'>,
  { receipt, again }: OwnAnswerPage,
): Markup => {
  const { questions } = own
  const form = again?.form ?? formOf(questions, own.answers)
  return html`<form
    method="post"
    action="/receipts/${receipt}/edit"
    novalidate
    ${scriptTexts(view, questions, view.say('faults_changes'))}
  >
    ${progress(view, { questions }, form, { isVisible: true, again })}
    ${fields(view, { questions, terms }, form, again)}
    <div class="alert" id="send-state" role="alert"></div>
    <div class="actions" data-changes>
      <button type="submit">${view.say('save_changes')}</button>
    </div>
  </form>`
}

/**
 * Script adds what needs it: copying, and before it, where there is one, the device's own list of ways to save and to share, because the next copy
 * overwrites this one. The address is as many lines as it needs: anyone who copies it by hand sees all of it.
 */
const privateLink = (view: View, own: OwnResponse, { link, note }: OwnAnswerPage) => {
  const { say } = view
  return html`<p>
      ${say('own_keep')} ${say('own_once')}
      ${own.editable_until && note !== 'thanks' ? timeIn(view, 'own_until', own.editable_until) : ''}
    </p>
    <p class="copy">
      <textarea readonly rows="3" aria-label="${say('own_link')}" dir="ltr" id="own-link">${link}</textarea>
      <button type="button" data-share="${link}" hidden>${say('receipt_share')}</button>
      ${copyButton(view, { id: 'own-link', text: say('copy'), done: say('copied'), isMain: note === 'thanks' })}
      <span class="copy-state" role="status"></span>
    </p>`
}

/** For whoever reads this on a computer, and wants it on their phone. */
function privateCode({ say }: View, { link }: OwnAnswerPage) {
  const qr = qrCodeOf(link)
  return html`<figure>
    <svg class="qr" viewBox="0 0 ${qr.size} ${qr.size}" role="img" aria-label="${say('kiosk_qr')}">
      <rect width="${qr.size}" height="${qr.size}" fill="#fff" />
      <path d="${qr.path}" fill="#000" />
    </svg>
    <figcaption>${say('receipt_qr')}</figcaption>
  </figure>`
}
