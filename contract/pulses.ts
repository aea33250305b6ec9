/** Pulses: one-off surveys on a topic. */
import type { Static } from 'typebox'
import { collectionOperations } from './collection-operations.ts'
import {
  Channels,
  QuietHours,
  Recipients,
  Reminders,
  ResponseSummary,
  ShownRecipients,
} from './collections.ts'
import { Breakdown, Confidentiality, ConfidentialityChoice } from './confidentiality.ts'
import { id, instant, name, nothing, nullable, oneOf, page, paging, stamps, strict, text } from './fields.ts'
import type { Operation } from './operation.ts'
import { LowParticipation, ParticipationExtension } from './participation.ts'
import { Preview, PreviewQuery, TestRequest } from './previews.ts'
import { Questions, QuestionsSent } from './questions.ts'
import { pulseStates, pulseTransitions, resultsStates } from './states.ts'
import { templateFields, templateReply } from './templates.ts'
import { wordingFields, wordingReply } from './translations.ts'
import { transferOperation, transitionOperations, Why, WhyInQuery } from './transition-operations.ts'
import { Type } from './schema.ts'

const params = Type.Object({ id: id('pls') })
const visibility = oneOf(['public', 'private'])
const tags = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20, uniqueItems: true })
const metadata = Type.Record(Type.String({ pattern: '^.{1,64}$' }), Type.String({ maxLength: 500 }), {
  maxProperties: 20,
  additionalProperties: false,
})

const editableFields = {
  title: name,
  topic: Type.Optional(nullable(name)),
  description: Type.Optional(nullable(text)),
  visibility: Type.Optional(visibility),
  questions: Questions,
  ...wordingFields,
  recipients: Recipients,
  confidentiality: Type.Optional(ConfidentialityChoice),
  breakdown: Type.Optional(nullable(Breakdown)),
  channels: Type.Optional(Channels),
  reminders: Type.Optional(Reminders),
  quiet_hours: Type.Optional(nullable(QuietHours)),
  auto_close: Type.Optional(
    Type.Boolean({
      description:
        'close by itself. Attributed: as soon as everybody has answered. In the other modes that would reveal that everybody has answered, so the end moves to a day from when the number of answers takes its last step, if one is told while it is open',
    }),
  ),
  low_participation: Type.Optional(nullable(LowParticipation)),
  opens_at: Type.Optional(nullable(instant)),
  closes_at: Type.Optional(nullable(instant)),
  tags: Type.Optional(tags),
  metadata: Type.Optional(metadata),
}

export const PulseDraft = strict({ ...editableFields, ...templateFields }, { title: 'PulseDraft' })
export const PulsePatch = strict(
  {
    ...editableFields,
    title: Type.Optional(name),
    questions: Type.Optional(Questions),
    recipients: Type.Optional(Recipients),
  },
  { title: 'PulsePatch', minProperties: 1 },
)

/** A pulse as lists show it; a single pulse also has its questions. */
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
    questions: QuestionsSent,
    ...templateReply,
    ...wordingReply,
    recipients: ShownRecipients,
    confidentiality: Confidentiality,
    breakdown: nullable(Breakdown),
    channels: Type.Array(Type.String()),
    reminders: Reminders,
    quiet_hours: nullable(QuietHours),
    auto_close: Type.Boolean(),
    low_participation: nullable(LowParticipation),
    participation_extension: nullable(ParticipationExtension),
    questions_version: Type.Integer(),
    opened_at: nullable(instant),
    closed_at: nullable(instant),
    deleted_at: nullable(instant),
    reason: nullable(
      Type.String({
        description: 'why it was cancelled when it should have opened; null where somebody cancelled it',
      }),
    ),
    response_summary: nullable(ResponseSummary),
    metadata: Type.Record(Type.String(), Type.String()),
  },
  { title: 'Pulse' },
)

const readAccess = {
  tag: 'Pulses',
  caller: 'application',
  action: 'survey.read',
  scope: ['pulses:read', 'pulses:write'],
} as const
// A pulse has an author, so a client-credentials token may not write one: here by the caller, and in authority.ts by `programs: false`.
const writeAccess = { tag: 'Pulses', caller: 'user', action: 'survey.run', scope: ['pulses:write'] } as const
const createAccess = { ...writeAccess, action: 'survey.create' } as const
const stopAccess = { ...writeAccess, action: 'survey.stop' } as const
const writeErrors = ['not_found', 'not_the_author', 'precondition_failed'] as const
const stopErrors = [...writeErrors, 'reason_required'] as const

