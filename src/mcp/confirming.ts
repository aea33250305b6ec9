/**
 * How a tool that reaches people is confirmed. A call reads the plan. If the person whom the program acts for has confirmed this very plan, it
 * is carried out, once; otherwise it is stored, and they are asked: by their program, if it can show them a question, or on a page of ours.
 *
 * The plan is bound by its hash to organisation, application, person, tool and arguments. It is read again in the transaction that carries it
 * out, so nothing can be put in its place after the person has seen it. All calls for the same thing take turns.
 */
import canonicalize from 'canonicalize'
import type { InputRequiredResult } from '@modelcontextprotocol/server'
import type { AuditAction } from '../../contract/audit-actions.ts'
import type { Plan } from '../../contract/confirmations.ts'
import { confirmationSteps, type confirmedTools, type ToolPlan } from '../../contract/confirmed-tools.ts'
import { limits } from '../../contract/limits.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { PulseState } from '../../contract/states.ts'
import type { Result } from '../../contract/tool.ts'
import type { Static } from 'typebox'
import type { UserActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Tx } from '../db/db.ts'
import { mayListTeams } from '../directory/directory.ts'
import { newId, sha256 } from '../ids.ts'
import { getOrganisation } from '../organisation/organisation.ts'
import { problem } from '../problem.ts'
import type { ToolCall, ToolTransaction } from './asking.ts'
import * as store from './confirmation-store.ts'
import type { ConfirmationRow } from './confirmation-store.ts'
import type { PlanWithBinding } from './planning.ts'
import { questionOf } from './plan-question.ts'
import { fitting, untrusted } from './untrusted.ts'

export type ConfirmedTool = (typeof confirmedTools)[number]
export type ConfirmedResult = Result<ConfirmedTool>

/** A call of such a tool. */
export type ConfirmedCall = {
  readonly tool: ConfirmedTool
  readonly given: object
  readonly plan: (call: ToolTransaction) => Promise<PlanWithBinding>
  /** By the rule of the operation. @returns the state after it */
  readonly carryOut: (call: ToolTransaction, plan: Plan) => Promise<PulseState>
}

type Asking = { readonly row: ConfirmationRow; readonly isPageOnly: boolean; readonly timeZone: string }

/** A refusal is not an exception here: what the transaction has noted about the confirmation stays. */
type Decision =
  | { readonly kind: 'ask'; readonly asking: Asking }
  | { readonly kind: 'done'; readonly plan: Plan; readonly state: PulseState }
  | { readonly kind: 'refuse'; readonly code: ProblemCode }

const refuse = (code: ProblemCode): Decision => ({ kind: 'refuse', code })

/** The key of the person's answer among those that a program sends back. */
export const answerKey = 'confirm'

/**
 * @throws user_identity_required  a program that acts for nobody has nobody who could confirm
 * @throws confirmation_required | confirmation_expired | confirmation_declined | plan_changed | what the operation refuses
 */
export async function withConfirmation(
  call: ToolCall,
  request: ConfirmedCall,
): Promise<ConfirmedResult | InputRequiredResult> {
  const { actor, api } = call
  if (actor.kind !== 'user') throw problem('user_identity_required')
  const decision = await api.db.transaction((tx) => decide({ ...call, actor, tx }, request))
  if (decision.kind === 'refuse') throw problem(decision.code)
  if (decision.kind === 'done')
    return {
      status: 'done',
      plan: toolPlanOf(planFor(actor, decision.plan)),
      state: decision.state,
      url: null,
      expires_at: null,
      next_step: confirmationSteps.done,
    }
  const { row, isPageOnly, timeZone } = decision.asking
  const plan = planFor(actor, row.plan)
  if (call.person.canBeAsked && !isPageOnly && row.state === 'pending') {
    const { inputRequired } = await import('@modelcontextprotocol/server')
    return inputRequired({
      inputRequests: { [answerKey]: inputRequired.elicit(questionOf(plan, timeZone)) },
      requestState: await call.person.seal(row.id),
    })
  }
  return {
    status: 'needs_confirmation',
    plan: toolPlanOf(plan),
    state: null,
    url: `${api.addresses.developerUrl}/app/confirmations/${row.id}`,
    expires_at: row.expires_at,
    next_step: confirmationSteps.needed,
  }
}

type PersonsTransaction = ToolTransaction & { readonly actor: UserActor }

