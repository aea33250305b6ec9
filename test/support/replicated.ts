/** A PostgreSQL server with a streaming replica, by Debian's programs: both are of the file that starts them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { connect } from '../../src/db/db.ts'
import { serverAccount } from '../../src/db/embedded-account.ts'
import { migrate } from '../../src/db/migrate.ts'
import { startJobs } from '../../src/jobs/jobs.ts'
import { atEndOf } from './endings.ts'
import { freePort } from './free-port.ts'
import { postgres } from './start.ts'
import { eventually } from './world.ts'

const programs = '/usr/lib/postgresql/15/bin'
const needed = ['initdb', 'pg_basebackup', 'postgres'].map((name) => join(programs, name))

/** For `suite`: what is missing, said loudly. */
export const skipWithoutPrograms = needed.every((path) => existsSync(path))
  ? false
  : `NOT TESTED: ${programs} lacks initdb, pg_basebackup or postgres`

/** Nothing here has to survive a crash of the machine. Commits are flushed, since replicas get what was flushed. */
const settings = {
  fsync: 'off',
  autovacuum: 'off',
  shared_buffers: '32MB',
  dynamic_shared_memory_type: 'mmap',
  unix_socket_directories: '',
}

/** No variable of the caller steers the programs. */
const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' }

export type Replicated = {
  /** postgres:// addresses. */
  primary: string
  replica: string
  /** On the replica itself. */
  ask(statement: string): Promise<unknown[]>
  killReplica(): Promise<void>
  /** Stops all its processes where they are: connections stay open, and nothing answers. @returns what lets them go on */
  freezeReplica(): Promise<() => void>
  startReplica(): Promise<void>
}

export async function startReplicated(): Promise<Replicated> {
  // Beside the folder of the run: the account of the servers may not be able to pass that one.
  const folder = mkdtempSync(join(dirname(postgres().folder), 'sonde-replicated-'))
  const account = serverAccount(folder)
  if (account) chownSync(folder, account.uid, account.gid)
  const ids = account ? { uid: account.uid, gid: account.gid } : {}
  const running = new Map<string, ChildProcess>()

  const run = (program: string, options: string[]): void => {
    const { status, stderr } = spawnSync(join(programs, program), options, {
      cwd: folder,
      env,
      encoding: 'utf8',
      ...ids,
    })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }
  const start = async (name: string, port: number): Promise<void> => {
    const options = Object.entries({ ...settings, listen_addresses: '127.0.0.1', port }).flatMap(
      ([setting, value]) => ['-c', `${setting}=${value}`],
    )
    const child = spawn(join(programs, 'postgres'), ['-D', join(folder, name), ...options], {
      cwd: folder,
      env,
      stdio: 'ignore',
      ...ids,
    })
    running.set(name, child)
    await eventually(
      async () => {
        if (child.exitCode !== null) throw new Error(`the ${name} ended with ${child.exitCode}`)
        return statement(addressOf(port), 'select 1').catch(() => null)
      },
      (rows) => rows !== null,
    )
  }
  const end = async (name: string, signal: NodeJS.Signals): Promise<void> => {
    const child = running.get(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  const [primaryPort, replicaPort] = [await freePort(), await freePort()]
  atEndOf('file', async () => {
    // At once, and without leaving shared memory behind.
    await end('replica', 'SIGQUIT')
    await end('primary', 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  run('initdb', [
    '-D',
    'primary',
    '-U',
    'sonde',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  await start('primary', primaryPort)
  const db = connect({ connectionString: addressOf(primaryPort) })
  await migrate(db)
  await (await startJobs(db, pino({ level: 'silent' }))).stop()
  await db.close()
  run('pg_basebackup', [
    '--pgdata=replica',
    '--host=127.0.0.1',
    `--port=${primaryPort}`,
    '--username=sonde',
    '--checkpoint=fast',
    '--no-sync',
    '--write-recovery-conf',
  ])
  const startReplica = () => start('replica', replicaPort)
  await startReplica()
  return {
    primary: addressOf(primaryPort),
    replica: addressOf(replicaPort),
    ask: (text) => statement(addressOf(replicaPort), text),
    killReplica: () => end('replica', 'SIGKILL'),
    freezeReplica: async () => {
      const own = await statement(addressOf(replicaPort), 'select pid from pg_stat_activity')
      const pids = [running.get('replica')!.pid!, ...own.map((row) => (row as { pid: number }).pid)]
      const send = (signal: NodeJS.Signals): void => {
        for (const pid of pids)
          try {
            process.kill(pid, signal)
          } catch {
            // The connection that asked has ended.
          }
      }
      send('SIGSTOP')
      return () => send('SIGCONT')
    },
    startReplica,
  }
}

const addressOf = (port: number): string => `postgres://sonde@127.0.0.1:${port}/postgres`

async function statement(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<object>(text)).rows
  } finally {
    await client.end()
  }
}
