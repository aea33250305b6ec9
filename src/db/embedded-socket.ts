/**
 * The socket of the embedded PostgreSQL, and what it answers there. Nothing listens on the network.
 */
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { codeOf, messageOf } from '../caught.ts'
import { type Cluster, type Credentials, readText } from './cluster.ts'
import { type Account, giveTo, reaches } from './embedded-account.ts'

export type Connection = Credentials & {
  /** The folder of the socket. */
  readonly host: string
}

/** `absent`: nothing listens. `starting`: also while it recovers or shuts down. `silent`: it accepts and does not answer. */
export type Answer = 'ready' | 'no database' | 'starting' | 'absent' | 'silent'

/** sun_path of unix(7) without its final NUL; macOS has four bytes less. */
const socketPathBytes = process.platform === 'linux' ? 107 : 103

/**
 * The socket lies in the cluster's own folder, which its owner and root alone can enter; when that path is too long for
 * a socket, in a short temporary folder named after it. PostgreSQL touches its socket files once an hour, so that
 * sweepers of temporary folders leave them (TouchSocketFiles).
 */
export function socketFolder(cluster: Cluster, port: number, account: Account | null): string {
  const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= socketPathBytes
  if (fits(cluster.folder)) return cluster.folder
  const used = readText(join(cluster.folder, 'postmaster.pid')).split('\n')[4]?.trim()
  if (used?.startsWith('/')) return used
  const name = `sonde-${createHash('sha256').update(cluster.folder).digest('hex').slice(0, 16)}`
  const place = [tmpdir(), '/tmp', '/var/tmp'].find(
    (each) => fits(join(each, name)) && reaches(account, each),
  )
  if (!place)
    throw new Error(
      `SONDE_DATA_DIR: ${cluster.dataDir} is too long a path for a socket, and no temporary folder is at hand: choose a shorter one`,
    )
  return join(place, name)
}

export function makeSocketFolder(folder: string, account: Account | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stat = lstatSync(folder)
  const owner = account?.uid ?? process.geteuid?.()
  if (
    !stat.isDirectory() ||
    (stat.mode & 0o077) !== 0 ||
    (stat.uid !== owner && stat.uid !== process.geteuid?.())
  )
    throw new Error(
      `${folder}, where the database's socket belongs, is somebody else's: remove it, or choose a shorter SONDE_DATA_DIR`,
    )
  giveTo(account, folder)
}

/** Connects as every client does, and disconnects. @throws when the server is up and refuses us for good */
export async function ask(connection: Connection): Promise<Answer> {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 3_000 })
  // A connection that breaks later reports a second time.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    return answerOf(error, connection)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function answerOf(error: unknown, connection: Connection): Answer {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ECONNREFUSED':
      return 'absent'
    case '3D000': // invalid_catalog_name
      return 'no database'
    case '53300': // too_many_connections: busy, but up
      return 'ready'
    case '57P03': // cannot_connect_now
    case '57P01': // admin_shutdown
    case 'ECONNRESET':
    case 'EPIPE':
      return 'starting'
  }
  const message = messageOf(error)
  if (/timeout/.test(message)) return 'silent'
  if (/terminated/.test(message)) return 'starting'
  throw new Error(`the embedded database in ${connection.host} refuses user ${connection.user}: ${message}`)
}
