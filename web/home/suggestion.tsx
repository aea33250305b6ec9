/** The action that is suggested about the finding above it, to accept; accepted, it can be undone where it stands. */
import { Button } from '@mantine/core'
import { IconBulb, IconCheck } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useAccepting } from '../actions/accepting.ts'
import { useMessages } from '../messages.ts'
import classes from './home.module.css'
import type { Action, Team } from './home-queries.ts'
import { homeTexts } from './home-texts.ts'

const AcceptDialog = lazy(() =>
  import('../actions/accept-dialog.tsx').then(({ AcceptDialog }) => ({ default: AcceptDialog })),
)

export function Suggestion({ team, action }: { team: Team | null; action: Action }) {
  const say = useMessages(homeTexts)
  const { ask, accept, close, isAsking, isBusy, takeBack } = useAccepting([action])
  const { title, scope } = action
  const name = scope.team_id === (team?.id ?? null) ? null : scope.team_name
  const isSuggested = action.state === 'suggested'
  return (
    <section className={classes.suggestion} aria-labelledby="suggestion">
      <span className={classes.bulb}>
        <IconBulb size={20} aria-hidden />
      </span>
      <div className={classes.suggested}>
        <h3 id="suggestion">
          {name === null ? say('suggested', { title }) : say('suggested_for', { title, name })}
        </h3>
        <p className="quiet">{action.first_step}</p>
        {action.confidence !== null && action.effort !== null && (
          <p className="quiet small">
            {say(`confidence_${action.confidence}`)} · {say(`effort_${action.effort}`)}
          </p>
        )}
      </div>
      <div className={classes.acts} aria-live="polite">
        {isSuggested ? (
          action.may_update && <Button onClick={ask}>{say('accept')}</Button>
        ) : (
          <>
            <span className={classes.accepted}>
              <IconCheck size={16} aria-hidden /> {say('accepted')}
            </span>
            {takeBack && (
              <Button variant="default" loading={isBusy} onClick={takeBack}>
                {say('undo')}
              </Button>
            )}
          </>
        )}
      </div>
      {isAsking && isSuggested && (
        <Suspense>
          <AcceptDialog actions={[action]} isBusy={isBusy} error={null} onClose={close} onConfirm={accept} />
        </Suspense>
      )}
    </section>
  )
}
