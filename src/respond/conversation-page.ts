/**
 * What readers of named answers wrote to somebody, and what they write back. The page is for one person and says who else reads it. It works
 * without script: each message is sent by a form, and what was sent twice is written once.
 */
import { randomBytes } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import { html, type Markup } from '../http/page.ts'
import type { Tx } from '../db/db.ts'
import { type OwnConversationRead, promiseOfConversation } from '../replies/replies.ts'
import { modeIcon } from './mode-icons.ts'
import { termsOf } from './promise.ts'
import { stateIcon } from './state-icons.ts'
import {
  branded,
  languageFor,
  stateFrame,
  surveyOf,
  timeOf,
  titleIn,
  type View,
  viewIn,
  type Wishes,
} from './view.ts'

type ConversationPage = {
  readonly key: string
  readonly wishes: Wishes
  readonly note: 'talk_sent' | 'talk_withdrawn' | null
}

export async function conversationPage(
  tx: Tx,
  own: OwnConversationRead,
  { key, wishes, note }: ConversationPage,
): Promise<Markup> {
  const { row, messages, left } = own
  const language = languageFor(wishes, own.memberLocale, row.organisation_locale)
  const { title, author } = titleIn(row, language)
  const view = branded(viewIn(language, author, row.time_zone), row)
  const { say } = view
  const { readers, mode } = termsOf(await promiseOfConversation(tx, own, language), language)
  const address = `/conversations/${key}`
  return stateFrame(
    view,
    say('talk_title'),
    html`<header>
        <p class="of"><span>${surveyOf(view, title)}</span></p>
        <h1>${say('talk_title')}</h1>
        ${
          note
            ? html`<p class="status noted" role="status">
                ${stateIcon(note === 'talk_sent' ? 'answered' : 'withdrawn')}<span>${say(note)}</span>
              </p>`
            : ''
        }
        <p class="who promised ${mode}">${modeIcon(mode)}<span>${say('talk_text', { readers })}</span></p>
      </header>
      ${
        messages.length === 0
          ? html`<p class="status">${say('talk_none')}</p>`
          : messages.map((message) => article(view, message, address))
      }
      ${left === 0 ? html`<p class="status">${say('talk_full')}</p>` : answerForm(view, address)}`,
    address,
  )
}

const article = (view: View, message: OwnConversationRead['messages'][number], address: string): Markup =>
  html`<article class="card reply ${message.sender === 'respondent' ? 'mine' : 'theirs'}">
    <p class="by">
      <span
        >${view.say.parts('came_by', {
          author: html`<strong>${message.reader_name ?? view.say('talk_you')}</strong>`,
          when: timeOf(view, message.published_at ?? ''),
        })}</span
      >
    </p>
    <p class="words" dir="auto">${message.text}</p>
    ${
      message.sender === 'respondent'
        ? html`<form method="post" action="${address}/withdraw">
            <input type="hidden" name="message" value="${message.id}" />
            <button type="submit" class="link">${view.say('talk_withdraw')}</button>
          </form>`
        : ''
    }
  </article>`

const answerForm = ({ say }: View, address: string): Markup =>
  html`<form method="post" action="${address}/send" class="card write" autocomplete="off">
    <input type="hidden" name="attempt" value="${randomBytes(16).toString('hex')}" />
    <label for="text">${say('talk_label')}</label>
    <textarea
      id="text"
      name="text"
      rows="4"
      required
      maxlength="${limits.messageTextLengthMax}"
      dir="auto"
    ></textarea>
    <div class="actions"><button type="submit">${say('talk_send')}</button></div>
  </form>`
