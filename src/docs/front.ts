/** The front page: what Sonde is, the first two calls with what they return, pictures of the product, and where to go on. */
import { html } from 'hono/html'
import type { Markup } from '../http/page.ts'
import { shownReply } from './front-example.ts'
import { pictures } from './front-pictures.ts'
import { guideOf } from './guide.ts'
import { siteHead } from '../http/site-head.ts'

/** The address that examples call, and whether messages go to the outbox. */
type FrontPage = { baseUrl: string; hasOutbox: boolean }

const calls = (baseUrl: string): string => `\`\`\`sh
# A token for one hour
curl -s \\
  ${baseUrl}/oauth/token \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials

# What was found; TOKEN is the
# access_token of that reply
curl -s \\
  ${baseUrl}/api/insights \\
  -H "authorization: Bearer $TOKEN"
\`\`\`
\`\`\`output
${shownReply()}
\`\`\`
`

type Link = { href: string; name: string; description: string }

const linksOf = (hasOutbox: boolean): Link[] => [
  {
    href: '/docs',
    name: 'Documentation',
    description: 'Guides from the first call to insights and actions.',
  },
  {
    href: '/reference',
    name: 'Reference',
    description: 'Every operation of the API, from the OpenAPI document.',
  },
  {
    href: '/developers',
    name: 'Dashboard',
    description: 'Applications, client secrets, usage and request logs.',
  },
  { href: '/llms.txt', name: 'For agents', description: 'The same documentation as plain text.' },
  ...(hasOutbox
    ? [
        {
          href: '/outbox',
          name: 'Test outbox',
          description: 'This service sends nothing. Open a message here to answer its survey.',
        },
      ]
    : []),
]

const more = [
  ['/docs', 'Docs'],
  ['/reference', 'Reference'],
  ['/docs/errors', 'Errors'],
  ['/changelog', 'Changelog'],
  ['/openapi.json', 'OpenAPI document'],
  ['/docs/confidentiality', 'Confidentiality'],
  ['/app', 'Workspace'],
  ['/status', 'Status'],
] as const

export const frontPage = ({ baseUrl, hasOutbox }: FrontPage): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="Sonde lets software ask people." />
        <title>Sonde</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/site.css" />
        <link rel="stylesheet" href="/assets/docs.css" />
        <script src="/assets/docs-theme.js"></script>
        <script type="module" src="/assets/docs.js"></script>
      </head>
      <body>
        <a class="skip" href="#text">Skip to content</a>
        ${siteHead('')}
        <main id="text" class="front" tabindex="-1">
          <div>
            <h1>Sonde lets software ask people</h1>
            <p class="lead">
              Your programs send surveys to teams through an API. People answer on a page that says who will
              see what. Your programs read back insights: how teams feel, what they talk about, what to do
              next.
            </p>
            <p class="ways">
              <a class="button" href="/docs/quick-start">Make the first call</a>
              <a class="button quiet" href="/developers">Open the dashboard</a>
            </p>
          </div>
          <section class="calls" aria-label="The first two calls">
            ${guideOf('front', calls(baseUrl)).body}
          </section>
          ${pictures()}
          <ul class="cards">
            ${linksOf(hasOutbox).map(
              ({ href, name, description }) =>
                html`<li>
                  <a href="${href}"><strong>${name}</strong><span>${description}</span></a>
                </li>`,
            )}
          </ul>
        </main>
        <footer class="foot">
          <p>
            Sonde, version 2026-11-01. Apache 2.0, see LICENSE and NOTICE in the repository. Runs on your own
            machines.
          </p>
          <nav aria-label="More">
            <ul>
              ${more.map(([href, name]) => html`<li><a href="${href}">${name}</a></li>`)}
            </ul>
          </nav>
        </footer>
      </body>
    </html>` as Markup
