/**
 * Bounces that arrive later: by call from a mail service, or as messages that a mail server returns (dsn.ts) to a Maildir or to the
 * command line. And the addresses that they suppress, until somebody lifts the suppression.
 */
import type * as contract from '../../contract/deliveries.ts'
import type { Reply } from '../../contract/operation.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { problem } from '../problem.ts'
import { recordBounce } from './bounce.ts'
import { readReturned } from './dsn.ts'
import * as suppressionStore from './suppression-store.ts'

const messageIdShape = /^<?([\w-]{1,64})@sonde>?$/
/** What a gateway for SMS was given, which has no Message-ID. */
const nameShape = /^[0-9a-f]{32}$/

/** The message's own name, or null for a Message-ID that is not ours. */
export const messageNameOf = (messageId: string): string | null =>
  messageIdShape.exec(messageId.trim())?.[1] ?? null

const defaultReasons = {
  hard: 'reported as bounced',
  soft: 'reported as bounced for now',
  complaint: 'reported as unwelcome',
}

/** In a fixed order, whatever order they come in: two calls with the same bounces do not wait for each other. */
export async function reportBounces({
  tx,
  actor: { organisationId },
  body: { bounces },
  now,
}: Call<typeof contract.reportBounces>): Promise<Reply<typeof contract.reportBounces>> {
  let recorded = 0
  for (const { message_id, type, reason } of bounces.toSorted((a, b) =>
    a.message_id < b.message_id ? -1 : 1,
  )) {
    const message = nameShape.exec(message_id)?.[0] ?? messageNameOf(message_id)
    const bounce = {
      type,
      lasting: type !== 'soft',
      reason: reason || defaultReasons[type],
      source: 'webhook',
    } as const
    if (message && (await recordBounce(tx, { message, ...bounce }, organisationId, now))) recorded++
  }
  return { recorded, unknown: bounces.length - recorded }
}

/** @param raw  a returned message, as it arrived. @returns how many of our messages it reports on */
export async function recordReturned(tx: Tx, raw: Uint8Array, now: Date): Promise<number> {
  const report = await readReturned(raw)
  if (!report) return 0
  const { messageId, ...bounce } = report
  const message = messageNameOf(messageId)
  if (!message) return 0
  return (await recordBounce(tx, { ...bounce, message, source: 'dsn' }, null, now)) ? 1 : 0
}

/** @throws invalid_cursor */
export async function listSuppressions({
  tx,
  actor: { organisationId },
  query,
}: Call<typeof contract.listSuppressions>): Promise<Reply<typeof contract.listSuppressions>> {
  const paging = paged(`suppressions of ${organisationId}`, query)
  const filter = { channel: query.channel ?? null, address: query.address ?? null }
  const rows = await suppressionStore.listSuppressions(tx, organisationId, filter, paging)
  return pageOf('suppressions', rows, paging, (row) => row.id)
}

/** @throws not_found */
export async function liftSuppression({
  tx,
  actor,
  params,
}: Call<typeof contract.liftSuppression>): Promise<null> {
  if ((await suppressionStore.deleteSuppression(tx, actor.organisationId, params.id)) === 0)
    throw problem('not_found')
  return null
}
