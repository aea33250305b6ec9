/**
 * How many of those asked have answered: the sentence is read, the bar repeats it.
 *
 *   <ResponseBar label="12 of 40 answered" answered={12} asked={40} />
 *   <ResponseBar label="Count shown after more answers" answered={null} asked={8} />
 */
import type { ReactNode } from 'react'
import classes from './response-bar.module.css'

type Props = {
  /** Text, or a link that holds it. */
  label: ReactNode
  /** null: not said, as there are too few. Then the bar is hatched, and the sentence says so. */
  answered: number | null
  asked: number
  /** The number moves in steps while a confidential survey is open: the bar has a soft end. */
  isRounded?: boolean
}

export function ResponseBar({ label, answered, asked, isRounded = false }: Props) {
  const share = answered === null || asked === 0 ? 0 : Math.min(1, answered / asked)
  return (
    <span className={classes.bar}>
      <span className={classes.track} data-hidden={answered === null || undefined} aria-hidden="true">
        <span
          className={classes.fill}
          data-rounded={isRounded || undefined}
          style={{ inlineSize: `${100 * share}%` }}
        />
      </span>
      <span className="small figures">{label}</span>
    </span>
  )
}
