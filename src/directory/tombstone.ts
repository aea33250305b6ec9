/**
 * What is left of an erased member: his id, so that whatever refers to it still refers to somebody, and nothing that says who
 * it was. Final.
 */
import { type Member } from '../../contract/members.ts'
import { type Tx } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { problem } from '../problem.ts'
import { deleteEveryAbsence } from './absences-store.ts'
import { withAbsences } from './absences.ts'
import { lockMember, updateMember } from './members-store.ts'
import { recordMembersChanged } from './memberships.ts'
import { endMembershipsOfMember } from './memberships-store.ts'
import { lockDirectory } from './teams-store.ts'

export type Tombstone = {
  member: Member
  /** false: it stood already, and nothing changed. */
  fresh: boolean
  memberships: number
  absences: number
  /** Where the member was reached until now. */
  addresses: { channel: string; address: string }[]
}

const nobody = {
  external_id: null,
  name: 'Erased member',
  email: null,
  locale: null,
  time_zone: null,
  manager_member_id: null,
  attributes: {},
  channels: [],
  quiet_hours: null,
  status: 'erased' as const,
}

/** Ends memberships and takes away absences and all that describes the member. @throws not_found */
export async function makeTombstone(
  tx: Tx,
  organisationId: string,
  id: string,
  now: Date,
): Promise<Tombstone> {
  await lockDirectory(tx, organisationId)
  const member = await lockMember(tx, organisationId, id)
  if (!member) throw problem('not_found')
  if (member.status === 'erased') {
    const stands = await withAbsences(tx, organisationId, member, now)
    return { member: stands, fresh: false, memberships: 0, absences: 0, addresses: [] }
  }
  const left = await endMembershipsOfMember(tx, organisationId, id, null, now)
  const absences = await deleteEveryAbsence(tx, organisationId, id)
  const erased = await updateMember(tx, organisationId, { id, ...nobody }, now)
  await recordEvent(tx, { organisationId, type: 'member.erased', payload: { member_id: id }, at: now })
  await recordMembersChanged(tx, organisationId, left, now)
  return {
    member: await withAbsences(tx, organisationId, erased, now),
    fresh: true,
    memberships: left.length,
    absences,
    addresses: [
      ...(member.email === null ? [] : [{ channel: 'email', address: member.email }]),
      ...member.channels.flatMap(({ type, address }) =>
        address === undefined ? [] : [{ channel: type, address }],
      ),
    ],
  }
}
