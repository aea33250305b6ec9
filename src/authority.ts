/**
 * The one place that decides by the table of rules (contract/authority.ts): whether a caller may do something at all, and how far that
 * reaches. Which surveys and results a caller sees is SQL (visibility.ts).
 */
import { type Action, type Reach, rowOf } from '../contract/authority.ts'
import { type Actor } from './actor.ts'
import { problem } from './problem.ts'

export const may = (actor: Actor, action: Action): boolean => reachOf(actor, action) !== undefined

const reachOf = (actor: Actor, action: Action): Reach | undefined => {
  const { people, programs } = rowOf(action)
  return actor.kind === 'organisation' ? (programs ? 'all' : undefined) : people[actor.role]
}

/** Whether the caller may do it to everything that they see. */
export const reachesAll = (actor: Actor, action: Action): boolean => reachOf(actor, action) === 'all'

/** Whether a caller who is not the author may do it all the same, if they say why. */
export const mayWithReason = (actor: Actor, action: Action): boolean => reachOf(actor, action) === 'reason'

/**
 * Refuses what a row keeps for authors, to callers whose survey it is not.
 * @param reason  why an admin does it in the author's place
 * @throws not_the_author | reason_required
 */
export function assertReaches(
  actor: Actor,
  action: Action,
  { authorUserId, reason }: { authorUserId: string; reason?: string },
): void {
  const reach = reachOf(actor, action)
  if (reach === 'all' || (actor.kind !== 'organisation' && actor.userId === authorUserId)) return
  if (reach !== 'reason') throw problem('not_the_author')
  if (!reason) throw problem('reason_required')
}
