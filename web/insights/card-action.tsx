/** What is suggested about findings, with its first step, to accept where it stands; accepted, it can be undone. */
import { Button } from '@mantine/core'
import { IconBulb, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useAccepting } from '../actions/accepting.ts'
import { locale, useMessages } from '../messages.ts'
import { CardDismissal } from './card-dismissal.tsx'
import { insightTexts } from './insight-texts.ts'
import type { Action } from './ranked.ts'
import classes from './insights.module.css'

const AcceptDialog = lazy(() =>
  import('../actions/accept-dialog.tsx').then(({ AcceptDialog }) => ({ default: AcceptDialog })),
)

const list = new Intl.ListFormat(locale, { type: 'conjunction' })

type Props = {
  /** The same for each of several teams. */
  actions: readonly Action[]
  /** What is to be done stands out, because nothing else is in sight. */
  isFirst?: boolean
}

export function CardAction({ actions, isFirst = false }: Props) {
  const say = useMessages(insightTexts)
  const [first] = actions
  const { ask, accept, close, isAsking, isBusy, takeBack } = useAccepting(actions)
  const suggested = actions.filter(({ state }) => state === 'suggested')
  const isSuggested = suggested.length > 0
  // Of several teams, those whom the reader leads.
  const own = suggested.filter(({ may_update: mayUpdate }) => mayUpdate)
  const teams = list.format(actions.map(({ scope }) => scope.team_name ?? say('everyone')))
  return (
    <div className={classes.action}>
      {isSuggested ? <IconBulb size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
      <div className={classes.suggestion}>
        <p>
          {say(isSuggested ? 'suggests' : 'acted_on')}{' '}
          <Link to="/app/actions" search={{ action: first.id }}>
            {first.title}
          </Link>
        </p>
        {isSuggested && first.first_step !== null && <p className="small">{first.first_step}</p>}
        {actions.length > 1 && <p className="quiet small">{say('answers_findings', { teams })}</p>}
      </div>
      <span aria-live="polite" className={classes.decisions}>
        {own.length > 0 ? (
          <>
            <Button
              size="xs"
              variant={isFirst ? 'filled' : 'light'}
              onClick={ask}
              aria-label={say('accept_action', { title: first.title })}
            >
              {say('accept')}
            </Button>
            <CardDismissal actions={own} />
          </>
        ) : (
          takeBack &&
          !isSuggested && (
            <Button size="xs" variant="default" loading={isBusy} onClick={takeBack}>
              {say('undo')}
            </Button>
          )
        )}
      </span>
      {isAsking && own.length > 0 && (
        <Suspense>
          <AcceptDialog actions={own} isBusy={isBusy} error={null} onClose={close} onConfirm={accept} />
        </Suspense>
      )}
    </div>
  )
}
