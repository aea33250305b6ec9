/** Names of what the audit log writes ids of: people, applications, teams, members and surveys that the reader may list. */
import { type NameOf, useNamesById } from '../people/names-by-id.ts'
import { isSurveyId, useSurveyNames } from '../surveys/survey-names.ts'
import type { AuditEvent } from './audit-queries.ts'
import { partsInLine } from './details.ts'
import { nameIn } from './sentences.ts'

const named = /^(usr|mem|tem)_[0-9a-z]{26}$/

/** @param listed  so many of each list: an event may name everybody who left a team */
function idsIn(value: unknown, listed: number): string[] {
  if (typeof value === 'string') return named.test(value) || isSurveyId(value) ? [value] : []
  if (Array.isArray(value)) return value.slice(0, listed).flatMap((one) => idsIn(one, listed))
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one) => idsIn(one, listed))
}

/**
 * Of events in a list, beside which few parts of a detail are read, or of one that is open.
 * @param also  ids that the page has besides
 */
export function useNamesInLog(
  events: readonly AuditEvent[],
  also: readonly string[] = [],
  listed = partsInLine,
): NameOf {
  const ids = [
    ...also,
    ...events.flatMap((event) => {
      const { user_id } = event.actor
      // What the event itself calls its object needs no list.
      const target = nameIn(event) === null ? event.target : null
      return idsIn({ user_id, target, detail: event.detail }, listed)
    }),
  ]
  const nameOf = useNamesById(ids)
  const surveyName = useSurveyNames(ids)
  return (id) => nameOf(id) ?? surveyName(id)
}
