/** The outbox as pages: messages that would have been sent, as a mail program lists and shows them. */
import type { SendingChannel } from '../../contract/collections.ts'
import { messageKinds, type OutboxMessage } from '../channels/channels.ts'
import { html, layout, type Markup } from '../http/page.ts'

export const tabs = { html: 'HTML', text: 'Text', source: 'Source' } as const
export const widths = { desktop: 'Desktop', phone: 'Phone' } as const
export const themes = { system: 'System', light: 'Light', dark: 'Dark' } as const

/** What the address says: all of it, so that a message can be linked to and the browser’s Back works. */
export type OutboxView = {
  readonly query: string
  readonly tab: keyof typeof tabs
  readonly width: keyof typeof widths
  readonly theme: keyof typeof themes
}

const listedMax = 200
export const outboxPath = '/outbox'

const channelNames: Record<SendingChannel, string> = {
  email: 'E-mail',
  slack: 'Slack',
  microsoft_teams: 'Microsoft Teams',
  teams: 'Teams webhook',
  chat: 'Chat webhook',
  sms: 'SMS',
}

function addressOf({ query, tab, width, theme }: OutboxView, name: string | null = null): string {
  const search = new URLSearchParams({
    ...(query && { q: query }),
    ...(tab !== 'html' && { tab }),
    ...(width !== 'desktop' && { width }),
    ...(theme !== 'system' && { theme }),
  }).toString()
  return `${outboxPath}${name === null ? '' : `/${name}`}${search && `?${search}`}`
}

const times = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

const timeOf = ({ at }: OutboxMessage): Markup =>
  html`<time class="quiet" datetime="${at}">${times.format(new Date(at))} UTC</time>`

/** A message of an earlier version may have a kind that is gone, or none. */
const kindOf = ({ kind, channel }: OutboxMessage): string =>
  `${messageKinds[kind] ?? 'Message'}${channel === 'email' ? '' : ` · ${channelNames[channel]}`}`

/** In the subject, the recipient or the name of the kind. */
export const matches = (message: OutboxMessage, query: string): boolean =>
  [message.subject, message.to, kindOf(message)].some((text) =>
    text.toLowerCase().includes(query.trim().toLowerCase()),
  )

const current = (isCurrent: boolean): Markup | '' => (isCurrent ? html` aria-current="page"` : '')

const itemOf = (message: OutboxMessage, view: OutboxView, isOpen: boolean): Markup =>
  html`<li>
    <a href="${addressOf(view, message.name)}" ${current(isOpen)}>
      <span class="to">${message.to}</span>
      ${timeOf(message)}
      <span class="subject">${message.subject}</span>
      <span class="kind quiet">${kindOf(message)}</span>
    </a>
  </li>`

type Outbox = {
  /** Newest first, all of them. */
  readonly messages: readonly OutboxMessage[]
  readonly view: OutboxView
  readonly open: OutboxMessage | null
  /** The source of the open message, where somebody looks at it. */
  readonly source: string | null
}

function countOf(found: number, all: number): string {
  if (all === 0) return ''
  const shown =
    found > listedMax ? `The newest ${listedMax} of ${found}` : found < all ? `${found} of ${all}` : all
  return `${shown} ${all === 1 ? 'message' : 'messages'}`
}

function listOf({ messages, view, open }: Outbox): Markup {
  const found = messages.filter((message) => matches(message, view.query))
  const none = messages.length === 0 ? 'Nothing has been sent yet.' : `No message matches “${view.query}”.`
  return html`<header>
      ${open ? html`<h2>Outbox</h2>` : html`<h1>Outbox</h1>`}
      <p class="quiet">Nothing to send by is configured, so messages stay here.</p>
      <form role="search" action="${outboxPath}">
        <input
          type="search"
          name="q"
          value="${view.query}"
          aria-label="Search by recipient, subject or kind"
          placeholder="Recipient, subject or kind"
        />
        <button>Search</button>
      </form>
      <p class="quiet" role="status">${countOf(found.length, messages.length)}</p>
    </header>
    ${
      found.length === 0
        ? html`<div class="none">
            <p>${none}</p>
            ${
              messages.length === 0
                ? html`<p class="quiet">
                    Open a survey with the channel “email”, and its invitations appear here.
                  </p>`
                : html`<p><a href="${addressOf({ ...view, query: '' })}">Clear search</a></p>`
            }
          </div>`
        : html`<nav class="messages" aria-label="Messages">
            <ol>
              ${found.slice(0, listedMax).map((message) => itemOf(message, view, message.name === open?.name))}
            </ol>
          </nav>`
    }`
}

