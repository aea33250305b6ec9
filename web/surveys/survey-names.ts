/** Titles of surveys, and of the rounds of check-ins, that a page has by id alone. */
import { useQuery } from '@tanstack/react-query'
import { limits } from '../../contract/limits.ts'
import { asUser } from '../as-user.ts'
import { useMe } from '../me.ts'
import type { NameOf } from '../people/names-by-id.ts'
import { read } from '../queries.ts'

const survey = /^(pls|chk|cki)_/

export const isSurveyId = (id: string): boolean => survey.test(id)

/** Of the newest surveys and rounds, as far as one page of their lists goes: no list takes ids. */
export function useSurveyNames(ids: readonly string[]): NameOf {
  const { data: me } = useMe()
  const isAsked = typeof me?.pages_client_id === 'string' && ids.some(isSurveyId)
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
