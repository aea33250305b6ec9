/** The way to dismiss what is suggested about a finding, where it stands. */
import { lazy, Suspense, useState } from 'react'
import { DismissButton } from '../actions/decision-buttons.tsx'
import { useMessages } from '../messages.ts'
import { insightTexts } from './insight-texts.ts'
import type { Action } from './ranked.ts'

const Dismissal = lazy(() => import('./dismissal.tsx').then(({ Dismissal }) => ({ default: Dismissal })))

/** @param actions  suggested, the same for each of several teams */
export function CardDismissal({ actions }: { actions: readonly Action[] }) {
  const say = useMessages(insightTexts)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <DismissButton
        onClick={() => setAsking(true)}
        aria-label={say('dismiss_action', { title: actions[0].title })}
      >
        {say('dismiss')}
      </DismissButton>
      {isAsking && (
        <Suspense>
          <Dismissal actions={actions} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
