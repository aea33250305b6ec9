/** Their invitations again, for whoever has signed in: a few times an hour, counted in memory, where no row reveals who asked for them. */
import { limits } from '../../contract/limits.ts'
import type { Reply } from '../../contract/operation.ts'
import type { resendOwnInvitations as operation } from '../../contract/people.ts'
import type { Call } from '../call.ts'
import { sendOwnInvitations } from '../delivery/delivery.ts'
import { failedAttempts } from '../limiter.ts'
import { problem } from '../problem.ts'
import { findPerson } from './users-store.ts'

/** Each node counts by itself: a shared count is a row that names a person, with a time. */
const attempts = failedAttempts(limits.ownInvitationsAnHourMax, 3600)

/** Anyone who is not a member of the directory is asked nothing. @throws rate_limited */
export async function resendOwnInvitations({
  tx,
  actor: { organisationId, userId },
  now,
}: Call<typeof operation>): Promise<Reply<typeof operation>> {
  const memberId = (await findPerson(tx, { organisationId, id: userId }))?.member_id
  if (!memberId) return { invitations: 0 }
  const key = `${organisationId} ${memberId}`
  const seconds = attempts.blockedFor(key)
  if (seconds !== null)
    throw problem('rate_limited', {
      detail: `Your invitations are sent again at most ${limits.ownInvitationsAnHourMax} times an hour`,
      headers: { 'retry-after': String(seconds) },
    })
  attempts.add(key)
  return { invitations: await sendOwnInvitations(tx, { organisationId, memberId }, now) }
}
