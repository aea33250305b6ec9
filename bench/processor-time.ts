/** The processor time of this process and of all processes of an embedded PostgreSQL: what else the machine does is no part of it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const isProcessorTimeKnown = existsSync('/proc/self/stat')

/** proc(5): fields 14 to 17 of stat, of a process and of its children that have ended; in ticks of 1/100 s. */
const ticksOf = (pid: string): number =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(') ')[1]
    .split(' ')
    .slice(11, 15)
    .reduce((sum, field) => sum + Number(field), 0)

/** @param dataDir  of the embedded server. @returns seconds; NaN where there is no /proc */
export function processorSeconds(dataDir: string): number {
  if (!isProcessorTimeKnown) return NaN
  const [postmaster] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const running = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  const { user, system } = process.cpuUsage()
  const server = [postmaster, ...running].reduce((sum, pid) => sum + ticksOf(pid), 0)
  return server / 100 + (user + system) / 1e6
}

/**
 * The processor time of this process and of connections of the database, without what the server does by itself, such as making statistics.
 * A connection that has ended counts as it was seen last.
 * @param dataDir  of the embedded server. @returns a function for seconds so far; NaN where there is no /proc
 */
export function connectionSeconds(dataDir: string): () => number {
  const seen = new Map<string, number>()
  return () => {
    if (!isProcessorTimeKnown) return NaN
    const [postmaster] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    const running = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    for (const pid of running) {
      const ticks = ticksOfConnection(pid)
      if (ticks !== null) seen.set(pid, ticks)
    }
    const { user, system } = process.cpuUsage()
    const server = [...seen.values()].reduce((sum, ticks) => sum + ticks, 0)
    return server / 100 + (user + system) / 1e6
  }
}

/** Connections are called by user, database and peer, workers by what they do. @returns null for a worker, and for what has just ended */
function ticksOfConnection(pid: string): number | null {
  try {
    return / \[local\] /.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ? ticksOf(pid) : null
  } catch {
    return null
  }
}
