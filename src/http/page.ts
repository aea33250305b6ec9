/**
 * Pages rendered on the server: markup by hono/html, which escapes; no inline script or style; headers against framing,
 * sniffing, caching and referrers; and a content security policy that lists what scripts and forms may reach.
 * Source: RFC 9700 §4.16 (clickjacking); Content Security Policy level 3.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, raw } from 'hono/html'
import { accentRoute } from './accent.ts'
import { compress, type EncodedFile, encodingFor } from './encoding.ts'

export { accentAddress } from './accent.ts'

export { html }

export type Markup = ReturnType<typeof html>

type PageOptions = {
  status?: number
  /** Origins that the page's script may call, beside its own. */
  connect?: readonly string[]
  /** Origins that a form may be redirected to, beside its own. */
  forms?: readonly string[]
  /** Whether it shows pages of its own origin in frames. */
  framesOwn?: boolean
}

const policy = ({ connect = [], forms = [], framesOwn = false }: PageOptions): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    ...(framesOwn ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...forms].join(' '),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

export function sendPage(reply: FastifyReply, page: Markup, options: PageOptions = {}): FastifyReply {
  return reply
    .code(options.status ?? 200)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(options),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'x-robots-tag': 'noindex',
    })
    .serializer(String)
    .send(String(page))
}

type Root = { language?: string; direction?: 'ltr' | 'rtl'; theme?: 'light' | 'dark' | undefined }

/** The first tag, which `layout` closes: without a theme it has the same bytes on every page of a language. */
function rootTag({ language = 'en', direction = 'ltr', theme }: Root): Markup {
  const themed = theme ? html` data-theme="${theme}"` : ''
  return html`${raw('<html')} lang="${language}" dir="${direction}"${themed}${raw('>')}`
}

/** The layout of every page, in English by default. `script` is the address of its module, if it has one. */
export const layout = (options: {
  title: string
  /** Names of style sheets among the assets. */
  styles: string | readonly string[]
  script?: string
  language?: string
  direction?: 'ltr' | 'rtl'
  /** Without it, that of the reader's device. */
  theme?: 'light' | 'dark' | undefined
  body: Markup | Promise<Markup>
}): Markup =>
  html`<!doctype html>
    ${rootTag(options)}
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${options.title}</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        ${[options.styles].flat().map((name) => html`<link rel="stylesheet" href="/assets/${name}" />`)}
        ${options.script ? html`<script type="module" src="${options.script}"></script>` : ''}
      </head>
      <body>
        ${options.body}
      </body>
    </html>`

/** Whether the request comes from a browser that wants a page. */
export const wantsHtml = ({ headers: { accept } }: FastifyRequest): boolean =>
  accept !== undefined && accept.includes('text/html') && !accept.startsWith('application/json')

/** Scripts of the answer page: the first loads the others. */
const answeringScripts = [
  'respond.js',
  ...['page', 'checking', 'controls', 'layout', 'ranking', 'saving', 'sending'].map((name) => `${name}.js`),
]

/** The files that any page may use. */
export function assetRoutes(app: FastifyInstance): void {
  accentRoute(app)
  serveFile(app, '/assets/icon.svg', new URL('../../web/icon.svg', import.meta.url))
  for (const file of [
    'respond.css',
    'visit.css',
    'states.css',
    'kiosk.css',
    'kiosk.js',
    'picking.js',
    ...answeringScripts,
  ])
    serveFile(app, `/assets/${file}`, new URL(`../../web/respond/${file}`, import.meta.url))
}

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

type ServedFile = { encodings: EncodedFile; hash: string }

/** Lines of a script never begin within a text (src/http/encoding.test.ts), so their indentation says nothing. */
const withoutIndentation = (text: string): string => text.replaceAll(/^[ \t\n]+/gm, '')

/** Comments are a fifth of what would be sent; of scripts, those that have lines of their own. Indentation is a twentieth of the rest. */
const shortenings: Partial<Record<string, (text: string) => string>> = {
  css: (text) => withoutIndentation(text.replaceAll(/\/\*[^]*?\*\//g, '')),
  js: (text) => withoutIndentation(text.replaceAll(/^[ \t]*(?:\/\*\*[^]*?\*\/|\/\/.*)\n/gm, '')),
}

async function readServed(file: URL): Promise<ServedFile> {
  const read = await readFile(file)
  // What others wrote is sent as they wrote it.
  const shorten = file.pathname.includes('/node_modules/')
    ? undefined
    : shortenings[extensionOf(file.pathname)]
  const body = shorten ? Buffer.from(shorten(read.toString())) : read
  return {
    encodings: await compress(body),
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
  }
}

/** Serves a file from memory, compressed if the client accepts that. The file is read at the first request. */
export function serveFile(app: FastifyInstance, path: string, file: URL): void {
  let served: Promise<ServedFile> | undefined
  app.get(path, async (request, reply) => {
    const { encodings, hash } = await (served ??= readServed(file))
    const { encoding, body } = encodingFor(encodings, request.headers['accept-encoding'])
    // Each encoding is a representation with its own ETag (RFC 9110 §8.8.3.3).
    const etag = `"${hash}${encoding === null ? '' : `-${encoding}`}"`
    reply.headers({
      'cache-control': 'public, max-age=300',
      etag,
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      ...(encoding !== null && { 'content-encoding': encoding }),
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(types[extensionOf(path)]).send(body)
  })
}
