/**
 * Serves the pages of the workspace and the developer site that tools/build-web.ts built: one document for every address
 * under /app and /developers, and files with hashed names, which browsers may cache forever.
 *
 * Pages live on {developer_url} and call the API on the same origin, so CORS stays closed. A request to the host of the API,
 * or to another name of this machine, is redirected there, because sign-in returns only to that host.
 *
 * No inline script. Inline styles are allowed, because Mantine sets them on elements; on the pages for consent and for
 * answers they are not (src/http/page.ts).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor } from '../http/encoding.ts'
import { developerAddressOf } from '../http/hosts.ts'
import { html } from '../http/page.ts'
import type { Addresses } from '../http/server.ts'
import { problem } from '../problem.ts'
import { type BuiltSite, readBuiltSite } from './built-site.ts'

type Site = {
  app: FastifyInstance
  addresses: Addresses
  /** Whether messages go to the outbox instead of to people. */
  test: boolean
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every document of the pages; tests of their parts are under the same policy. */
export const documentHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
  'x-robots-tag': 'noindex',
}

const yearSeconds = 31_536_000

export function siteRoutes({ app, addresses, test }: Site): void {
  const document = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const home = developerAddressOf(request, addresses)
    if (home !== null) return reply.redirect(home, 302)
    const built = await readBuiltSite()
    return reply
      .code(built ? 200 : 503)
      .headers(documentHeaders)
      .serializer(String)
      .send(String(built ? shell(built, addresses, test) : notBuilt()))
  }
  for (const path of ['/app', '/app/*', '/developers', '/developers/*']) app.get(path, document)

  app.get('/assets/site/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const file = (await readBuiltSite())?.files.get(name)
    if (!file) throw problem('not_found')
    const { encoding, body } = encodingFor(file, request.headers['accept-encoding'])
    // A page loads some forty files: what each header costs, it costs forty times, and nobody asks about the request of a file. Without
    // credentials a reply may be kept by everybody: “public” would say nothing (RFC 9111 §3.5).
    return reply
      .removeHeader('x-request-id')
      .headers({
        'content-type': file.type,
        'cache-control': `max-age=${yearSeconds}, immutable`,
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
        ...(encoding !== null && { 'content-encoding': encoding }),
      })
      .serializer((sent: unknown) => sent as string)
      .send(body)
  })
}

const shell = ({ main, styles, preloads, theme }: BuiltSite, { baseUrl }: Addresses, test: boolean) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="sonde:api" content="${baseUrl}" />
        <meta name="sonde:test" content="${test ? 'yes' : 'no'}" />
        <title>Sonde</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <script src="/assets/site/${theme}"></script>
        ${styles.map((name) => html`<link rel="stylesheet" href="/assets/site/${name}" />`)}
        ${preloads.map((name) => html`<link rel="modulepreload" href="/assets/site/${name}" />`)}
        <script type="module" src="/assets/site/${main}"></script>
      </head>
      <body>
        <div id="root"></div>
        <noscript>The workspace needs JavaScript. Answer pages work without it.</noscript>
      </body>
    </html>`

/** `npm start` serves while tools/build-web.ts works beside it: a program's first token waits for no page. */
const reloadSeconds = 2

const notBuilt = () =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="refresh" content="${reloadSeconds}" />
        <title>Sonde</title>
      </head>
      <body>
        <main>
          <h1>The workspace is being built</h1>
          <p>After <code>npm start</code> this takes half a minute; then it appears by itself.</p>
          <p>If it does not, run <code>npm run build:web</code>. The API works without it.</p>
        </main>
      </body>
    </html>`
