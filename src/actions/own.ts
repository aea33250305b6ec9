/** Actions that people make of a finding, beside those that a report recommends. */
import type * as contract from '../../contract/actions.ts'
import type { Action } from '../../contract/actions.ts'
import { limits } from '../../contract/limits.ts'
import type { Call } from '../call.ts'
import { readerOf } from '../directory/directory.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { actionOf, assertOwner, loadAction, payloadOf } from './actions.ts'
import * as store from './own-store.ts'

/**
 * What somebody makes of a finding that they read. It is accepted, since whoever makes it has decided.
 * @throws unprocessable  an unknown finding or owner
 * @throws not_released | too_many_actions
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
  if (finding.state !== 'ready' || finding.is_deleted) throw problem('not_released')
  if ((await store.countOwnActions(tx, actor.organisationId, finding)) >= limits.ownActionsMax)
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
