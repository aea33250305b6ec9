/** SQL of requests and their sums. Lines are inserted and read, never changed; their partition is dropped with their day. */
import type { Query as QueryOf } from '../../contract/operation.ts'
import type * as contract from '../../contract/requests.ts'
import type { LoggedField, LoggedRequest, LoggedRequestDetail } from '../../contract/requests.ts'
import type { PersonActor } from '../actor.ts'
import { json, many, one, only, type Query, run, sql, type Tx } from '../db/db.ts'
import type { Paged } from '../db/paging.ts'
import { jsonbOf, nullable, type RowOf, shape, shapeOf, textOf, timestamptz } from '../db/shape.ts'
import { apiRequests, apiUsage } from '../db/tables.ts'
import { soleOf } from '../db/together.ts'
import type { LogLine } from './log-line.ts'

type ApplicationRef = { readonly organisationId: string; readonly applicationId: string }

/** Rows of one organisation come beside its own row (soleOf). */
function given(rows: readonly { organisation_id: string }[], columns: Query) {
  const recordset = sql`jsonb_to_recordset(${json(rows)}) as line (${columns})`
  const sole = soleOf(rows.map(({ organisation_id: id }) => id))
  return sole === null
    ? { owner: sql`line.organisation_id`, from: sql`from ${recordset}` }
    : { owner: sql`o.id`, from: sql`from organisations o cross join ${recordset} where o.id = ${sole}` }
}

const lineColumns = sql`
  organisation_id text, application_id text, id text, user_id text, occurred_at timestamptz, operation text, method text, path text,
  template text, query jsonb, status integer, code text, errors jsonb, duration_ms real, request_bytes integer, reply_bytes integer,
  api_version text, user_agent text, network text`

export function insertRequests(tx: Tx, rows: readonly LogLine[]): Promise<number> {
  const { owner, from } = given(rows, lineColumns)
  return run(
    tx,
    sql`
      insert into api_requests
        (organisation_id, application_id, id, user_id, occurred_at, operation, method, path, template, query, status, code, errors,
         duration_ms, request_bytes, reply_bytes, api_version, user_agent, network)
      select ${owner}, line.application_id, line.id, line.user_id, line.occurred_at, line.operation, line.method, line.path,
             line.template, line.query, line.status, line.code, line.errors, line.duration_ms, line.request_bytes, line.reply_bytes,
             line.api_version, line.user_agent, line.network
      ${from}
      on conflict do nothing`,
  )
}

export type UsageIncrement = {
  organisation_id: string
  application_id: string
  day: string
  operation: string
  requests: number
  client_errors: number
  server_errors: number
  latency: number[]
  last_used_at: Date
}

const usageColumns = sql`
  organisation_id text, application_id text, day date, operation text, requests bigint, client_errors bigint, server_errors bigint,
  latency bigint[], last_used_at timestamptz`

export function addUsage(tx: Tx, rows: readonly UsageIncrement[]): Promise<number> {
  const { owner, from } = given(rows, usageColumns)
  return run(
    tx,
    sql`
      insert into api_usage
        (organisation_id, application_id, day, operation, requests, client_errors, server_errors, latency, last_used_at)
      select ${owner}, line.application_id, line.day, line.operation, line.requests, line.client_errors, line.server_errors,
             line.latency, line.last_used_at
      ${from}
      on conflict (organisation_id, application_id, day, operation) do update
      set requests = api_usage.requests + excluded.requests,
          client_errors = api_usage.client_errors + excluded.client_errors,
          server_errors = api_usage.server_errors + excluded.server_errors,
          latency = array(
            select coalesce(a, 0) + coalesce(b, 0)
            from unnest(api_usage.latency, excluded.latency) with ordinality as both_of (a, b, place)
            order by place),
          last_used_at = greatest(api_usage.last_used_at, excluded.last_used_at)`,
  )
}

export const deleteUsage = (tx: Tx, before: Date): Promise<number> =>
  run(tx, sql`delete from api_usage where day < ${before.toISOString().slice(0, 10)}::date`)

const usageRow = shapeOf(
  apiUsage,
  ['day', 'operation', 'requests', 'client_errors', 'server_errors', 'last_used_at'],
  { latency: jsonbOf<number[]>() },
)

export type UsageRow = RowOf<typeof usageRow>

