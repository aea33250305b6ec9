/** Accepting what is suggested outside the board, with an owner and a day, and taking that back where it stands. */
import { useState } from 'react'
import { useActionStep } from '../home/home-queries.ts'
import { showFailure } from '../ui/toast.ts'
import type { Acceptance } from './accept-dialog.tsx'
import type { Action } from './action-queries.ts'
import { stepsBack } from './taking-back.ts'

export function useAccepting(actions: readonly Action[]) {
  const [isAsking, setAsking] = useState(false)
  /** As they were suggested: whose they were, and until when. */
  const [before, setBefore] = useState<readonly Action[]>([])
  const step = useActionStep((error) => {
    setAsking(false)
    showFailure(error)
  })
  const back = stepsBack(actions, before)
  return {
    isAsking,
    ask: (): void => setAsking(true),
    close: (): void => setAsking(false),
    isBusy: step.isPending,
    accept: (plan: Acceptance): void => {
      setBefore(actions)
      step.mutate(
        actions
          .filter(({ state, may_update: mayUpdate }) => state === 'suggested' && mayUpdate)
          .map((action) => ({ action, body: { ...plan, state: 'accepted' as const } })),
        { onSuccess: () => setAsking(false) },
      )
    },
    /** null: nothing to take back. */
    takeBack: back.length === 0 ? null : (): void => step.mutate(back),
  }
}
