/**
 * How answers are spread, to both sides of the middle answer, of which half lies on each side: what is below and above is seen without
 * reading. Neighbours differ in lightness and shares are beside the bar, so it needs no eye for colours; on paper and in colours of the reader's
 * own, strong answers carry a pattern as well. Rows of a page share one axis (`reachOf`).
 *
 *   <DivergingBar label="My tools let me do good work" neutral={2} reach={reachOf(questions)} counts={[
 *     { label: '1', count: 0 }, { label: '2', count: 3 }, { label: '3', count: 13 }, { label: '4', count: 26 }, { label: '5', count: 15 }]} />
 */
import { useMessages } from '../messages.ts'
import classes from './diverging-bar.module.css'
import { Hidden } from './hidden.tsx'
import { Interval, type IntervalProps } from './interval.tsx'
import { formatPercent } from './number-format.ts'
import { uiTexts } from './ui-texts.ts'

export type Count = { label: string; count: number }

export type Spread = {
  /** From the lowest answer to the highest. */
  counts: readonly Count[]
  /** Which of them is the middle one; null where a scale has none, as one of four steps. */
  neutral: number | null
}

type Props = Spread & {
  /** What was asked: read out before the shares. */
  label: string
  /** How far the axis goes to each side, as a share; the same in all rows that are compared. */
  reach?: number
  size?: 'small' | 'row' | 'slide' | 'slide-row'
  /** Why nothing is shown: then there is no bar, and no count either. */
  hidden?: string
  mean?: IntervalProps
  /** Its parts have names that say what they are, as promoters do: neither side is called favourable. */
  isNamed?: boolean
}

const half = 2
const reachStep = 0.05

type Sides = { total: number; below: number; middle: number; above: number }

function sidesOf({ counts, neutral }: Spread): Sides {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const edge = neutral ?? counts.length / half
  const share = (part: readonly Count[]): number =>
    total === 0 ? 0 : part.reduce((sum, { count }) => sum + count, 0) / total
  const middle = neutral === null ? 0 : share(counts.slice(neutral, neutral + 1))
  return {
    total,
    below: share(counts.slice(0, edge)),
    middle,
    above: share(counts.slice(neutral === null ? edge : edge + 1)),
  }
}

/** The share on the good side of the middle. */
export const favourableIn = (spread: Spread): number => sidesOf(spread).above

/** The axis that holds every row: the furthest, rounded up to 5%. */
export const reachOf = (rows: readonly Spread[]): number => {
  const furthest = rows.map((row) => {
    const { below, middle, above } = sidesOf(row)
    return Math.max(below, above) + middle / half
  })
  return Math.max(reachStep, Math.ceil(Math.max(0, ...furthest) / reachStep - 1e-9) * reachStep)
}

/** −2 and 2 for the outer half of each side, −1 and 1 for the inner. */
export function toneOf(index: number, { counts, neutral }: Spread): number {
  const centre = neutral ?? (counts.length - 1) / half
  const from = (index - centre) / Math.max(centre, counts.length - 1 - centre)
  return Math.sign(from) * (Math.abs(from) > 1 / half ? 2 : from === 0 ? 0 : 1)
}

const percent = (share: number): string => `${100 * share}%`

export function DivergingBar(props: Props) {
  const { label, counts, neutral, reach, size = 'row', hidden, mean, isNamed = false } = props
  const say = useMessages(uiTexts)
  if (hidden !== undefined) return <Hidden reason={hidden} />
  const { total, below, middle, above } = sidesOf(props)
  if (total === 0) return <span className="quiet small">{say('no_answers')}</span>
  const axis = reach ?? reachOf([props])
  const start = (axis - below - middle / half) / (half * axis)
  const width = 1 / (half * axis)
  const text = say(isNamed ? 'spread_named' : neutral === null ? 'spread_even' : 'spread', {
    label,
    below: formatPercent(below),
    middle: formatPercent(middle),
    above: formatPercent(above),
    counts: counts.map(({ label, count }) => `${label}: ${count}`).join(', '),
  })
  return (
    <div className={mean ? classes.pair : undefined}>
      <div className={classes.room} data-size={size}>
        <div className={classes.line} role="img" aria-label={text}>
          <span className={classes.below} style={{ insetInlineEnd: percent(1 - start) }}>
            {formatPercent(below)}
          </span>
          <span
            className={classes.bar}
            style={{ insetInlineStart: percent(start), inlineSize: percent(width) }}
          >
            {counts.map(({ label, count }, i) =>
              count === 0 ? null : (
                <span
                  key={label}
                  data-tone={toneOf(i, props)}
                  style={{ flex: count }}
                  title={`${label}: ${count}`}
                >
                  {i === neutral && <span className={classes.inside}>{formatPercent(middle)}</span>}
                </span>
              ),
            )}
          </span>
          <span className={classes.above} style={{ insetInlineStart: percent(start + width) }}>
            {formatPercent(above)}
          </span>
        </div>
      </div>
      {mean && <Interval {...mean} />}
    </div>
  )
}

/** What the colours of a bar mean, once above all rows. */
export const SpreadLegend = ({
  spread,
  labels,
}: {
  spread: Spread
  /** In place of those of the counts, as “5 Completely”. */
  labels?: readonly string[]
}) => (
  <ul className={classes.legend} data-many={spread.counts.length > 3 || undefined}>
    {spread.counts.map(({ label }, i) => (
      <li key={label}>
        <span aria-hidden="true" data-tone={toneOf(i, spread)} />
        {labels?.[i] ?? label}
      </li>
    ))}
  </ul>
)
