/**
 * A small line that shows how a figure changed, without axes: decoration beside the figure itself. null is a gap.
 *
 *   <Sparkline points={[{ value: 3.2, low: 2.9, high: 3.5 }, null, { value: 3.9, low: 3.7, high: 4.2 }]} min={1} max={5} />
 */
import { areaOf, lineOf } from './line-geometry.ts'
import classes from './sparkline.module.css'

type Point = { value: number; low?: number; high?: number }

type Props = {
  points: readonly (Point | null)[]
  min: number
  max: number
  /** In px; by default the whole width. */
  width?: number
  height?: number
}

const units = 100

export function Sparkline({ points, min, max, width, height = 32 }: Props) {
  if (points.length < 2) return null
  const x = (at: string): number => (Number(at) / (points.length - 1)) * units
  const y = (value: number): number => units * (1 - (value - min) / (max - min || 1))
  const stretches = stretchesAround(points)
  const last = points.at(-1)
  return (
    <span
      className={classes.sparkline}
      aria-hidden="true"
      style={{ inlineSize: width ?? '100%', blockSize: height }}
    >
      <svg viewBox={`0 0 ${units} ${units}`} preserveAspectRatio="none">
        {stretches.map((stretch) => (
          <g key={stretch[0].at}>
            <path d={areaOf(stretch, x, y)} fill="var(--band)" />
            <path d={lineOf(stretch, x, y)} className={classes.line} />
          </g>
        ))}
      </svg>
      {last && <span className={classes.dot} style={{ insetBlockStart: `${y(last.value)}%` }} />}
    </span>
  )
}

type Placed = Point & { at: string }

function stretchesAround(points: readonly (Point | null)[]): readonly (readonly Placed[])[] {
  const stretches: Placed[][] = [[]]
  for (const [i, point] of points.entries()) {
    if (point) stretches[stretches.length - 1].push({ ...point, at: String(i) })
    else stretches.push([])
  }
  return stretches.filter((stretch) => stretch.length > 0)
}
