/** The outbox as a page: messages that would have been sent. */
import type { OutboxMessage } from '../channels/channels.ts'
import { html, layout } from '../http/page.ts'

const frame = (title: string, body: unknown) =>
  layout({ title, styles: 'respond.css', body: html`<main>${body}</main>` })

export const outboxPage = (messages: OutboxMessage[]) =>
  frame(
    'Outbox – Sonde',
    html`<header>
        <h1>Outbox</h1>
        <p>
          Nothing to send by is configured, so messages stay
          here${messages.length > 0 ? `, the newest ${messages.length} of them` : ''}.
        </p>
      </header>
      ${messages.length === 0 ? html`<div class="card"><p>Nothing has been sent yet. Open a pulse with channel “email”, and its invitations appear here.</p></div>` : ''}
      ${messages.map(
        (message) =>
          html`<article class="question">
            <h2>${message.subject}</h2>
            <p class="note">
              To ${message.to} ·
              <time datetime="${message.at}">${message.at.slice(0, 16).replace('T', ' ')} UTC</time>
            </p>
            <p><a href="${message.link}">Answer as ${message.to}</a></p>
          </article>`,
      )}`,
  )

export const closedOutboxPage = () =>
  frame(
    'Outbox – Sonde',
    html`<div class="card">
      <h1>The outbox is closed</h1>
      <p>
        Its messages hold everybody’s personal links. Open it by the address that Sonde printed when it
        started:
        <code>…/outbox?key=…</code>
      </p>
    </div>`,
  )
