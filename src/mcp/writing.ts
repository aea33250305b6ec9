/** Tools that write: a draft, once for each key, and the state of an action. */
import { updateAction as updateActionOperation } from '../../contract/actions.ts'
import { takesAnswer } from '../../contract/form-items.ts'
import { createPulse as createPulseOperation, type Pulse } from '../../contract/pulses.ts'
import { simulateConfidentiality, type Simulation } from '../../contract/simulation.ts'
import { getTemplate as getTemplateOperation } from '../../contract/templates.ts'
import type { Arguments, Result } from '../../contract/tool.ts'
import * as contract from '../../contract/writing-tools.ts'
import { updateAction } from '../actions/actions.ts'
import { callerOf } from '../actor.ts'
import { findReply, storeReply } from '../http/idempotency.ts'
import { problem } from '../problem.ts'
import { createPulse } from '../pulses/pulses.ts'
import { simulateSurvey } from '../simulation/simulation.ts'
import { getTemplate } from '../templates/templates.ts'
import { ask, change, type ToolCall } from './asking.ts'
import { responseRateExpected } from './collections.ts'
import { untrusted, untrustedOrNull } from './untrusted.ts'

type Drafted = Result<typeof contract.draftPulse>

/** @throws invalid_request  neither questions nor a template, or both */
async function questionsOf(call: ToolCall, { questions, template }: Arguments<typeof contract.draftPulse>) {
  if ((questions === undefined) === (template === undefined)) {
    const detail = 'Either questions or template must be given'
    throw problem('invalid_request', { detail, errors: [{ pointer: '/questions', code: 'one_of', detail }] })
  }
  if (questions !== undefined) return { questions }
  const ready = await ask(call, getTemplateOperation, getTemplate, {
    params: { id: template ?? '' },
  })
  const { id: template_id, version: template_version, description, language, translations } = ready
  return { questions: ready.questions, description, language, translations, template_id, template_version }
}

/**
 * What it would show is simulated first: an audience that the caller may not ask leaves no draft behind.
 * @throws idempotency_key_reused | idempotency_in_progress | what the operations refuse
 */
export async function draftPulse(
  call: ToolCall,
  given: Arguments<typeof contract.draftPulse>,
): Promise<Drafted> {
  const { request_key: key, title, recipients, mode, opens_at, closes_at } = given
  const survey = await questionsOf(call, given)
  const confidentiality = mode === undefined ? {} : { confidentiality: { mode } }
  const simulation = await ask(call, simulateConfidentiality, simulateSurvey, {
    body: {
      recipients,
      questions: survey.questions,
      response_rate: responseRateExpected,
      ...confidentiality,
    },
  })
  const body = {
    title,
    ...survey,
    recipients,
    ...confidentiality,
    ...(opens_at !== undefined && { opens_at }),
    ...(closes_at !== undefined && { closes_at }),
  }
  return change(call, createPulseOperation, async (rule) => {
    const attempt = {
      organisationId: rule.actor.organisationId,
      caller: callerOf(rule.actor),
      key,
      operation: contract.draftPulse.name,
      path: '/mcp',
      body: given,
    }
    const stored = await findReply(rule.tx, attempt, rule.now)
    if (stored) return stored.response as Drafted
    const pulse = await createPulse({ ...rule, body })
    const response = draftedOf(pulse, simulation)
    await storeReply(rule.tx, attempt, { status: 200, response }, rule.now)
    return response
  })
}

const draftedOf = (
  { id, title, questions, opens_at, closes_at }: Pulse,
  simulation: Simulation,
): Drafted => ({
  pulse_id: id,
  state: 'draft',
  title: untrusted('title', title),
  questions: questions.filter(takesAnswer).length,
  opens_at,
  closes_at,
  preview: {
    recipients: simulation.recipients,
    everyone: simulation.everyone,
    teams: simulation.teams.length,
    shown_expected: simulation.shown_expected,
  },
  next_step: contract.draftNextStep,
})

export async function moveAction(
  call: ToolCall,
  { action_id, state, note, reason }: Arguments<typeof contract.updateActionTool>,
): Promise<Result<typeof contract.updateActionTool>> {
  const patch = {
    ...(state !== undefined && { state }),
    ...(note !== undefined && { note }),
    ...(reason !== undefined && { reason }),
  }
  if (Object.keys(patch).length === 0) {
    const detail = 'state, note or reason must be given'
    throw problem('invalid_request', { detail, errors: [{ pointer: '', code: 'missing', detail }] })
  }
  const action = await change(call, updateActionOperation, (rule) =>
    updateAction({ ...rule, params: { id: action_id }, body: patch }),
  )
  return {
    id: action.id,
    state: action.state,
    note: untrustedOrNull('note', action.note),
    reason: untrustedOrNull('note', action.reason),
    version: action.version,
  }
}
