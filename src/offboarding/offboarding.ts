/**
 * The end of an organisation: what it takes along (export.ts), and its deletion after a waiting time. The door of this folder.
 *
 * While a deletion waits, everything goes on as usual: who would have to work around a read-only organisation could not change their mind.
 * Then sign-in, applications and check-ins end in one transaction, keys are destroyed, and every row goes, batch by batch.
 */
import { limits } from '../../contract/limits.ts'
import type * as contract from '../../contract/offboarding.ts'
import type { OrganisationDeletion } from '../../contract/offboarding.ts'
import type { PersonActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import { destroyKeysOf } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import { deleteRowsOf } from '../db/organisation-rows.ts'
import { deleteJobsOf, forRow } from '../jobs/jobs.ts'
import { queueNotice } from '../notices/notices.ts'
import { impossible, problem } from '../problem.ts'
import * as store from './deletion-store.ts'
import { type DeletionEvent, deletionNotices } from './notice-text.ts'

export { endOrganisationExports, exportJob, exportsTask } from './export.ts'
export { deletionNotices } from './notice-text.ts'

const dayMs = 86_400_000

const deletionOf = (row: store.DeletionRow | undefined): OrganisationDeletion => ({
  state: row?.state ?? 'none',
  requested_by: row?.requested_by ?? null,
  requested_at: row?.created_at ?? null,
  due_at: row?.due_at ?? null,
})

export const getOrganisationDeletion = async ({
  tx,
  actor: { organisationId },
}: Call<typeof contract.getOrganisationDeletion>): Promise<OrganisationDeletion> =>
  deletionOf(await store.findDeletion(tx, organisationId))

/** @throws unprocessable  another slug than the organisation’s @throws deletion_requested */
export async function requestOrganisationDeletion({
  tx,
  actor,
  body,
  now,
}: Call<typeof contract.requestOrganisationDeletion>): Promise<OrganisationDeletion> {
  const { organisationId, userId } = actor
  const slug = (await store.getSlug(tx, organisationId))?.slug
  if (body.slug !== slug)
    throw impossible('/slug', 'This is not the short name of the organisation', 'not_confirmed')
  const dueAt = new Date(now.getTime() + limits.organisationDeletionDays * dayMs)
  const made = await store.insertDeletion(tx, organisationId, { requestedBy: userId, dueAt }, now)
  if (!made) throw problem('deletion_requested')
  await record(tx, actor, 'organisation.deletion_requested', now)
  await tellAdmins(tx, made, { event: 'deletion', by: userId }, now)
  return deletionOf(made)
}

/** @throws deletion_under_way */
export async function cancelOrganisationDeletion({
  tx,
  actor,
  now,
}: Call<typeof contract.cancelOrganisationDeletion>): Promise<OrganisationDeletion> {
  const { organisationId, userId } = actor
  const row = await store.findDeletion(tx, organisationId)
  if (!row) return deletionOf(undefined)
  if ((await store.cancelDeletion(tx, organisationId)) === 0) throw problem('deletion_under_way')
  await record(tx, actor, 'organisation.deletion_cancelled', now)
  await tellAdmins(tx, row, { event: 'deletion_kept', by: userId }, now)
  return deletionOf(undefined)
}

const record = (
  tx: Tx,
  actor: PersonActor,
  action: 'organisation.deletion_requested' | 'organisation.deletion_cancelled',
  at: Date,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: actor.organisationId,
    actor: actedBy(actor),
    action,
    target: actor.organisationId,
    at,
  })

type Telling = { readonly event: DeletionEvent; readonly by: string }

async function tellAdmins(
  tx: Tx,
  { organisation_id: organisationId, due_at }: store.DeletionRow,
  { event, by }: Telling,
  now: Date,
): Promise<void> {
  const admins = await store.adminsOf(tx, organisationId)
  const admin = admins.find(({ id }) => id === by)?.name ?? ''
  const facts = { event, admin, day: due_at.slice(0, 10) }
  for (const { email: address, language: locale } of admins)
    await queueNotice(tx, deletionNotices, { organisationId, to: { address, locale }, facts }, now)
}

const warnedUntil = (now: Date): Date =>
  new Date(now.getTime() + limits.organisationDeletionWarningDays * dayMs)

/** Three days before. */
export const warningTask = {
  name: 'offboarding.warn',
  everyMs: 60_000,
  waiting: (now: Date) => store.warningWaiting(warnedUntil(now)),
  run: async (tx: Tx, now: Date): Promise<number> => {
    const row = await store.claimWarning(tx, warnedUntil(now), now)
    if (!row) return 0
    await tellAdmins(tx, row, { event: 'deletion_soon', by: row.requested_by }, now)
    return 1
  },
}

/** Rows of a transaction, and collections whose keys it destroys. */
const rowsAtOnce = 5_000
const keysAtOnce = 100

/** The row of the deletion is the last to go, so that a service that was down finds what is left. */
const last = new Set(['organisation_deletions'])

/** A step of a deletion whose time has come: each is a transaction of its own, and the next look takes the next. */
export const deletionTask = {
  name: 'offboarding.delete',
  everyMs: 60_000,
  waiting: store.deletionWaiting,
  run: async (tx: Tx, now: Date, quarantined: readonly string[]): Promise<number> => {
    const row = await store.claimDue(tx, quarantined, now)
    if (!row) return 0
    const { organisation_id: organisationId } = row
    await forRow(organisationId, async () => {
      if (row.state === 'waiting') return store.closeDoors(tx, organisationId, now)
      if ((await destroyKeysOf(tx, organisationId, keysAtOnce, now)) > 0) return
      if ((await deleteRowsOf(tx, organisationId, rowsAtOnce, last)) > 0) return
      await deleteJobsOf(tx, organisationId)
      await store.deleteOrganisation(tx, organisationId)
    })
    return 1
  },
}
