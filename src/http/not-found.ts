/** The 404 page: the bar of the site with its search, and where people usually want to go. */
import { html, layout, type Markup } from './page.ts'
import { siteHead } from './site-head.ts'

const ways = [
  ['/docs', 'Documentation', 'Guides, from the first call to insights.'],
  ['/reference', 'API reference', 'Every operation, its parameters and replies.'],
  ['/docs/errors', 'Errors', 'What a code means and what to do about it.'],
  ['/app', 'Workspace', 'Surveys, results and actions of your organisation.'],
] as const

export const notFoundPage = (requestId: string): Markup =>
  layout({
    title: 'Page not found · Sonde',
    styles: ['site.css', 'docs.css'],
    script: '/assets/docs.js',
    body: html`${siteHead('')}
      <main class="lost">
        <h1>Page not found</h1>
        <p>
          Nothing is at this address. If a message brought you here, open its link again: it has to be whole.
          Otherwise search above, or go on <a href="/">the front page</a> or here:
        </p>
        <ul class="cards">
          ${ways.map(
            ([href, name, description]) =>
              html`<li>
                <a href="${href}"><strong>${name}</strong><span>${description}</span></a>
              </li>`,
          )}
        </ul>
        <p class="request">Request ${requestId}</p>
      </main>`,
  })
