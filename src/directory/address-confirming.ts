/**
 * What the links in the mails of a change of address do, and what happens to a change that nobody confirms. Of any number of people who
 * use a link at once, one has it: the directory and the change are locked. No sign-in is asked for, because a link exists in the mail alone.
 */
import type * as contract from '../../contract/address-changes.ts'
import { limits } from '../../contract/limits.ts'
import type { ListedMember } from '../../contract/members.ts'
import type { AuditAction } from '../../contract/audit-actions.ts'
import { byClock, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { moveAddressOfUser } from '../identity/identity.ts'
import { readSecret } from '../ids.ts'
import type { TransactionTask } from '../jobs/jobs.ts'
import { problem } from '../problem.ts'
import * as store from './address-changes-store.ts'
import type { ChangeRow } from './address-changes-store.ts'
import { conflictIfTaken } from './fields.ts'
import { loadMember, uniqueIndexes } from './members.ts'
import { updateMember } from './members-store.ts'
import { lockDirectory } from './teams-store.ts'

type Found = { change: ChangeRow & { email: string }; member: ListedMember }

/** The change that a link belongs to, locked with its directory. @throws not_found | address_change_ended */
async function lockBy(tx: Tx, kind: 'ea' | 'ek', token: string, now: Date): Promise<Found> {
  const presented = readSecret(kind, token)
  const found = presented && (await store.findBySecret(tx, presented))
  if (!found) throw problem('not_found', { detail: 'This link is not known: a newer one may have been sent' })
  await lockDirectory(tx, found.organisation_id)
  const change = await store.lockChange(tx, found)
  const secret = kind === 'ea' ? change?.confirm_sha256 : change?.reject_sha256
  if (!change || !secret?.equals(presented.hash))
    throw problem('not_found', { detail: 'This link was replaced' })
  const { email, state } = change
  if (state !== 'pending' || email === null || new Date(change.expires_at) <= now)
    throw problem('address_change_ended', { detail: endings[state] })
  const member = await loadMember(tx, refOfChange(change), { lock: true })
  return { change: { ...change, email }, member }
}

const endings: Record<ChangeRow['state'], string> = {
  pending: 'This link has expired. Ask an admin to change the address again',
  expired: 'This link has expired. Ask an admin to change the address again',
  confirmed: 'The new address was confirmed before',
  rejected: 'The old address was kept',
  cancelled: 'An admin has given up this change',
}

const refOfChange = ({ organisation_id: organisationId, member_id: id }: ChangeRow) => ({
  organisationId,
  id,
})

/** @throws not_found | address_change_ended @throws conflict  another member has the address by now */
export async function confirmAddress({
  tx,
  body: { token },
  now,
}: Pick<Call<typeof contract.confirmAddress>, 'tx' | 'body' | 'now'>) {
  const { change, member } = await lockBy(tx, 'ea', token, now)
  const { organisation_id: organisationId, email } = change
  const after = { ...member, email, pending_email: null, address_by_program: change.by_program }
  await conflictIfTaken('member', uniqueIndexes, updateMember(tx, organisationId, after, now))
  await moveAddressOfUser(tx, { organisationId, memberId: member.id, email }, now)
  await store.endChange(tx, refOfChange(change), 'confirmed', now)
  await record(tx, change, 'address.changed', now)
  return { organisation: { name: await store.nameOfOrganisation(tx, organisationId) }, email }
}

/** Keeps the old address. @throws not_found | address_change_ended */
export async function rejectAddress({
  tx,
  body: { token },
  now,
}: Pick<Call<typeof contract.rejectAddress>, 'tx' | 'body' | 'now'>) {
  const { change, member } = await lockBy(tx, 'ek', token, now)
  await giveUp(tx, { change, member }, 'rejected', now)
  const name = await store.nameOfOrganisation(tx, change.organisation_id)
  return { organisation: { name }, email: member.email ?? '' }
}

async function giveUp(
  tx: Tx,
  { change, member }: { change: ChangeRow; member: ListedMember },
  state: 'rejected' | 'expired',
  now: Date,
): Promise<void> {
  await updateMember(tx, change.organisation_id, { ...member, pending_email: null }, now)
  await store.endChange(tx, refOfChange(change), state, now)
  await record(tx, change, state === 'rejected' ? 'address.change_rejected' : 'address.change_expired', now)
}

/** Nobody has signed in for this: the log names the member, and no caller. */
async function record(tx: Tx, change: ChangeRow, action: AuditAction, now: Date): Promise<void> {
  const { organisationId, id } = refOfChange(change)
  const detail = action === 'address.changed' ? { confirmed: true } : {}
  await recordEvent(tx, { organisationId, type: 'member.updated', payload: { member_id: id }, at: now })
  await recordAudit(tx, { organisationId, actor: byClock, action, target: id, detail, at: now })
}

const everyMs = 60_000
const batch = 50

export const addressExpiryTask: TransactionTask = {
  name: 'address.expire',
  everyMs,
  waiting: store.expiredWaiting,
  run: async (tx, now) => {
    const expired = await store.lockExpired(tx, batch, now)
    for (const change of expired) {
      const member = await loadMember(tx, refOfChange(change), { lock: true })
      await giveUp(tx, { change, member }, 'expired', now)
    }
    return expired.length
  },
}

const dayMs = 86_400_000
const deletedAtOnce = 1_000

/** Until then their links say what became of them. */
export const endedAddressChangesTask: TransactionTask = {
  name: 'address.purge',
  everyMs: 3_600_000,
  run: (tx, now) =>
    store.deleteEnded(tx, new Date(now.getTime() - limits.addressChangesKeptDays * dayMs), deletedAtOnce),
}
