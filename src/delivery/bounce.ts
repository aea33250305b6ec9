/**
 * What comes back after a channel had taken a message: it bounced, it arrived, or its reader complained. Told twice it
 * counts once. A reminder of an anonymous collection keeps nothing of it, nor does its address: that it was sent at all
 * would tell that its reader had not answered.
 */
import { type Tx } from '../db/db.ts'
import { type DeliveryRef, keepWord, lockNamed, suppress } from './delivery-store.ts'
import { tryNextWay } from './deliveries.ts'

export type Bounce = {
  /** The message's own name, without `@sonde`. */
  message: string
  /** hard: final, soft: for now. complaint: it came, and was unwelcome. */
  type: 'hard' | 'soft' | 'complaint' | 'delivered'
  /** The address itself is at fault and is used no more. */
  lasting: boolean
  reason: string
  source: 'dsn' | 'webhook'
}

/** @param organisationId null: whosesoever it is. @returns false when there is no such message */
export async function recordBounce(
  tx: Tx,
  bounce: Bounce,
  organisationId: string | null,
  now: Date,
): Promise<boolean> {
  const named = await lockNamed(tx, bounce.message, organisationId)
  if (!named) return false
  if (named.mode === 'anonymous' && named.round > 0) return true
  const it: DeliveryRef = {
    organisationId: named.organisation_id,
    collectionId: named.collection_id,
    memberId: named.member_id,
    channel: named.channel,
    round: named.round,
  }
  const { channel, address } = named
  const { source, reason } = bounce
  if (bounce.lasting && address !== null)
    await suppress(tx, named.organisation_id, { channel, address, source, reason }, now)
  const hasGone = named.state === 'sent' || named.state === 'delivered'
  switch (bounce.type) {
    case 'hard':
      // Still pending: it was sent, and its sender died before that was written down.
      if (!hasGone && named.state !== 'pending') break
      await keepWord(tx, it, 'bounced', reason)
      if (named.round === 0) await tryNextWay(tx, it, now)
      break
    case 'soft':
    case 'complaint':
      if (hasGone) await keepWord(tx, it, named.state, reason)
      break
    case 'delivered':
      if (named.state === 'sent') await keepWord(tx, it, 'delivered', null)
  }
  return true
}
