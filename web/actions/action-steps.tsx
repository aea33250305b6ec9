/** What may be done with an action, at the foot of its drawer: what leads on first. Each saves what was typed above. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { offersFrom } from './action-moves.ts'
import type { usePlan } from './action-plan.ts'
import type { Action, ActionState } from './action-queries.ts'
import { actionTexts } from './action-texts.ts'
import classes from './actions.module.css'
import { OwnSteps } from './own-steps.tsx'
import { useMoves } from './use-moves.ts'

const ConflictDialog = lazy(() =>
  import('../ui/conflict-dialog.tsx').then(({ ConflictDialog }) => ({ default: ConflictDialog })),
)
const DismissDialog = lazy(() =>
  import('./dismiss-dialog.tsx').then(({ DismissDialog }) => ({ default: DismissDialog })),
)

type Props = { action: Action; plan: ReturnType<typeof usePlan> }

export function ActionSteps({ action, plan }: Props) {
  const say = useMessages(actionTexts)
  const [isDismissing, setDismissing] = useState(false)
  const onDone = (isMoved: boolean): void => {
    setDismissing(false)
    if (isMoved) plan.forget()
  }
  const { move } = useMoves({ onDone, asks: isDismissing })
  const isBusy = move.isPending || plan.isSaving
  const decide = (to: ActionState, reason?: string): void =>
    move.mutate({
      action,
      to,
      ...(plan.typed !== null && { plan: plan.typed }),
      ...(reason !== undefined && { reason }),
    })
  if (!action.may_update) return <p className="quiet small">{say('decided_by_others')}</p>
  return (
    <div className={classes.steps}>
      {offersFrom(action).map(({ transition, to, isFirst }) => (
        <Button
          key={to}
          variant={isFirst ? 'filled' : to === 'dismissed' ? 'subtle' : 'default'}
          {...(to === 'dismissed' && { color: 'gray' })}
          disabled={isBusy}
          onClick={() => {
            if (plan.changed()) return
            if (to === 'dismissed') setDismissing(true)
            else decide(to)
          }}
        >
          {say(`move_${transition}`)}
        </Button>
      ))}
      {action.is_mine && (action.state === 'accepted' || action.state === 'in_progress') && (
        <OwnSteps action={action} isBusy={isBusy} />
      )}
      {plan.isDirty && (
        <Button variant="default" disabled={move.isPending} loading={plan.isSaving} onClick={plan.save}>
          {say('save')}
        </Button>
      )}
      <Suspense>
        {isDismissing && (
          <DismissDialog
            action={action}
            isBusy={move.isPending}
            error={move.error}
            onClose={() => {
              move.reset()
              setDismissing(false)
            }}
            onConfirm={(reason) => decide('dismissed', reason)}
          />
        )}
        {plan.conflict && <ConflictDialog {...plan.conflict} isBusy={plan.isSaving} />}
      </Suspense>
    </div>
  )
}
