/**
 * `sonde-server audit verify`: checks the hash chains of the audit log. Prints the head's hash, to be noted where no administrator of the database
 * can change it, and looks for hashes that were noted before.
 */
import { type ChainReport, verifyChains } from '../audit/audit.ts'
import { exists, sql, type Db } from '../db/db.ts'
import { Problem } from '../problem.ts'

export type AuditVerifyCommand = { organisation?: string; expect: string[]; json: boolean }

const faults: Record<NonNullable<ChainReport['break']>['fault'], string> = {
  missing: 'the entry is missing',
  changed: 'the entry is not what was written',
  unknown: 'the entry was added behind the head',
  anchor: 'entries up to here were removed, and the log does not say why',
  head: 'the last entry is not the one that the chain ends with',
  chain: 'the record of the chain is missing',
}

const hashOf = ({ entries, hash }: ChainReport): string | null =>
  entries > 0 || hash.some((byte) => byte !== 0) ? hash.toString('hex') : null

function linesOf(report: ChainReport): string[] {
  const { organisationId, entries, break: found, absent } = report
  const hash = hashOf(report)
  const state = found
    ? `broken at entry ${found.position}${found.id ? ` (${found.id})` : ''}: ${faults[found.fault]}`
    : 'whole'
  return [
    `${organisationId}  ${state}`,
    `  ${entries} ${entries === 1 ? 'entry is' : 'entries are'} as written${hash ? `, up to the hash ${hash}` : ''}`,
    ...absent.map((one) => `  not in the chain: ${one}`),
  ]
}

const reply = (report: ChainReport) => ({
  organisation_id: report.organisationId,
  state: report.break ? 'broken' : 'whole',
  entries: report.entries,
  head: hashOf(report),
  break: report.break,
  absent: report.absent,
})

/** Sets the exit code to 1 where a chain is broken or lacks a hash. @throws invalid_request | not_found */
export async function verifyAudit(db: Db, { organisation, expect, json }: AuditVerifyCommand): Promise<void> {
  if (expect.some((hash) => !/^[0-9a-f]{64}$/.test(hash)))
    throw new Problem('invalid_request', { detail: '--expect must be 64 hexadecimal digits' })
  if (expect.length > 0 && organisation === undefined)
    throw new Problem('invalid_request', { detail: '--expect needs --organisation' })
  if (
    organisation !== undefined &&
    !(await exists(db.tx, sql`select 1 from organisations where id = ${organisation}`))
  )
    throw new Problem('not_found', { detail: `There is no organisation ${organisation}` })
  for await (const report of verifyChains(db, organisation ?? null, expect)) {
    if (json) console.log(JSON.stringify(reply(report)))
    else for (const line of linesOf(report)) console.log(line)
    if (report.break || report.absent.length > 0) process.exitCode = 1
  }
}
