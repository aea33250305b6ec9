/** Confirmations as the person sees and decides them, in person: nobody else finds them, whatever link they were sent. */
import type * as contract from '../../contract/confirmations.ts'
import type { Confirmation } from '../../contract/confirmations.ts'
import { limits } from '../../contract/limits.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/db.ts'
import type { TransactionTask } from '../jobs/jobs.ts'
import { activeApplication } from '../oauth/oauth.ts'
import { problem } from '../problem.ts'
import * as store from './confirmation-store.ts'
import type { ConfirmationRow } from './confirmation-store.ts'
import { expiryAfter, record } from './confirming.ts'

/** @throws not_found */
export async function getConfirmation({
  tx,
  actor,
  params,
  now,
}: Call<typeof contract.getConfirmation>): Promise<Confirmation> {
  const row = await store.findOfPerson(tx, actor, params.id)
  if (!row) throw problem('not_found')
  return present(tx, row, now)
}

/** Repeating the call changes nothing. @throws not_found | confirmation_expired | confirmation_decided | plan_changed  another plan than the one that was read */
export async function confirmPlan({
  tx,
  actor,
  params,
  body,
  now,
}: Call<typeof contract.confirmPlan>): Promise<Confirmation> {
  const row = await lock(tx, actor, params.id)
  if (row.plan_sha256.toString('hex') !== body.plan_hash) throw problem('plan_changed')
  if (row.state === 'confirmed' || row.state === 'used') return present(tx, row, now)
  assertPending(row, now)
  const confirmed = await store.setState(tx, row, 'confirmed', { now, expiresAt: expiryAfter(now) })
  await record(tx, confirmed, { actor, action: 'agent.confirmed', at: now, by: 'page' })
  return present(tx, confirmed, now)
}

/** Repeating the call changes nothing; what was confirmed and not done yet can be declined, too. @throws not_found | confirmation_expired | confirmation_decided | plan_changed */
export async function declinePlan({
  tx,
  actor,
  params,
  now,
}: Call<typeof contract.declinePlan>): Promise<Confirmation> {
  const row = await lock(tx, actor, params.id)
  if (row.state === 'declined') return present(tx, row, now)
  if (row.state !== 'confirmed') assertPending(row, now)
  const declined = await store.setState(tx, row, 'declined', { now, expiresAt: expiryAfter(now) })
  await record(tx, declined, { actor, action: 'agent.declined', at: now, by: 'page' })
  return present(tx, declined, now)
}

async function lock(
  tx: Tx,
  actor: Call<typeof contract.confirmPlan>['actor'],
  id: string,
): Promise<ConfirmationRow> {
  const row = await store.lockOfPerson(tx, actor, id)
  if (!row) throw problem('not_found')
  return row
}

/** @throws confirmation_expired | confirmation_decided | plan_changed */
function assertPending(row: ConfirmationRow, now: Date): void {
  const state = stateOf(row, now)
  if (state === 'pending') return
  if (state === 'replaced') throw problem('plan_changed')
  throw problem(state === 'expired' ? 'confirmation_expired' : 'confirmation_decided', { state })
}

/** A confirmation past its time has expired, also before a call stores that. */
const stateOf = ({ state, expires_at }: ConfirmationRow, now: Date): Confirmation['state'] =>
  (state === 'pending' || state === 'confirmed') && new Date(expires_at) <= now ? 'expired' : state

async function present(tx: Tx, row: ConfirmationRow, now: Date): Promise<Confirmation> {
  const { organisation_id, application_id, id, tool, plan, plan_sha256, created_at, expires_at, decided_at } =
    row
  const application = await activeApplication(tx, organisation_id, application_id)
  return {
    id,
    application: { id: application_id, name: application?.name ?? application_id },
    tool,
    state: stateOf(row, now),
    plan,
    plan_hash: plan_sha256.toString('hex'),
    created_at,
    expires_at,
    decided_at,
  }
}

/** Deletes plans a day after they expired. */
export const confirmationsTask: TransactionTask = {
  name: 'confirmations.purge',
  everyMs: 3_600_000,
  run: (tx, now) => store.deleteExpired(tx, new Date(now.getTime() - limits.confirmationsKeptSeconds * 1000)),
}
