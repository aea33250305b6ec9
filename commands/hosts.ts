/**
 * Where this person is signed in: `hosts.json` in their configuration folder, which they alone may read (0600, its folder 0700). Tokens are
 * in it, so it is written under another name and put in place at once, and never printed.
 *
 * Two commands must not use one refresh token at the same time, as the service ends a sign-in whose token is used twice. Who changes the
 * file holds a lock beside it; a lock of a process that died is taken over after half a minute.
 */
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { failed } from './exits.ts'

export type Login = {
  client_id: string
  scope: string
  access_token: string
  /** RFC 3339 */
  expires_at: string
  /** null where the service gave none: the sign-in then ends with the access token */
  refresh_token: string | null
}

/** `current` is the address that commands use when none is named. */
export type Hosts = { current: string | null; hosts: Record<string, Login> }

const lockPatienceMs = 20_000
const lockStaleMs = 30_000
const lockPauseMs = 50

export function hostsFile(env: NodeJS.ProcessEnv = process.env): string {
  if (env.SONDE_CONFIG_DIR) return join(env.SONDE_CONFIG_DIR, 'hosts.json')
  if (env.XDG_CONFIG_HOME) return join(env.XDG_CONFIG_HOME, 'sonde', 'hosts.json')
  if (process.platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'sonde', 'hosts.json')
  return join(homedir(), '.config', 'sonde', 'hosts.json')
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | null)?.code

/** @throws Ended  the file is not ours to read, or holds something else */
export async function readHosts(file = hostsFile()): Promise<Hosts> {
  try {
    const read = JSON.parse(await readFile(file, 'utf8')) as Partial<Hosts>
    return { current: read.current ?? null, hosts: read.hosts ?? {} }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { current: null, hosts: {} }
    throw failed(`${file} cannot be read. Delete it, and sign in again by \`sonde login\`.`, error)
  }
}

/** Changes the file, one process at a time. @returns what `change` returns */
export async function changeHosts<T>(
  change: (hosts: Hosts) => T | Promise<T>,
  file = hostsFile(),
): Promise<T> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const unlock = await lock(`${file}.lock`)
  try {
    const hosts = await readHosts(file)
    const result = await change(hosts)
    const draft = `${file}.${process.pid}`
    await writeFile(draft, `${JSON.stringify(hosts, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, file)
    return result
  } finally {
    await unlock()
  }
}

async function lock(file: string): Promise<() => Promise<void>> {
  const end = Date.now() + lockPatienceMs
  for (;;) {
    try {
      await (await open(file, 'wx', 0o600)).close()
      return () => rm(file, { force: true })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    const age = await stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > lockStaleMs) await rm(file, { force: true })
    else if (Date.now() > end)
      throw failed(`Another command has been writing ${file} for a while. Try again.`)
    else await sleep(lockPauseMs)
  }
}