export const listPulses = {
  id: 'listPulses',
  method: 'GET',
  path: '/api/pulses',
  summary: 'List pulses',
  ...readAccess,
  description:
    'Newest first. An organisation’s token sees public pulses; a user’s token also sees the user’s own private pulses.',
  query: strict({
    ...paging,
    state: Type.Optional(
      Type.String({ maxLength: 100, description: 'one or more states, separated by commas' }),
    ),
    visibility: Type.Optional(visibility),
    q: Type.Optional(Type.String({ maxLength: 200 })),
    updated_since: Type.Optional(instant),
    deleted: Type.Optional(
      Type.Boolean({ description: 'list only your own deleted pulses that can still be restored' }),
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
  ...createAccess,
  body: PulseDraft,
  dryRun: true,
  status: 201,
  response: Pulse,
  errors: ['unprocessable'],
} as const satisfies Operation

export const getPulse = {
  id: 'getPulse',
  method: 'GET',
  path: '/api/pulses/{id}',
  summary: 'Get a pulse',
  ...readAccess,
  params,
  status: 200,
  response: Pulse,
  errors: ['not_found'],
} as const satisfies Operation

export const previewPulse = {
  id: 'previewPulse',
  method: 'GET',
  path: '/api/pulses/{id}/preview',
  summary: 'Preview what recipients will see',
  ...readAccess,
  params,
  query: PreviewQuery,
  status: 200,
  response: Preview,
  errors: ['not_found'],
} as const satisfies Operation

export const sendPulseTest = {
  id: 'sendPulseTest',
  method: 'POST',
  path: '/api/pulses/{id}/send-test',
  summary: 'Send the invitation to yourself',
  ...createAccess,
  description:
    'One e-mail to the address of the user who calls, as recipients would get it now, marked as a test. Facts that are known only when it opens are left out: how many people were added recently, and the end if none is set. Its button opens the draft, so nothing can be answered with it.',
  params,
  body: Type.Optional(TestRequest),
  status: 204,
  response: nothing,
  errors: ['not_found'],
} as const satisfies Operation

export const updatePulse = {
  id: 'updatePulse',
  method: 'PATCH',
  path: '/api/pulses/{id}',
  summary: 'Update a pulse that has not opened',
  ...writeAccess,
  params,
  body: PulsePatch,
  dryRun: true,
  status: 200,
  response: Pulse,
  errors: [...writeErrors, 'pulse_not_draft', 'recipients_out_of_reach', 'unprocessable'],
} as const satisfies Operation

export const deletePulse = {
  id: 'deletePulse',
  method: 'DELETE',
  path: '/api/pulses/{id}',
  summary: 'Delete a draft or an ended pulse',
  ...stopAccess,
  description:
    'A draft is deleted immediately. An ended pulse is archived, only its author can see it, and it is deleted permanently after 30 days with its questions and answers; until then `restore` brings it back.',
  params,
  query: WhyInQuery,
  status: 204,
  response: nothing,
  errors: [...stopErrors, 'pulse_not_closed'],
} as const satisfies Operation

const subject = {
  noun: 'Pulse',
  path: '/api/pulses/{id}',
  params,
  response: Pulse,
  transitions: pulseTransitions,
} as const
const transition = transitionOperations({ ...subject, access: writeAccess, errors: writeErrors })
const stop = transitionOperations({ ...subject, access: stopAccess, errors: stopErrors })

export const schedulePulse = {
  ...transition('schedule', 'Schedule a draft for its opens_at', [
    'recipients_out_of_reach',
    'unprocessable',
    'no_recipients',
    'roster_too_small',
    'exclusion_too_small',
  ]),
  body: Type.Optional(strict({ opens_at: Type.Optional(instant) })),
} as const satisfies Operation
export const unschedulePulse = transition('unschedule', ['Unschedule a pulse', 'It becomes a draft again.'])
export const openPulse = transition(
  'open',
  ['Open a pulse', 'It freezes the recipients and questions, and sends invitations.'],
  ['recipients_out_of_reach', 'no_recipients', 'roster_too_small', 'exclusion_too_small', 'unprocessable'],
)
export const extendPulse = {
  ...transition('extend', 'Extend a pulse', ['unprocessable']),
  body: strict({ closes_at: instant }),
} as const satisfies Operation
export const remindPulse = transition(
  'remind',
  [
    'Send a reminder',
    'It goes to everybody who was invited; in attributed mode to those who have not answered.',
  ],
  ['reminded_recently'],
)
export const closePulse = {
  ...stop('close', 'Close a pulse and analyse it'),
  body: Why,
} as const satisfies Operation
export const cancelPulse = {
  ...stop('cancel', 'Cancel a pulse without releasing results', ['legal_hold']),
  body: Why,
} as const satisfies Operation
export const archivePulse = {
  ...stop('archive', 'Archive an ended pulse'),
  body: Why,
} as const satisfies Operation
export const unarchivePulse = transition('unarchive', [
  'Take a pulse out of the archive',
  'It is closed or cancelled again; a deleted one is restored first.',
])
export const transferPulse = transferOperation({
  ...subject,
  name: 'pulse',
  access: stopAccess,
  errors: stopErrors,
})
export const restorePulse = transition('restore', 'Restore a deleted pulse')

export const duplicatePulse = {
  id: 'duplicatePulse',
  method: 'POST',
  path: '/api/pulses/{id}/duplicate',
  summary: 'Duplicate a pulse',
  ...createAccess,
  description:
    'Creates a draft of your own with the same questions and recipients, from any pulse that you can see. Times in the past are omitted, and so are all recipients if the pulse names people whom you do not see.',
  params,
  body: Type.Optional(strict({ title: Type.Optional(name) })),
  status: 201,
  response: Pulse,
  errors: ['not_found'],
} as const satisfies Operation

export const {
  getLive: getPulseLive,
  getResults: getPulseResults,
  getConfidentiality: getPulseConfidentiality,
  getDeliveries: getPulseDeliveries,
  getProgress: getPulseProgress,
  getLinks: getPulseLinks,
  getCodes: getPulseCodes,
  issueCodes: issuePulseCodes,
  destroyCodes: destroyPulseCodes,
  getResponses: getPulseResponses,
  getResponse: getPulseResponse,
  getConversation: getPulseConversation,
  createMessage: createPulseMessage,
} = collectionOperations({
  noun: 'Pulse',
  name: 'a pulse',
  path: '/api/pulses/{id}',
  params,
  reads: readAccess,
  links: { ...writeAccess, errors: ['not_the_author', 'pulse_not_open'] },
})

export type Pulse = Static<typeof Pulse>
export type PulseItem = Static<typeof PulseItem>
export type PulseDraft = Static<typeof PulseDraft>
export type PulsePatch = Static<typeof PulsePatch>
