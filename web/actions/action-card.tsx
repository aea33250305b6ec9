/** An action on the board: whose it is, how sure the report is, and what came of it. What is suggested is a row, to be decided at a glance. */
import { IconAlertTriangle, IconCalendar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Say, useMessages } from '../messages.ts'
import { searchWith } from '../ui/address.ts'
import { initialsOf } from '../ui/initials.ts'
import { useNow } from '../ui/time.tsx'
import { Effect } from './action-effect.tsx'
import type { Action } from './action-queries.ts'
import { actionTexts } from './action-texts.ts'
import classes from './actions.module.css'
import { dayText, isLate } from './due.ts'
import { driverTexts } from '../drivers/driver-texts.ts'

/** “Platform · Workload” */
export function useSubject() {
  const say = useMessages(actionTexts)
  const sayDriver = useMessages(driverTexts)
  return ({ scope, driver }: Action): string =>
    [scope.team_name ?? say('everyone'), driver !== null && sayDriver(driver)]
      .filter(Boolean)
      .join(' ·\u00a0')
}

/** For what a person made: who that was, unless they were erased. */
export const madeBy = (say: Say<typeof actionTexts>, { maker_name: name }: Action): string =>
  name === null ? say('own_unnamed') : say('own', { name })

type CardProps = {
  action: Action
  /** In a sentence, as the report states it; undefined where it is not read yet. */
  why: string | undefined
}

export function ActionCard({ action, why }: CardProps) {
  const say = useMessages(actionTexts)
  const subjectOf = useSubject()
  const { id, state, title, is_current: isCurrent, owner_name, due_on, effect, reason } = action
  const { first_step } = action
  /** What is done or dismissed is read for what came of it. */
  const isAhead = state !== 'done' && state !== 'dismissed'
  const subject = <p className={classes.subject}>{subjectOf(action)}</p>
  const head = (
    <h3 className={classes.title}>
      <Link to="." search={searchWith({ action: id })} resetScroll={false}>
        {title}
      </Link>
    </h3>
  )
  const because = why !== undefined && <p className={classes.why}>{why}</p>
  // A row: how to begin, and how often it was suggested, stand at its side once it is opened.
  if (state === 'suggested')
    return (
      <div className={classes.suggested}>
        <div className={classes.name}>
          {head}
          {subject}
        </div>
        {because}
        {!isCurrent && <p className={classes.said}>{say('not_current')}</p>}
        <p className={classes.sure}>
          <Confidence action={action} />
          {action.effort !== null && <span className="quiet">{say(`effort_${action.effort}`)}</span>}
          {!action.may_update && (
            <span className="quiet">
              {say(action.scope.team_id === null ? 'admins_decide' : 'lead_decides')}
            </span>
          )}
        </p>
      </div>
    )
  return (
    <>
      {subject}
      {head}
      {because}
      {first_step !== null && isAhead && (
        <p className={classes.step}>
          <span className="quiet">{say('first_step')}:</span> {first_step}
        </p>
      )}
      {action.origin === 'person' && <p className={classes.said}>{madeBy(say, action)}</p>}
      {owner_name !== null && <Owner name={owner_name} />}
      {due_on !== null && <Due action={action} day={due_on} />}
      {effect && <Effect action={action} effect={effect} />}
      {state === 'dismissed' && reason !== null && (
        <p className={classes.said}>{say('because', { reason })}</p>
      )}
    </>
  )
}

export function Confidence({ action: { confidence } }: { action: Action }) {
  const say = useMessages(actionTexts)
  if (confidence === null) return null
  return (
    <span className={classes.confidence}>
      <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">
        <rect x="0" y="7" width="3" height="5" rx="1" />
        <rect x="5" y="4" width="3" height="8" rx="1" />
        <rect x="10" y="0" width="3" height="12" rx="1" data-off={confidence === 'medium' || undefined} />
      </svg>
      {say(`confidence_${confidence}`)}
    </span>
  )
}

const Owner = ({ name }: { name: string }) => {
  const say = useMessages(actionTexts)
  return (
    <p className={classes.owner}>
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span>
        <span className="visually-hidden">{say('owner')}: </span>
        {name}
      </span>
    </p>
  )
}

function Due({ action, day }: { action: Action; day: string }) {
  const say = useMessages(actionTexts)
  const late = isLate(action, useNow())
  return (
    <p className={classes.due} data-late={late || undefined}>
      {late ? <IconAlertTriangle size={14} aria-hidden /> : <IconCalendar size={14} aria-hidden />}
      <span>
        <span className="visually-hidden">{say('due')}: </span>
        {late ? say('late', { day: dayText(day) }) : dayText(day)}
      </span>
    </p>
  )
}
