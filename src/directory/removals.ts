/**
 * Taking many people out, of the organisation or of teams, needs a recent sign-in of the person who does it. Those of the last hour count
 * together: otherwise a file cut in pieces, or one call for each of them, would do what one file may not.
 */
import type { AuditAction } from '../../contract/audit-actions.ts'
import { limits } from '../../contract/limits.ts'
import { type Actor, type ApplicationActor, userIdOf } from '../actor.ts'
import { actedBy, recentEntries, recordAudit } from '../audit/audit.ts'
import { freshSignInRequired, isFresh } from '../authority.ts'
import type { Tx } from '../db/db.ts'

const hourMs = 3_600_000

type Detail = Readonly<Record<string, unknown>>

const isDisabling = ({ state }: Detail): boolean =>
  typeof state === 'object' && state !== null && 'to' in state && state.to === 'disabled'

/** How many an entry of the audit log took out: of the organisation, or of teams. */
const countsOf = {
  people: {
    'member.deactivated': () => 1,
    'person.updated': (detail: Detail) => (isDisabling(detail) ? 1 : 0),
    'directory.imported': ({ members_out }: Detail) => Number(members_out ?? 0),
  },
  memberships: {
    'team.members_removed': ({ members }: Detail) => Number(members ?? 0),
    'directory.imported': ({ memberships_removed }: Detail) => Number(memberships_removed ?? 0),
  },
} satisfies Record<string, Partial<Record<AuditAction, (detail: Detail) => number>>>

/** Who takes people out; programs that act for no person are not counted. */
export type Removing = { organisationId: string; userId: string | null; isFresh: boolean }

export const removingBy = (actor: Actor, now: Date): Removing => ({
  organisationId: actor.organisationId,
  userId: userIdOf(actor),
  isFresh: isFresh(actor, now),
})

/** How many are to be taken out now. */
type Removal = { readonly kind: keyof typeof countsOf; readonly more: number }

/**
 * The directory is locked, so two calls at once count each other.
 * @throws fresh_sign_in_required
 */
export async function assertFewRemovals(
  tx: Tx,
  { organisationId, userId, isFresh }: Removing,
  { kind, more }: Removal,
  now: Date,
): Promise<void> {
  if (isFresh || userId === null || more === 0) return
  const since = new Date(now.getTime() - hourMs)
  const counts: Partial<Record<AuditAction, (detail: Detail) => number>> = countsOf[kind]
  const actions = Object.keys(counts) as AuditAction[]
  const entries = await recentEntries(tx, { organisationId, userId, actions, since })
  const before = entries.reduce((sum, { action, detail }) => sum + (counts[action]?.(detail) ?? 0), 0)
  if (before + more > limits.removalsStaleMax) throw freshSignInRequired()
}

type TeamCall = { readonly tx: Tx; readonly actor: ApplicationActor; readonly now: Date }

/** Records that so many have left a team, whose directory is locked. @throws fresh_sign_in_required  their memberships are undone */
export async function recordMembersRemoved(
  { tx, actor, now }: TeamCall,
  teamId: string,
  members: number,
): Promise<void> {
  if (members === 0) return
  await assertFewRemovals(tx, removingBy(actor, now), { kind: 'memberships', more: members }, now)
  await recordAudit(tx, {
    organisationId: actor.organisationId,
    actor: actedBy(actor),
    action: 'team.members_removed',
    target: teamId,
    detail: { members },
    at: now,
  })
}
