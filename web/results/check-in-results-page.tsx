/** The results of a check-in: of the newest occurrence that has closed, or of the one that the address names. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { AnswersForReaders } from '../answers/reader-only.tsx'
import { FirstAct, Rest, useActMenu } from '../lifecycle/act-lines.tsx'
import { useCheckInSubject } from '../lifecycle/check-in-subject.ts'
import { useMessages } from '../messages.ts'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { unbrokenDateOf } from '../ui/time.tsx'
import { dayOf, momentOf } from './result-words.ts'
import { checkInQuery, type Occurrence, occurrenceQuery, occurrencesQuery } from './results-queries.ts'
import { Refused, refusalOf } from './results-states.tsx'
import { resultsTexts } from './results-texts.ts'
import { ResultsOf } from './results.tsx'

const OccurrencePicker = lazy(() =>
  import('./occurrence-picker.tsx').then(({ OccurrencePicker }) => ({ default: OccurrencePicker })),
)

const route = getRouteApi('/shell/app/check-ins/$checkIn/results')

/** The one that is shown unless the address names another. */
const newestOf = (occurrences: readonly Occurrence[]): Occurrence | undefined =>
  occurrences.find(({ state }) => state === 'closed') ?? occurrences.at(0)

export function CheckInResultsPage() {
  const say = useMessages(resultsTexts)
  const { checkIn: id } = route.useParams()
  const { occurrence: chosen } = route.useSearch()
  const occurrences = useQuery(occurrencesQuery(id))
  const all = occurrences.data?.check_in_instances ?? []
  const newest = newestOf(all)
  const listed = all.find((one) => one.id === chosen)
  const other = useQuery({
    ...occurrenceQuery(chosen ?? ''),
    enabled: chosen !== undefined && occurrences.isSuccess && listed === undefined,
  })
  const shown = chosen === undefined ? newest : (listed ?? other.data)
  const owner = chosen ?? newest?.id
  const survey = useCheckInSubject(id)
  const menu = useActMenu([survey])
  const title = (shown ?? newest ?? survey)?.title ?? say('title')
  const refusal = refusalOf(occurrences.error)
  if (refusal || owner === undefined)
    return (
      <Page
        title={title}
        status={survey && <Rest subject={survey} />}
        crumbs={[{ label: say('surveys'), to: '/app/surveys' }]}
        actions={survey && <FirstAct subject={survey} />}
        menu={menu}
      >
        {refusal ? (
          <Refused refusal={refusal} />
        ) : (
          <QueryState query={occurrences} skeleton={<Skeleton />} hasCard>
            {() => <NoOccurrence checkInId={id} />}
          </QueryState>
        )}
      </Page>
    )
  return (
    <ResultsOf
      // Another occurrence is another object: nothing of the one before is shown for it.
      key={owner}
      owner={{ kind: 'occurrence', id: owner }}
      answers={
        <AnswersForReaders
          owner={{ kind: 'occurrence', id: owner }}
          of={{ checkIn: id, occurrence: owner }}
        />
      }
      survey={survey}
      title={title}
      description={[say('check_in'), shown && dayOf(shown.local_date), shown && whenOf(shown)]
        .filter(Boolean)
        .join(' ·\u00a0')}
      opensAt={shown?.opens_at ?? null}
      reason={shown?.reason ?? null}
      closesAt={shown?.closes_at ?? null}
      live={
        <Link to="/app/check-ins/$checkIn/live" params={{ checkIn: id }} search={{ occurrence: owner }}>
          {say('follow')}
        </Link>
      }
      picker={newest && all.length > 1 && <OccurrencePicker occurrences={all} newest={newest} />}
    />
  )

  function whenOf({ closed_at: closed, closes_at: closes }: Occurrence): string {
    return closed
      ? say('closed_on', { date: unbrokenDateOf(closed) })
      : say('closes_on', { date: unbrokenDateOf(closes) })
  }
}

const Skeleton = () => (
  <div className="card pad">
    <SkeletonLines lines={5} />
  </div>
)

function NoOccurrence({ checkInId }: { checkInId: string }) {
  const say = useMessages(resultsTexts)
  const checkIn = useQuery(checkInQuery(checkInId)).data
  // Nothing opens on the date of one that is paused.
  const opensAt = checkIn?.state === 'active' ? checkIn.next_opens_at : null
  return (
    <div className="card">
      <EmptyState
        title={say('no_occurrence')}
        description={
          opensAt ? say('no_occurrence_at', { date: momentOf(opensAt) }) : say('no_occurrence_hint')
        }
      />
    </div>
  )
}
