/** Which survey a page of figures is about: by the address, otherwise the check-in or pulse that was made last. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState } from '../ui/states.tsx'
import { UrlSelect } from '../ui/url-filters.tsx'
import { allSurveys, type Instance, isNotShared, pastInstances, type Survey } from './figure-queries.ts'
import { figureTexts } from './figure-texts.ts'

const hasResults = ({ kind, period }: Survey): boolean =>
  period !== null && (kind === 'check_in' || period.state === 'closed')

export function useSurveys(kinds: readonly Survey['kind'][]) {
  const { data, ...query } = useQuery(allSurveys)
  const found = data?.surveys.filter((survey) => kinds.includes(survey.kind) && hasResults(survey))
  // What is repeated comes first.
  return { ...query, data: found?.toSorted((one, other) => one.kind.localeCompare(other.kind)) }
}

export const surveyIn = (surveys: readonly Survey[], id: string | undefined): Survey | undefined =>
  surveys.find((one) => one.id === id) ?? surveys[0]

export const SurveySelect = ({ label, surveys }: { label: string; surveys: readonly Survey[] }) => (
  <UrlSelect
    label={label}
    param="survey"
    all={surveys[0].title}
    options={surveys.slice(1).map(({ id, title }) => ({ value: id, label: title }))}
  />
)

/** Newest first, by the day on which they were asked. */
export function usePastInstances(checkInId: string | null) {
  const { data, ...query } = useQuery({ ...pastInstances(checkInId ?? ''), enabled: checkInId !== null })
  return {
    ...query,
    data: data?.check_in_instances.toSorted((one, other) => (one.local_date < other.local_date ? 1 : -1)),
  }
}

export const closedOf = (instances: readonly Instance[]): Instance[] =>
  instances.filter(({ state }) => state === 'closed')

type Shared<T> = { query: Parameters<typeof QueryState<T>>[0]['query']; children: (data: T) => ReactNode }

/** What was read, or that it is not for this reader. */
export function IfShared<T>({ query, children }: Shared<T>) {
  const say = useMessages(figureTexts)
  if (query.data === undefined && isNotShared(query.error))
    return (
      <div className="card">
        <EmptyState title={say('not_shared')} description={say('not_shared_hint')} />
      </div>
    )
  return (
    <QueryState query={query} hasCard>
      {children}
    </QueryState>
  )
}
