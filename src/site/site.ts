/**
 * The pages of the workspace and the developer site, as tools/build-web.ts built them: one document for every address under
 * /app and /developers, and files with hashed names, kept for ever by whoever fetched them.
 *
 * Pages are at home on {developer_url} and call the API on their own origin, so no other origin has to be let in. Whoever
 * comes by the API's own host, or another name of this machine, is sent there: signing in comes back to that host alone.
 *
 * No inline script. Styles may be inline here, as Mantine sets them on elements; they may not on the pages that ask for
 * consent and for answers (src/http/page.ts).
 */
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { encodingFor } from '../http/encoding.ts'
import { html } from '../http/page.ts'
import { type Addresses } from '../http/server.ts'
import { problem } from '../problem.ts'
import { type BuiltSite, readBuiltSite } from './built-site.ts'

type Site = {
  app: FastifyInstance
  addresses: Addresses
  /** Messages stay in the house. */
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

const documentHeaders = {
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
    const home = homeOf(request, addresses)
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
    return reply
      .headers({
        'content-type': file.type,
        'cache-control': `public, max-age=${yearSeconds}, immutable`,
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
        ...(encoding !== null && { 'content-encoding': encoding }),
      })
      .serializer((sent: unknown) => sent as string)
      .send(body)
  })
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Where this page is at home, when that is elsewhere. Only hosts that are known to be ours are led on. */
function homeOf({ host, url }: FastifyRequest, { baseUrl, developerUrl }: Addresses): string | null {
  const home = new URL(developerUrl)
  const given = URL.parse(`http://${host}`)
  if (!given || given.host === home.host) return null
  const isOurs = given.host === new URL(baseUrl).host
  const isThisMachine =
    loopbackNames.includes(given.hostname) &&
    loopbackNames.includes(home.hostname) &&
    given.port === home.port
  return isOurs || isThisMachine ? developerUrl + url : null
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
        <noscript>These pages need JavaScript. The pages that people answer on do not.</noscript>
      </body>
    </html>`

const notBuilt = () =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Sonde</title>
      </head>
      <body>
        <main>
          <h1>These pages are not built</h1>
          <p>Run <code>npm run build:web</code>, then reload. The API works all the same.</p>
        </main>
      </body>
    </html>`
