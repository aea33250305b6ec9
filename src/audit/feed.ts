/**
 * The audit log for programs: in the order of the chain, which is the order in which entries became visible, so nothing is skipped. A cursor
 * names an entry and not its place: places would reveal how many private entries there are. What is private to an author is left out for
 * every program, also for one that acts for the author.
 */
import type * as contract from '../../contract/audit.ts'
import type { AuditChain, AuditFeed, ChainedAuditEvent } from '../../contract/audit.ts'
import { actedBy, recordReading } from './recording.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { cursorAt, paged } from '../db/paging.ts'
import * as chainStore from './chain-store.ts'
import * as store from './store.ts'

/** Entries that one call looks at, however few of them match its filter. */
const lookedAtMax = 5_000

type Head = AuditFeed['head']

async function headFor(tx: Tx, organisationId: string, userId: string | null): Promise<Head> {
  const newest = await store.findHead(tx, organisationId, userId)
  if (!newest) return null
  const { id, hash, occurred_at } = newest
  return { id, hash, occurred_at }
}

/** Reading is recorded once a day. @throws invalid_cursor */
export async function followAuditEvents({
  tx,
  actor,
  query: { format: _format, ...query },
  now,
}: Call<typeof contract.followAuditEvents>): Promise<AuditFeed> {
  const { organisationId } = actor
  const paging = paged(`audit feed of ${organisationId}`, query)
  const { after: cursorId, limit } = paging
  const reading = {
    organisationId,
    actor: actedBy(actor),
    action: 'audit.read',
    operation: 'followAuditEvents',
    at: now,
  } as const
  await recordReading(
    tx,
    reading,
    [organisationId],
    async () => new Map([[organisationId, { detail: {}, privateTo: null }]]),
  )
  const head = await headFor(tx, organisationId, null)
  const after = cursorId === null ? 0 : await store.placeOf(tx, organisationId, cursorId)
  const listed = (size: number) =>
    store.listFeed(tx, organisationId, query, { after, size, limit: limit + 1 })
  const cutAfter = (events: ChainedAuditEvent[]): AuditFeed => ({
    audit_events: events.slice(0, limit),
    next_cursor: cursorAt(events[limit - 1].id, paging),
    has_more: true,
    head,
  })
  const found = await listed(lookedAtMax)
  if (found.length > limit) return cutAfter(found)
  // Entries become visible meanwhile, so the list and its end have to come from one snapshot.
  const seen = await store.findWindow(tx, organisationId, { after, size: lookedAtMax })
  if (!seen) return { audit_events: [], next_cursor: query.cursor ?? null, has_more: false, head }
  const again = await listed(seen.count)
  if (again.length > limit) return cutAfter(again)
  return {
    audit_events: again,
    next_cursor: cursorAt(seen.id, paging),
    has_more: seen.count === lookedAtMax,
    head,
  }
}

/** The result of the daily check, and the newest entry that the caller may see. */
export async function getAuditChain({
  tx,
  actor: { organisationId, userId },
}: Call<typeof contract.getAuditChain>): Promise<AuditChain> {
  const chain = await chainStore.findChain(tx, organisationId)
  const { verified_at = null, broken_at = null } = chain ?? {}
  return {
    state: broken_at !== null ? 'broken' : verified_at !== null ? 'verified' : 'unchecked',
    verified_at,
    broken_at,
    head: await headFor(tx, organisationId, userId),
  }
}
