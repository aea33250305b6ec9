/**
 * Databases of tests on a Citus cluster, where DATABASE_URL is a coordinator’s: made on every server and divided one by one, because a copy of a divided
 * database would share the parts of its tables with it.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { connect, run, sql } from '../../src/db/db.ts'
import { distribute } from '../../src/db/distribute.ts'
import { migrate } from '../../src/db/migrate.ts'
import { startJobs } from '../../src/jobs/jobs.ts'
import { atEndOf } from './endings.ts'
import { freePort } from './free-port.ts'

type Server = { host: string; port: number; isCoordinator: boolean }

/** Enough that organisations are on both workers; dividing takes time for each. */
const partsOfTable = 4

export async function query<Row extends object>(address: string, text: string): Promise<Row[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

export const isCluster = async (address: string): Promise<boolean> =>
  (await query(address, `select 1 from pg_extension where extname = 'citus'`)).length > 0

const serversOf = (address: string): Promise<Server[]> =>
  query<Server>(
    address,
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator"
     from pg_dist_node
     order by groupid`,
  )

function at(address: string, { host, port }: Server, database?: string): string {
  const url = new URL(address)
  url.hostname = host
  url.port = String(port)
  if (database !== undefined) url.pathname = `/${database}`
  return url.href
}

/** A database with nothing in it, on every server. @returns its address on the coordinator */
export async function createOnAll(address: string, name: string): Promise<string> {
  const servers = await serversOf(address)
  for (const server of servers) {
    await query(at(address, server), `create database ${name}`)
    await query(at(address, server, name), 'create extension citus')
  }
  const coordinator = servers.find(({ isCoordinator }) => isCoordinator)!
  const made = at(address, coordinator, name)
  await query(made, `alter database ${name} set citus.shard_count = ${partsOfTable}`)
  await query(made, `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`)
  for (const { host, port, isCoordinator } of servers)
    if (!isCoordinator) await query(made, `select citus_add_node('${host}', ${port})`)
  return made
}

/** A migrated database whose tables are divided. @returns its address */
export async function createDivided(address: string, name: string): Promise<string> {
  const made = await createOnAll(address, name)
  const db = connect({ connectionString: made })
  try {
    await migrate(db)
    await run(db.tx, sql`update migrations set applied_at = applied_at - interval '8 days'`)
    await (await startJobs(db, pino({ level: 'silent' }))).stop()
    await distribute(db)
  } finally {
    await db.close()
  }
  return made
}

export async function dropOnAll(address: string, name: string): Promise<void> {
  for (const server of await serversOf(address))
    await query(at(address, server), `drop database if exists ${name} with (force)`)
}

const up = (folder: string, dir: string, workers: number, port: number): string => {
  const { stdout, stderr, status } = spawnSync(
    'bash',
    [join(folder, 'up'), dir, String(workers), String(port)],
    {
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`Citus did not start: ${stderr}`)
  return stdout.trim().split('\n').at(-1) ?? ''
}

/**
 * Starts servers, and stops them with the file of tests.
 * @param folder  with the program `up` (test/flows/citus.test.ts)
 * @returns the address of the coordinator
 */
export async function startCluster(folder: string, workers: number): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'sonde-citus-'))
  // Called by this name, the same program stops the servers.
  const down = join(mkdtempSync(join(tmpdir(), 'sonde-citus-down-')), 'down')
  symlinkSync(join(folder, 'up'), down)
  atEndOf('file', async () => {
    spawnSync('bash', [down, dir])
    rmSync(dir, { recursive: true, force: true })
    rmSync(dirname(down), { recursive: true, force: true })
  })
  return up(folder, dir, workers, await freePort())
}

/** Starts one more server, and adds it to a database that is divided. @returns its port */
export async function addWorker(folder: string, address: string): Promise<number> {
  const server = new URL(await startCluster(folder, 0))
  const name = new URL(address).pathname.slice(1)
  const worker = { host: server.hostname, port: Number(server.port), isCoordinator: false }
  await query(server.href, `create database ${name}`)
  await query(at(address, worker), 'create extension citus')
  await query(address, `select citus_add_node('${worker.host}', ${worker.port})`)
  return worker.port
}

/**
 * Stops a server of the cluster at once, as a machine does that is lost.
 * @returns what starts it again, and waits until it takes connections
 */
export async function stopServer(address: string, port: number): Promise<() => Promise<void>> {
  const server = new URL(address)
  server.port = String(port)
  const [{ data_directory: folder }] = await query<{ data_directory: string }>(
    server.href,
    'show data_directory',
  )
  const pid = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]
  const program = readlinkSync(`/proc/${pid}/exe`)
  process.kill(Number(pid), 'SIGQUIT')
  return async () => {
    const { uid, gid } = statSync(folder)
    const log = openSync(join(folder, 'log'), 'a')
    spawn(program, ['-D', folder], {
      uid,
      gid,
      cwd: folder,
      detached: true,
      stdio: ['ignore', log, log],
    }).unref()
    closeSync(log)
    for (;;) {
      if (await query(server.href, 'select 1').catch(() => null)) return
      await sleep(200)
    }
  }
}
