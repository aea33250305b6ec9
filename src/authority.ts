/**
 * The one place that decides by the table of rules (contract/authority.ts) whether a caller may do something at all. To which objects is
 * decided where they are read (visibility.ts).
 *
 * What cannot be undone needs a person who has signed in a short while ago: a browser that was left open, or a token that was issued
 * long ago, is not enough. Programs that act for no person are not affected. Source: RFC 9470 (step-up authentication challenge).
 */
import { type Action, rowOf } from '../contract/authority.ts'
import { limits } from '../contract/limits.ts'
import { type Actor, type Session } from './actor.ts'
import { type Problem, problem } from './problem.ts'

export function may(actor: Actor, action: Action): boolean {
  const { people, programs } = rowOf(action)
  return actor.kind === 'organisation' ? programs : people.includes(actor.role)
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
