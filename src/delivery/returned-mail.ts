/**
 * Bounces that come in later: by call from a mail service, or as messages that a mail server returns (dsn.ts) to a Maildir
 * or to the command line. And the addresses that they put out of use, until somebody uses them again.
 */
import { type Page } from '../../contract/fields.ts'
import {
  type BounceReport,
  type listSuppressions as operation,
  type Suppression,
} from '../../contract/deliveries.ts'
import { type Query } from '../../contract/operation.ts'
import { type ApplicationActor } from '../actor.ts'
import { recordBounce } from './bounce.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { problem } from '../problem.ts'
import { readReturned } from './dsn.ts'
import * as suppressionStore from './suppression-store.ts'

const messageIdShape = /^<?([\w-]{1,64})@sonde>?$/

/** The message's own name, or null for what is no Message-ID of ours. */
export const messageNameOf = (messageId: string): string | null =>
  messageIdShape.exec(messageId.trim())?.[1] ?? null

const unsaid = {
  hard: 'reported as bounced',
  soft: 'reported as bounced for now',
  complaint: 'reported as unwelcome',
}

/** In a fixed order, whatever order they come in: two calls with the same bounces do not wait for each other. */
export async function reportBounces(
  tx: Tx,
  { organisationId }: ApplicationActor,
  reports: readonly BounceReport[],
  now: Date,
): Promise<{ recorded: number; unknown: number }> {
  let recorded = 0
  for (const { message_id, type, reason } of reports.toSorted((a, b) =>
    a.message_id < b.message_id ? -1 : 1,
  )) {
    const message = messageNameOf(message_id)
    const bounce = {
      type,
      lasting: type !== 'soft',
      reason: reason || unsaid[type],
      source: 'webhook',
    } as const
    if (message && (await recordBounce(tx, { message, ...bounce }, organisationId, now))) recorded++
  }
  return { recorded, unknown: reports.length - recorded }
}

/** A returned message, as it came. @returns how many of our messages it told of */
export async function recordReturned(tx: Tx, raw: Uint8Array, now: Date): Promise<number> {
  const told = await readReturned(raw)
  if (!told) return 0
  const message = messageNameOf(told.messageId)
  if (!message) return 0
  return (await recordBounce(tx, { ...told, message, source: 'dsn' }, null, now)) ? 1 : 0
}

/** @throws invalid_cursor */
export async function listSuppressions(
  tx: Tx,
  { organisationId }: ApplicationActor,
  query: Query<typeof operation>,
): Promise<Page<'suppressions', Suppression>> {
  const paging = paged(`suppressions of ${organisationId}`, query)
  const filter = { channel: query.channel ?? null, address: query.address ?? null }
  const rows = await suppressionStore.listSuppressions(tx, organisationId, filter, paging)
  return pageOf('suppressions', rows, paging, (row) => row.id)
}

/** @throws not_found */
export async function liftSuppression(
  tx: Tx,
  { organisationId }: ApplicationActor,
  id: string,
): Promise<null> {
  if ((await suppressionStore.deleteSuppression(tx, organisationId, id)) === 0) throw problem('not_found')
  return null
}
