/**
 * Authorship: who runs a pulse or a check-in. Its author does. An admin may stop it in their place and hand it to somebody else, with a
 * reason that the audit log keeps and the author reads. When an author leaves, what runs goes to their manager, to the organisation's
 * successor or to an admin.
 *
 * Respondents of a private survey were told that only its author reads the results. So nobody else becomes the author of one that has
 * asked anybody: not by their leaving, not by an admin, and not by the author themselves. It ends with them.
 */
import type { UserActor } from '../actor.ts'
import { actedBy, byClock, recordAudit } from '../audit/audit.ts'
import { assertReaches } from '../authority.ts'
import type { Tx } from '../db/db.ts'
import { isActiveUser } from '../identity/identity.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { impossible, problem } from '../problem.ts'
import { type AuthoredSurvey, tellAuthor } from './acting.ts'
import * as store from './store.ts'

export { actOn, recordStop, type StoppingAct } from './acting.ts'
export { type AuthorsCall, loadingOf, surveyOf } from './loading.ts'
export { surveyNotices } from './notice-text.ts'

type Transfer = {
  readonly actor: UserActor
  readonly to: string
  /** It has asked somebody, or is about to by the clock. */
  readonly hasBegun: boolean
  readonly reason?: string | undefined
}

/**
 * Checks and records that a survey is handed to somebody else; the caller changes its row.
 * @throws not_the_author  also an admin with a reason, of a private one
 * @throws reason_required | unprocessable  a private one that has begun, or the new author is not an active user of the organisation
 */
export async function handOver(
  tx: Tx,
  survey: AuthoredSurvey,
  { actor, to, hasBegun, reason }: Transfer,
  now: Date,
): Promise<void> {
  const { organisationId, authorUserId: from } = survey
  const isPrivate = survey.visibility === 'private'
  if (isPrivate && actor.userId !== from) throw problem('not_the_author')
  assertReaches(actor, 'survey.stop', { authorUserId: from, reason })
  if (isPrivate && hasBegun && to !== from)
    throw impossible('', 'The promise of a private survey is that only its author reads results', 'private')
  if (!(await isActiveUser(tx, organisationId, to)))
    throw impossible('/user_id', `There is no active user ${to}`, 'unknown')
  if (to === from) return
  await recordTransfer(tx, survey, { to, by: actedBy(actor), reason }, now)
  if (from !== actor.userId)
    await tellAuthor(tx, survey, { event: 'handed_on', to: from, by: actor.userId, reason }, now)
  if (to !== actor.userId)
    await tellAuthor(tx, survey, { event: 'handed_over', to, by: actor.userId, reason }, now)
}

const recordTransfer = (
  tx: Tx,
  { organisationId, id, authorUserId, visibility }: AuthoredSurvey,
  { to, by, reason }: { to: string; by: ReturnType<typeof actedBy>; reason?: string | undefined },
  now: Date,
): Promise<void> =>
  recordAudit(tx, {
    organisationId,
    actor: by,
    action: 'survey.transferred',
    target: id,
    detail: { from_user_id: authorUserId, to_user_id: to, ...(reason !== undefined && { reason }) },
    // Nobody but its author knows that a private survey is there.
    privateTo: visibility === 'private' ? to : null,
    at: now,
  })

type Leaver = { readonly organisationId: string; readonly userId: string }

/** What a kind of survey does with those that an author who has left was running. Drafts stay: nobody is waiting for them. */
export type Departing = {
  /** Gives the public ones to somebody else. @returns those that it changed */
  readonly give: (tx: Tx, leaver: Leaver, to: string, now: Date) => Promise<AuthoredSurvey[]>
  /** Ends the private ones, which nobody else may read: they go on asking for nobody. */
  readonly end: (tx: Tx, leaver: Leaver, now: Date) => Promise<void>
}

const departureMs = 2_000

async function leave(
  tx: Tx,
  kinds: readonly Departing[],
  departure: store.Departure,
  now: Date,
): Promise<void> {
  const { organisation_id: organisationId, user_id: from } = departure
  const leaver = { organisationId, userId: from }
  const to = await store.findHeir(tx, departure)
  for (const { end, give } of kinds) {
    await end(tx, leaver, now)
    if (to === null) continue
    for (const survey of await give(tx, leaver, to, now)) {
      await recordTransfer(tx, survey, { to, by: byClock }, now)
      await tellAuthor(tx, survey, { event: 'inherited', to, by: from }, now)
    }
  }
}

/**
 * Gives what people who have left were running to somebody else, or ends it. Anyone who is back by then keeps it.
 * @param kinds  pulses and check-ins; app.ts hands them in, because those lie above
 */
export const departureTask = (kinds: readonly Departing[]): TransactionTask => ({
  name: 'author.departed',
  everyMs: departureMs,
  waiting: store.departureWaiting,
  run: async (tx, now, quarantined) => {
    const departure = await store.claimDeparture(tx, quarantined)
    if (!departure) return 0
    const { organisation_id: organisationId, user_id: from } = departure
    await forRow(from, async () => {
      if (!(await isActiveUser(tx, organisationId, from))) await leave(tx, kinds, departure, now)
      await store.deleteDeparture(tx, departure)
    })
    return 1
  },
})
