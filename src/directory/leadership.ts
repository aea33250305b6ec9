/**
 * Anyone who manages a team reads its results, and those of the teams under it: so the audit log says who made somebody a manager and who
 * ended it, one entry for each team, whatever the call was.
 */
import type * as contract from '../../contract/teams.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import { managersOf } from './memberships-store.ts'
import { refOf } from './ref.ts'

/** A change of who is in a team. */
export type ManagersCall = Pick<Call<typeof contract.addTeamMember>, 'tx' | 'actor' | 'now'> & {
  readonly params: { readonly id: string }
}

/** @param before  the managers of the team before the change */
export async function auditManagers(call: ManagersCall, before: readonly string[]): Promise<void> {
  const { tx, actor, params, now: at } = call
  const after = await managersOf(tx, refOf(call))
  const added = after.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.includes(id))
  if (added.length + removed.length === 0) return
  await recordAudit(tx, {
    organisationId: actor.organisationId,
    actor: actedBy(actor),
    action: 'team.managers_changed',
    target: params.id,
    detail: { added, removed },
    at,
  })
}
