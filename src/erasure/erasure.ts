/**
 * Erasure of a person: what directory, engine, gate and sign-in know of him goes, in one transaction. It stands above them,
 * since none of them may know the others.
 *
 * Final, and the same a second time. What cannot be erased is said, in sentences: above all that answers of anonymous mode
 * cannot be found, because nothing leads from a person to them.
 */
import { limits } from '../../contract/limits.ts'
import { type eraseMember as operation } from '../../contract/members.ts'
import { type Reply } from '../../contract/operation.ts'
import { type ApplicationActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { eraseMemberFromCollections } from '../collection/collection.ts'
import { type Tx } from '../db/db.ts'
import { eraseUserOf } from '../identity/identity.ts'
import { makeTombstone } from '../directory/directory.ts'

const kept = [
  'Answers given anonymously hold nothing that leads to a person: they cannot be found, so they stay.',
  `Figures and comments that were released stand: they tell of groups of at least ${limits.kScoreMin} people.`,
  'This id stays on past rosters, memberships and pulses, and leads to no name or address.',
  'Messages that were sent cannot be called back.',
  'Replies that are kept for an Idempotency-Key are forgotten within a day.',
  'An account at the identity provider is for the provider to delete.',
]

/** Handed in: invitations belong to a feature of the same level. */
export type ForgetInvitations = (
  tx: Tx,
  organisationId: string,
  memberId: string,
  now: Date,
) => Promise<unknown>

/** @throws not_found */
export async function eraseMember(
  tx: Tx,
  actor: ApplicationActor,
  id: string,
  { forgetInvitations, now }: { forgetInvitations: ForgetInvitations; now: Date },
): Promise<Reply<typeof operation>> {
  const { organisationId } = actor
  const { member, fresh, memberships, absences, addresses } = await makeTombstone(tx, organisationId, id, now)
  const forgotten = await eraseMemberFromCollections(tx, organisationId, id, addresses)
  // While the user still has the address that the invitations went to.
  await forgetInvitations(tx, organisationId, id, now)
  const users = await eraseUserOf(tx, organisationId, id, now)
  const erased = { ...forgotten, memberships, absences, users }
  if (fresh)
    await recordAudit(tx, {
      organisationId,
      actor: actedBy(actor),
      action: 'member.erased',
      target: id,
      at: now,
    })
  return { member, erased, kept }
}
