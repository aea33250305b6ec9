/**
 * API usage of applications: sums by day and operation, and a log of single requests for 30 days. Bodies, tokens and full IP
 * addresses are not stored, and requests that answer a survey are not logged at all. Requests on behalf of a user are shown
 * without IDs, except to that user, so that a private pulse remains unknown to everybody else.
 */
import type { Static } from 'typebox'
import { id, instant, localDate, nullable, oneOf, page, paging, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

const admin = { tag: 'Applications', caller: 'session', action: 'applications.manage' } as const
const params = Type.Object({ id: id('app') })

const figures = {
  requests: Type.Integer(),
  client_errors: Type.Integer({ description: 'answered with 4xx' }),
  server_errors: Type.Integer({ description: 'answered with 5xx' }),
  latency_p50_ms: nullable(Type.Number({ description: 'accurate to within 10%' })),
  latency_p95_ms: nullable(Type.Number()),
}

export const Usage = Type.Object(
  {
    application_id: Type.String(),
    from: localDate,
    to: localDate,
    last_used_at: nullable(instant),
    total: Type.Object(figures),
    days: Type.Array(
      Type.Object({ day: localDate, operation: Type.String(), ...figures, last_used_at: instant }),
    ),
  },
  { title: 'Usage' },
)

export const getUsage = {
  id: 'getUsage',
  method: 'GET',
  path: '/api/applications/{id}/usage',
  summary: 'Get the API usage of an application',
  description: 'It is counted by day (UTC) and operation.',
  ...admin,
  params,
  query: strict({
    from: Type.Optional(localDate),
    to: Type.Optional(
      Type.String({ format: 'date', description: 'inclusive; at most 92 days after `from`' }),
    ),
  }),
  status: 200,
  response: Usage,
  errors: ['not_found', 'unprocessable'],
} as const satisfies Operation

const request = {
  id: Type.String({ description: 'the X-Request-Id of the reply' }),
  occurred_at: instant,
  operation: Type.String(),
  method: Type.String(),
  path: Type.String({ description: 'IDs that belong to somebody else are shown as placeholders' }),
  status: Type.Integer(),
  code: nullable(Type.String({ description: 'the error code' })),
  duration_ms: Type.Number(),
  acts_for: oneOf(['organisation', 'user']),
  user_id: nullable(
    Type.String({
      description: 'your user ID, if the request was on your behalf; nobody sees other users',
    }),
  ),
}

export const LoggedRequest = Type.Object(request, { title: 'LoggedRequest' })

const LoggedField = Type.Object(
  {
    pointer: Type.String({
      description: 'into the body or the query (RFC 6901); a name that is not of the contract is [redacted]',
    }),
    code: Type.String(),
    detail: nullable(
      Type.String({
        description:
          'null where it repeats something of the request, or the request was on behalf of another user',
      }),
    ),
  },
  { title: 'LoggedField' },
)

export const LoggedRequestDetail = Type.Object(
  {
    ...request,
    query: Type.Record(Type.String(), Type.String(), {
      description: 'values that could be secret or personal are shown as [redacted]',
    }),
    errors: Type.Array(LoggedField, { description: 'the fields that a refusal named, at most five' }),
    request_bytes: nullable(Type.Integer()),
    reply_bytes: nullable(
      Type.Integer({ description: 'null where the request was on behalf of another user' }),
    ),
    api_version: Type.String(),
    user_agent: nullable(Type.String()),
    network: Type.String({ description: 'the IP address without its last part' }),
  },
  { title: 'LoggedRequestDetail' },
)

export const listRequests = {
  id: 'listRequests',
  method: 'GET',
  path: '/api/applications/{id}/requests',
  summary: 'List the requests of an application',
  description: `Lists those of the last ${limits.requestsKeptDays} days, newest first.`,
  ...admin,
  params,
  query: strict({
    ...paging,
    status: Type.Optional(oneOf(['2xx', '3xx', '4xx', '5xx'])),
    method: Type.Optional(oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
    operation: Type.Optional(Type.String({ maxLength: 60 })),
    path: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'a path as in the reference, /api/teams/{id}, or its beginning',
      }),
    ),
    from: Type.Optional(instant),
    to: Type.Optional(instant),
  }),
  status: 200,
  response: page('requests', LoggedRequest),
  errors: ['not_found', 'invalid_cursor'],
} as const satisfies Operation

export const getRequest = {
  id: 'getRequest',
  method: 'GET',
  path: '/api/applications/{id}/requests/{request_id}',
  summary: 'Get a request of an application',
  ...admin,
  params: Type.Object({
    id: id('app'),
    request_id: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$' }),
  }),
  status: 200,
  response: LoggedRequestDetail,
  errors: ['not_found'],
} as const satisfies Operation

export type Usage = Static<typeof Usage>
export type LoggedRequest = Static<typeof LoggedRequest>
export type LoggedField = Static<typeof LoggedField>
export type LoggedRequestDetail = Static<typeof LoggedRequestDetail>
