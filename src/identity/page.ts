/**
 * The pages of sign-in, consent and what can go wrong with them: one card each, with the headers of every page
 * (http/page.ts) and a policy that names whom their scripts and forms may reach.
 * Source: RFC 9700 §4.16 (clickjacking), OWASP, Content Security Policy level 3.
 */
import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { type FastifyInstance, type FastifyReply } from 'fastify'
import { html, pageHeaders } from '../http/page.ts'

export type Markup = ReturnType<typeof html>

export { html }

type PageOptions = {
  status?: number
  /** Origins that the page's script may call beside its own. */
  connect?: readonly string[]
  /** Origins that a form may end up at after redirects beside its own. */
  forms?: readonly string[]
}

export function sendPage(
  reply: FastifyReply,
  markup: Markup,
  { status = 200, connect = [], forms = [] }: PageOptions = {},
): FastifyReply {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...forms].join(' '),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return reply
    .code(status)
    .headers({
      ...pageHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      pragma: 'no-cache',
      'x-robots-tag': 'noindex',
    })
    .send(String(markup))
}

/** The frame of every such page: one card in the middle. `script` is the address of its module, if it has one. */
export const card = (title: string, body: Markup | Promise<Markup>, script?: string): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Sonde</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/consent.css" />
        ${script ? html`<script type="module" src="${script}"></script>` : ''}
      </head>
      <body>
        <main class="card">${body}</main>
        <footer><img src="/assets/icon.svg" alt="" width="16" height="16" /> Sonde</footer>
      </body>
    </html>`

/** What went wrong, for a person; the request id is what support can look up. */
export const failurePage = (input: {
  title: string
  says: string
  code?: string
  requestId: string
  action?: Markup
}): Markup =>
  card(
    input.title,
    html`<h1>${input.title}</h1>
      <p>${input.says}</p>
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

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Serves one file from memory; it is read when first asked for. */
export function serveFile(app: FastifyInstance, path: string, file: URL): void {
  let read: Promise<{ body: Buffer; etag: string }> | undefined
  app.get(path, async (request, reply) => {
    read ??= readFile(file).then((body) => ({
      body,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    }))
    const { body, etag } = await read
    reply.headers({ 'cache-control': 'public, max-age=300', etag, 'x-content-type-options': 'nosniff' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(types[path.slice(path.lastIndexOf('.') + 1)]).send(body)
  })
}
