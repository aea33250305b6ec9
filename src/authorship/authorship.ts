/**
 * Authorship: who runs a pulse or a check-in. Its author does. An admin may stop it in their place and hand it to somebody else, with a
 * reason that the audit log keeps and the author reads. When an author leaves, what runs goes to their manager, to the organisation's
 * successor or to an admin.
 */
import { type UserActor } from '../actor.ts'
import { actedBy, byClock, recordAudit } from '../audit/audit.ts'
import { assertReaches } from '../authority.ts'
import { type Tx } from '../db/db.ts'
import { isActiveUser } from '../identity/identity.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { impossible } from '../problem.ts'
import { type AuthoredSurvey, tellAuthor } from './acting.ts'
import * as store from './store.ts'

export { actOn, recordStop, type StoppingAct } from './acting.ts'
export { type AuthorsCall, loadingOf, surveyOf } from './loading.ts'
export { surveyNotices } from './notice-text.ts'

type Transfer = {
  readonly actor: UserActor
  readonly to: string
  readonly reason?: string | undefined
}

/**
 * Checks and records that a survey is handed to somebody else; the caller changes its row.
 * @throws not_the_author | reason_required | unprocessable  the new author is no active user of the organisation
 */
export async function handOver(
  tx: Tx,
  survey: AuthoredSurvey,
  { actor, to, reason }: Transfer,
  now: Date,
): Promise<void> {
  const { organisationId, authorUserId: from } = survey
  assertReaches(actor, 'survey.stop', { authorUserId: from, reason })
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
  { organisationId, id, authorUserId }: AuthoredSurvey,
  { to, by, reason }: { to: string; by: ReturnType<typeof actedBy>; reason?: string | undefined },
  now: Date,
): Promise<void> =>
  recordAudit(tx, {
    organisationId,
    actor: by,
    action: 'survey.transferred',
    target: id,
    detail: { from_user_id: authorUserId, to_user_id: to, ...(reason !== undefined && { reason }) },
    at: now,
  })

/** Gives the running surveys of one author to another. @returns those that it changed */
export type TransferAll = (
  tx: Tx,
  organisationId: string,
  { from, to }: { from: string; to: string },
  now: Date,
) => Promise<AuthoredSurvey[]>

const departureMs = 2_000

/**
 * Gives what people who have left were running to somebody else. Whoever is back by then keeps it.
 * @param transfers  of pulses and of check-ins; app.ts hands them in, because those lie above
 */
export const departureTask = (transfers: readonly TransferAll[]): TransactionTask => ({
  name: 'author.departed',
  everyMs: departureMs,
  waiting: store.departureWaiting,
  run: async (tx, now, quarantined) => {
    const departure = await store.claimDeparture(tx, quarantined)
    if (!departure) return 0
    const { organisation_id: organisationId, user_id: from } = departure
    await forRow(from, async () => {
      const to = (await isActiveUser(tx, organisationId, from))
        ? null
        : await store.findHeir(tx, organisationId, from)
      for (const transfer of to === null ? [] : transfers) {
        for (const survey of await transfer(tx, organisationId, { from, to: to! }, now)) {
          await recordTransfer(tx, survey, { to: to!, by: byClock }, now)
          await tellAuthor(tx, survey, { event: 'inherited', to: to!, by: from }, now)
        }
      }
      await store.deleteDeparture(tx, departure)
    })
    return 1
  },
})