export const listUsage = (
  tx: Tx,
  { organisationId, applicationId }: ApplicationRef,
  { from, to }: { from: string; to: string },
): Promise<UsageRow[]> =>
  many(
    tx,
    usageRow,
    sql`
      select ${usageRow.columns}, to_jsonb(latency) as latency
      from api_usage
      where organisation_id = ${organisationId}
        and application_id = ${applicationId}
        and day between ${from}::date and ${to}::date
      order by day, operation`,
  )

const lastUseRow = shape({ at: nullable(timestamptz) })

export async function lastUsed(
  tx: Tx,
  { organisationId, applicationId }: ApplicationRef,
): Promise<string | null> {
  const { at } = await only(
    tx,
    lastUseRow,
    sql`
      select max(last_used_at) as at
      from api_usage
      where organisation_id = ${organisationId}
        and application_id = ${applicationId}`,
  )
  return at
}

export type RequestFilter = Omit<QueryOf<typeof contract.listRequests>, 'limit' | 'cursor'>

/** An application's requests as one admin sees them. */
export type AdminView = { readonly admin: PersonActor; readonly applicationId: string }

/** Paths of requests for other users are shown without ids. */
const visiblePath = ({ userId }: PersonActor) =>
  sql`case when user_id is null or user_id = ${userId} then path else template end`

const requestRow = shapeOf(
  apiRequests,
  ['id', 'occurred_at', 'operation', 'method', 'status', 'code', 'duration_ms'],
  {
    path: apiRequests.path,
    acts_for: textOf<LoggedRequest['acts_for']>(),
    user_id: apiRequests.user_id,
  },
)
const detailRow = shapeOf(apiRequests, ['request_bytes', 'api_version', 'user_agent', 'network'], {
  ...requestRow.fields,
  query: apiRequests.query,
  errors: jsonbOf<LoggedField[]>(),
  reply_bytes: apiRequests.reply_bytes,
})

const columns = (admin: PersonActor) => sql`
  ${requestRow.columns}, ${visiblePath(admin)} as path, case when user_id is null then 'organisation' else 'user' end as acts_for,
  case when user_id = ${admin.userId} then user_id end as user_id`

/** Newest first; a position is instant and id, since many may share an instant. */
export function listRequests(
  tx: Tx,
  { admin, applicationId }: AdminView,
  { status, method, operation, path, from, to }: RequestFilter,
  { after, limit }: Paged,
): Promise<LoggedRequest[]> {
  const [instant, id] = after?.split(' ') ?? []
  const least = status && Number(status[0]) * 100
  return many(
    tx,
    requestRow,
    sql`
      select ${columns(admin)}
      from api_requests
      where organisation_id = ${admin.organisationId}
        and application_id = ${applicationId}
        ${id ? sql`and (occurred_at, id) < (${instant}::timestamptz, ${id})` : sql``}
        ${least ? sql`and status >= ${least} and status < ${least + 100}` : sql``}
        ${method ? sql`and method = ${method}` : sql``}
        ${operation ? sql`and operation = ${operation}` : sql``}
        ${path ? sql`and starts_with(template, ${path})` : sql``}
        ${from ? sql`and occurred_at >= ${from}::timestamptz` : sql``}
        ${to ? sql`and occurred_at < ${to}::timestamptz` : sql``}
      order by occurred_at desc, id desc
      limit ${limit + 1}`,
  )
}

export const positionOf = ({ occurred_at, id }: LoggedRequest): string => `${occurred_at} ${id}`

const hidden = sql`'{}'::jsonb`

/** A message may name what another user may see alone; which field it is about does not. */
const fieldsFor = ({ userId }: PersonActor) => sql`
  case when user_id is null or user_id = ${userId}
       then coalesce(errors, '[]'::jsonb)
       else coalesce(
         (select jsonb_agg(field || '{"detail": null}'::jsonb order by place)
          from jsonb_array_elements(errors) with ordinality as e (field, place)),
         '[]'::jsonb)
  end`

/** How long the reply to another user was tells of what they alone may read. The latest one, where a client sent the same id several times. */
export const findRequest = (
  tx: Tx,
  { admin, applicationId }: AdminView,
  id: string,
): Promise<LoggedRequestDetail | undefined> =>
  one(
    tx,
    detailRow,
    sql`
      select ${columns(admin)},
             case when user_id is null or user_id = ${admin.userId} then query else ${hidden} end as query,
             ${fieldsFor(admin)} as errors,
             case when user_id is null or user_id = ${admin.userId} then reply_bytes end as reply_bytes,
             ${detailRow.columns}
      from api_requests
      where organisation_id = ${admin.organisationId}
        and application_id = ${applicationId}
        and id = ${id}
      order by occurred_at desc
      limit 1`,
  )
