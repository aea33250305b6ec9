/**
 * The embedded PostgreSQL's server process (the postmaster): whether it runs, and stopping it.
 *
 * A server is ours when postmaster.pid names a living process whose command line holds `sonde.cluster=<our folder>` (a setting of our own
 * that PostgreSQL ignores): a process id alone may belong to another process by now.
 * Layout of postmaster.pid: src/include/utils/pidfile.h of PostgreSQL.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../caught.ts'
import { type Cluster, readText } from './cluster.ts'

export type Postmaster = { readonly pid: number; readonly ready: boolean }

const pollMs = 10
const fastStopMs = 10_000
const immediateStopMs = 5_000

export function runningPostmaster(cluster: Cluster): Postmaster | null {
  const lines = readText(join(cluster.folder, 'postmaster.pid')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isOurs(pid, cluster)) return null
  return { pid, ready: lines[7]?.trim() === 'ready' }
}

export const mark = (cluster: Cluster): string => `sonde.cluster=${cluster.folder}`

/** A zombie has no command line, so it counts as gone. */
export function isOurs(pid: number, cluster: Cluster): boolean {
  if (process.platform === 'linux')
    return readText(`/proc/${pid}/cmdline`).split('\0').includes(mark(cluster))
  try {
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return `${command.trim()} `.includes(` ${mark(cluster)} `)
  } catch {
    return false
  }
}

/**
 * Stops the server and waits until it is gone. SIGINT ends the sessions and writes a checkpoint; SIGQUIT leaves the recovery to the next
 * start and loses nothing. @param urgent  begins with SIGQUIT
 */
export async function stopPostmaster(cluster: Cluster, urgent = false): Promise<void> {
  const running = runningPostmaster(cluster)
  if (!running) return
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', fastStopMs],
    ['SIGQUIT', immediateStopMs],
    ['SIGKILL', immediateStopMs],
  ]
  for (const [signal, patienceMs] of urgent ? steps.slice(1) : steps) {
    signalPostmaster(running.pid, signal)
    const deadline = performance.now() + patienceMs
    while (performance.now() < deadline) {
      if (!isOurs(running.pid, cluster)) return
      await sleep(pollMs)
    }
  }
  throw new Error(`the embedded database in ${cluster.folder} (process ${running.pid}) does not end`)
}

export function signalPostmaster(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}
