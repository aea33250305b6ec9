/** What pages read of the audit log. */
import type { BodyOf, QueryOf, ReplyOf } from '../../client/client.ts'
import { routineReadings } from '../../contract/audit-actions.ts'
import { inPerson } from '../api.ts'
import { read, readPages, useList, useWrite } from '../queries.ts'
import { instantOf } from '../ui/wall-clock.ts'
import type { AuditSearch } from './audit-search.ts'

export type AuditEvent = ReplyOf<'listAuditEvents'>['audit_events'][number]

export type AuditFilter = Pick<
  NonNullable<QueryOf<'listAuditEvents'>>,
  'action' | 'actor' | 'target' | 'from' | 'to' | 'exclude'
>

const routine: readonly string[] = routineReadings

/** Anyone who chooses a reading as the event wants to see it. */
export const isWithoutReadings = ({ action, readings }: Pick<AuditSearch, 'action' | 'readings'>): boolean =>
  readings === undefined && (action === undefined || !routine.includes(action))

/** The address as the API's filter. Days are of the reader's own clock, `to` the last one. */
export const filterOf = ({ action, actor, target, from, to, readings }: AuditSearch): AuditFilter => ({
  ...(isWithoutReadings({ action, readings }) && { exclude: 'readings' }),
  ...(action && { action }),
  ...(actor && { actor }),
  ...(target && { target }),
  ...(from && { from: instantOf(`${from}T00:00`) }),
  ...(to && { to: instantOf(`${to}T23:59:59.999`) }),
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

const firstMax = 200

/** The first 200 by name, to choose one whose events are looked at; anyone who is not among them is chosen in the list. */
export const firstPeople = read(inPerson, 'listPeople', { query: { limit: firstMax } })

/** Active people of whom the first 200 by name are looked through for admins. */
export const adminsQuery = read(inPerson, 'listPeople', { query: { limit: firstMax, state: 'active' } })

export const useNoticesUpdate = ({ version }: AuditNotices, onDone: () => void) =>
  useWrite({
    send: (body: BodyOf<'updateAuditNotices'>) =>
      inPerson.call('updateAuditNotices', { body, ifMatch: version }),
    changes: ['getAuditNotices', 'listAuditEvents'],
    onDone,
  })
