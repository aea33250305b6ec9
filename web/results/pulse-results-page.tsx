/** The results of a pulse. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { AnswersForReaders } from '../answers/reader-only.tsx'
import { subjectOf } from '../lifecycle/acts.ts'
import { useMessages } from '../messages.ts'
import { unbrokenDateOf } from '../ui/time.tsx'
import { pulseQuery } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'
import { ResultsOf } from './results.tsx'

const route = getRouteApi('/shell/app/pulses/$pulse/results')

export function PulseResultsPage() {
  const say = useMessages(resultsTexts)
  const { pulse: id } = route.useParams()
  const { data: pulse } = useQuery(pulseQuery(id))
  const when = pulse?.closed_at
    ? say('closed_on', { date: unbrokenDateOf(pulse.closed_at) })
    : pulse?.state === 'open' && pulse.closes_at
      ? say('closes_on', { date: unbrokenDateOf(pulse.closes_at) })
      : null
  return (
    <ResultsOf
      owner={{ kind: 'pulse', id }}
      answers={<AnswersForReaders owner={{ kind: 'pulse', id }} of={{ pulse: id }} />}
      survey={subjectOf('pulse', pulse)}
      title={pulse?.title ?? say('title')}
      description={[say('pulse'), when].filter(Boolean).join(' ·\u00a0')}
      opensAt={pulse?.opens_at ?? null}
      reason={pulse?.reason ?? null}
      closesAt={pulse?.closes_at ?? null}
      live={
        <Link to="/app/pulses/$pulse/live" params={{ pulse: id }}>
          {say('follow')}
        </Link>
      }
    />
  )
}
