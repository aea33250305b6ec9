/** The named answers of an attributed check-in: of its newest occurrence, or of the one that the address names. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMessages } from '../messages.ts'
import { OccurrencePicker } from '../results/occurrence-picker.tsx'
import { dayOf } from '../results/result-words.ts'
import { occurrenceQuery, occurrencesQuery } from '../results/results-queries.ts'
import { resultsTexts } from '../results/results-texts.ts'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { answerTexts } from './answer-texts.ts'
import { AnswersOf, NotHere } from './answers.tsx'
import { refusalOf } from './names-reader.ts'

const OccurrenceReminder = lazy(() =>
  import('./remind.tsx').then(({ OccurrenceReminder }) => ({ default: OccurrenceReminder })),
)

const route = getRouteApi('/shell/app/check-ins/$checkIn/answers')

export function CheckInAnswersPage() {
  const say = useMessages(answerTexts)
  const survey = useMessages(resultsTexts)
  const { checkIn: id } = route.useParams()
  const { occurrence: chosen, ...filter } = route.useSearch()
  const occurrences = useQuery(occurrencesQuery(id))
  const all = occurrences.data?.check_in_instances ?? []
  const newest = all.at(0)
  const listed = all.find((one) => one.id === chosen)
  const other = useQuery({
    ...occurrenceQuery(chosen ?? ''),
    enabled: chosen !== undefined && occurrences.isSuccess && listed === undefined,
  })
  const shown = chosen === undefined ? newest : (listed ?? other.data)
  const owner = chosen ?? newest?.id
  if (owner === undefined || (shown !== undefined && shown.check_in_id !== id))
    return (
      <Page title={say('title')} crumbs={[{ label: survey('surveys'), to: '/app/surveys' }]}>
        {refusalOf(occurrences.error) || shown ? (
          <NotHere />
        ) : (
          <QueryState query={occurrences} skeleton={<Skeleton />} hasCard>
            {() => <NotHere />}
          </QueryState>
        )}
      </Page>
    )
  return (
    <AnswersOf
      // Another occurrence is another object: nothing of the one before is shown for it.
      key={owner}
      owner={{ kind: 'occurrence', id: owner }}
      filter={filter}
      survey={
        shown && {
          title: shown.title,
          state: shown.state,
          closesAt: shown.closes_at,
          summary: shown.response_summary,
        }
      }
      description={[survey('check_in'), shown && dayOf(shown.local_date)].filter(Boolean).join(' ·\u00a0')}
      actions={(isOpen) =>
        isOpen ? (
          <>
            <Suspense>
              <OccurrenceReminder checkIn={id} id={owner} />
            </Suspense>
            <ButtonLink
              variant="default"
              to="/app/check-ins/$checkIn/live"
              params={{ checkIn: id }}
              search={{ occurrence: owner }}
            >
              {say('live_page')}
            </ButtonLink>
          </>
        ) : (
          <ButtonLink
            variant="default"
            to="/app/check-ins/$checkIn/results"
            params={{ checkIn: id }}
            search={{ occurrence: owner }}
          >
            {say('results')}
          </ButtonLink>
        )
      }
      picker={newest && all.length > 1 && <OccurrencePicker occurrences={all} newest={newest} />}
    />
  )
}

const Skeleton = () => (
  <div className="card pad">
    <SkeletonLines lines={5} />
  </div>
)
