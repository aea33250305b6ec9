/** The plain pages of the service itself. */
import { type Kept } from '../channels/channels.ts'
import { html, layout } from '../http/page.ts'

const frame = (title: string, body: unknown) =>
  layout({ title, styles: 'respond.css', body: html`<main>${body}</main>` })

export const homePage = ({ baseUrl, outbox }: { baseUrl: string; outbox: boolean }) =>
  frame(
    'Sonde',
    html`<header>
        <h1>Sonde lets software ask people</h1>
        <p>
          Programs put a question to teams, people answer on a page that keeps its promise, programs read back
          insight.
        </p>
      </header>
      <div class="card">
        <p>The service is running at <strong>${baseUrl}</strong>.</p>
        <ul>
          <li><a href="/docs/quick-start">Make the first call</a></li>
          <li><a href="/docs">Read the documentation</a>, or <a href="/reference">every operation</a></li>
          <li><a href="/.well-known/oauth-authorization-server">How a client gets a token</a> (RFC 8414)</li>
          ${outbox ? html`<li><a href="/outbox">The outbox</a>: messages that would have been sent</li>` : ''}
        </ul>
      </div>`,
  )

export const outboxPage = (messages: Kept[]) =>
  frame(
    'Outbox – Sonde',
    html`<header>
        <h1>Outbox</h1>
        <p>
          Nothing to send by is configured, so messages stay here. The newest ${messages.length} are shown.
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
