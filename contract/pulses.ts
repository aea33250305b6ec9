/** Pulses: one-off requests for structured feedback on a topic. */
import { Type, type Static } from 'typebox'
import {
  Channels,
  Deliveries,
  Links,
  NamedResponses,
  QuietHours,
  Recipients,
  RecipientsSet,
  Reminders,
  ResponseSummary,
  Results,
} from './collections.ts'
import { Breakdown, Confidentiality, ConfidentialityChoice, Promise_ } from './confidentiality.ts'
import { id, instant, name, nothing, nullable, oneOf, page, paging, stamps, strict, text } from './fields.ts'
import { live } from './live.ts'
import { type Operation } from './operation.ts'
import { Questions } from './questions.ts'
import { pulseStates, resultsStates } from './states.ts'

const params = Type.Object({ id: id('pls') })
const visibility = oneOf(['public', 'private'])
const tags = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20, uniqueItems: true })
const metadata = Type.Record(Type.String({ pattern: '^.{1,64}$' }), Type.String({ maxLength: 500 }), {
  maxProperties: 20,
  additionalProperties: false,
})

const writable = {
  title: name,
  topic: Type.Optional(nullable(name)),
  description: Type.Optional(nullable(text)),
  visibility: Type.Optional(visibility),
  questions: Questions,
  recipients: Recipients,
  confidentiality: Type.Optional(ConfidentialityChoice),
  breakdown: Type.Optional(nullable(Breakdown)),
  channels: Type.Optional(Channels),
  reminders: Type.Optional(Reminders),
  quiet_hours: Type.Optional(nullable(QuietHours)),
  auto_close: Type.Optional(Type.Boolean({ description: 'close as soon as everyone has answered' })),
  opens_at: Type.Optional(nullable(instant)),
  closes_at: Type.Optional(nullable(instant)),
  tags: Type.Optional(tags),
  metadata: Type.Optional(metadata),
}

export const PulseDraft = strict(writable, { title: 'PulseDraft' })
export const PulsePatch = strict(
  {
    ...writable,
    title: Type.Optional(name),
    questions: Type.Optional(Questions),
    recipients: Type.Optional(Recipients),
  },
  { title: 'PulsePatch', minProperties: 1 },
)

/** A pulse as lists show it; the single resource carries its questions too. */
const summary = {
  id: Type.String(),
  title: Type.String(),
  topic: nullable(Type.String()),
  description: nullable(Type.String()),
  visibility,
  author_user_id: Type.String(),
  application_id: nullable(Type.String()),
  state: oneOf(pulseStates),
  results_status: oneOf(resultsStates),
  opens_at: nullable(instant),
  closes_at: nullable(instant),
  tags: Type.Array(Type.String()),
  ...stamps,
}

export const PulseItem = Type.Object(summary, { title: 'PulseItem' })
export const Pulse = Type.Object(
  {
    ...summary,
    questions: Type.Array(Type.Unknown()),
    recipients: RecipientsSet,
    confidentiality: Confidentiality,
    breakdown: nullable(Breakdown),
    channels: Type.Array(Type.String()),
    reminders: Reminders,
    quiet_hours: nullable(QuietHours),
    auto_close: Type.Boolean(),
    questions_version: Type.Integer(),
    opened_at: nullable(instant),
    closed_at: nullable(instant),
    deleted_at: nullable(instant),
    response_summary: nullable(ResponseSummary),
    metadata: Type.Record(Type.String(), Type.String()),
  },
  { title: 'Pulse' },
)

const reads = { tag: 'Pulses', caller: 'application', scope: ['pulses:read', 'pulses:write'] } as const
const writes = { tag: 'Pulses', caller: 'user', scope: ['pulses:write'] } as const
const stale = ['not_found', 'not_the_author', 'precondition_failed'] as const