async function decide(call: PersonsTransaction, request: ConfirmedCall): Promise<Decision> {
  const { tx, actor, now, person } = call
  const binding = bindingOf(actor, request)
  await store.lockBinding(tx, binding)
  const found = await store.lockLive(tx, actor.organisationId, binding)
  const planned = await request.plan(call)
  const planHash = planHashOf(binding, planned)
  const { agent_confirmation: place, time_zone: timeZone } = await getOrganisation({ tx, actor })
  const isPageOnly = place === 'page'
  const ask = async (): Promise<Decision> => {
    const row = await insert(call, { request, binding, planned, planHash })
    return { kind: 'ask', asking: { row, isPageOnly, timeZone } }
  }

  if (person.answer && person.answer.confirmationId === null) return refuse('confirmation_expired')
  // Used already, or asked for by somebody else, or about something else.
  if (person.answer && found?.id !== person.answer.confirmationId) return refuse('confirmation_required')
  // Otherwise a program could go on asking, with arguments that differ by a millisecond.
  const isAnswering = person.answer !== null && !isPageOnly
  if (found?.state !== 'confirmed' && !isAnswering && (await isDeclined(call, planned.plan)))
    return refuse('confirmation_declined')
  if (found && new Date(found.expires_at) <= now) {
    await store.setState(tx, found, 'expired', { now })
    // If a person has agreed to it, or is answering, the program hears that it came too late.
    return person.answer || found.state === 'confirmed' ? refuse('confirmation_expired') : ask()
  }
  if (!found) return ask()
  if (found.state === 'declined') return refuse('confirmation_declined')
  if (!isSame(found, planned.plan, planHash)) {
    await store.setState(tx, found, 'replaced', { now })
    return person.answer || found.state === 'confirmed' ? refuse('plan_changed') : ask()
  }
  if (found.state === 'confirmed') return carryOut(call, request, { row: found, by: 'page' })
  if (!person.answer || isPageOnly) return { kind: 'ask', asking: { row: found, isPageOnly, timeZone } }
  if (person.answer.decision === 'yes') return carryOut(call, request, { row: found, by: 'program' })
  if (person.answer.decision === 'no') {
    await store.setState(tx, found, 'declined', { now, expiresAt: expiryAfter(now) })
    await record(tx, found, { actor, action: 'agent.declined', at: now, by: 'program' })
    return refuse('confirmation_declined')
  }
  return refuse('confirmation_required')
}

const isDeclined = ({ tx, actor, now }: PersonsTransaction, { collection, act }: Plan): Promise<boolean> =>
  store.isDeclined(
    tx,
    actor,
    { collection, acts: act === 'open' || act === 'schedule' ? ['open', 'schedule'] : [act] },
    now,
  )

async function carryOut(
  call: PersonsTransaction,
  request: ConfirmedCall,
  { row, by }: { row: ConfirmationRow; by: 'page' | 'program' },
): Promise<Decision> {
  const { tx, actor, now } = call
  await store.setState(tx, row, 'used', { now })
  await record(tx, row, { actor, action: 'agent.acted', at: now, by })
  return { kind: 'done', plan: row.plan, state: await request.carryOut(call, row.plan) }
}

type Recording = {
  readonly actor: Parameters<typeof actedBy>[0]
  readonly action: AuditAction
  readonly at: Date
  /** Where the person decided. */
  readonly by: 'page' | 'program'
}

/** In the audit log; of a survey that its author alone may know of, for nobody else. */
export const record = (
  tx: Tx,
  { organisation_id, id, application_id, tool, plan, plan_sha256, private_to: privateTo }: ConfirmationRow,
  { actor, action, at, by }: Recording,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: organisation_id,
    actor: actedBy(actor),
    action,
    target: plan.collection,
    detail: {
      confirmation_id: id,
      application_id,
      tool,
      act: plan.act,
      plan_hash: plan_sha256.toString('hex'),
      decided_on: by,
    },
    privateTo,
    at,
  })

/** The same for the same caller, tool and arguments, in whatever order these are written. */
const bindingOf = (
  { organisationId, applicationId, userId }: UserActor,
  { tool, given }: ConfirmedCall,
): Buffer => hashOf([organisationId, applicationId, userId, tool.name, given])

const hashOf = (value: readonly unknown[]): Buffer => sha256(canonicalize(value) ?? '')

/** For a reminder, without the number of people, which falls while they answer. */
const planHashOf = (binding: Buffer, { plan, bound }: Pick<PlanWithBinding, 'plan' | 'bound'>): Buffer =>
  hashOf([binding.toString('hex'), plan.act === 'remind' ? { ...plan, people: null } : plan, bound])

const isSame = (row: ConfirmationRow, plan: Plan, planHash: Buffer): boolean =>
  row.plan_sha256.equals(planHash) && (plan.people ?? 0) <= (row.plan.people ?? 0)

type NewPlan = {
  readonly request: ConfirmedCall
  readonly binding: Buffer
  readonly planned: PlanWithBinding
  readonly planHash: Buffer
}

const insert = (
  { tx, actor, now }: PersonsTransaction,
  { request, binding, planned, planHash }: NewPlan,
): Promise<ConfirmationRow> =>
  store.insertConfirmation(
    tx,
    {
      organisationId: actor.organisationId,
      id: newId('confirmation'),
      applicationId: actor.applicationId,
      userId: actor.userId,
      tool: request.tool.name,
      binding,
      plan: planned.plan,
      planSha256: planHash,
      privateTo: planned.privateTo,
    },
    { now, expiresAt: expiryAfter(now) },
  )

export const expiryAfter = (now: Date): Date => new Date(now.getTime() + limits.confirmationSeconds * 1000)

/** The plan as a program may read it, which may be one that reads no teams. */
const planFor = (actor: UserActor, plan: Plan): Plan =>
  mayListTeams(actor) ? plan : { ...plan, teams: [], more_teams: plan.teams.length + plan.more_teams }

function toolPlanOf({ title, teams, promise, more_teams, ...rest }: Plan): Static<typeof ToolPlan> {
  const plan = {
    ...rest,
    title: untrusted('title', title),
    promise: promise && untrusted('promise', promise.en),
  }
  const { fit } = fitting(
    teams.map(({ id, name }) => ({ id, name: untrusted('team', name) })),
    plan,
  )
  return { ...plan, teams: fit, more_teams: more_teams + teams.length - fit.length }
}
