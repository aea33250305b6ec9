/** The audit log over HTTP, as JSON, as CSV and as JSON Lines. */
import * as contract from '../../contract/audit.ts'
import type { Table } from '../http/csv.ts'
import { type Api, route } from '../http/route.ts'
import { followAuditEvents, getAuditChain } from './feed.ts'
import { listAuditEvents } from './listing.ts'

export function auditRoutes(api: Api): void {
  route(api, contract.listAuditEvents, listAuditEvents, { csv: ({ audit_events }) => tableOf(audit_events) })
  route(api, contract.followAuditEvents, followAuditEvents, {
    csv: ({ audit_events }) => chainedTableOf(audit_events),
    lines: ({ audit_events }) => audit_events,
  })
  route(api, contract.getAuditChain, getAuditChain)
}

const columns = ['occurred_at', 'action', 'actor', 'user_id', 'application_id', 'target', 'detail', 'id']

const cellsOf = ({ occurred_at, action, actor, target, detail, id }: contract.AuditEvent) => [
  occurred_at,
  action,
  actor.kind,
  actor.user_id,
  actor.application_id,
  target,
  JSON.stringify(detail),
  id,
]

const tableOf = (events: readonly contract.AuditEvent[]): Table => ({
  name: 'audit-events',
  columns,
  rows: events.map(cellsOf),
})

const chainedTableOf = (events: readonly contract.ChainedAuditEvent[]): Table => ({
  name: 'audit-events',
  columns: [...columns, 'hash'],
  rows: events.map((event) => [...cellsOf(event), event.hash]),
})
