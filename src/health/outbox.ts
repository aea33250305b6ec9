/**
 * The outbox as pages, for trying things out: its messages hold everybody's personal links, so it opens on this machine alone, never in
 * production, and with a key that is printed when the service starts. The key comes in the address once and then in a cookie, so that it
 * does not stay in the address bar.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parse, serialize } from 'hono/utils/cookie'
import { type Channels, type OutboxMessage, sourceOf } from '../channels/channels.ts'
import { isOneOf } from '../../contract/fields.ts'
import { sendPage, serveFile } from '../http/page.ts'
import { problem } from '../problem.ts'
import {
  closedOutboxPage,
  outboxPage,
  outboxPath as path,
  type OutboxView,
  tabs,
  themes,
  widths,
} from './pages.ts'
import { newStartKey } from './start-key.ts'

const cookie = 'sonde_outbox'
const daySeconds = 86_400

type Setup = {
  app: FastifyInstance
  channels: Channels
  isDirect: (request: FastifyRequest) => boolean
}

type Request = FastifyRequest<{
  Params: { name?: string }
  Querystring: Record<'key' | 'q' | 'tab' | 'width' | 'theme', unknown>
}>

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What the address does not say, or says wrongly, is the first of each. */
function viewOf({ q, tab, width, theme }: Request['query']): OutboxView {
  const oneOf = <Name extends string>(names: Readonly<Record<Name, string>>, value: unknown): Name => {
    const all = Object.keys(names) as Name[]
    const text = textIn(value)
    return isOneOf(all, text) ? text : all[0]
  }
  return {
    query: textIn(q).slice(0, 200),
    tab: oneOf(tabs, tab),
    width: oneOf(widths, width),
    theme: oneOf(themes, theme),
  }
}

/**
 * A message on its own, for a frame: its styles are in it, it runs nothing and loads nothing, and its links open beside it.
 * Source: Content Security Policy level 3, `sandbox`.
 */
function sendMessage(reply: FastifyReply, { html }: OutboxMessage): FastifyReply {
  const linksOpenBeside = '<base target="_blank" />'
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "frame-ancestors 'self'",
        'sandbox allow-popups allow-popups-to-escape-sandbox',
      ].join('; '),
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .serializer(String)
    .send(
      html.includes('<head>') ? html.replace('<head>', `<head>${linksOpenBeside}`) : linksOpenBeside + html,
    )
}

/** @returns the path that opens it */
export function outboxRoute({ app, channels, isDirect }: Setup): string {
  const key = newStartKey()
  for (const file of ['outbox.css', 'outbox.js'])
    serveFile(app, `/assets/${file}`, new URL(`../../web/outbox/${file}`, import.meta.url))

  /** null: it stays closed, and the page says how it opens. */
  const messagesFor = async (request: Request): Promise<OutboxMessage[] | null> => {
    const messages = isDirect(request) ? await channels.outbox() : null
    if (messages === null) throw problem('not_found')
    const opens = key.matches(parse(request.headers.cookie ?? '')[cookie])
    return opens ? messages : null
  }
  const getMessage = (messages: readonly OutboxMessage[], { params }: Request): OutboxMessage => {
    const found = messages.find(({ name }) => name === params.name)
    if (!found) throw problem('not_found')
    return found
  }
  const closed = (reply: FastifyReply) => sendPage(reply, closedOutboxPage(), { status: 403 })

  app.get(path, async (request: Request, reply) => {
    if (key.matches(request.query.key) && isDirect(request) && channels.outbox() !== null) {
      const kept = serialize(cookie, key.text, { path, maxAge: daySeconds, httpOnly: true, sameSite: 'Lax' })
      return reply.header('set-cookie', kept).header('cache-control', 'no-store').redirect(path, 303)
    }
    const messages = await messagesFor(request)
    if (!messages) return closed(reply)
    return sendPage(reply, outboxPage({ messages, view: viewOf(request.query), open: null, source: null }))
  })

  app.get(`${path}/:name`, async (request: Request, reply) => {
    const messages = await messagesFor(request)
    if (!messages) return closed(reply)
    const open = getMessage(messages, request)
    const view = viewOf(request.query)
    const source = view.tab === 'source' ? await sourceOf(open) : null
    return sendPage(reply, outboxPage({ messages, view, open, source }), { framesOwn: true })
  })

  app.get(`${path}/:name/page`, async (request: Request, reply) => {
    const messages = await messagesFor(request)
    return messages ? sendMessage(reply, getMessage(messages, request)) : closed(reply)
  })
  return `${path}?key=${key.text}`
}
