/** What pages read of the audit log, and what it is filtered by. */
import { type QueryOf, type ReplyOf } from '../../client/client.ts'
import { auditActions } from '../../contract/audit-actions.ts'
import { inPerson } from '../api.ts'
import { readPages, useList } from '../queries.ts'
import { day, oneOf, searchSchema } from '../ui/search-schema.ts'

export type AuditEvent = ReplyOf<'listAuditEvents'>['audit_events'][number]

const idShape = '_[0-7][0-9a-hjkmnp-tv-z]{25}$'
const actorShape = new RegExp(`^(?:usr|app)${idShape}`)
const targetShape = new RegExp(`^[a-z]{3}${idShape}`)

export const isTarget = (value: string): boolean => targetShape.test(value)

export const auditSearch = searchSchema({
  action: oneOf(auditActions),
  actor: (value) => (actorShape.test(value) ? value : undefined),
  target: (value) => (isTarget(value) ? value : undefined),
  from: day,
  to: day,
})

export type AuditSearch = ReturnType<typeof auditSearch>

export type AuditFilter = Pick<
  NonNullable<QueryOf<'listAuditEvents'>>,
  'action' | 'actor' | 'target' | 'from' | 'to'
>

/** The address as the API's filter. Days are of the reader's own clock, `to` the last one. */
export const filterOf = ({ action, actor, target, from, to }: AuditSearch): AuditFilter => ({
  ...(action && { action }),
  ...(actor && { actor }),
  ...(target && { target }),
  ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
  ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
})

export const auditPages = (filter: AuditFilter) => ({
  ...readPages(inPerson, 'listAuditEvents', { query: filter }),
  // Every write adds to it.
  staleTime: 0,
})

export const useAuditEvents = (filter: AuditFilter) =>
  useList(auditPages(filter), (page) => page.audit_events)
