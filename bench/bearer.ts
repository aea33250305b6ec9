/**
 * `node bench/bearer.ts`: the cost of a bearer token. A check of a token that this process has cached, against an introspection by
 * oidc-provider with its store in memory (no database on either side), in turns; and a wrong secret against a right one at POST
 * /oauth/token. Prints both ratios and fails when a bound is missed.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { Provider } from 'oidc-provider'
import { pino } from 'pino'
import { end, loader } from './processes.ts'
import { judge, size } from './size.ts'
import { connect } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { bootstrap } from '../src/identity/identity.ts'
import { createApplicationFor, createOAuth } from '../src/oauth/oauth.ts'
import { newSecret } from '../src/ids.ts'
import { rateLimits } from '../contract/limits.ts'
import { rateLimiter } from '../src/http/rate-limit.ts'
import { sharedPoints } from '../src/http/shared-points.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'

const rounds = size(7, 1)
const checkMs = size(400, 50)
const tokensARound = size(150, 10)
const connections = 8
const requestsARound = size(2000, 100)
const checkRatioMin = 4
const wrongRatioMax = 1.2

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]

/** Calls of `work` a second, measured for this long. */
async function rate(work: () => unknown): Promise<number> {
  const began = performance.now()
  let done = 0
  while (performance.now() - began < checkMs) {
    for (let i = 0; i < 20; i++) await work()
    done += 20
  }
  return (done * 1000) / (performance.now() - began)
}

const served = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A request as it goes over the wire; the load (load.ts) is a process of its own and costs this one nothing. */
const wire = (head: string, body = ''): string =>
  `${head}\r\nhost: 127.0.0.1\r\n${body ? `content-length: ${Buffer.byteLength(body)}\r\n` : ''}\r\n${body}`

type Target = { port: number; request: string }

/** The peer, and an introspection of a live token. */
async function introspection(): Promise<{ target: Target; close(): void }> {
  const client = { client_id: 'bench', client_secret: 'a secret of the bench that is long enough' }
  const provider = new Provider('http://127.0.0.1', {
    clients: [{ ...client, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }],
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      devInteractions: { enabled: false },
    },
  })
  const answer = provider.callback()
  const server = createServer((request, reply) => void answer(request, reply)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const send = async (path: string, form: Record<string, string>) => {
    const reply = await fetch(served(server) + path, {
      method: 'POST',
      body: new URLSearchParams({ ...client, ...form }),
    })
    return (await reply.json()) as { access_token: string; active: boolean }
  }
  const { access_token: token } = await send('/token', { grant_type: 'client_credentials' })
  const { active } = await send('/token/introspection', { token })
  if (!active) throw new Error('the peer does not know its own token')
  return {
    target: {
      port: (server.address() as AddressInfo).port,
      request: wire(
        'POST /token/introspection HTTP/1.1\r\ncontent-type: application/x-www-form-urlencoded',
        new URLSearchParams({ ...client, token }).toString(),
      ),
    },
    close: () => void (server.closeAllConnections(), server.close()),
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
const db = connect(postgres.connection)
const log = pino({ level: 'silent' })
await migrate(db)
const now = new Date()
const { organisation } = await db.transaction((tx) =>
  bootstrap(tx, { organisation: 'Bench', admin: 'bench@bench.test' }, now),
)
const application = await db.transaction((tx) =>
  createApplicationFor(
    tx,
    { organisationId: organisation.id, userId: null },
    { name: 'Bench', scopes: ['teams:read'] },
    now,
  ),
)
const config = readConfig({ SONDE_PORT: '0', SONDE_RATE_LIMITS: 'off', SONDE_DATA_DIR: dataDir })
const app = await createApp({ config, db, log, worker: 'by hand' })
const url = await app.listen()
const credentials = { client_id: application.client_id, client_secret: application.client_secret! }
const ask = async (client_secret: string): Promise<any> => {
  const reply = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', ...credentials, client_secret }),
  })
  return reply.json()
}

// The check as an HTTP server does it, nothing else behind it: so that both sides pay for HTTP and for the client.
const oauth = await createOAuth({
  db,
  clock: { now: () => new Date() },
  log,
  limiter: rateLimiter(rateLimits, sharedPoints(db)),
})
const bare = Fastify()
bare.get('/', async (request, reply) => {
  const actor = await oauth.authenticate(request.headers.authorization!.slice('Bearer '.length), 'api')
  return actor ? { active: true } : reply.code(401).send()
})
await bare.listen({ host: '127.0.0.1', port: 0 })
const { access_token: token } = await ask(credentials.client_secret)
const peer = await introspection()
const ours: Target = {
  port: (bare.server.address() as AddressInfo).port,
  request: wire(`GET / HTTP/1.1\r\nauthorization: Bearer ${token}`),
}
const { run: runLoad, child: loadProcess } = loader()
const overHttp = async ({ port, request }: Target): Promise<number> =>
  (await runLoad({ port, connections, count: requestsARound, requests: [request], status: 200 })).rate
const inProcess = () => oauth.authenticate(token, 'api')

const results = { inProcess: [] as number[], overHttp: [] as number[], peer: [] as number[] }
const costs = { right: [] as number[], wrong: [] as number[], shapeless: [] as number[] }
const msOf = async (secret: () => string): Promise<number> => {
  const began = performance.now()
  for (let i = 0; i < tokensARound; i++) await ask(secret())
  return (performance.now() - began) / tokensARound
}
await overHttp(ours)
await overHttp(peer.target)
for (let round = 0; round < rounds; round++) {
  results.inProcess.push(await rate(inProcess))
  results.overHttp.push(await overHttp(ours))
  results.peer.push(await overHttp(peer.target))
  costs.right.push(await msOf(() => credentials.client_secret))
  costs.wrong.push(await msOf(() => newSecret('cs', organisation.id)))
  costs.shapeless.push(await msOf(() => 'wrong'))
}

const perSecond = Object.fromEntries(Object.entries(results).map(([name, all]) => [name, median(all)]))
const ms = Object.fromEntries(Object.entries(costs).map(([name, all]) => [name, median(all)]))
const checkRatio = perSecond.overHttp / perSecond.peer
const wrongRatio = Math.max(ms.wrong, ms.shapeless) / ms.right
const figure = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 })
console.log(`remembered bearer     ${figure(perSecond.inProcess)} checks/s in process, ${figure(perSecond.overHttp)} over HTTP
oidc-provider         ${figure(perSecond.peer)} introspections/s over HTTP
ratio                 ${figure(checkRatio)} (both over HTTP; at least ${checkRatioMin})
right secret          ${figure(ms.right)} ms
wrong secret          ${figure(ms.wrong)} ms, with a wrong checksum ${figure(ms.shapeless)} ms
wrong against right   ${figure(wrongRatio)} (at most ${wrongRatioMax})`)

await end(loadProcess)
peer.close()
await bare.close()
await oauth.close()
await app.close()
await db.close()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
judge(checkRatio < checkRatioMin || wrongRatio > wrongRatioMax)
