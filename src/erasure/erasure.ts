/**
 * Erasure of a person: what the directory, the engine, the gate and sign-in know of them is deleted in one transaction. This room
 * is above those, since none of them may import the others.
 *
 * Final, and the same a second time. The reply names in sentences what cannot be erased: above all answers of anonymous mode, which
 * cannot be found because nothing leads from a person to them.
 */
import { limits } from '../../contract/limits.ts'
import type { eraseMember as operation } from '../../contract/members.ts'
import type { Reply } from '../../contract/operation.ts'
import { actedBy, type AuditedActor, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import { eraseMemberFromCollections, lockUnanalysed } from '../collection/collection.ts'
import type { CollectionRef } from '../collection-ref.ts'
import type { Tx } from '../db/db.ts'
import { makeTombstone } from '../directory/directory.ts'
import { disableUserOf, eraseUserOf } from '../identity/identity.ts'
import { unlinkAuthor } from '../templates/templates.ts'
import { forgetNotices } from '../notices/notices.ts'

const kept = [
  'Answers given anonymously contain nothing that leads to a person. They cannot be found, so they stay.',
  `Released figures and comments stay: they describe groups of at least ${limits.kScoreMin} people.`,
  'The member’s id stays on past rosters, memberships and pulses. It leads to no name or address.',
  'Their name is kept to take it out of what others have written, until the surveys that are open now have closed and been read.',
  'Templates that they saved stay, without saying by whom.',
  'Messages that were sent and files that were downloaded cannot be recalled.',
  'Replies that are stored for an Idempotency-Key are deleted within a day.',
  'Only the identity provider can delete an account there.',
]

/** Passed in by app.ts: invitations belong to a room of the same level, privacy requests to one above. */
export type Forget = (tx: Tx, organisationId: string, memberId: string, now: Date) => Promise<unknown>

/** @param erased  with the e-mail addresses that the directory had of them: an invitation may have reached somebody who is no user */
export type ForgetInvitations = (
  tx: Tx,
  erased: { organisationId: string; memberId: string; addresses: string[] },
  now: Date,
) => Promise<unknown>

/** Passed in by app.ts: the analysis is above all rooms. */
export type Analyse = (tx: Tx, ref: CollectionRef, now: Date) => Promise<unknown>

/**
 * What was closed before is analysed first, with the person's answers: scores were released at its close, and figures of texts without
 * one person would give that person away.
 * @throws not_found | last_admin
 */
export const eraseMember = (
  { tx, actor, params: { id }, now }: Call<typeof operation>,
  parts: ErasureParts,
): Promise<Reply<typeof operation>> =>
  erasePerson(tx, { organisationId: actor.organisationId, id, by: actedBy(actor) }, parts, now)

/** @returns how many there were */
type EndExports = (tx: Tx, organisationId: string, now: Date) => Promise<number>

export type ErasureParts = {
  readonly forgetInvitations: ForgetInvitations
  readonly forgetRequests: Forget
  /** What an identity provider has sent of them. */
  readonly forgetSynced: Forget
  /** The findings that they pinned. */
  readonly forgetPins: (tx: Tx, organisationId: string, memberId: string) => Promise<number>
  /** Files of datasets and of the organisation, which have names, addresses and words. */
  readonly endExports: readonly EndExports[]
  readonly analyse: Analyse
}

type Erasure = { readonly organisationId: string; readonly id: string; readonly by: AuditedActor }

/** @throws not_found | last_admin */
export async function erasePerson(
  tx: Tx,
  { organisationId, id, by }: Erasure,
  { forgetInvitations, forgetRequests, forgetSynced, forgetPins, endExports, analyse }: ErasureParts,
  now: Date,
): Promise<Reply<typeof operation>> {
  for (const ref of await lockUnanalysed(tx, organisationId, id)) await analyse(tx, ref, now)
  // Before the tombstone, which forgets the manager: what the user was running goes to them.
  await disableUserOf(tx, organisationId, id, now)
  const { member, isNew, memberships, absences, addresses } = await makeTombstone(tx, organisationId, id, now)
  const counts = await eraseMemberFromCollections(tx, organisationId, id, addresses)
  // Before the user is erased: invitations are found by the user's address, too.
  const mailed = addresses.flatMap(({ channel, address }) => (channel === 'email' ? [address] : []))
  await forgetInvitations(tx, { organisationId, memberId: id, addresses: mailed }, now)
  await forgetRequests(tx, organisationId, id, now)
  await forgetSynced(tx, organisationId, id, now)
  await forgetPins(tx, organisationId, id)
  await unlinkAuthor(tx, organisationId, id)
  await forgetNotices(tx, organisationId, [id])
  const users = await eraseUserOf(tx, organisationId, id, now)
  // Files written since do not contain people who were erased before.
  let exports = 0
  if (isNew) for (const end of endExports) exports += await end(tx, organisationId, now)
  if (isNew)
    await recordAudit(tx, {
      organisationId,
      actor: by,
      action: 'member.erased',
      target: id,
      at: now,
    })
  return { member, erased: { ...counts, memberships, absences, users, exports }, kept }
}
