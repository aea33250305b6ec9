/** The front door: what this is, the two calls that everything begins with, and where to go from here. */
import { html } from 'hono/html'
import { type Markup } from '../http/page.ts'
import { guideOf } from './guide.ts'
import { head } from './pages.ts'

/** The address that examples call; whether messages stay in the house. */
type Front = { baseUrl: string; hasOutbox: boolean }

const calls = (baseUrl: string): string => `\`\`\`sh
# The credentials of an application give a token for an hour
curl -s ${baseUrl}/oauth/token \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials

# What was asked
curl -s ${baseUrl}/api/pulses \\
  -H "authorization: Bearer $TOKEN"
\`\`\`
\`\`\`json
{"pulses": [], "next_cursor": null, "has_more": false}
\`\`\`
`

type Way = { href: string; name: string; says: string }

const ways = (hasOutbox: boolean): Way[] => [
  { href: '/docs', name: 'Documentation', says: 'Guides from the first call to insights and actions.' },
  { href: '/reference', name: 'Reference', says: 'Every operation, from the OpenAPI document.' },
  { href: '/developers', name: 'Dashboard', says: 'Applications, their secrets, usage and requests.' },
  { href: '/llms.txt', name: 'For agents', says: 'The same documentation as plain text.' },
  ...(hasOutbox
    ? [{ href: '/outbox', name: 'Outbox', says: 'Messages that would have been sent: read, and answer.' }]
    : []),
]

export const frontPage = ({ baseUrl, hasOutbox }: Front): Markup =>
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
        <a class="skip" href="#text">Skip to the text</a>
        ${head('')}
        <main id="text" class="front" tabindex="-1">
          <div>
            <h1>Sonde lets software ask people</h1>
            <p class="lead">
              Programs put a question to teams. People answer on a page that says who will see what. Programs
              read back insight: how the team feels, what it talks about, what to do next.
            </p>
            <p>
              <a class="button" href="/docs/quick-start">Make the first call</a>
              <a class="button quiet" href="/developers">Open the dashboard</a>
            </p>
          </div>
          <section class="calls" aria-label="The first two calls">
            ${guideOf('front', calls(baseUrl)).body}
          </section>
          <ul class="cards">
            ${ways(hasOutbox).map(
              ({ href, name, says }) =>
                html`<li>
                  <a href="${href}"><strong>${name}</strong><span>${says}</span></a>
                </li>`,
            )}
          </ul>
        </main>
      </body>
    </html>` as Markup
