/**
 * The DNS record that confirms a domain: a TXT record under its own name, so that it does not conflict with other uses of the domain. It is
 * looked up at the configured DNS servers, or at the machine's.
 */
import { Resolver } from 'node:dns/promises'
import { problem } from '../problem.ts'

const timeoutMs = 3_000
const tries = 2
const prefix = '_sonde.'
const valuePrefix = 'sonde-domain='

export const recordOf = (domain: string, challenge: string) => ({
  type: 'TXT' as const,
  name: `${prefix}${domain}`,
  value: `${valuePrefix}${challenge}`,
})

/** Codes that mean: there is no such name, or no such record. */
const absent = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Whether the DNS has the record.
 * @param servers  IP addresses, with a port if it is not 53; empty: those of the machine
 * @throws unavailable  no DNS server has replied
 */
export async function hasRecord(
  servers: readonly string[],
  domain: string,
  challenge: string,
): Promise<boolean> {
  const { name, value } = recordOf(domain, challenge)
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers.length > 0) resolver.setServers(servers)
  try {
    const records = await resolver.resolveTxt(name)
    return records.some((parts) => parts.join('') === value)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (absent.has(code)) return false
    throw problem('unavailable', { detail: `The DNS record ${name} could not be looked up (${code})` })
  }
}
