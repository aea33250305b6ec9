/**
 * Actions: what a report recommends, as something that a team works on. Made in the transaction of the report, one for each team
 * and driver; moved by people from suggestion to done, or dismissed with a reason; measured by the next instance of the check-in.
 * A report that is computed anew replaces what nobody has touched and nothing else.
 */
import { type Action, type ActionEffect, type ActionPatch } from '../../contract/actions.ts'
import { type EventType } from '../../contract/events.ts'
import { type Page } from '../../contract/fields.ts'
import { actionTransitions, type ActionState, actionStates } from '../../contract/states.ts'
import { type ApplicationActor, type UserActor } from '../actor.ts'
import { type OwnerIds } from '../collection/collection.ts'
import { auditReading } from '../confidentiality/confidentiality.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { questionMeasure } from '../cells/cells.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { impossible, problem } from '../problem.ts'
import * as store from './store.ts'
import { type ActionRow, type Suggestion } from './store.ts'

export { deleteActions, type Suggestion } from './store.ts'

const payloadOf = (
  id: string,
  state: ActionState,
  { pulse_id, check_in_id, check_in_instance_id }: OwnerIds,
  teamId: string | null,
) => ({ action_id: id, state, pulse_id, check_in_id, check_in_instance_id, team_id: teamId })

/** In the transaction of the report; again when it is computed anew. */
export async function recordActions(
  tx: Tx,
  ref: CollectionRef,
  owner: OwnerIds,
  suggestions: readonly Suggestion[],
  now: Date,
): Promise<void> {
  for (const { id, team_id } of await store.putSuggestions(tx, ref, owner, suggestions, now))
    await recordEvent(tx, {
      organisationId: ref.organisationId,
      type: 'action.suggested',
      payload: payloadOf(id, 'suggested', owner, team_id),
      at: now,
    })
}

/**
 * What the instance that was just analysed says of actions that were taken on before it.
 * @param effectOf  by the same test as any change of the report
 */
export async function measureEffects(
  tx: Tx,
  ref: CollectionRef,
  owner: OwnerIds,
  effectOf: (
    teamId: string | null,
    driver: string,
  ) => Omit<ActionEffect, 'check_in_instance_id' | 'measured_at'>,
  now: Date,
): Promise<void> {
  const { check_in_instance_id } = owner
  if (check_in_instance_id === null) return
  const effects = (await store.findToMeasure(tx, ref, owner)).map(({ id, team_id, driver }) => ({
    id,
    effect: { check_in_instance_id, measured_at: now.toISOString(), ...effectOf(team_id, driver) },
  }))
  if (effects.length > 0) await store.setEffects(tx, ref.organisationId, effects, now)
}

type Query = Omit<store.Filter, 'states'> & { limit?: number; cursor?: string; state?: string }

/** Whose figures are in the page is written down before it leaves. @throws invalid_cursor | invalid_request */
export async function listActions(
  tx: Tx,
  actor: ApplicationActor,
  query: Query,
  now: Date,
): Promise<Page<'actions', Action>> {
  const paging = paged(`actions of ${actor.organisationId}`, query)
  const { limit: _limit, cursor: _cursor, state, ...filter } = query
  const states = state === undefined ? null : statesIn(state)
  const rows = await store.listActions(tx, actor, { ...filter, states }, paging)
  const page = pageOf('actions', rows, paging, ({ id }) => id)
  await audit(tx, actor, 'listActions', page.actions, now)
  return { ...page, actions: page.actions.map(actionOf) }
}

function statesIn(text: string): ActionState[] {
  const named = text.split(',').map((one) => one.trim())
  const known = actionStates.filter((state) => named.includes(state))
  if (known.length < new Set(named).size)
    throw problem('invalid_request', { detail: `state must name some of ${actionStates.join(', ')}` })
  return known
}

/** @throws not_found */
export async function getAction(tx: Tx, actor: ApplicationActor, id: string, now: Date): Promise<Action> {
  const row = await store.findAction(tx, actor, id)
  if (!row) throw problem('not_found')
  await audit(tx, actor, 'getAction', [row], now)
  return actionOf(row)
}

/**
 * A change that changes nothing is none.
 * @throws not_found | precondition_failed | 409s of the moves, with the state
 * @throws unprocessable  nobody by that id, a dismissal without a reason, a reason without a dismissal
 */
