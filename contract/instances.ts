/** Check-in instances: the occurrences of a check-in, each with its own deliveries and answers. */
import type { Static } from 'typebox'
import { collectionOperations } from './collection-operations.ts'
import { ResponseSummary } from './collections.ts'
import { id, instant, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { ParticipationExtension } from './participation.ts'
import { instanceStates, instanceTransitions, resultsStates } from './states.ts'
import { transitionOperations, Why } from './transition-operations.ts'
import { Type } from './schema.ts'

const params = Type.Object({ id: id('cki') })

export const Instance = Type.Object(
  {
    id: Type.String(),
    check_in_id: Type.String(),
    title: Type.String(),
    local_date: Type.String(),
    moved_from: nullable(
      Type.String({
        description:
          'the date of the rule, where it opens on another one: that is a holiday, or was moved by hand',
      }),
    ),
    state: oneOf(instanceStates),
    results_status: oneOf(resultsStates),
    opens_at: instant,
    closes_at: instant,
    opened_at: nullable(instant),
    closed_at: nullable(instant),
    reason: nullable(
      Type.String({ description: 'why it was skipped; `imported` for an imported past survey' }),
    ),
    questions_version: nullable(Type.Integer({ description: 'the version of its questions' })),
    rotation_question_ids: nullable(
      Type.Array(Type.String(), {
        description:
          'the questions that took their turn in it; null before it opens, and where all questions are asked every time',
      }),
    ),
    participation_extension: nullable(ParticipationExtension),
    response_summary: nullable(ResponseSummary),
    ...stamps,
  },
  { title: 'CheckInInstance' },
)

const filters = {
  ...paging,
  state: Type.Optional(Type.String({ maxLength: 100 })),
  updated_since: Type.Optional(instant),
}
const tag = 'Check-in instances'
const readAccess = {
  tag,
  caller: 'application',
  action: 'survey.read',
  scope: ['checkins:read', 'checkins:write', 'pulses:read'],
} as const
const writeAccess = { tag, caller: 'application', action: 'instance.run', scope: ['checkins:write'] } as const
const stopAccess = { ...writeAccess, action: 'instance.stop' } as const
const writeErrors = ['not_found', 'not_the_author', 'precondition_failed'] as const

export const listInstances = {
  id: 'listInstances',
  method: 'GET',
  path: '/api/check-in-instances',
  summary: 'List instances of all check-ins',
  ...readAccess,
  query: strict({ ...filters, check_in_id: Type.Optional(id('chk')) }),
  status: 200,
  response: page('check_in_instances', Instance),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const listCheckInInstances = {
  id: 'listCheckInInstances',
  method: 'GET',
  path: '/api/check-ins/{id}/instances',
  summary: 'List the instances of a check-in',
  ...readAccess,
  params: Type.Object({ id: id('chk') }),
  query: strict(filters),
  status: 200,
  response: page('check_in_instances', Instance),
  errors: ['not_found', 'invalid_cursor'],
} as const satisfies Operation

export const getInstance = {
  id: 'getInstance',
  method: 'GET',
  path: '/api/check-in-instances/{id}',
  summary: 'Get an instance',
  ...readAccess,
  params,
  status: 200,
  response: Instance,
  errors: ['not_found'],
} as const satisfies Operation

const subject = {
  noun: 'Instance',
  path: '/api/check-in-instances/{id}',
  params,
  response: Instance,
  transitions: instanceTransitions,
} as const
const transition = transitionOperations({ ...subject, access: writeAccess, errors: writeErrors })
const stop = transitionOperations({
  ...subject,
  access: stopAccess,
  errors: [...writeErrors, 'reason_required'],
})

export const openInstance = transition('open', 'Open a scheduled instance now', [
  'recipients_out_of_reach',
  'no_recipients',
  'roster_too_small',
  'exclusion_too_small',
  'unprocessable',
])
export const skipInstance = {
  ...stop('skip', 'Skip a scheduled instance'),
  body: Type.Optional(
    strict({
      reason: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'shown with the skipped instance; an admin who is not the author has to give one',
        }),
      ),
    }),
  ),
} as const satisfies Operation
export const extendInstance = {
  ...transition('extend', 'Extend an instance', ['unprocessable']),
  body: strict({ closes_at: instant }),
} as const satisfies Operation
export const remindInstance = transition(
  'remind',
  [
    'Send a reminder',
    'It goes to everybody who was invited; in attributed mode to those who have not answered.',
  ],
  ['reminded_recently', 'unprocessable'],
)
export const closeInstance = {
  ...stop('close', 'Close an instance and analyse it'),
  body: Why,
} as const satisfies Operation
export const cancelInstance = {
  ...stop('cancel', ['Cancel an instance', 'Its results are not released.'], ['legal_hold']),
  body: Why,
} as const satisfies Operation

export const {
  getLive: getInstanceLive,
  getResults: getInstanceResults,
  getConfidentiality: getInstanceConfidentiality,
  getDeliveries: getInstanceDeliveries,
  getProgress: getInstanceProgress,
  getLinks: getInstanceLinks,
  getCodes: getInstanceCodes,
  issueCodes: issueInstanceCodes,
  destroyCodes: destroyInstanceCodes,
  getResponses: getInstanceResponses,
  getResponse: getInstanceResponse,
  getConversation: getInstanceConversation,
  createMessage: createInstanceMessage,
} = collectionOperations({
  noun: 'Instance',
  name: 'an instance',
  path: '/api/check-in-instances/{id}',
  params,
  reads: readAccess,
  links: { ...writeAccess, errors: ['not_the_author', 'instance_not_open'] },
})

export const getInstanceResponseRate = {
  id: 'getInstanceResponseRate',
  method: 'GET',
  path: '/api/check-in-instances/{id}/response-rate',
  summary: 'Get the response rate of an instance',
  ...readAccess,
  params,
  status: 200,
  response: ResponseSummary,
  errors: ['not_found'],
} as const satisfies Operation

export type Instance = Static<typeof Instance>
