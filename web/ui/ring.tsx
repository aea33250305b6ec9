/**
 * A share as a ring, with what it says inside as text: the ring itself is for eyes alone.
 *
 *   <Ring label="57 of 66 answered" value={57} of={66} />
 *   <Ring label="At least 10 of 16 answered" value={10} of={16} text="10+" caption="of 16" />
 */
import classes from './ring.module.css'
import { formatPercent } from './number-format.ts'

type Props = {
  /** The whole sentence, for who does not see it. */
  label: string
  /** null: what confidentiality keeps back. Then the ring is hatched, and `text` says so. */
  value: number | null
  of: number
  /** In place of the share: “10+”. */
  text?: string
  caption?: string
  /** `text` is about something else, as the time that is left: it is as large where the share is kept back. */
  hasOtherText?: boolean
  /** In px. */
  size?: number
}

const stroke = 10
const radius = 50 - stroke / 2

export function Ring({ label, value, of, text, caption, hasOtherText, size = 120 }: Props) {
  const share = value === null || of === 0 ? 0 : Math.min(1, Math.max(0, value / of))
  return (
    <div
      className={classes.ring}
      role="img"
      aria-label={label}
      style={{ inlineSize: size, blockSize: size }}
      data-hidden={(value === null && !hasOtherText) || undefined}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle
          cx="50"
          cy="50"
          r={radius}
          stroke="var(--track)"
          // Whole steps, or the last would run into the first.
          pathLength="280"
          strokeDasharray={value === null ? '2 3' : undefined}
        />
        {share > 0 && (
          <circle
            cx="50"
            cy="50"
            r={radius}
            stroke="var(--series)"
            strokeLinecap={share < 1 ? 'round' : 'butt'}
            pathLength="100"
            strokeDasharray={`${100 * share} 100`}
            transform="rotate(-90 50 50)"
          />
        )}
      </svg>
      <span className={classes.inside}>
        <span className={classes.text} style={{ fontSize: size * 0.22 }}>
          <bdi>{text ?? (value === null ? null : formatPercent(share))}</bdi>
        </span>
        {caption && <span className={classes.caption}>{caption}</span>}
      </span>
    </div>
  )
}
