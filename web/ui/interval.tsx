/**
 * A figure with its 95% interval on the whole scale, never on a part of it; a hollow dot is the time before.
 *
 *   <Interval value={3.9} low={3.7} high={4.2} min={1} max={5} before={3.2} />
 */
import { useMessages } from '../messages.ts'
import classes from './interval.module.css'
import { formatScore } from './number-format.ts'
import { uiTexts } from './ui-texts.ts'

export type IntervalProps = {
  value: number
  low: number
  high: number
  /** The ends of the scale. */
  min: number
  max: number
  before?: number
  /** How figures are written: one decimal, unless said otherwise. */
  format?: (value: number) => string
  /** How the ends of the scale are written under it; without, none are. */
  ends?: (value: number) => string
  /** Without the figure in front, where it stands elsewhere. */
  isBare?: boolean
}

const tickCount = 5

const tickShares = Array.from({ length: tickCount }, (_none, i) => i / (tickCount - 1))

export function Interval(props: IntervalProps) {
  const { value, low, high, min, max, before, format = formatScore, ends, isBare = false } = props
  const say = useMessages(uiTexts)
  const at = (one: number): string => `${(100 * (Math.min(max, Math.max(min, one)) - min)) / (max - min)}%`
  const figures = { value: format(value), low: format(low), high: format(high) }
  const text =
    before === undefined
      ? say('interval', figures)
      : say('interval_before', { ...figures, before: format(before) })
  return (
    <span className={classes.interval}>
      {!isBare && (
        <span className={classes.value} aria-hidden="true">
          <bdi>{format(value)}</bdi>
        </span>
      )}
      <span className={classes.room} role="img" aria-label={text} title={text}>
        <span className={classes.scale}>
          {tickShares.map((share) => (
            <span key={share} className={classes.tick} style={{ insetInlineStart: `${100 * share}%` }} />
          ))}
          <span
            className={classes.band}
            style={{ insetInlineStart: at(low), inlineSize: `calc(${at(high)} - ${at(low)})` }}
          />
          {before !== undefined && (
            <span className={classes.before} style={{ insetInlineStart: at(before) }} />
          )}
          <span className={classes.dot} style={{ insetInlineStart: at(value) }} />
        </span>
        {ends && (
          <span className={`quiet figures ${classes.ends}`} aria-hidden="true">
            <bdi>{ends(min)}</bdi>
            <bdi>{ends(max)}</bdi>
          </span>
        )}
      </span>
    </span>
  )
}
