/** What a person sees who wants to know whether the service works: the same as GET /readyz says to programs, in words. */
import { html, layout, type Markup } from '../http/page.ts'
import { siteHead } from '../http/site-head.ts'

/** isServing: the process takes requests, and the database is there and up to date. hasKeys: looked at only then. */
export type Readiness = { isServing: boolean; hasKeys: boolean }

const row = (what: string, isWell: boolean, words: string): Markup =>
  html`<li>
    <strong>${what}</strong><span>${isWell ? 'Works' : 'Does not work'}: ${words}</span>
  </li>` as Markup

export function statusPage({ isServing, hasKeys }: Readiness): Markup {
  const isWell = isServing && hasKeys
  const title = isWell ? 'Sonde works' : 'Sonde can’t serve requests right now'
  return layout({
    title: `${title} · Sonde`,
    styles: ['site.css', 'docs.css'],
    body: html`<a class="skip" href="#text">Skip to content</a>
      ${siteHead('')}
      <main id="text" class="front" tabindex="-1">
        <div>
          <h1>${title}</h1>
          <p class="lead">
            ${
              isWell
                ? 'Surveys can be answered, and the workspace and the API can be used.'
                : 'Answers that were sent are kept. Try again in a minute; if it stays like this, tell whoever runs this service.'
            }
          </p>
        </div>
        <ul class="cards">
          ${row('Requests and database', isServing, isServing ? 'requests are served, and the database is up to date.' : 'it starts, stops or cannot reach its database.')}
          ${isServing ? row('Key store', hasKeys, hasKeys ? 'answers can be sealed and opened.' : 'keys of answers cannot be used.') : ''}
        </ul>
        <p>
          Programs and monitors read the same as JSON at <a href="/readyz">/readyz</a> (<a
            href="/docs/monitoring"
            >Monitoring</a
          >).
        </p>
      </main>` as Markup,
  })
}
