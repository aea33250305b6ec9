/** An open pulse, as its answers come in. */
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { AnswersForReaders } from '../answers/reader-only.tsx'
import { useActMenu } from '../lifecycle/act-lines.tsx'
import { subjectOf } from '../lifecycle/acts.ts'
import { useMessages } from '../messages.ts'
import { ButtonLink } from '../ui/links.tsx'
import { pulseQuery } from '../results/results-queries.ts'
import { useQuery } from '@tanstack/react-query'
import { LivePage } from './live-page.tsx'
import { usePulseSubject } from './live-queries.ts'
import { useLive } from './live-stream.ts'
import { liveTexts } from './live-texts.ts'

const route = getRouteApi('/shell/app/pulses/$pulse/live')

export function PulseLivePage() {
  const say = useMessages(liveTexts)
  const { pulse: id } = route.useParams()
  const [isPaused, setPaused] = useState(false)
  const subject = usePulseSubject(id)
  const live = useLive({ kind: 'pulse', id }, subject.data?.state === 'open' && !isPaused)
  const menu = useActMenu([subjectOf('pulse', useQuery(pulseQuery(id)).data)], ['close'])
  return (
    <LivePage
      menu={menu}
      query={subject}
      live={live}
      isPaused={isPaused}
      onPause={setPaused}
      kind={say('pulse')}
      ways={<AnswersForReaders owner={{ kind: 'pulse', id }} of={{ pulse: id }} />}
      results={
        <ButtonLink to="/app/pulses/$pulse/results" params={{ pulse: id }}>
          {say('see_results')}
        </ButtonLink>
      }
    />
  )
}
