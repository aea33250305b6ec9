/** Health of the service, its OpenAPI document, and the messages in the local outbox; of a worker, its health alone. */
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import type { Channels } from '../channels/channels.ts'
import type { Clock } from '../clock.ts'
import { textModelOf } from '../confidentiality/confidentiality.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { isMigrated } from '../db/migrate.ts'
import type { Replica } from '../db/replica.ts'
import { sendPage } from '../http/page.ts'
import type { Addresses } from '../http/server.ts'
import { problem } from '../problem.ts'
import { keyStoreFault } from '../vault/vault.ts'
import { directCheck } from './direct.ts'
import { type Counts, type DueMeasures, metricsRoute } from './metrics.ts'
import { outboxRoute } from './outbox.ts'
import { securityTextRoute } from './security-txt.ts'
import { statusPage } from './status-page.ts'

export { isLocalService } from './direct.ts'
export { countLookups, type Counts, newCounts } from './metrics.ts'

type Probes = {
  app: FastifyInstance
  db: Db
  isReady: () => boolean
  clock: Clock
  counts: Counts
  replica: Pick<Replica, 'unusedSeconds'> | null
  due: DueMeasures
  config: Pick<Config, 'metricsToken' | 'production' | 'securityContacts'>
  addresses: Addresses
}

/** @returns the paths that open the outbox, and the metrics where there is no token for them */
export function healthRoutes(setup: Probes & { channels: Channels }): {
  outboxPath: string
  metricsPath: string
} {
  const { app, channels, config, addresses } = setup
  const readiness = readinessOf(setup)
  const metricsPath = probeRoutes(setup, readiness)
  app.get('/status', async (_request, reply) => {
    const { isServing, keyFault } = await readiness()
    const found = { isServing, hasKeys: keyFault === null }
    return sendPage(reply, statusPage(found), { status: isServing && found.hasKeys ? 200 : 503 })
  })

  const openapi = readFileSync(new URL('../../contract/openapi.json', import.meta.url))
  app.get('/openapi.json', async (_request, reply) =>
    reply
      .headers({ 'access-control-allow-origin': '*', 'cache-control': 'max-age=300' })
      .type('application/json')
      .send(openapi),
  )
  securityTextRoute({ ...setup, contacts: config.securityContacts })
  return { outboxPath: outboxRoute({ app, channels, isDirect: directCheck(config, addresses) }), metricsPath }
}

/**
 * What balancers, schedulers and monitors ask: GET /healthz, /readyz and /metrics.
 * @returns the path that opens the metrics where there is no token for them
 */
export function probeRoutes(setup: Probes, readiness = readinessOf(setup)): string {
  const { app, db, config, addresses } = setup
  app.get('/healthz', async () => ({ status: 'ok' }))
  // 200 only when a request would succeed: listening, not stopping, database there and migrated, key store there.
  app.get('/readyz', async (_request, reply) => {
    const { isServing, keyFault: detail } = await readiness()
    if (!isServing || detail !== null)
      throw problem('unavailable', {
        headers: { 'retry-after': '1' },
        ...(detail !== null && { detail: 'The key store cannot be used', internal: detail }),
      })
    const model = textModelOf(db.tx)
    return reply.header('cache-control', 'no-store').send({
      status: 'ready',
      ...(model && { text_model: { loaded: model.fault === null, languages: model.languages } }),
    })
  })
  return metricsRoute({ ...setup, token: config.metricsToken, isDirect: directCheck(config, addresses) })
}

/** @returns keyFault: null as well while nothing is served, when nobody looks at the key store */
function readinessOf({ db, isReady }: Pick<Probes, 'db' | 'isReady'>) {
  const faultOfKeys = remembered(() => keyStoreFault(db.tx))
  return async (): Promise<{ isServing: boolean; keyFault: string | null }> => {
    const isServing = isReady() && (await isMigrated(db).catch(() => false))
    return { isServing, keyFault: isServing ? await faultOfKeys() : null }
  }
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
