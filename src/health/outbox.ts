/**
 * The outbox as a page, for trying things out: its messages hold everybody's personal links, so it opens on this machine alone, never in
 * production, and with a key that is printed when the service starts. The key comes in the address once and then in a cookie, so that it
 * does not stay in the address bar.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse, serialize } from 'hono/utils/cookie'
import type { Channels } from '../channels/channels.ts'
import { sendPage } from '../http/page.ts'
import { problem } from '../problem.ts'
import { closedOutboxPage, outboxPage } from './pages.ts'
import { newStartKey } from './start-key.ts'

const path = '/outbox'
const cookie = 'sonde_outbox'
const daySeconds = 86_400

type Setup = {
  app: FastifyInstance
  channels: Channels
  isDirect: (request: FastifyRequest) => boolean
}

/** @returns the path that opens it */
export function outboxRoute({ app, channels, isDirect }: Setup): string {
  const key = newStartKey()

  app.get<{ Querystring: { key?: unknown } }>(path, async (request, reply) => {
    const messages = isDirect(request) ? await channels.outbox() : null
    if (messages === null) throw problem('not_found')
    if (key.matches(request.query.key)) {
      const kept = serialize(cookie, key.text, { path, maxAge: daySeconds, httpOnly: true, sameSite: 'Lax' })
      return reply.header('set-cookie', kept).header('cache-control', 'no-store').redirect(path, 303)
    }
    if (!key.matches(parse(request.headers.cookie ?? '')[cookie]))
      return sendPage(reply, closedOutboxPage(), { status: 403 })
    return sendPage(reply, outboxPage(messages))
  })
  return `${path}?key=${key.text}`
}
