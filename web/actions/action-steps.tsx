/** What may be done with an action, at the foot of its drawer: what leads on first. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { offersFrom } from './action-moves.ts'
import type { Action } from './action-queries.ts'
import { actionTexts } from './action-texts.ts'
import classes from './actions.module.css'
import { useMoves } from './use-moves.ts'

const DismissDialog = lazy(() =>
  import('./dismiss-dialog.tsx').then(({ DismissDialog }) => ({ default: DismissDialog })),
)

export function ActionSteps({ action }: { action: Action }) {
  const say = useMessages(actionTexts)
  const [isDismissing, setDismissing] = useState(false)
  const { move } = useMoves({ onDone: () => setDismissing(false), asks: isDismissing })
  return (
    <div className={classes.steps}>
      {offersFrom(action.state).map(({ transition, to, isFirst }) => (
        <Button
          key={to}
          variant={isFirst ? 'filled' : 'default'}
          disabled={move.isPending}
          onClick={() => (to === 'dismissed' ? setDismissing(true) : move.mutate({ action, to }))}
        >
          {say(`move_${transition}`)}
        </Button>
      ))}
      {isDismissing && (
        <Suspense>
          <DismissDialog
            action={action}
            isBusy={move.isPending}
            error={move.error}
            onClose={() => {
              move.reset()
              setDismissing(false)
            }}
            onConfirm={(reason) => move.mutate({ action, to: 'dismissed', reason })}
          />
        </Suspense>
      )}
    </div>
  )
}
