/** Before and after, as the next instance of the check-in measured it: a clear change is told in words, and an unclear one too. */
import { IconArrowDown, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { useMessages } from '../messages.ts'
import { formatNumber, formatPercent, formatScore, formatSigned } from '../ui/number-format.ts'
import type { Action } from './action-queries.ts'
import { actionTexts } from './action-texts.ts'
import classes from './actions.module.css'
import { driverTexts } from '../drivers/driver-texts.ts'

export type ActionEffect = NonNullable<Action['effect']>

const writers: Record<NonNullable<ActionEffect['metric']>, (value: number) => string> = {
  mean: formatScore,
  enps: formatSigned,
  sentiment: formatNumber,
  share: formatPercent,
}

/** As texts are named by it. */
export const verdictOf = ({ verdict }: ActionEffect): 'better' | 'worse' | 'unclear' =>
  verdict === 'better' || verdict === 'worse' ? verdict : 'unclear'

/** The figures as text; null where there were none to compare. */
export function figuresOf({ metric, before, after }: ActionEffect): { before: string; after: string } | null {
  if (metric === null || before === null || after === null) return null
  const write = writers[metric]
  return { before: write(before), after: write(after) }
}

export function Effect({ action, effect }: { action: Action; effect: ActionEffect }) {
  const say = useMessages(actionTexts)
  const sayDriver = useMessages(driverTexts)
  const figures = figuresOf(effect)
  const { before, after, n } = effect
  const verdict = verdictOf(effect)
  const Arrow = (after ?? 0) > (before ?? 0) ? IconArrowUp : IconArrowDown
  return (
    <div className={classes.effect}>
      {action.driver !== null && (
        <p className="quiet">{say('before_and_after', { driver: sayDriver(action.driver) })}</p>
      )}
      <p className={classes.change}>
        {figures && (
          <span className={`figures ${classes.figures}`}>
            <span className="visually-hidden">{say('was')} </span>
            {figures.before} <IconArrowRight size={14} aria-hidden />
            <span className="visually-hidden">{say('is')} </span>
            <strong>{figures.after}</strong>
          </span>
        )}
        <span className={classes.verdict} data-verdict={verdict}>
          {verdict !== 'unclear' && figures && <Arrow size={14} aria-hidden />}
          {say(`verdict_${verdict}`)}
        </span>
      </p>
      {n !== null && <p className="quiet">{say('people', { count: n })}</p>}
    </div>
  )
}
