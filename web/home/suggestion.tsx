/** The action that is suggested about the finding above it, to accept or to dismiss; accepted, it says by whom and until when, and can be undone where it stands. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBulb, IconCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useAccepting } from '../actions/accepting.ts'
import { AcceptButton, DismissButton } from '../actions/decision-buttons.tsx'
import { dayText } from '../actions/due.ts'
import { useMessages } from '../messages.ts'
import { ButtonLink } from '../ui/links.tsx'
import { shortDateOf } from '../ui/time.tsx'
import classes from './home.module.css'
import { type Action, openSurveys, type Team } from './home-queries.ts'
import { homeTexts } from './home-texts.ts'

const AcceptDialog = lazy(() =>
  import('../actions/accept-dialog.tsx').then(({ AcceptDialog }) => ({ default: AcceptDialog })),
)
const Dismissal = lazy(() =>
  import('../insights/dismissal.tsx').then(({ Dismissal }) => ({ default: Dismissal })),
)

type Props = { team: Team | null; action: Action }

export function Suggestion({ team, action }: Props) {
  const say = useMessages(homeTexts)
  const { ask, accept, close, isAsking, isBusy, takeBack } = useAccepting([action])
  const [isDismissing, setDismissing] = useState(false)
  const { title, scope } = action
  const name = scope.team_id === (team?.id ?? null) ? null : scope.team_name
  const isSuggested = action.state === 'suggested'
  return (
    <section
      className={classes.suggestion}
      aria-labelledby="suggestion"
      data-accepted={!isSuggested || undefined}
    >
      <span className={classes.bulb}>
        {isSuggested ? <IconBulb size={20} aria-hidden /> : <IconCheck size={20} aria-hidden />}
      </span>
      <div className={classes.suggested}>
        <h3 id="suggestion">
          {!isSuggested
            ? name === null
              ? title
              : say('taken_for', { title, name })
            : name === null
              ? say('suggested', { title })
              : say('suggested_for', { title, name })}
        </h3>
        {!isSuggested && <Plan action={action} />}
        <p className="quiet">{action.first_step}</p>
        {isSuggested && action.confidence !== null && action.effort !== null && (
          <p className="quiet small">
            {say(`confidence_${action.confidence}`)}
            {' ·\u00a0'}
            {say(`effort_${action.effort}`)}
          </p>
        )}
      </div>
      <div className={classes.acts} aria-live="polite">
        {isSuggested ? (
          action.may_update && (
            <>
              <AcceptButton isLeading onClick={ask}>
                {say('accept')}
              </AcceptButton>
              <DismissButton onClick={() => setDismissing(true)}>{say('dismiss')}</DismissButton>
            </>
          )
        ) : (
          <>
            <ButtonLink to="/app/actions" search={{ action: action.id }} variant="default">
              {say('open_action')}
            </ButtonLink>
            {takeBack && (
              <Button variant="subtle" loading={isBusy} onClick={takeBack}>
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
      {isDismissing && isSuggested && (
        <Suspense>
          <Dismissal actions={[action]} onClose={() => setDismissing(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** “Accepted · Ingrid Solheim · due Mon 14 Dec · measured by the survey of 7 Dec” */
function Plan({ action: { state, owner_name: owner, due_on: day, scope } }: { action: Action }) {
  const say = useMessages(homeTexts)
  const { data } = useQuery(openSurveys)
  const isRepeated = scope.check_in_id !== undefined
  // What closes next measures it (contract: the effect of an action).
  const open = data?.surveys.find(({ id, period }) => id === scope.check_in_id && period?.state === 'open')
  return (
    <p className="figures">
      <span className={classes.accepted}>{say(state === 'in_progress' ? 'in_progress' : 'accepted')}</span>
      {[
        owner,
        day !== null && say('due', { day: dayText(day) }),
        isRepeated &&
          (open?.period
            ? say('measured_by', { date: shortDateOf(open.period.opened_at) })
            : say('measured_next')),
      ]
        .filter((part) => typeof part === 'string')
        .map((part) => ` ·\u00a0${part}`)
        .join('')}
    </p>
  )
}
