/**
 * Who was added recently. An author who may add members can surround one person with people who do not exist, and read that person's answer
 * out of the figures of all. Nobody can tell made-up people from new ones. So whoever is asked learns before they answer how many were
 * added recently, and by whom; admins get an alert where a group is mostly such people; and both are in the audit log.
 */
import { byPerson, recordAudit } from '../audit/audit.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { raiseRecentMembers } from '../confidentiality/confidentiality.ts'
import { exists, run, sql, type Tx } from '../db/db.ts'
import type { Policy } from '../cells/cells.ts'
import type { Recipient } from './roster-store.ts'
import type { CollectionOwner } from './store.ts'

/** Somebody who was added so many days before they are asked, or fewer, is recent. */
export const recentDays = 14

const recentMs = recentDays * 86_400_000

type Asker = { policy: Policy; owner: CollectionOwner; applicationId: string | null }

/** Freezes how many of the recipients are recent, and tells admins of a group that has fewer than k others. */
export async function recordRecentMembers(
  tx: Tx,
  ref: CollectionRef,
  recipients: readonly Recipient[],
  { policy, owner, applicationId, now }: Asker & { now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - recentMs)
  const isRecent = ({ addedAt }: Recipient): boolean => new Date(addedAt) > since
  const recent = recipients.filter(isRecent)
  if (recent.length === 0) return
  const byAsker = recent.filter(({ addedBy }) => addedBy !== null && addedBy === applicationId).length
  await run(
    tx,
    sql`
      update collections
      set recent_members = ${recent.length}::integer,
          recent_members_by_asker = ${byAsker}::integer
      where organisation_id = ${ref.organisationId}
        and id = ${ref.collectionId}`,
  )
  // Attributed mode hides nobody in a group. Where everybody is new, that somebody is reveals nothing.
  const isMostlyRecent =
    policy.mode !== 'attributed' &&
    hasMostlyRecentGroup(recipients, isRecent, Math.max(policy.k_score, policy.k_rate)) &&
    (await isOlderThan(tx, ref.organisationId, since))
  if (isMostlyRecent) await raiseRecentMembers(tx, ref)
  await recordAudit(tx, {
    organisationId: ref.organisationId,
    actor:
      applicationId === null
        ? byPerson(owner.authorUserId)
        : { kind: 'user', userId: owner.authorUserId, applicationId },
    action: 'recipients.added_lately',
    target: owner.id,
    // Where admins get an alert they know of the collection; a private one stays its author's otherwise.
    privateTo: owner.visibility === 'private' && !isMostlyRecent ? owner.authorUserId : null,
    detail: {
      asked: recipients.length,
      added_lately: recent.length,
      by_this_application: byAsker,
      alert: isMostlyRecent,
    },
    at: now,
  })
}

/** Groups are those whose figures may be shown: the cells of seats, or everybody. */
function hasMostlyRecentGroup(
  recipients: readonly Recipient[],
  isRecent: (one: Recipient) => boolean,
  k: number,
): boolean {
  const counted = recipients.filter((one) => one.isCounted)
  return Map.groupBy(counted, ({ cell }) => cell)
    .values()
    .some((group) => group.length >= k && group.filter((one) => !isRecent(one)).length < k)
}

/** Whether the organisation was here before: all of a new one are recent. */
const isOlderThan = (tx: Tx, organisationId: string, instant: Date): Promise<boolean> =>
  exists(tx, sql`select 1 from organisations where id = ${organisationId} and created_at <= ${instant}`)
