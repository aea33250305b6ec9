/** The routes of the documentation. It is the same for every reader, so it may be cached. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Markup, serveFile, wantsHtml } from '../http/page.ts'
import type { Addresses } from '../http/server.ts'
import { problem } from '../problem.ts'
import type { Docs } from './docs.ts'
import { referencePage, scalarScript } from './reference.ts'

const files = {
  '/assets/site.css': 'site.css',
  '/assets/docs.css': 'docs.css',
  '/assets/docs.js': 'docs.js',
  '/assets/docs-theme.js': 'theme.js',
  '/assets/reference.css': 'reference.css',
  '/assets/reference.js': 'reference.js',
}

/** @param hasOutbox  whether messages go to the outbox, where they can be read */
export function docsRoutes(app: FastifyInstance, addresses: Addresses, hasOutbox: () => boolean): void {
  let cache: Promise<Docs> | undefined
  // Loaded when somebody first reads them; and the address is known only once the server listens.
  const docs = (): Promise<Docs> =>
    (cache ??= import('./docs.ts').then(({ openDocs }) => openDocs(addresses.baseUrl)))

  for (const [path, file] of Object.entries(files))
    serveFile(app, path, new URL(`../../web/docs/${file}`, import.meta.url))
  app.get('/assets/scalar.js', async (request, reply) => {
    const { identity, brotli } = await scalarScript()
    const acceptsBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    if (acceptsBrotli) reply.header('content-encoding', 'br')
    return reply
      .headers({ 'cache-control': 'public, max-age=86400', vary: 'accept-encoding' })
      .type('text/javascript; charset=utf-8')
      .send(acceptsBrotli ? brotli : identity)
  })

  app.get('/', async (request, reply) => {
    const { frontPage } = await import('./front.ts')
    return sendDocument(request, reply, frontPage({ baseUrl: addresses.baseUrl, hasOutbox: hasOutbox() }))
  })
  // What people guess. A program that asks for /api by itself is told that nothing is there: it is not an operation, so it is not a route either.
  app.addHook('onRequest', async (request, reply) => {
    if (/^\/api\/?$/.test(request.url) && wantsHtml(request)) return reply.redirect('/reference', 302)
  })
  app.get('/errors', (_request, reply) => reply.redirect('/docs/errors', 302))
  app.get('/docs', async (request, reply) => sendDocument(request, reply, (await docs()).page('')))
  app.get<{ Params: { slug: string } }>('/docs/:slug', async (request, reply) => {
    const { slug } = request.params
    const { page, markdown, searchEntries } = await docs()
    if (slug === 'search.json') return reply.headers(cacheHeaders).send(searchEntries())
    if (!slug.endsWith('.md')) return sendDocument(request, reply, page(slug))
    return sendText(reply, markdown(slug.slice(0, -'.md'.length)), 'text/markdown')
  })
  app.get('/changelog', async (request, reply) => sendDocument(request, reply, (await docs()).changelog()))
  app.get('/reference', (request, reply) => sendDocument(request, reply, referencePage(), addresses))
  app.get('/llms.txt', async (_request, reply) => sendText(reply, (await docs()).llms(), 'text/plain'))
  app.get('/llms-full.txt', async (_request, reply) =>
    sendText(reply, (await docs()).llmsFull(), 'text/plain'),
  )
  app.get('/openapi.yaml', async (_request, reply) =>
    sendText(
      reply.header('access-control-allow-origin', '*'),
      (yaml ??= (await docs()).openapiYaml()),
      'application/yaml',
    ),
  )
}

let yaml: string | undefined

const cacheHeaders = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' }

function sendText(reply: FastifyReply, text: string | undefined, media: string): FastifyReply {
  if (text === undefined) throw problem('not_found')
  return reply.headers(cacheHeaders).type(`${media}; charset=utf-8`).send(text)
}

/** The content security policy. Scalar, which shows the reference, needs inline styles; the guides do not. Neither needs inline scripts. */
const policyOf = (reference: Addresses | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    reference ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' data:",
    reference ? "font-src 'self' data:" : "font-src 'self'",
    reference ? `connect-src 'self' ${reference.baseUrl}` : "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    ...(reference ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
  ].join('; ')

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Markup | undefined,
  reference?: Addresses,
): FastifyReply {
  if (page === undefined) throw problem('not_found')
  const body = String(page)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply.headers({
    'content-security-policy': policyOf(reference),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Revalidated at every request, and sent again only after a change.
    'cache-control': 'no-cache',
    etag,
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').serializer(String).send(body)
}
