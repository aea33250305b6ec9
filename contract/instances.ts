/** Check-in instances: one delivery and collection period of a check-in. */
import { Type, type Static } from 'typebox'
import { Deliveries, Links, NamedResponses, ResponseSummary, Results } from './collections.ts'
import { Promise_ } from './confidentiality.ts'
import { id, instant, nullable, oneOf, page, paging, stamps, strict } from './fields.ts'
import { live } from './live.ts'
import { type Operation } from './operation.ts'
import { type InstanceMove, instanceMoves, instanceStates, movesFrom, resultsStates } from './states.ts'

const params = Type.Object({ id: id('cki') })

export const Instance = Type.Object(
  {
    id: Type.String(),
    check_in_id: Type.String(),
    title: Type.String(),
    local_date: Type.String(),
    state: oneOf(instanceStates),
    results_status: oneOf(resultsStates),
    opens_at: instant,
    closes_at: instant,
    opened_at: nullable(instant),
    closed_at: nullable(instant),
    reason: nullable(Type.String({ description: 'why it was skipped; `imported` where it was brought in' })),
    questions_version: nullable(Type.Integer({ description: 'of the questions that it asked' })),
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
const reads = { tag, caller: 'application', scope: ['checkins:read', 'checkins:write'] } as const
const writes = { tag, caller: 'application', scope: ['checkins:write'] } as const

export const listInstances = {
  id: 'listInstances',
  method: 'GET',
  path: '/api/check-in-instances',
  summary: 'List instances of all check-ins',
  ...reads,
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
  ...reads,
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
  summary: 'Read an instance',
  ...reads,
  params,
  status: 200,
  response: Instance,
  errors: ['not_found'],
} as const satisfies Operation

/** Where it may start from, and what is said otherwise, stands in the table of states. */
const move = <const N extends InstanceMove, const E extends readonly Operation['errors'][number][]>(
  verb: N,
  summary: string,
  errors: E,
) =>
  ({
    id: `${verb}Instance` as `${N}Instance`,
    method: 'POST',
    path: `/api/check-in-instances/{id}/${verb}` as `/api/check-in-instances/{id}/${N}`,
    summary,
    description: movesFrom(instanceMoves[verb]),
    ...writes,
    params,
    status: 200,
    response: Instance,
    errors: ['not_found', 'precondition_failed', instanceMoves[verb].refusal, ...errors],
  }) as const satisfies Operation

export const openInstance = move('open', 'Open a scheduled instance now', ['no_recipients', 'unprocessable'])
export const skipInstance = {
  ...move('skip', 'Skip a scheduled instance', []),
  body: Type.Optional(strict({ reason: Type.Optional(Type.String({ maxLength: 200 })) })),
} as const satisfies Operation
export const extendInstance = {
  ...move('extend', 'Give people more time', ['unprocessable']),
  body: strict({ closes_at: instant }),
} as const satisfies Operation
export const remindInstance = move('remind', 'Remind those who have not answered', ['reminded_recently'])
export const closeInstance = move('close', 'Close an instance; its results follow', [])
export const cancelInstance = move('cancel', 'Call an instance off; nothing of it is ever released', [])

export const getInstanceLive = {
  id: 'getInstanceLive',
  path: '/api/check-in-instances/{id}/live',
  summary: 'Follow how many have answered, while they do',
  ...reads,
  ...live,
  params,
} as const satisfies Operation

export const getInstanceResults = {
  id: 'getInstanceResults',
  method: 'GET',
  path: '/api/check-in-instances/{id}/results',
  summary: 'Read the results of an instance',
  ...reads,
  params,
  status: 200,
  response: Results,
  errors: ['not_found'],
} as const satisfies Operation

export const getInstanceResponseRate = {
  id: 'getInstanceResponseRate',
  method: 'GET',
  path: '/api/check-in-instances/{id}/response-rate',
  summary: 'Read the response rate of an instance',
  ...reads,
  params,
  status: 200,
  response: ResponseSummary,
  errors: ['not_found'],
} as const satisfies Operation

export const getInstanceDeliveries = {
  id: 'getInstanceDeliveries',
  method: 'GET',
  path: '/api/check-in-instances/{id}/deliveries',
  summary: 'Count the messages of an instance by state',
  ...reads,
  params,
  status: 200,
  response: Deliveries,
  errors: ['not_found'],
} as const satisfies Operation

export const getInstanceConfidentiality = {
  id: 'getInstanceConfidentiality',
  method: 'GET',
  path: '/api/check-in-instances/{id}/confidentiality',
  summary: 'Read the promise of an instance',
  ...reads,
  params,
  status: 200,
  response: Promise_,
  errors: ['not_found'],
} as const satisfies Operation

export const getInstanceLinks = {
  id: 'getInstanceLinks',
  method: 'GET',
  path: '/api/check-in-instances/{id}/links',
  summary: 'Read the links that the caller delivers (channel link)',
  ...writes,
  params,
  query: strict(paging),
  status: 200,
  response: Links,
  errors: ['not_found', 'instance_not_open', 'unprocessable', 'invalid_cursor'],
} as const satisfies Operation

export const getInstanceResponses = {
  id: 'getInstanceResponses',
  method: 'GET',
  path: '/api/check-in-instances/{id}/responses',
  summary: 'Read named answers (attributed mode, audience only)',
  tag,
  caller: 'user',
  scope: ['responses:read'],
  params,
  query: strict(paging),
  status: 200,
  response: NamedResponses,
  errors: ['not_found', 'not_in_audience', 'names_not_promised', 'invalid_cursor'],
} as const satisfies Operation

export type Instance = Static<typeof Instance>
