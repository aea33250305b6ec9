/**
 * Deactivating many members needs a recent sign-in of the person who does it. Those of the last hour count together: else a file cut in
 * pieces, or one call for each member, would do what one file may not.
 */
import { limits } from '../../contract/limits.ts'
import { type Actor, userIdOf } from '../actor.ts'
import { recentEntries } from '../audit/audit.ts'
import { freshSignInRequired, isFresh } from '../authority.ts'
import { type Tx } from '../db/db.ts'

const hourMs = 3_600_000

/** Who deactivates; programs that act for no person are not counted. */
export type Deactivating = { organisationId: string; userId: string | null; isFresh: boolean }

export const deactivatingBy = (actor: Actor, now: Date): Deactivating => ({
  organisationId: actor.organisationId,
  userId: userIdOf(actor),
  isFresh: isFresh(actor, now),
})

/**
 * The directory is locked, so two calls at once count each other.
 * @param more  how many are to be deactivated now
 * @throws fresh_sign_in_required
 */
export async function assertFewDeactivations(
  tx: Tx,
  { organisationId, userId, isFresh }: Deactivating,
  more: number,
  now: Date,
): Promise<void> {
  if (isFresh || userId === null || more === 0) return
  const since = new Date(now.getTime() - hourMs)
  const actions = ['member.deactivated', 'directory.imported'] as const
  const entries = await recentEntries(tx, { organisationId, userId, actions, since })
  const before = entries.reduce((sum, { detail }) => sum + Number(detail.members_out ?? 1), 0)
  if (before + more > limits.deactivationsStaleMax) throw freshSignInRequired()
}
