/** Lines and bands of web/ui/line-band.tsx and sparkline.tsx as paths of SVG. Pure. */
import { locale } from '../messages.ts'
import { readersZone } from '../reader.ts'

const dayPattern = /^\d{4}-\d\d-\d\d$/

export const timeOf = (at: string): number => Date.parse(at)

const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: readersZone })
const utcDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** “16 Nov”: a day unchanged, an instant in the zone of the reader. */
export const formatDay = (at: string): string => (dayPattern.test(at) ? utcDay : day).format(new Date(at))

/** From values to px; where there is one value only, the middle. */
export const scaleOf =
  (from: number, to: number, start: number, end: number) =>
  (value: number): number =>
    from === to ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start)

type Placed = { at: string; value: number; low?: number; high?: number }
type Place = (at: string) => number

/** Where there is a gap, there is no point. */
export const outside = <P extends { at: string }>(
  points: readonly P[],
  gaps: readonly { from: string; to: string }[],
): readonly P[] =>
  points.filter(
    ({ at }) => !gaps.some(({ from, to }) => timeOf(from) <= timeOf(at) && timeOf(at) <= timeOf(to)),
  )

/** Cut where a gap lies between two points. */
export function stretchesOf<P extends { at: string }>(
  points: readonly P[],
  gaps: readonly { from: string; to: string }[],
): readonly (readonly P[])[] {
  const stretches: P[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const point of points) {
    const now = timeOf(point.at)
    const isCut = gaps.some(({ from, to }) => timeOf(from) > before && timeOf(to) < now)
    if (isCut || stretches.length === 0) stretches.push([])
    stretches[stretches.length - 1].push(point)
    before = now
  }
  return stretches
}

const pair = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`

export const lineOf = (points: readonly Placed[], x: Place, y: (value: number) => number): string =>
  points.map(({ at, value }, i) => `${i === 0 ? 'M' : 'L'}${pair(x(at), y(value))}`).join('')

/** Between the ends of the intervals, as far as they are known. */
export function areaOf(points: readonly Placed[], x: Place, y: (value: number) => number): string {
  const known = points.filter(({ low, high }) => low !== undefined && high !== undefined)
  if (known.length === 0) return ''
  if (known.length === 1) {
    const [{ at, low = 0, high = 0 }] = known
    return `M${pair(x(at) - 3, y(low))}H${(x(at) + 3).toFixed(1)}V${y(high).toFixed(1)}H${(x(at) - 3).toFixed(1)}Z`
  }
  const there = known.map(({ at, high = 0 }) => pair(x(at), y(high)))
  const back = known.toReversed().map(({ at, low = 0 }) => pair(x(at), y(low)))
  return `M${[...there, ...back].join('L')}Z`
}
