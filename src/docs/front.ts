/** The front page, for who runs surveys and for who writes programs: what Sonde is, a finding or the first two calls, how a survey goes, and where to go on. */
import { html } from 'hono/html'
import type { Markup } from '../http/page.ts'
import { shownReply } from './front-example.ts'
import { answerPage, finding } from './front-pictures.ts'
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

const claim = 'Ask your teams, and know what to do next'

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
    name: 'Developers',
    description: 'In the workspace: applications, client secrets, usage and request logs.',
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

/** How a survey goes, for who runs one in the workspace. */
const steps = [
  ['Ask', 'Choose a template or write your own questions, and the teams. Send it once, or every week.'],
  [
    'People answer',
    'On a page that says first who will see what. In a confidential survey, results never show a name.',
  ],
  ['See what stands out', 'What changed, how sure it is, and which team it is about.'],
  ['Act', 'Accept a suggested action, and see in the next survey what came of it.'],
] as const

const how = (): Markup =>
  html`<section class="pictures" aria-labelledby="how">
    <div>
      <h2 id="how">How a survey goes</h2>
      <ol>
        ${steps.map(([name, what]) => html`<li><strong>${name}</strong><span>${what}</span></li>`)}
      </ol>
    </div>
    ${answerPage()}
  </section>` as Markup

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
        <meta name="description" content="${claim}" />
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
            <h1>${claim}</h1>
            <p class="lead">
              Send surveys to your teams. People answer on a page that says who will see what. You read how
              teams feel, what they talk about, and what to do next: in the workspace, or by your own programs
              through an API.
            </p>
            <p class="ways">
              <a class="button" href="/app">Open the workspace</a>
              <a class="button quiet" href="/docs/quick-start">Make the first call</a>
            </p>
          </div>
          <fieldset class="readers">
            <legend class="unseen">What you get</legend>
            <input type="radio" name="reader" id="for-people" checked /><label for="for-people"
              >For people</label
            >
            <input type="radio" name="reader" id="for-programs" /><label for="for-programs"
              >For programs</label
            >
            <div class="reader">${finding()}</div>
            <section class="reader calls" aria-label="The first two calls">
              ${guideOf('front', calls(baseUrl)).body}
            </section>
          </fieldset>
          ${how()}
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
