/**
 * Checks the chain: every entry from the anchor to the head is there, in its place, and says what was hashed. Entries are read in batches, so
 * memory does not grow with the log.
 *
 * Anyone who can write to the database can also hash everything after a change again. The chain alone cannot show that: note the head's hash
 * elsewhere, and look for it (`sonde-server audit verify --expect`).
 */
import { type Db, run, sql, type Tx } from '../db/db.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import * as store from './chain-store.ts'
import type { ChainRow } from './chain-store.ts'
import { hashOf, noHash } from './hashing.ts'

/**
 * missing  no entry has this place, though later ones or the chain's head say that there was one
 * changed  the entry or its hash differs from what was chained, or another entry was moved here
 * unknown  the entry is behind the head: nobody chained it
 * anchor   the chain begins behind entries whose deletion is not in the log
 * head     the last entry is there, and its hash is not the head's
 * chain    there is no record of the chain, which every organisation has from its beginning
 */
type Fault = 'missing' | 'changed' | 'unknown' | 'anchor' | 'head' | 'chain'

type Break = { fault: Fault; position: number; id: string | null }

type Place = { position: number; hash: Buffer }

const batchSize = 2_000

/**
 * @param limit  places to look at; more may follow
 * @param onHash  called with the hash of each entry that is as it was written
 * @returns how far it came; the head's place at the end; or the first wrong place
 */
async function verifyFrom(
  tx: Tx,
  chain: ChainRow,
  { from, limit }: { from: Place; limit: number },
  onHash: (hash: Buffer) => void = () => {},
): Promise<Place | Break> {
  const { organisation_id: organisationId, head_position: head, head_hash: headHash } = chain
  let { position, hash } = from
  const last = Math.min(head, position + limit)
  while (position < last) {
    const rows = await store.listChained(tx, organisationId, {
      after: position,
      limit: Math.min(batchSize, last - position),
    })
    if (rows.length === 0) return { fault: 'missing', position: position + 1, id: null }
    for (const row of rows) {
      if (row.position !== position + 1) return { fault: 'missing', position: position + 1, id: null }
      const expected = hashOf(organisationId, hash, row)
      if (!row.hash.equals(expected)) return { fault: 'changed', position: row.position, id: row.id }
      position = row.position
      hash = expected
      onHash(hash)
    }
  }
  if (position < head) return { position, hash }
  if (!hash.equals(headHash)) return { fault: 'head', position, id: null }
  const [beyond] = await store.listChained(tx, organisationId, { after: head, limit: 1 })
  if (beyond) return { fault: 'unknown', position: beyond.position, id: beyond.id }
  return { position, hash }
}

/** The place behind which a chain begins. @returns a break if the log does not say why earlier entries are gone */
async function beginningOf(tx: Tx, chain: ChainRow): Promise<Place | Break> {
  const { organisation_id: organisationId, anchor_position: position, anchor_hash: hash } = chain
  const isTold = position === 0 || (await store.isExpiryRecorded(tx, organisationId, hash))
  return isTold ? { position, hash } : { fault: 'anchor', position, id: null }
}

/** Places that one transaction of the daily check looks at. */
const partSize = 5_000
const dayMs = 86_400_000

/**
 * Checks every chain once a day, part by part.
 * @param onBreak  called when a chain is found broken for the first time
 */
export const checkTask = (
  onBreak: (tx: Tx, organisationId: string, found: Break, now: Date) => Promise<void>,
): TransactionTask => ({
  name: 'audit.check',
  everyMs: 5_000,
  waiting: store.checkDue,
  run: async (tx, now, quarantined) => {
    const chain = await store.claimCheck(tx, quarantined, now)
    if (!chain) return 0
    const { organisation_id: organisationId, head_position: head, broken_at: brokenBefore } = chain
    const next = new Date(now.getTime() + dayMs)
    await forRow(organisationId, async () => {
      const { checked_position, checked_hash } = chain
      const from =
        checked_position !== null && checked_hash !== null
          ? { position: checked_position, hash: checked_hash }
          : await beginningOf(tx, chain)
      const result = 'fault' in from ? from : await verifyFrom(tx, chain, { from, limit: partSize })
      if ('fault' in result) {
        await store.endCheck(tx, organisationId, { at: now, next, brokenAt: brokenBefore ?? now })
        if (brokenBefore === null) await onBreak(tx, organisationId, result, now)
      } else if (result.position < head) await store.saveCheck(tx, organisationId, result)
      else await store.endCheck(tx, organisationId, { at: now, next, brokenAt: null })
    })
    return 1
  },
})

export type ChainReport = {
  organisationId: string
  /** Entries that are as they were written, from the first that is kept. */
  entries: number
  /** The hash of the last one. */
  hash: Buffer
  break: Break | null
  /** Hashes that were looked for and are not in the chain. */
  absent: string[]
}

/**
 * Checks whole chains, each in one snapshot, so that entries chained meanwhile do not look like faults.
 * @param organisationId  null: every organisation that has a log
 * @param expected  hashes, in hexadecimal, that were noted elsewhere
 */
export async function* verifyChains(
  db: Pick<Db, 'tx' | 'transaction'>,
  organisationId: string | null,
  expected: readonly string[],
): AsyncGenerator<ChainReport> {
  for (const id of organisationId === null ? await store.listOrganisations(db.tx) : [organisationId])
    yield await db.transaction(async (tx) => {
      await run(tx, sql`set transaction isolation level repeatable read read only`)
      return verifyChain(tx, id, expected)
    })
}

async function verifyChain(
  tx: Tx,
  organisationId: string,
  expected: readonly string[],
): Promise<ChainReport> {
  const absent = new Set(expected)
  const chain = await store.findChain(tx, organisationId)
  const report = { organisationId, entries: 0, hash: noHash }
  if (!chain) {
    const [entry] = await store.listChained(tx, organisationId, { after: 0, limit: 1 })
    const found: Break = { fault: 'chain', position: entry?.position ?? 0, id: entry?.id ?? null }
    return { ...report, break: found, absent: [...absent] }
  }
  report.hash = chain.anchor_hash
  if (chain.anchor_position > 0) absent.delete(chain.anchor_hash.toString('hex'))
  const from = await beginningOf(tx, chain)
  const result =
    'fault' in from
      ? from
      : await verifyFrom(tx, chain, { from, limit: Infinity }, (hash) => {
          report.entries++
          report.hash = hash
          if (absent.size > 0) absent.delete(hash.toString('hex'))
        })
  return { ...report, break: 'fault' in result ? result : null, absent: [...absent] }
}
