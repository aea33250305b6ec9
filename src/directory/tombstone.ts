/**
 * What is left of an erased member: the id, so that whatever refers to it still refers to somebody, and nothing that identifies
 * the person. Final.
 */
import type { Member } from '../../contract/members.ts'
import type { Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { deleteEveryAbsence } from './absences-store.ts'
import { deleteAddressChange } from './address-changes-store.ts'
import { keepErasedNames } from './former-names.ts'
import { loadMember, withAbsences } from './members.ts'
import { updateMember } from './members-store.ts'
import { recordMembersChanged } from './memberships.ts'
import { endMembershipsOfMember } from './memberships-store.ts'
import { lockDirectory } from './teams-store.ts'

export type Tombstone = {
  member: Member
  /** false: the member was erased before, and nothing changed. */
  isNew: boolean
  memberships: number
  absences: number
  /** Addresses that reached the member until now. */
  addresses: { channel: string; address: string }[]
}

const erasedFields = {
  external_id: null,
  name: 'Erased member',
  email: null,
  pending_email: null,
  locale: null,
  time_zone: null,
  joined_on: null,
  leaves_on: null,
  manager_member_id: null,
  attributes: {},
  channels: [],
  quiet_hours: null,
  status: 'erased' as const,
}

/** Ends the memberships, deletes the absences and clears every field of the member. @throws not_found */
export async function makeTombstone(
  tx: Tx,
  organisationId: string,
  id: string,
  now: Date,
): Promise<Tombstone> {
  const ref = { organisationId, id }
  await lockDirectory(tx, organisationId)
  const before = await loadMember(tx, ref, { lock: true })
  if (before.status === 'erased') {
    const member = await withAbsences(tx, organisationId, before, now)
    return { member, isNew: false, memberships: 0, absences: 0, addresses: [] }
  }
  const left = await endMembershipsOfMember(tx, ref, now)
  const absences = await deleteEveryAbsence(tx, ref)
  await deleteAddressChange(tx, ref)
  const erased = await updateMember(tx, organisationId, { id, ...erasedFields }, now)
  await keepErasedNames(tx, ref, now)
  await recordEvent(tx, { organisationId, type: 'member.erased', payload: { member_id: id }, at: now })
  await recordMembersChanged(tx, organisationId, left, now)
  return {
    member: await withAbsences(tx, organisationId, erased, now),
    isNew: true,
    memberships: left.length,
    absences,
    addresses: [
      ...[before.email, before.pending_email].flatMap((address) =>
        address === null ? [] : [{ channel: 'email', address }],
      ),
      ...before.channels.flatMap(({ type, address }) =>
        address === undefined ? [] : [{ channel: type, address }],
      ),
    ],
  }
}
