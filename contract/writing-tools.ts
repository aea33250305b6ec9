/** Tools that write by themselves. None of them sends anything to anybody: a draft asks nobody, and what is said of an action can be said otherwise later. */
import { Recipients } from './collections.ts'
import { modes } from './confidentiality.ts'
import { id, instant, name, nullable, oneOf, strict } from './fields.ts'
import { limits } from './limits.ts'
import { Questions } from './questions.ts'
import { actionStates } from './states.ts'
import { type Tool, Untrusted } from './tool.ts'
import { Type } from './schema.ts'

const writes = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

export const draftPulse = {
  name: 'draft_pulse',
  title: 'Draft a pulse',
  description:
    'Makes a draft from questions or from a template, and says how many people it would ask and what would be shown. It asks nobody: ask_people opens it, once its author has confirmed that. The same request_key makes one draft.',
  scopes: [['pulses:write']],
  input: strict({
    request_key: Type.String({
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description: 'of your own choice, new for each draft: a repeated call gives the first reply again',
    }),
    title: name,
    template: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z0-9_]{0,63}$',
        description: 'the id of a template, of the service or of the organisation; its questions are used',
      }),
    ),
    questions: Type.Optional(Questions),
    recipients: Recipients,
    mode: Type.Optional(oneOf(modes)),
    opens_at: Type.Optional(instant),
    closes_at: Type.Optional(instant),
  }),
  output: Type.Object({
    pulse_id: Type.String(),
    state: Type.Literal('draft'),
    title: Untrusted,
    questions: Type.Integer({ description: 'how many questions it has' }),
    opens_at: nullable(Type.String()),
    closes_at: nullable(Type.String()),
    preview: Type.Object({
      recipients: Type.Integer({ description: 'how many people it would ask' }),
      everyone: Type.Object({
        scores: Type.Number(),
        comments: Type.Number(),
        response_rate: Type.Boolean(),
      }),
      teams: Type.Integer(),
      shown_expected: Type.Number({ description: 'the average number of teams whose scores are shown' }),
    }),
    next_step: Type.String(),
  }),
  annotations: writes,
} as const satisfies Tool

export const draftNextStep =
  'Nobody is asked yet. ask_people says whom it would ask, and opens it once its author has confirmed that.'

export const updateActionTool = {
  name: 'update_action',
  title: 'Move an action',
  description:
    'Accepts, starts, finishes or dismisses a recommended action, or notes something about it. Another call can change it again.',
  scopes: [['insights:write']],
  input: strict({
    action_id: id('act'),
    state: Type.Optional(oneOf(actionStates)),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: limits.textLengthMax, pattern: '\\S' })),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.textLengthMax,
        pattern: '\\S',
        description: 'with `dismissed` only, and required there',
      }),
    ),
  }),
  output: Type.Object({
    id: Type.String(),
    state: oneOf(actionStates),
    note: nullable(Untrusted),
    reason: nullable(Untrusted),
    version: Type.Integer(),
  }),
  annotations: writes,
} as const satisfies Tool

export const writingTools = [draftPulse, updateActionTool] as const
