/** The pages of sign-in, consent and what can go wrong with them: one card each, in the frame of every page. */
import { html, layout, type Markup } from '../http/page.ts'

export const card = (title: string, body: Markup | Promise<Markup>, script?: string): Markup =>
  layout({
    title: `${title} · Sonde`,
    styles: 'consent.css',
    ...(script && { script }),
    body: html`<main class="card">${body}</main>
      <footer><img src="/assets/icon.svg" alt="" width="16" height="16" /> Sonde</footer>`,
  })

/** What went wrong, for a person, with the request id, by which support finds it. */
export const failurePage = (input: {
  title: string
  message: string
  code?: string
  requestId: string
  action?: Markup
}): Markup =>
  card(
    input.title,
    html`<h1>${input.title}</h1>
      <p>${input.message}</p>
      ${input.action ?? ''}
      <dl class="facts reference">
        ${
          input.code
            ? html`<div>
                <dt>Error</dt>
                <dd><code>${input.code}</code></dd>
              </div>`
            : ''
        }
        <div>
          <dt>Request</dt>
          <dd><code>${input.requestId}</code></dd>
        </div>
      </dl>`,
  )
