/** The named answers of an attributed pulse. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMessages } from '../messages.ts'
import { pulseQuery } from '../results/results-queries.ts'
import { resultsTexts } from '../results/results-texts.ts'
import { ButtonLink } from '../ui/links.tsx'
import { answerTexts } from './answer-texts.ts'
import { AnswersOf } from './answers.tsx'

const route = getRouteApi('/shell/app/pulses/$pulse/answers')

const PulseReminder = lazy(() =>
  import('./remind.tsx').then(({ PulseReminder }) => ({ default: PulseReminder })),
)

export function PulseAnswersPage() {
  const say = useMessages(answerTexts)
  const survey = useMessages(resultsTexts)
  const { pulse: id } = route.useParams()
  const { data: pulse } = useQuery(pulseQuery(id))
  return (
    <AnswersOf
      owner={{ kind: 'pulse', id }}
      filter={route.useSearch()}
      survey={
        pulse && {
          title: pulse.title,
          state: pulse.state,
          closesAt: pulse.closes_at,
          summary: pulse.response_summary,
        }
      }
      description={survey('pulse')}
      actions={(isOpen) =>
        isOpen ? (
          <>
            <Suspense>
              <PulseReminder id={id} />
            </Suspense>
            <ButtonLink variant="default" to="/app/pulses/$pulse/live" params={{ pulse: id }}>
              {say('live_page')}
            </ButtonLink>
          </>
        ) : (
          <ButtonLink variant="default" to="/app/pulses/$pulse/results" params={{ pulse: id }}>
            {say('results')}
          </ButtonLink>
        )
      }
    />
  )
}
