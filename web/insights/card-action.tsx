/** What is suggested about findings, with its first step, to accept where it stands; accepted, it can be undone. Or what is worked on, by whom and until when. */
import { Button } from '@mantine/core'
import { IconBulb, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useAccepting } from '../actions/accepting.ts'
import { AcceptButton } from '../actions/decision-buttons.tsx'
import { dayText } from '../actions/due.ts'
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
  /** The team of the finding beside it, which names it already. */
  teamId: string | null
  /** In the card or drawer that leads. */
  isFirst?: boolean
}

const stateTexts = {
  accepted: 'acted_on',
  in_progress: 'worked_on',
  done: 'done',
} as const

const textOfState = (state: Action['state']) =>
  state === 'suggested' || state === 'dismissed' ? 'suggests' : stateTexts[state]

export function CardAction({ actions, teamId, isFirst = false }: Props) {
  const say = useMessages(insightTexts)
  const [first] = actions
  const { ask, accept, close, isAsking, isBusy, takeBack } = useAccepting(actions)
  const suggested = actions.filter(({ state }) => state === 'suggested')
  const taken = actions.filter(({ state }) => state !== 'suggested')
  const isSuggested = suggested.length > 0
  // Of several teams, those whom the reader leads.
  const own = suggested.filter(({ may_update: mayUpdate }) => mayUpdate)
  const nameOf = ({ scope }: Action): string => scope.team_name ?? say('everyone')
  const isElsewhere = (one: Action): boolean => one.scope.team_id !== teamId
  /** “Support · Astrid Bakken · due Fri, Dec 11” */
  const planOf = (one: Action): string =>
    [
      (isSuggested || taken.length > 1 || isElsewhere(one)) && nameOf(one),
      one.owner_name,
      one.due_on !== null && say('due', { day: dayText(one.due_on) }),
    ]
      .filter(Boolean)
      .join(' ·\u00a0')
  return (
    <div className={classes.action}>
      {isSuggested ? <IconBulb size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
      <div className={classes.suggestion}>
        <p>
          {say(textOfState(isSuggested ? 'suggested' : first.state))}{' '}
          <Link to="/app/actions" search={{ action: first.id }}>
            {first.title}
          </Link>
        </p>
        {isSuggested && first.first_step !== null && <p className="small">{first.first_step}</p>}
        {(suggested.length > 1 || suggested.some(isElsewhere)) && (
          <p className="quiet small">
            {say('answers_findings', { teams: list.format(suggested.map(nameOf)) })}
          </p>
        )}
        {taken.map((one) => {
          const plan = planOf(one)
          return (
            plan !== '' && (
              <p key={one.id} className="quiet small">
                {isSuggested && say(textOfState(one.state))} {plan}
              </p>
            )
          )
        })}
      </div>
      <span aria-live="polite" className={classes.decisions}>
        {own.length > 0 ? (
          <>
            <AcceptButton
              isLeading={isFirst}
              onClick={ask}
              aria-label={say('accept_action', { title: first.title })}
            >
              {say('accept')}
            </AcceptButton>
            <CardDismissal actions={own} />
          </>
        ) : (
          takeBack &&
          !isSuggested && (
            <Button variant="default" loading={isBusy} onClick={takeBack}>
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
