/** The real service as a process that tests can kill, with the embedded database of its own data folder. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { personScopes } from '../../contract/scopes.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded.ts'
import { hangMs } from '../support/cpu.ts'
import { freePort } from '../support/free-port.ts'
import type { TestIssuer } from '../support/issuer.ts'
import { type Client, client } from '../support/world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The command line, as it is installed. */
export const command = fileURLToPath(new URL('../../bin/sonde', import.meta.url))

/** For tests with their own database: one version is enough where the others run on several. */
export const ownDatabase = { skip: process.env.DATABASE_URL ? 'has its own database' : false }

export type Service = Awaited<ReturnType<typeof newService>>

export async function newService(env: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-fault-'))
  const postmasterFile = join(dataDir, 'postgres', 'postmaster.pid')
  const port = await freePort()
  const environment = {
    PATH: process.env.PATH,
    SONDE_DATA_DIR: dataDir,
    SONDE_PORT: String(port),
    SONDE_RATE_LIMITS: 'off',
    SONDE_LOG_LEVEL: 'error',
    ...env,
  }
  let child: ReturnType<typeof spawn> | undefined
  let gone: Promise<{ code: number | null; signal: string | null }> = Promise.resolve({
    code: 0,
    signal: null,
  })
  let said = ''
  const url = `http://localhost:${port}`

  const serves = async (): Promise<boolean> =>
    fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1000) }).then(
      (reply) => reply.ok,
      () => false,
    )
  return {
    url,
    dataDir,
    outbox: join(dataDir, 'outbox'),
    /** What it wrote since it was made, for the report of a failure. */
    said: () => said,
    /** The memory of the service's own process, in megabytes (2^20), as Linux reports it. */
    residentMegabytes: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child!.pid}/status`, 'utf8'))?.[1]) / 1024,
    /** @param by npm: `npm start`, in a process group of its own */
    async start(by: 'node' | 'npm' = 'node') {
      const [program, ...args] = by === 'npm' ? ['npm', 'start'] : [process.execPath, command, 'serve']
      const started = spawn(program, args, {
        cwd: root,
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: by === 'npm',
      })
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (bytes: Buffer) => (said += bytes.toString()))
      child = started
      gone = new Promise((resolve) => started.on('close', (code, signal) => resolve({ code, signal })))
      const until = performance.now() + hangMs
      while (!(await serves())) {
        if (started.exitCode !== null || performance.now() > until)
          throw new Error(`the service did not start:\n${said}`)
        await sleep(40)
      }
    },
    /** SIGKILL, to the service and, where asked for, to its database's first process. */
    async kill(withDatabase = false) {
      const postmaster = withDatabase ? Number(readFileSync(postmasterFile, 'utf8').split('\n')[0]) : null
      child?.kill('SIGKILL')
      if (postmaster !== null) process.kill(postmaster, 'SIGKILL')
      await gone
    },
    /** SIGTERM. @returns how its process ended */
    stop() {
      child?.kill('SIGTERM')
      return gone
    },
    /** SIGTERM to each process that `npm start` began, as a terminal or a supervisor sends it. */
    stopGroup() {
      process.kill(-child!.pid!, 'SIGTERM')
      return gone
    },
    /** Nobody reads any longer what it writes. */
    hangUp() {
      child!.stdout!.destroy()
      child!.stderr!.destroy()
    },
    databaseRuns: () => existsSync(postmasterFile),
    /** Stops the service and whatever a kill left running, and forgets its data. */
    async end() {
      child?.kill('SIGTERM')
      await gone
      if (existsSync(postmasterFile)) await (await startEmbeddedPostgres({ dataDir })).stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    /** A command of the command line, beside the running service. */
    async sonde<T>(args: string[]): Promise<T> {
      const { stdout } = await promisify(execFile)(process.execPath, [command, ...args, '--json'], {
        env: environment,
      })
      return JSON.parse(stdout) as T
    },
  }
}

/** An organisation by the command line, a user's token by the code flow, a team by the API. */
export async function organisationOf(
  service: Service,
  idp: TestIssuer,
  people: number,
): Promise<{ user: Client; team: string }> {
  const email = 'ada@acme.test'
  const { organisation } = await service.sonde<{ organisation: { id: string } }>([
    'bootstrap',
    '--organisation',
    'Acme',
    '--admin',
    email,
  ])
  const redirectUri = 'https://client.example/callback'
  const registration = { organisation: organisation.id, name: 'Bot', 'redirect-uri': redirectUri }
  const application = await service.sonde<{ client_id: string; client_secret: string }>([
    'application',
    'create',
    ...Object.entries({ ...registration, scope: personScopes.join(' ') }).flatMap(([name, value]) => [
      `--${name}`,
      value,
    ]),
  ])
  const session = await idp.token({ sub: 'ada', email, email_verified: true, name: 'Ada' })
  const { client_id, client_secret } = application
  const allowed = await client(service.url, session).post('/api/oauth/code', {
    client_id,
    redirect_uri: redirectUri,
    scope: personScopes.join(' '),
  })
  assert.equal(allowed.status, 200, JSON.stringify(allowed.body))
  const redeemed = await client(service.url).post('/oauth/token', {
    grant_type: 'authorization_code',
    code: allowed.body.code,
    redirect_uri: redirectUri,
    client_id,
    client_secret,
  })
  assert.equal(redeemed.status, 200, JSON.stringify(redeemed.body))
  const user = client(service.url, redeemed.body.access_token)
  const team = await user.post('/api/teams', { name: 'Everyone' })
  await inParallel(8, Array.from({ length: people }), async (_nobody, index) => {
    const member = { name: `Person ${index}`, email: `person${index}@acme.test`, team_ids: [team.body.id] }
    assert.equal((await user.post('/api/members', member)).status, 201)
  })
  return { user, team: team.body.id }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const seedOf = (): number => Number(process.env.SONDE_SEED ?? Date.now() % 2_147_483_647)

/** Runs at most `width` at a time. */
export async function inParallel<T>(
  width: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < items.length) {
        const index = next++
        await work(items[index], index)
      }
    }),
  )
}
