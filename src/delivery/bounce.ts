/**
 * Reports about a message after its channel took it: it bounced, it arrived, or its reader complained. A report that comes twice counts
 * once.
 */
import type { Tx } from '../db/db.ts'
import { lockByName, refOf, storeReport, suppress } from './delivery-store.ts'
import { tryNextChannel } from './deliveries.ts'

type Bounce = {
  /** The message's own name, without `@sonde`. */
  message: string
  /** hard: final. soft: may still arrive. complaint: it arrived, and was unwelcome. */
  type: 'hard' | 'soft' | 'complaint' | 'delivered'
  /** The address itself is at fault and is no longer used. */
  lasting: boolean
  reason: string
  source: 'dsn' | 'webhook'
}

/** @param organisationId  null: of any organisation. @returns false when there is no such message */
export async function recordBounce(
  tx: Tx,
  { message, type, lasting, reason, source }: Bounce,
  organisationId: string | null,
  now: Date,
): Promise<boolean> {
  const sent = await lockByName(tx, message, organisationId)
  if (!sent) return false
  const { channel, address, state } = sent
  const it = refOf(sent)
  if (lasting && address !== null)
    await suppress(tx, it.organisationId, { channel, address, source, reason }, now)
  const wasSent = state === 'sent' || state === 'delivered'
  switch (type) {
    case 'hard':
      // Still pending: it was sent, and its worker died before recording that.
      if (!wasSent && state !== 'pending') break
      await storeReport(tx, it, 'bounced', reason)
      if (it.round === 0) await tryNextChannel(tx, it, now)
      break
    case 'soft':
    case 'complaint':
      if (wasSent) await storeReport(tx, it, state, reason)
      break
    case 'delivered':
      if (state === 'sent') await storeReport(tx, it, 'delivered', null)
  }
  return true
}
