/** Actions that people make of a finding, beside those that a report recommends. */
import type * as contract from '../../contract/actions.ts'
import type { Action } from '../../contract/actions.ts'
import { limits } from '../../contract/limits.ts'
import type { ActionState } from '../../contract/states.ts'
import { reachesAll } from '../authority.ts'
import type { Call } from '../call.ts'
import { readerOf } from '../directory/directory.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { actionOf, assertMade, assertOwner, loadAction, payloadOf } from './actions.ts'
import * as store from './own-store.ts'

/**
 * What somebody makes of a finding about those whom they lead. It is accepted, since whoever makes it has decided.
 * @throws unprocessable  an unknown finding or owner
 * @throws not_the_lead | not_released | too_many_actions
 */
export async function createAction({
  tx,
  actor,
  body: draft,
  now,
}: Call<typeof contract.createAction>): Promise<Action> {
  const reader = await readerOf(tx, actor)
  const finding = await store.findFinding(tx, reader, draft.insight_id)
  if (!finding) throw impossible('/insight_id', 'There is no insight with this id', 'unknown')
  if (!finding.is_led && !reachesAll(actor, 'actions.work')) throw problem('not_the_lead')
  if (finding.state !== 'ready' || finding.is_deleted) throw problem('not_released')
  const { kept, dismissed } = await store.countOwnActions(tx, actor.organisationId, finding)
  if (kept - dismissed >= limits.ownActionsMax || kept >= limits.ownActionsKeptMax)
    throw problem('too_many_actions')
  await assertOwner(tx, actor, draft.owner_member_id ?? null)
  const id = newId('action')
  await store.insertOwnAction(
    tx,
    actor.organisationId,
    { id, finding, draft, makerUserId: actor.userId },
    now,
  )
  await recordEvent(tx, {
    organisationId: actor.organisationId,
    type: 'action.accepted',
    payload: payloadOf({ id, state: 'accepted', team_id: finding.team_id }, finding),
    at: now,
  })
  return actionOf(actor, await loadAction(tx, reader, id))
}

const open: readonly ActionState[] = ['accepted', 'in_progress']

/**
 * Takes back what somebody made. What has ended is a decision, which others read, and may have replied about.
 * @throws not_found | precondition_failed
 * @throws not_the_author  also for what a report recommends
 * @throws action_ended  with the state
 */
export async function deleteAction({
  tx,
  actor,
  params,
  ifMatch,
  now,
}: Call<typeof contract.deleteAction>): Promise<null> {
  const row = await loadAction(tx, await readerOf(tx, actor), params.id, { lock: true })
  assertMade(actor, row)
  if (ifMatch !== undefined && ifMatch !== row.version) throw problem('precondition_failed')
  if (!open.includes(row.state)) throw problem('action_ended', { state: row.state })
  await store.deleteOwnAction(tx, row)
  await recordEvent(tx, {
    organisationId: row.organisation_id,
    type: 'action.deleted',
    payload: payloadOf(row, row),
    at: now,
  })
  return null
}
