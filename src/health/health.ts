/** Health of the service, its OpenAPI document, and the messages in the local outbox. */
import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import { type Channels } from '../channels/channels.ts'
import { type Clock } from '../clock.ts'
import { type Db } from '../db/db.ts'
import { isMigrated } from '../db/migrate.ts'
import { sendPage } from '../http/page.ts'
import { problem } from '../problem.ts'
import { keyStoreFault } from '../vault/vault.ts'
import { type Counts, type DueMeasures, metricsRoute } from './metrics.ts'
import { outboxPage } from './pages.ts'

export { countLookups, newCounts } from './metrics.ts'

type Setup = {
  app: FastifyInstance
  db: Db
  channels: Channels
  isReady: () => boolean
  clock: Clock
  counts: Counts
  due: DueMeasures
  metricsToken: string | null
}

export function healthRoutes(setup: Setup): void {
  const { app, db, channels, isReady } = setup
  metricsRoute({ ...setup, token: setup.metricsToken, isLocal })

  const openapi = readFileSync(new URL('../../contract/openapi.json', import.meta.url))

  app.get('/healthz', async () => ({ status: 'ok' }))
  const keyFault = remembered(() => keyStoreFault(db.tx))
  // 200 only when a request would succeed: listening, not stopping, database there and migrated, key store there.
  app.get('/readyz', async (_request, reply) => {
    const isWell = isReady() && (await isMigrated(db).catch(() => false))
    const detail = isWell ? await keyFault() : null
    if (!isWell || detail !== null)
      throw problem('unavailable', {
        headers: { 'retry-after': '1' },
        ...(detail !== null && { detail: 'The key store cannot be used', internal: detail }),
      })
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
  app.get('/openapi.json', async (_request, reply) =>
    reply
      .headers({ 'access-control-allow-origin': '*', 'cache-control': 'max-age=300' })
      .type('application/json')
      .send(openapi),
  )
  app.get('/outbox', async (request, reply) => {
    const messages = await channels.outbox()
    // Its messages hold everybody's links: they are shown on this machine only.
    if (messages === null || !isLocal(request)) throw problem('not_found')
    return sendPage(reply, outboxPage(messages))
  })
}

const rememberedMs = 5_000

/** A balancer asks every second, and often several do: the key store is looked at less often. */
function remembered<T>(look: () => Promise<T>): () => Promise<T> {
  let until = -Infinity
  let last: Promise<T>
  return () => {
    if (performance.now() < until) return last
    until = performance.now() + rememberedMs
    return (last = look())
  }
}

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const localNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** The host name is checked too: a page elsewhere that points its own name at this machine gets nothing. */
const isLocal = (request: FastifyRequest): boolean =>
  loopback.test(request.ip) &&
  localNames.test(request.headers.host ?? '') &&
  request.headers['x-forwarded-for'] === undefined
