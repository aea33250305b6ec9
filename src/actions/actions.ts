/**
 * Actions that a team works on: those that a report recommends, and those that people make from a finding. A report writes its actions in
 * its own transaction, one for each team and driver. People take them from suggested to done, or dismiss them with a reason; the next instance of the check-in
 * measures their effect. A report that is computed again replaces only the actions that nobody has changed.
 */
import type * as contract from '../../contract/actions.ts'
import type { Action, ActionEffect, ActionPatch } from '../../contract/actions.ts'
import type { EventType } from '../../contract/events.ts'
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { actionTransitions, type ActionState, actionStates, startsFrom } from '../../contract/states.ts'
import { type Actor, type ApplicationActor, userIdOf } from '../actor.ts'
import type { Call } from '../call.ts'
import { questionMeasure } from '../cells/cells.ts'
import { type Collection, type OwnerIds, ownerIdsOf, resultsIdOf } from '../collection/collection.ts'
import { assertReaches } from '../authority.ts'
import { auditReading } from '../confidentiality/confidentiality.ts'
import type { StatementLanguage } from '../../locales/statements/statements.ts'
import type { Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { directoryReachOf, readerOf, seesDirectory } from '../directory/directory.ts'
import { recordEvent } from '../events/events.ts'
import { impossible, problem } from '../problem.ts'
import type { Reader } from '../visibility.ts'
import * as measuring from './measuring-store.ts'
import * as own from './own-store.ts'
import * as store from './store.ts'
import type { ActionRow, SuggestedAction } from './store.ts'

export { deleteActions, type SuggestedAction } from './store.ts'

export const payloadOf = (
  { id, state, team_id }: Pick<ActionRow, 'id' | 'state' | 'team_id'>,
  { pulse_id, check_in_id, check_in_instance_id }: OwnerIds,
) => ({ action_id: id, state, pulse_id, check_in_id, check_in_instance_id, team_id })

/** In the transaction of the report, each time that it is computed. */
export async function recordActions(
  tx: Tx,
  collection: Collection,
  suggestions: readonly SuggestedAction[],
  now: Date,
): Promise<void> {
  const owner = ownerIdsOf(collection)
  for (const action of await store.storeSuggestedActions(tx, collection, suggestions, now))
    await recordEvent(tx, {
      organisationId: collection.organisation_id,
      type: 'action.suggested',
      payload: payloadOf({ ...action, state: 'suggested' }, owner),
      at: now,
    })
}

/** The effect of an action, as a report measures it. */
export type MeasuredEffect = Omit<ActionEffect, 'check_in_instance_id' | 'measured_at'>

/**
 * Stores the effects that the instance just analysed shows, for actions that were accepted before it closed.
 * @param effectOf  by the same test as any change in the report
 */
export async function measureEffects(
  tx: Tx,
  collection: Collection,
  effectOf: (teamId: string | null, driver: string) => MeasuredEffect,
  now: Date,
): Promise<void> {
  const { check_in_instance_id } = ownerIdsOf(collection)
  if (check_in_instance_id === null) return
  const effects = (await measuring.findToMeasure(tx, collection)).map(({ id, team_id, driver }) => ({
    id,
    effect: { check_in_instance_id, measured_at: now.toISOString(), ...effectOf(team_id, driver) },
  }))
  if (effects.length > 0) await measuring.setEffects(tx, collection.organisation_id, effects, now)
}

/** An action of the check-in that was completed or dismissed before this instance closed. */
export type TriedAction = {
  teamId: string | null
  driver: string
  /** Its id in the catalogue. */
  action: string
  outcome: 'better' | 'worse' | 'unclear' | 'unmeasured' | 'dismissed'
}

const outcomes = { better: 'better', worse: 'worse', 'no clear effect': 'unclear' } as const

/** The latest first; nothing for a pulse, which has no instance before it. */
export async function triedBefore(tx: Tx, collection: Collection): Promise<TriedAction[]> {
  if (ownerIdsOf(collection).check_in_id === null) return []
  const rows = await measuring.findTried(tx, collection)
  return rows.map(({ team_id, driver, catalogue, state, effect }) => ({
    teamId: team_id,
    driver,
    action: catalogue.action,
    outcome: state === 'dismissed' ? 'dismissed' : effect === null ? 'unmeasured' : outcomes[effect.verdict],
  }))
}

/** Records in the audit log whose figures are in the page, before it is sent. @throws invalid_cursor | invalid_request */
export async function listActions({
  tx,
  actor,
  query,
  now,
}: Call<typeof contract.listActions>): Promise<Page<'actions', Action>> {
  const paging = paged(`actions of ${actor.organisationId}`, query)
  const { limit: _limit, cursor: _cursor, state, language, ...filter } = query
  const states = state === undefined ? null : statesOf(state)
  const rows = await store.listActions(tx, await readerOf(tx, actor), { ...filter, states }, paging)
  const page = pageOf('actions', rows, paging, ({ id }) => id)
  await audit({ tx, actor, now }, 'listActions', page.actions)
  return { ...page, actions: page.actions.map((row) => actionOf(actor, row, language)) }
}

/** @throws invalid_request  a name that is not a state of actions */
function statesOf(list: string): ActionState[] {
  const names = list.split(',').map((name) => name.trim())
  const states = actionStates.filter((state) => names.includes(state))
  if (states.length < new Set(names).size)
    throw problem('invalid_request', {
      detail: `state must be one or more of ${actionStates.join(', ')}, separated by commas`,
    })
  return states
}

/** @throws not_found */
export async function getAction({
  tx,
  actor,
  params,
  query,
  now,
}: Call<typeof contract.getAction>): Promise<Action> {
  const row = await loadAction(tx, await readerOf(tx, actor), params.id)
  await audit({ tx, actor, now }, 'getAction', [row])
  return actionOf(actor, row, query.language)
}

/** @throws not_found */
export async function loadAction(...asked: Parameters<typeof store.findAction>): Promise<ActionRow> {
  const row = await store.findAction(...asked)
  if (!row) throw problem('not_found')
  return row
}

/** @throws unprocessable */
export async function assertOwner(tx: Tx, actor: ApplicationActor, memberId: string | null): Promise<void> {
  if (memberId === null) return
  const reach = await directoryReachOf(tx, actor)
  if (!(await store.isActiveMember(tx, actor.organisationId, memberId, reach)))
    throw impossible('/owner_member_id', 'There is no active member with this id', 'unknown')
}

/**
 * A patch that changes nothing writes nothing: the version stays.
 * @throws not_found | precondition_failed
 * @throws action_not_suggested | action_not_accepted | action_not_dismissed | action_not_ended | action_ended  with the state
 * @throws too_many_actions  to resume an action that a person made and dismissed
 * @throws not_the_lead  neither leads those whom it is for, nor owns or made it
 * @throws not_the_author  other words for an action that somebody else made, or a report
 * @throws unprocessable  an unknown owner, a dismissal without a reason, a reason without a dismissal, a suggestion of what a person made
 */
export async function updateAction({
  tx,
  actor,
  params,
  body: patch,
  ifMatch,
  now,
}: Call<typeof contract.updateAction>): Promise<Action> {
  const reader = await readerOf(tx, actor)
  const row = await loadAction(tx, reader, params.id, { lock: true })
  if (!row.may_update) throw problem('not_the_lead')
  if (ifMatch !== undefined && ifMatch !== row.version) throw problem('precondition_failed')
  const next = { ...row, ...patch, ...transitioned(row, patch, now) }
  if (isSame(row, next)) return actionOf(actor, row)
  if (next.title !== row.title || next.first_step !== row.first_step) assertMade(actor, row)
  if (row.catalogue === null && row.state === 'dismissed' && next.state !== row.state)
    await assertOneMore(tx, reader, row)
  if (next.owner_member_id !== row.owner_member_id) await assertOwner(tx, actor, next.owner_member_id)
  await store.updateAction(tx, next, now)
  if (next.state !== row.state)
    await recordEvent(tx, {
      organisationId: row.organisation_id,
      type: eventOf[next.state],
      payload: payloadOf(next, row),
      at: now,
    })
  return actionOf(actor, await loadAction(tx, reader, row.id))
}

/** @throws too_many_actions  its finding has as many as it may have at a time */
async function assertOneMore(tx: Tx, reader: Reader, { insight_id: id }: ActionRow): Promise<void> {
  const finding = await own.findFinding(tx, reader, id)
  if (!finding) return
  const { kept, dismissed } = await own.countOwnActions(tx, reader.actor.organisationId, finding)
  if (kept - dismissed >= limits.ownActionsMax) throw problem('too_many_actions')
}

const eventOf: Record<ActionState, EventType> = {
  suggested: 'action.suggested',
  accepted: 'action.accepted',
  in_progress: 'action.started',
  done: 'action.completed',
  dismissed: 'action.dismissed',
}

/** Only the person who made an action may change its words or delete it: others read it under their name. @throws not_the_author */
export const assertMade = (actor: Actor, { maker_user_id: maker }: ActionRow): void =>
  assertReaches(actor, 'actions.author', { authorUserId: maker ?? '' })

const editable = ['title', 'first_step', 'owner_member_id', 'due_on', 'note', 'state', 'reason'] as const

const isSame = (a: ActionRow, b: ActionRow): boolean => editable.every((field) => a[field] === b[field])

/** The state after a patch, and what follows from it: an action that is suggested again has no acceptance and no effect. */
function transitioned(
  row: ActionRow,
  { state = row.state, reason }: ActionPatch,
  now: Date,
): Pick<ActionRow, 'state' | 'reason' | 'accepted_at' | 'ended_at' | 'effect'> {
  const { accepted_at, effect } = row
  const ended_at = row.ended_at ?? now.toISOString()
  if (state === 'suggested' && row.catalogue === null)
    throw impossible('/state', 'A person made it, so no report suggests it', 'made_by_a_person')
  if (state !== row.state) assertCanMove(row.state, state)
  if (reason !== undefined && state !== 'dismissed')
    throw impossible('/reason', 'Only a dismissal has a reason', 'not_dismissed')
  if (state === 'dismissed') {
    const why = reason ?? row.reason
    if (why === null) throw impossible('/reason', 'Say why it is dismissed', 'required')
    return { state, reason: why, accepted_at, ended_at, effect }
  }
  if (state === 'suggested') return { state, reason: null, accepted_at: null, ended_at: null, effect: null }
  return {
    state,
    reason: null,
    accepted_at: accepted_at ?? now.toISOString(),
    ended_at: state === 'done' ? ended_at : null,
    effect,
  }
}

function assertCanMove(from: ActionState, to: ActionState): void {
  const transitions = Object.values(actionTransitions).filter((transition) => transition.to === to)
  if (!transitions.some((transition) => startsFrom(transition, from)))
    throw problem(transitions[0].refusal, { state: from })
}

/** A program reads names only if it reads the directory, and nobody reads the effect of an instance that they do not see. */
export function actionOf(actor: Actor, row: ActionRow, language: StatementLanguage = 'en'): Action {
  const words = language === 'de' ? row.words_de : null
  const isNamed = userIdOf(actor) !== null || seesDirectory(actor)
  return {
    ...inEnglish(row),
    ...words,
    is_mine: row.maker_user_id !== null && row.maker_user_id === userIdOf(actor),
    effect: row.measured_in === null ? null : row.effect,
    owner_name: isNamed ? row.owner_name : null,
    maker_name: isNamed ? row.maker_name : null,
  }
}

function inEnglish({
  words_de: _words,
  organisation_id: _organisation,
  collection_id: _collection,
  maker_user_id: _maker,
  accepted_at: _accepted,
  measured_in: _measured,
  pulse_id,
  check_in_id,
  check_in_instance_id,
  team_id,
  team_name,
  ...row
}: ActionRow): Omit<Action, 'is_mine'> {
  return {
    ...row,
    origin: row.catalogue === null ? 'person' : 'report',
    scope: {
      ...(pulse_id !== null && { pulse_id }),
      ...(check_in_id !== null && { check_in_id }),
      ...(check_in_instance_id !== null && { check_in_instance_id }),
      team_id,
      team_name,
    },
  }
}

/** The collections whose figures are in an action: the one that it was made from, and the instance that measured its effect. */
const readOf = ({ collection_id: collectionId, measured_in: measuredIn, ...row }: ActionRow) => [
  { collectionId, target: resultsIdOf(row) },
  ...(measuredIn === null || row.effect === null
    ? []
    : [{ collectionId: measuredIn, target: row.effect.check_in_instance_id }]),
]

/** Priority and effect are figures, so reading them is audited. */
const audit = (
  { tx, actor, now }: { tx: Tx; actor: ApplicationActor; now: Date },
  operation: string,
  rows: readonly ActionRow[],
): Promise<void> =>
  auditReading(
    tx,
    actor,
    {
      operation,
      collections: rows.flatMap(readOf),
      measures: [questionMeasure(''), 'sentiment:', 'drivers', 'subtopics', 'phrases', 'asks'],
    },
    now,
  )
