/**
 * Reads client ID metadata documents. Anybody can name an address at the consent page, so that page must not become a way to make us ask
 * machines for somebody: only hosts that some organisation admits are asked at all, and of those public addresses only (src/outbound), 3 s,
 * 5 KiB, no redirects. What was read is kept, a failure for a minute; a host is asked for at most ten addresses a minute that we do not know,
 * and strangers who use that up do not lock out a document that is known.
 */
import type { Clock } from '../../clock.ts'
import { exists, sql, textArray, type Tx } from '../../db/db.ts'
import { listedAgentHosts } from '../../../contract/agent-rules.ts'
import { limits } from '../../../contract/limits.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { keyMemory } from '../../limiter.ts'
import { getFrom, type Guard, OutboundError } from '../../outbound/outbound.ts'
import type { Client } from '../clients.ts'
import { documentAddressFault } from './document-address.ts'
import { clientOfDocument } from './document-clients.ts'
import { type ClientDocument, freshSeconds, readDocument } from './document.ts'

export type Documents = {
  /** @returns the client; null: nobody admits its host, or its document cannot be read or is not what we take. @throws rate_limited */
  find(address: string): Promise<Client | null>
  /** What `find` gave a moment ago. It asks nobody, so a transaction can call it. */
  known(address: string): Client | null
}

type Known = { readonly document: ClientDocument | null; readonly until: number; readonly wasGood: boolean }

type Setup = {
  readonly tx: Tx
  readonly clock: Clock
  readonly limiter: Pick<RateLimiter, 'take'>
  readonly guard: Guard
  readonly log: { info(fields: object, text: string): void }
}

const failureMs = 60_000

/** Between a request's arrival and its transaction. */
const momentMs = 60_000

const clientOf = (address: string, document: ClientDocument | null): Client | null =>
  document && clientOfDocument(address, document)

export function documentsOf({ tx, clock, limiter, guard, log }: Setup): Documents {
  const known = keyMemory<Known>()
  // Never the networks of the operator, nor this machine where others use the service: these addresses are a stranger's.
  const allowLocal = guard.allowLocal && !guard.production
  const publicOnly: Guard = { production: guard.production, allowLocal }
  const underWay = new Map<string, Promise<ClientDocument | null>>()

  const read = async (address: string, before: Known | undefined): Promise<ClientDocument | null> => {
    const { host } = new URL(address)
    await limiter.take(before?.wasGood === true ? address : host, 'document')
    const { document, fault, keptMs } = await fetchDocument(address, publicOnly)
    if (fault !== null) log.info({ address, fault }, 'client metadata document not taken')
    const wasGood = document !== null || before?.wasGood === true
    known.set(address, { document, until: clock.now().getTime() + keptMs, wasGood })
    return document
  }

  return {
    find: async (address) => {
      if (documentAddressFault(address, allowLocal) !== null) return null
      const before = known.get(address)
      if (before && before.until > clock.now().getTime()) return clientOf(address, before.document)
      if (!(await isAdmittedAnywhere(tx, new URL(address).host))) return null
      const reading = underWay.get(address) ?? read(address, before)
      underWay.set(address, reading)
      try {
        return clientOf(address, await reading)
      } finally {
        underWay.delete(address)
      }
    },
    known: (address) => {
      const entry = known.get(address)
      // What was good when the request came may have become too old since.
      const isRecent = entry !== undefined && entry.until + momentMs > clock.now().getTime()
      return isRecent ? clientOf(address, entry.document) : null
    },
  }
}

type Fetched = {
  readonly document: ClientDocument | null
  readonly fault: string | null
  readonly keptMs: number
}

async function fetchDocument(address: string, guard: Guard): Promise<Fetched> {
  const refused = (fault: string): Fetched => ({ document: null, fault, keptMs: failureMs })
  try {
    const answer = await getFrom(
      address,
      {
        headers: { accept: 'application/json' },
        limitMs: limits.documentSeconds * 1000,
        bytesMax: limits.documentBytesMax + 1,
      },
      guard,
    )
    if (answer.status !== 200) return refused(`answered ${answer.status}`)
    if (!/^application\/(?:[a-z.-]+\+)?json\s*(?:;|$)/i.test(String(answer.headers['content-type'] ?? '')))
      return refused('is no JSON')
    if (Buffer.byteLength(answer.body) > limits.documentBytesMax) return refused('is too large')
    const document = readDocument(address, answer.body)
    if (typeof document === 'string') return refused(document)
    return { document, fault: null, keptMs: freshSeconds(answer.headers['cache-control']) * 1000 }
  } catch (error) {
    if (error instanceof OutboundError) return refused(error.message)
    throw error
  }
}

/** Whether the rule of any organisation lets an agent of this host in. */
const isAdmittedAnywhere = (tx: Tx, host: string): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from organisations
      where agents = 'any'
         or (agents = 'listed' and (${host} = any (${textArray(listedAgentHosts)}) or ${host} = any (agent_hosts)))`,
  )
