/** The pages of sign-in, consent and what can go wrong with them: one card each, in the frame of every page. */
import type { FastifyRequest } from 'fastify'
import { textsOf } from '../../locales/catalogue.ts'
import { directionOf } from '../../locales/format.ts'
import { html, layout, type Markup } from '../http/page.ts'
import { acceptedLanguage, type Language } from '../language.ts'

/** Before they have signed in, a person is known by nothing but what their browser prefers. */
export const languageOfBrowser = ({ headers }: FastifyRequest): Language =>
  acceptedLanguage(headers['accept-language']) ?? 'en'

type Card = {
  language: Language
  title: string
  body: Markup | Promise<Markup>
  script?: string
  /** What the script says, in the reader's language: it holds no texts itself. */
  texts?: Readonly<Record<string, string>>
}

export const card = ({ language, title, body, script, texts }: Card): Markup =>
  layout({
    title: `${title} · Sonde`,
    language,
    direction: directionOf(language),
    styles: 'consent.css',
    ...(script && { script }),
    body: html`<main class="card">${body}</main>
      <footer><img src="/assets/icon.svg" alt="" width="16" height="16" /> Sonde</footer>
      ${texts ? html`<div hidden id="texts" data-texts="${JSON.stringify(texts)}"></div>` : ''}`,
  })

type Failure = {
  language: Language
  title: string
  text: string
  code?: string
  requestId: string
  action?: Markup
}

/** What went wrong, for a person, with the request id, by which support finds it. */
export function failurePage({ language, title, text, code, requestId, action }: Failure): Markup {
  const say = textsOf('sign_in', language)
  return card({
    language,
    title,
    body: html`<h1>${title}</h1>
      <p>${text}</p>
      ${action ?? ''}
      <dl class="facts reference">
        ${
          code
            ? html`<div>
                <dt>${say('error')}</dt>
                <dd><code>${code}</code></dd>
              </div>`
            : ''
        }
        <div>
          <dt>${say('request')}</dt>
          <dd><code>${requestId}</code></dd>
        </div>
      </dl>`,
  })
}
