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