export const listPulses = {
  id: 'listPulses',
  method: 'GET',
  path: '/api/pulses',
  summary: 'List pulses',
  ...reads,
  description:
    'Newest first. An organisation’s token sees public pulses; a user’s also that user’s private ones.',
  query: strict({
    ...paging,
    state: Type.Optional(
      Type.String({ maxLength: 100, description: 'one or several states, separated by commas' }),
    ),
    visibility: Type.Optional(visibility),
    q: Type.Optional(Type.String({ maxLength: 200 })),
    updated_since: Type.Optional(instant),
    deleted: Type.Optional(
      Type.Boolean({ description: 'instead of all others one’s own that were deleted and can be restored' }),
    ),
  }),
  status: 200,
  response: page('pulses', PulseItem),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createPulse = {
  id: 'createPulse',
  method: 'POST',
  path: '/api/pulses',
  summary: 'Create a pulse',
  ...writes,
  body: PulseDraft,
  status: 201,
  response: Pulse,
  errors: ['unprocessable'],
} as const satisfies Operation

export const getPulse = {
  id: 'getPulse',
  method: 'GET',
  path: '/api/pulses/{id}',
  summary: 'Read a pulse',
  ...reads,
  params,
  status: 200,
  response: Pulse,
  errors: ['not_found'],
} as const satisfies Operation

export const updatePulse = {
  id: 'updatePulse',
  method: 'PATCH',
  path: '/api/pulses/{id}',
  summary: 'Change a pulse that has not opened',
  ...writes,
  params,
  body: PulsePatch,
  status: 200,
  response: Pulse,
  errors: [...stale, 'pulse_not_draft', 'unprocessable'],
} as const satisfies Operation

export const deletePulse = {
  id: 'deletePulse',
  method: 'DELETE',
  path: '/api/pulses/{id}',
  summary: 'Delete a draft or an ended pulse',
  ...writes,
  description:
    'A draft is gone at once. An ended pulse is archived, seen by its author alone, and purged after 30 days with all that was asked and answered; until then `restore` takes it back.',
  params,
  status: 204,
  response: nothing,
  errors: [...stale, 'pulse_not_closed'],
} as const satisfies Operation

const move = <const N extends string, const E extends readonly Operation['errors'][number][]>(
  verb: N,
  summary: string,
  errors: E,
) =>
  ({
    id: `${verb}Pulse` as `${N}Pulse`,
    method: 'POST',
    path: `/api/pulses/{id}/${verb}` as `/api/pulses/{id}/${N}`,
    summary,
    ...writes,
    params,
    status: 200,
    response: Pulse,
    errors: [...stale, ...errors],
  }) as const satisfies Operation

export const schedulePulse = {
  ...move('schedule', 'Schedule a draft for its opens_at', [
    'pulse_not_draft',
    'unprocessable',
    'no_recipients',
  ]),
  body: Type.Optional(strict({ opens_at: Type.Optional(instant) })),
} as const satisfies Operation
export const unschedulePulse = move('unschedule', 'Take a scheduled pulse back to draft', [
  'pulse_not_scheduled',
])
export const openPulse = move('open', 'Open a pulse: freeze whom and what it asks, and ask', [
  'pulse_not_draft',
  'no_recipients',
  'unprocessable',
])
export const extendPulse = {
  ...move('extend', 'Give people more time', ['pulse_not_open', 'unprocessable']),
  body: strict({ closes_at: instant }),
} as const satisfies Operation
export const remindPulse = move('remind', 'Remind those who have not answered', [
  'pulse_not_open',
  'reminded_recently',
])
export const closePulse = move('close', 'Close a pulse; its results follow', ['pulse_not_open'])
export const cancelPulse = move('cancel', 'Call a pulse off; nothing of it is ever released', [
  'pulse_not_open',
])
export const archivePulse = move('archive', 'Archive an ended pulse', ['pulse_not_closed'])
export const restorePulse = move('restore', 'Take back the deletion of a pulse', ['pulse_not_archived'])

export const duplicatePulse = {
  id: 'duplicatePulse',
  method: 'POST',
  path: '/api/pulses/{id}/duplicate',
  summary: 'Make a new draft of one’s own that asks the same',
  ...writes,
  description: 'Of any pulse that one sees. Times that have passed are left out.',
  params,
  body: Type.Optional(strict({ title: Type.Optional(name) })),
  status: 201,
  response: Pulse,
  errors: ['not_found'],
} as const satisfies Operation

export const getPulseLive = {
  id: 'getPulseLive',
  path: '/api/pulses/{id}/live',
  summary: 'Follow how many have answered, while they do',
  ...reads,
  ...live,
  params,
} as const satisfies Operation

export const getPulseResults = {
  id: 'getPulseResults',
  method: 'GET',
  path: '/api/pulses/{id}/results',
  summary: 'Read the results of a pulse',
  ...reads,
  params,
  status: 200,
  response: Results,
  errors: ['not_found'],
} as const satisfies Operation

export const getPulseConfidentiality = {
  id: 'getPulseConfidentiality',
  method: 'GET',
  path: '/api/pulses/{id}/confidentiality',
  summary: 'Read the promise of a pulse',
  ...reads,
  params,
  status: 200,
  response: Promise_,
  errors: ['not_found'],
} as const satisfies Operation

export const getPulseDeliveries = {
  id: 'getPulseDeliveries',
  method: 'GET',
  path: '/api/pulses/{id}/deliveries',
  summary: 'Count the messages of a pulse by state',
  ...reads,
  params,
  status: 200,
  response: Deliveries,
  errors: ['not_found'],
} as const satisfies Operation

export const getPulseLinks = {
  id: 'getPulseLinks',
  method: 'GET',
  path: '/api/pulses/{id}/links',
  summary: 'Read the links that the caller delivers (channel link)',
  ...writes,
  params,
  query: strict(paging),
  status: 200,
  response: Links,
  errors: ['not_found', 'not_the_author', 'pulse_not_open', 'unprocessable', 'invalid_cursor'],
} as const satisfies Operation

export const getPulseResponses = {
  id: 'getPulseResponses',
  method: 'GET',
  path: '/api/pulses/{id}/responses',
  summary: 'Read named answers (attributed mode, audience only)',
  tag: 'Pulses',
  caller: 'user',
  scope: ['responses:read'],
  params,
  query: strict(paging),
  status: 200,
  response: NamedResponses,
  errors: ['not_found', 'not_in_audience', 'names_not_promised', 'invalid_cursor'],
} as const satisfies Operation

export type Pulse = Static<typeof Pulse>
export type PulseItem = Static<typeof PulseItem>
export type PulseDraft = Static<typeof PulseDraft>
export type PulsePatch = Static<typeof PulsePatch>