/** Links and no buttons: each is an address. */
const choiceOf = <Name extends string>(
  label: string,
  names: Readonly<Record<Name, string>>,
  at: Name,
  to: (name: Name) => string,
): Markup =>
  html`<nav class="${label.toLowerCase()}" aria-label="${label}">
    ${(Object.keys(names) as Name[]).map(
      (name) => html`<a href="${to(name)}" ${current(name === at)}>${names[name]}</a>`,
    )}
  </nav>`

/** Only e-mails have a source: other channels get the same words in their own form. */
const tabsOf = ({ channel }: OutboxMessage): Partial<typeof tabs> =>
  channel === 'email' ? tabs : { html: tabs.html, text: tabs.text }

const bodyOf = (message: OutboxMessage, { tab, width, theme }: OutboxView, source: string | null): Markup =>
  tab === 'html'
    ? html`<div class="stage">
        <iframe
          class="${width} ${theme}"
          title="The message as HTML"
          src="${outboxPath}/${message.name}/page"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>
      </div>`
    : html`<pre
        tabindex="0"
        dir="auto"
        aria-label="${tab === 'text' ? 'The message as text' : 'The message as it is sent'}"
      >
${tab === 'text' ? message.text : (source ?? message.text)}</pre>`

function messageOf(message: OutboxMessage, view: OutboxView, source: string | null): Markup {
  const to = (change: Partial<OutboxView>): string => addressOf({ ...view, ...change }, message.name)
  return html`<main class="message">
    <header>
      <a class="back" href="${addressOf(view)}">All messages</a>
      <h1>${message.subject}</h1>
      <p class="quiet">To ${message.to} · ${kindOf(message)} · ${timeOf(message)}</p>
      <a class="open" href="${message.link}" target="_blank" rel="noopener">Open link</a>
      <div class="bar">
        ${choiceOf('Form', tabsOf(message) as typeof tabs, view.tab, (tab) => to({ tab }))}
        ${
          view.tab === 'html'
            ? html`${choiceOf('Width', widths, view.width, (width) => to({ width }))}
              ${choiceOf('Theme', themes, view.theme, (theme) => to({ theme }))}`
            : ''
        }
      </div>
    </header>
    ${bodyOf(message, view, source)}
  </main>`
}

const hint = html`<aside class="hint" aria-label="Keys">
  <p>Choose a message.</p>
  <p class="quiet">
    <kbd>j</kbd> and <kbd>k</kbd>, or the arrow keys, lead down and up the list, <kbd>/</kbd> to the search.
  </p>
</aside>`

export const outboxPage = (outbox: Outbox): Markup =>
  layout({
    title: `${outbox.open ? `${outbox.open.subject} – ` : ''}Outbox – Sonde`,
    styles: 'outbox.css',
    script: '/assets/outbox.js',
    body: outbox.open
      ? html`<div class="list">${listOf(outbox)}</div>
          ${messageOf(outbox.open, outbox.view, outbox.source)}`
      : html`<main class="list">${listOf(outbox)}</main>
          ${hint}`,
  })

export const closedOutboxPage = (): Markup =>
  layout({
    title: 'Outbox – Sonde',
    styles: 'respond.css',
    body: html`<main>
      <div class="card">
        <h1>The outbox is closed</h1>
        <p>
          Its messages hold everybody’s personal links. Open it by the address that Sonde printed when it
          started:
          <code>…/outbox?key=…</code>
        </p>
      </div>
    </main>`,
  })