export async function updateAction(
  tx: Tx,
  user: UserActor,
  id: string,
  patch: ActionPatch,
  ifMatch: number | undefined,
  now: Date,
): Promise<Action> {
  const row = await store.findAction(tx, user, id, { lock: true })
  if (!row) throw problem('not_found')
  if (ifMatch !== undefined && ifMatch !== row.version) throw problem('precondition_failed')
  const next = { ...row, ...changed(row, patch), ...moved(row, patch, now) }
  if (isSame(row, next)) return actionOf(row)
  if (next.owner_member_id !== null && next.owner_member_id !== row.owner_member_id) {
    if (!(await store.isActiveMember(tx, row.organisation_id, next.owner_member_id)))
      throw impossible('/owner_member_id', 'There is no active member with this id', 'unknown')
  }
  const updated = (await store.updateAction(tx, next, now))!
  const event = next.state === row.state ? undefined : eventOf[next.state]
  if (event)
    await recordEvent(tx, {
      organisationId: row.organisation_id,
      type: event,
      payload: payloadOf(row.id, next.state, row, row.team_id),
      at: now,
    })
  return actionOf(updated)
}

const eventOf: Record<ActionState, EventType> = {
  suggested: 'action.suggested',
  accepted: 'action.accepted',
  in_progress: 'action.started',
  done: 'action.completed',
  dismissed: 'action.dismissed',
}

const editable = ['owner_member_id', 'due_on', 'note'] as const

const changed = (row: ActionRow, patch: ActionPatch): Pick<ActionRow, (typeof editable)[number]> => ({
  owner_member_id: patch.owner_member_id === undefined ? row.owner_member_id : patch.owner_member_id,
  due_on: patch.due_on === undefined ? row.due_on : patch.due_on,
  note: patch.note === undefined ? row.note : patch.note,
})

const isSame = (a: ActionRow, b: ActionRow): boolean =>
  [...editable, 'state' as const, 'reason' as const].every((field) => a[field] === b[field])

/** Where the patch moves it, and what follows from that: a suggestion has neither been accepted nor had an effect. */
function moved(
  row: ActionRow,
  { state = row.state, reason }: ActionPatch,
  now: Date,
): Pick<ActionRow, 'state' | 'reason' | 'accepted_at' | 'effect'> {
  const { accepted_at, effect } = row
  if (state !== row.state) refuseMove(row.state, state)
  if (reason !== undefined && state !== 'dismissed')
    throw impossible('/reason', 'Only a dismissal has a reason', 'not_dismissed')
  if (state === 'dismissed') {
    const why = reason ?? row.reason
    if (why === null) throw impossible('/reason', 'Say why it is dismissed', 'required')
    return { state, reason: why, accepted_at, effect }
  }
  if (state === 'suggested') return { state, reason: null, accepted_at: null, effect: null }
  return { state, reason: null, accepted_at: accepted_at ?? now.toISOString(), effect }
}

function refuseMove(from: ActionState, to: ActionState): void {
  const moves = Object.values(actionTransitions).filter((move) => move.to === to)
  if (moves.some((move) => (move.from as readonly string[]).includes(from))) return
  throw problem(moves[0].refusal, { state: from })
}

function actionOf({
  organisation_id: _organisation,
  collection_id: _collection,
  accepted_at: _accepted,
  pulse_id,
  check_in_id,
  check_in_instance_id,
  team_id,
  ...row
}: ActionRow): Action {
  return {
    ...row,
    scope: {
      ...(pulse_id !== null && { pulse_id }),
      ...(check_in_id !== null && { check_in_id }),
      ...(check_in_instance_id !== null && { check_in_instance_id }),
      team_id,
    },
  }
}

/** Priority and effect are figures. Targets are what results are read by: the pulse, or the instance. */
const audit = (
  tx: Tx,
  actor: ApplicationActor,
  operation: string,
  rows: readonly ActionRow[],
  now: Date,
): Promise<void> =>
  auditReading(
    tx,
    actor,
    {
      operation,
      collections: rows.map(({ collection_id, pulse_id, check_in_instance_id }) => ({
        collectionId: collection_id,
        target: (pulse_id ?? check_in_instance_id)!,
      })),
      measures: [questionMeasure(''), 'sentiment:', 'drivers', 'wishes'],
    },
    now,
  )
