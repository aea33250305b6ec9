/** Names of what the audit log writes ids of: people, applications, teams, members and surveys that the reader may list. */
import { useQuery } from '@tanstack/react-query'
import { limits } from '../../contract/limits.ts'
import { asUser } from '../as-user.ts'
import { useMe } from '../me.ts'
import { type NameOf, useNamesById } from '../people/names-by-id.ts'
import { read } from '../queries.ts'
import type { AuditEvent } from './audit-queries.ts'
import { partsInLine } from './details.ts'
import { nameIn } from './sentences.ts'

const named = /^(usr|mem|tem)_[0-9a-z]{26}$/
const survey = /^(pls|chk|cki)_/

/** @param listed  so many of each list: an event may name everybody who left a team */
function idsIn(value: unknown, listed: number): string[] {
  if (typeof value === 'string') return named.test(value) || survey.test(value) ? [value] : []
  if (Array.isArray(value)) return value.slice(0, listed).flatMap((one) => idsIn(one, listed))
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one) => idsIn(one, listed))
}

/** Of the newest surveys and rounds, as far as one page of their lists goes: no list takes ids. */
function useSurveyNames(ids: readonly string[]): NameOf {
  const { data: me } = useMe()
  const isAsked = typeof me?.pages_client_id === 'string' && ids.some((id) => survey.test(id))
  const query = { limit: limits.pageSizeMax }
  const surveys = useQuery({ ...read(asUser, 'listSurveys', { query }), enabled: isAsked, retry: false })
  const rounds = useQuery({
    ...read(asUser, 'listInstances', { query }),
    enabled: isAsked && ids.some((id) => id.startsWith('cki_')),
    retry: false,
  })
  const titles = new Map(surveys.data?.surveys.map(({ id, title }) => [id, title]))
  const checkInOf = new Map(rounds.data?.check_in_instances.map((one) => [one.id, one.check_in_id]))
  return (id) => titles.get(checkInOf.get(id) ?? id) ?? null
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
