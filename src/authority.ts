/**
 * The one place that decides by the table of rules (contract/authority.ts): whether a caller may do something at all, and how far that
 * reaches. Which surveys and results a caller sees is SQL (visibility.ts).
 *
 * What cannot be undone needs a person who has signed in a short while ago: a browser that was left open, or a token that was issued
 * long ago, is not enough. Programs that act for no person are not affected. Source: RFC 9470 (step-up authentication challenge).
 */
import { type Action, type Reach, rolesOf, rowOf } from '../contract/authority.ts'
import { limits } from '../contract/limits.ts'
import type { Actor, Session } from './actor.ts'
import { type Problem, problem } from './problem.ts'

export const may = (actor: Actor, action: Action): boolean => reachOf(actor, action) !== undefined

/** @throws role_required  with the roles that may */
export function assertMay(actor: Actor, action: Action): void {
  if (!may(actor, action))
    throw problem('role_required', { detail: `This needs the role ${rolesOf(action).join(' or ')}` })
}

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

/** Whether the sign-in behind a call is recent. */
export function isFresh(actor: Actor | Session, now: Date): boolean {
  if (actor.kind === 'organisation') return true
  const { signedInAt } = actor
  return signedInAt !== null && now.getTime() - signedInAt.getTime() <= limits.freshSignInSeconds * 1000
}

/** The refusal, with the challenge of RFC 9470 §3. Its status is 403 and not 401: the token stays good for everything else. */
export const freshSignInRequired = (who = 'The person'): Problem =>
  problem('fresh_sign_in_required', {
    detail: `${who} signed in more than ${limits.freshSignInSeconds / 60} minutes ago; sign in again with prompt=login or max_age`,
    headers: {
      'www-authenticate': `Bearer error="insufficient_user_authentication", error_description="A more recent sign-in is required", max_age="${limits.freshSignInSeconds}"`,
    },
  })

/** @throws fresh_sign_in_required */
export function assertFresh(actor: Actor | Session, now: Date): void {
  if (!isFresh(actor, now)) throw freshSignInRequired()
}
