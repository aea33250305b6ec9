/**
 * `node bench/revocation.ts`: how long one server process still accepts a token that another has revoked, while both answer requests.
 * The two processes share a PostgreSQL, and the second has cached the token. The first revokes tokens in three ways in turn: by POST
 * /oauth/revoke, by revoking a refresh family and by withdrawing a grant. Prints p50, p95 and p99; fails if p99 is a second or
 * more.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import type { ClientConfig } from 'pg'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { announceAccess } from '../src/db/access-changes.ts'
import { connect, run, sql } from '../src/db/db.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { bootstrap } from '../src/identity/identity.ts'
import { newId, newSecret, sha256 } from '../src/ids.ts'
import { createApplicationFor } from '../src/oauth/oauth.ts'
import { revokeFamily } from '../src/oauth/refresh.ts'
import { judge, size } from './size.ts'

const trials = size(Number(process.argv[2] ?? 200), 6)
const callers = 8
const p99MaxMs = 1_000

const log = pino({ level: 'silent' })

async function serve(connection: ClientConfig, dataDir: string): Promise<string> {
  const config = readConfig({ SONDE_PORT: '0', SONDE_RATE_LIMITS: 'off', SONDE_DATA_DIR: dataDir })
  return (await createApp({ config, db: connect(connection), log, worker: 'by hand' })).listen()
}

async function node(connection: ClientConfig, dataDir: string) {
  const child = fork(fileURLToPath(import.meta.url), ['as-node'], { serialization: 'advanced' })
  child.send({ connection, dataDir })
  const [url] = (await once(child, 'message')) as [string]
  return { url, end: () => (child.kill(), once(child, 'exit')) }
}

if (process.argv[2] === 'as-node') {
  const [{ connection, dataDir }] = (await once(process, 'message')) as [any]
  process.send!(await serve(connection, dataDir))
} else await measure()

async function measure(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  const db = connect(postgres.connection)
  await migrate(db)
  const now = new Date()
  const { organisation, admin } = await db.transaction((tx) =>
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
  const credentials = { client_id: application.client_id, client_secret: application.client_secret }
  const { host, port, user, password, database } = db.connection
  const connection = { host, port, user, password, database } as ClientConfig
  const [one, other] = await Promise.all([node(connection, dataDir), node(connection, dataDir)])

  const status = async (url: string, token: string): Promise<number> => {
    const reply = await fetch(`${url}/api/teams`, { headers: { authorization: `Bearer ${token}` } })
    await reply.arrayBuffer()
    return reply.status
  }
  /** A token that acts for a person, with its grant and its family. */
  const issue = async () => {
    const [token, grantId, familyId] = [newSecret('at', organisation.id), newId('grant'), newId('family')]
    const ends = new Date(Date.now() + 3_600_000)
    await run(
      db.tx,
      sql`
        with withdrawn as (
          update grants set revoked_at = now() where organisation_id = ${organisation.id} and revoked_at is null
        )
        select 1`,
    )
    await run(
      db.tx,
      sql`
        insert into grants (organisation_id, id, user_id, application_id, scopes, created_at, updated_at)
        values (${organisation.id}, ${grantId}, ${admin.id}, ${application.id}, '{teams:read}', now(), now())`,
    )
    await run(
      db.tx,
      sql`
        insert into refresh_families (organisation_id, id, application_id, user_id, grant_id, code_sha256, scopes, created_at, ends_at)
        values (${organisation.id}, ${familyId}, ${application.id}, ${admin.id}, ${grantId}, ${sha256(token)},
                '{teams:read}', now(), ${ends})`,
    )
    await run(
      db.tx,
      sql`
        insert into access_tokens (token_sha256, organisation_id, application_id, user_id, grant_id, family_id, scopes,
                                   created_at, expires_at)
        values (${sha256(token)}, ${organisation.id}, ${application.id}, ${admin.id}, ${grantId}, ${familyId},
                '{teams:read}', now(), ${ends})`,
    )
    return { token, grantId, familyId }
  }
  const ways = [
    ({ token }: { token: string }) =>
      fetch(`${one.url}/oauth/revoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...credentials, token }),
      }),
    ({ familyId }: { familyId: string }) =>
      db.transaction((tx) => revokeFamily(tx, organisation.id, familyId, new Date())),
    ({ grantId }: { grantId: string }) =>
      db.transaction(async (tx) => {
        await run(tx, sql`update grants set revoked_at = now() where id = ${grantId}`)
        await announceAccess(tx, { kind: 'grant', id: grantId })
      }),
  ]

  const { token: busy } = await issueFor(credentials, one.url)
  let working = true
  let requests = 0
  const load = Array.from({ length: callers }, async (_, i) => {
    while (working) {
      await status(i % 2 ? one.url : other.url, busy)
      requests++
    }
  })
  const took: number[] = []
  const began = performance.now()
  for (let trial = 0; trial < trials; trial++) {
    const issued = await issue()
    if ((await status(other.url, issued.token)) !== 200) throw new Error('a live token was refused')
    await ways[trial % ways.length](issued as never)
    const revoked = performance.now()
    while ((await status(other.url, issued.token)) === 200);
    took.push(performance.now() - revoked)
  }
  working = false
  await Promise.all(load)
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  const perSecond = Math.round((requests * 1000) / (performance.now() - began))
  console.log(
    `revoked on one process, refused on another, under ${perSecond} requests/s: ` +
      `p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms (below ${p99MaxMs})`,
  )
  await Promise.all([one.end(), other.end()])
  await db.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
  judge(at(0.99) >= p99MaxMs)
}

async function issueFor(credentials: object, url: string): Promise<{ token: string }> {
  const reply = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', ...credentials }),
  })
  return { token: ((await reply.json()) as { access_token: string }).access_token }
}
