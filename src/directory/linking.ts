/**
 * Addresses that a chat itself reports: somebody adds the app, and the chat says who they are. Recorded as a change of the member by
 * the service. An address in another workspace or tenant stays.
 */
import type { OwnChannel } from '../../contract/collections.ts'
import type { MemberChannel } from '../../contract/members.ts'
import { byClock, recordAudit } from '../audit/audit.ts'
import type { Tx } from '../db/db.ts'
import { lockMember, updateMember } from './members-store.ts'
import { membersWith } from './synced.ts'
import { lockDirectory } from './teams-store.ts'

export type ChatPerson = {
  readonly organisationId: string
  readonly channel: OwnChannel
  readonly address: string
  /** Addresses of e-mail that are proven to be theirs, in lower case. */
  readonly emails: readonly string[]
  /** Which address of the member's own in this channel is replaced: one of the same place. */
  isReplaced(address: string): boolean
}

/** @returns the member who has the address now; null: nobody active has one of these e-mail addresses, or several do */
export async function linkChat(
  tx: Tx,
  { organisationId, channel, address, emails, isReplaced }: ChatPerson,
  now: Date,
): Promise<string | null> {
  await lockDirectory(tx, organisationId)
  const ids = await membersWith(tx, organisationId, { externalId: null, emails })
  if (ids.length !== 1) return null
  const member = await lockMember(tx, { organisationId, id: ids[0] })
  if (member?.status !== 'active') return null
  const before = member.channels.find(({ type }) => type === channel)
  if (before?.address === address) return member.id
  if (before && !isReplaced(before.address ?? '')) return null
  const linked: MemberChannel = { ...before, type: channel, address }
  const channels = before
    ? member.channels.map((one) => (one === before ? linked : one))
    : [...member.channels, linked]
  await updateMember(tx, organisationId, { ...member, channels }, now)
  await recordAudit(tx, {
    organisationId,
    actor: byClock,
    action: 'member.updated',
    target: member.id,
    detail: { fields: ['channels'] },
    at: now,
  })
  return member.id
}
