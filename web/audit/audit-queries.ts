/** What pages read of the audit log, and what it is filtered by. */
import type { BodyOf, QueryOf, ReplyOf } from '../../client/client.ts'
import type { AuditAction } from '../../contract/audit-actions.ts'
import { inPerson } from '../api.ts'
import { read, readPages, useList, useWrite } from '../queries.ts'
import { day, searchSchema } from '../ui/search-schema.ts'

export type AuditEvent = ReplyOf<'listAuditEvents'>['audit_events'][number]

const idShape = '_[0-7][0-9a-hjkmnp-tv-z]{25}$'
const actorShape = new RegExp(`^(?:usr|app)${idShape}`)
const targetShape = new RegExp(`^[a-z]{3}${idShape}`)

export const isTarget = (value: string): boolean => targetShape.test(value)

const actionShape = /^[a-z_]+\.[a-z_]+$/
const isAction = (value: string): value is AuditAction => actionShape.test(value)

export const auditSearch = searchSchema({
  // By its form: the list of all actions comes with the page, and would make every first load longer.
  action: (value) => (isAction(value) ? value : undefined),
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

export type AuditChain = ReplyOf<'getAuditChain'>
export type AuditNotices = ReplyOf<'getAuditNotices'>

export const chainQuery = read(inPerson, 'getAuditChain', {})
export const noticesQuery = read(inPerson, 'getAuditNotices', {})

const adminsMax = 200

/** Active people of whom the first 200 by name are looked through for admins. */
export const adminsQuery = read(inPerson, 'listPeople', { query: { limit: adminsMax, state: 'active' } })

export const useNoticesUpdate = ({ version }: AuditNotices, onDone: () => void) =>
  useWrite({
    send: (body: BodyOf<'updateAuditNotices'>) =>
      inPerson.call('updateAuditNotices', { body, ifMatch: version }),
    changes: ['getAuditNotices', 'listAuditEvents'],
    onDone,
  })
