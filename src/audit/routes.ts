/** The audit log over HTTP, as JSON and as CSV. */
import * as contract from '../../contract/audit.ts'
import { type Table } from '../http/csv.ts'
import { type Api, route } from '../http/route.ts'
import { listAuditEvents } from './audit.ts'

export function auditRoutes(api: Api): void {
  route(api, contract.listAuditEvents, listAuditEvents, { csv: ({ audit_events }) => tableOf(audit_events) })
}

const tableOf = (events: readonly contract.AuditEvent[]): Table => ({
  name: 'audit-events',
  columns: ['occurred_at', 'action', 'actor', 'user_id', 'application_id', 'target', 'detail', 'id'],
  rows: events.map(({ occurred_at, action, actor, target, detail, id }) => [
    occurred_at,
    action,
    actor.kind,
    actor.user_id,
    actor.application_id,
    target,
    JSON.stringify(detail),
    id,
  ]),
})
