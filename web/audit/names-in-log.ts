/** Names of whom the audit log writes ids: people, applications, teams and members that the reader may list. */
import { type NameOf, useNamesById } from '../people/names-by-id.ts'
import type { AuditEvent } from './audit-queries.ts'
import { partsInLine } from './details.ts'

const named = /^(usr|mem|tem)_[0-9a-z]{26}$/

/** @param listed  so many of each list: an event may name everybody who left a team */
function idsIn(value: unknown, listed: number): string[] {
  if (typeof value === 'string') return named.test(value) ? [value] : []
  if (Array.isArray(value)) return value.slice(0, listed).flatMap((one) => idsIn(one, listed))
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one) => idsIn(one, listed))
}

/** Of events in a list, beside which few parts of a detail are read, or of one that is open. */
export const useNamesInLog = (events: readonly AuditEvent[], listed = partsInLine): NameOf =>
  useNamesById(
    events.flatMap(({ actor: { user_id }, target, detail }) => idsIn({ user_id, target, detail }, listed)),
  )
