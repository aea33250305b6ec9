/**
 * A figure over time, on its full scale, with the band of its interval: gaps are gaps and no line leads over them, notes are under the
 * chart by number. With five points or fewer each says its value. `at` is a day (2026-11-16) or an instant.
 *
 *   <LineBand label="Workload" min={1} max={5} points={[{ at: '2026-11-09', value: 1.8, low: 1.4, high: 2.2, n: 14 }, …]}
 *     gaps={[{ from: '2026-12-24', to: '2027-01-02', label: 'Holidays' }]} notes={[{ at: '2026-11-02', label: 'New on-call rota' }]} />
 */
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { useRoom } from './chart-room.ts'
import classes from './line-band.module.css'
import { areaOf, formatDay, lineOf, outside, scaleOf, stretchesOf, timeOf } from './line-geometry.ts'
import { formatNumber, formatScore } from './number-format.ts'
import { readByPointer, Reading } from './reading.tsx'
import { uiTexts } from './ui-texts.ts'

export type LinePoint = { at: string; value: number; low?: number; high?: number; n?: number }

/** A time without figures: nothing was asked, or nothing may be shown. `label` says which. */
export type Gap = { from: string; to: string; label: string }

type Props = {
  /** What the line shows: “Workload”. */
  label: string
  /** In the order of time. */
  points: readonly LinePoint[]
  gaps?: readonly Gap[]
  notes?: readonly { at: string; label: string }[]
  /** The ends of the scale, which is never cut. */
  min: number
  max: number
  height?: number
  format?: (value: number) => string
  /** How the ends and the middle of the scale are written, where it is not as values are. */
  formatTick?: (value: number) => string
}

const valuesMax = 5
const edge = { top: 18, bottom: 22, end: 14 }
const startMin = 36
const digitWidth = 7.5
const gutter = 12

export function LineBand(props: Props) {
  const { label, gaps = [], notes = [], min, max, height = 180, format } = props
  const writeTick = props.formatTick ?? format ?? formatNumber
  const points = outside(props.points, gaps)
  const say = useMessages(uiTexts)
  const [room, { width, isRtl }] = useRoom()
  const [at, setAt] = useState<number | null>(null)
  if (points.length === 0) return <p className="quiet">{say('no_figures')}</p>
  const times = [...points, ...notes].map((one) => timeOf(one.at))
  const ends = gaps.flatMap(({ from, to }) => [timeOf(from), timeOf(to)])
  const [first, last] = [Math.min(...times, ...ends), Math.max(...times, ...ends)]
  const ticks = [min, (min + max) / 2, max].map((value) => ({ value, text: writeTick(value) }))
  // The longest name of a line keeps clear of what is at the first point.
  const start = Math.max(startMin, Math.max(...ticks.map(({ text }) => text.length)) * digitWidth + gutter)
  const along = scaleOf(first, last, start, width - edge.end)
  const x = (day: string): number => (isRtl ? width - along(timeOf(day)) : along(timeOf(day)))
  const y = scaleOf(min, max, height - edge.bottom, edge.top)
  const stretches = stretchesOf(points, gaps)
  const write = format ?? formatScore
  const textOf = (index: number): string => {
    const { at, value, low, high, n } = points[index]
    return [
      `${formatDay(at)}: ${write(value)}`,
      low !== undefined && high !== undefined && say('from_to', { low: write(low), high: write(high) }),
      n !== undefined && say('answer_count', { count: n }),
      // Anyone who reads by keys hears what was noted since the figure before.
      ...notes
        .filter(
          (note) =>
            timeOf(note.at) <= timeOf(at) && (index === 0 || timeOf(note.at) > timeOf(points[index - 1].at)),
        )
        .map((note) => `${formatDay(note.at)}: ${note.label}`),
    ]
      .filter(Boolean)
      .join(' ·\u00a0')
  }
  /** Off the band: above it, or below where the line dips and has room, or the top is near. */
  const placeOf = ({ value, low = value, high = value }: LinePoint, isDip: boolean): number => {
    const above = y(high) - (high === value ? 10 : 6)
    const below = y(low) + (low === value ? 20 : 16)
    const lowest = height - edge.bottom - 2
    return (isDip && below <= lowest) || above < edge.top ? Math.min(below, lowest) : above
  }
  const anchor = (isStart: boolean): 'start' | 'end' => (isStart === isRtl ? 'end' : 'start')
  return (
    <figure className={classes.figure}>
      <div
        ref={room}
        className={classes.room}
        style={{ blockSize: height }}
        {...readByPointer(
          points.map((point) => x(point.at)),
          setAt,
        )}
      >
        {width > 0 && (
          // Measured from the left; the text in it runs as its reader reads.
          <svg width={width} height={height} aria-hidden="true">
            {ticks.map(({ value, text }) => (
              <g key={value}>
                <path
                  d={`M${isRtl ? edge.end : start} ${y(value)}H${width - (isRtl ? start : edge.end)}`}
                  className={classes.grid}
                />
                <text
                  x={isRtl ? width : 0}
                  y={y(value) + 4}
                  textAnchor={isRtl ? 'end' : 'start'}
                  direction="ltr"
                  className={classes.axis}
                >
                  {text}
                </text>
              </g>
            ))}
            {gaps.map(({ from, to }) => {
              const [a, b] = [x(from), x(to)].toSorted((one, other) => one - other)
              return (
                <g key={from}>
                  <rect
                    x={a}
                    y={edge.top}
                    width={Math.max(6, b - a)}
                    height={height - edge.top - edge.bottom}
                    className={classes.gap}
                  />
                </g>
              )
            })}
            {stretches.map((stretch) => (
              <g key={stretch[0].at}>
                <path d={areaOf(stretch, x, y)} className={classes.band} />
                <path d={lineOf(stretch, x, y)} className={classes.line} />
              </g>
            ))}
            {notes.map((note, i) => (
              <g key={note.at}>
                <path d={`M${x(note.at)} ${edge.top - 4}V${height - edge.bottom}`} className={classes.note} />
                <text x={x(note.at)} y={edge.top - 7} textAnchor="middle" className={classes.number}>
                  {i + 1}
                </text>
              </g>
            ))}
            {points.map((point, i) => {
              const isSpoken = points.length <= valuesMax || i === at
              const isMarked = isSpoken || i === points.length - 1 || isAlone(stretches, point)
              return (
                <g key={point.at}>
                  {isMarked && (
                    <circle
                      cx={x(point.at)}
                      cy={y(point.value)}
                      r={i === at ? 5 : 4}
                      className={classes.dot}
                    />
                  )}
                  {points.length <= valuesMax && (
                    <text
                      x={x(point.at)}
                      y={placeOf(point, goesDown(points, i))}
                      textAnchor={i === 0 ? anchor(true) : i === points.length - 1 ? anchor(false) : 'middle'}
                      direction="ltr"
                      className={classes.value}
                    >
                      {write(point.value)}
                    </text>
                  )}
                </g>
              )
            })}
            {labelled(points).map(({ at }, i, all) => (
              <text
                key={at}
                x={x(at)}
                y={height - 4}
                textAnchor={
                  all.length === 1
                    ? 'middle'
                    : i === 0
                      ? isRtl
                        ? 'end'
                        : 'start'
                      : i === all.length - 1
                        ? isRtl
                          ? 'start'
                          : 'end'
                        : 'middle'
                }
                direction="ltr"
                className={classes.axis}
              >
                {formatDay(at)}
              </text>
            ))}
          </svg>
        )}
        <Reading label={label} count={points.length} at={at} onAt={setAt} textOf={textOf} />
      </div>
      {(notes.length > 0 || gaps.length > 0) && (
        <ul className={classes.notes}>
          {notes.map((note, i) => (
            <li key={note.at}>
              <span className={classes.sign}>{i + 1}</span>
              {`${formatDay(note.at)}: ${note.label}`}
            </li>
          ))}
          {gaps.map(({ from, to, label }) => (
            <li key={from}>
              <span className={classes.hatch} aria-hidden="true" />
              {`${from === to ? formatDay(from) : say('from_to', { low: formatDay(from), high: formatDay(to) })}: ${label}`}
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}

/** A point without a line to either side would not be seen. */
const isAlone = (stretches: readonly (readonly LinePoint[])[], point: LinePoint): boolean =>
  stretches.some((stretch) => stretch.length === 1 && stretch[0] === point)

const goesDown = (points: readonly LinePoint[], i: number): boolean =>
  i > 0 &&
  i < points.length - 1 &&
  points[i - 1].value > points[i].value &&
  points[i + 1].value > points[i].value

/** The days that are under the axis: the ends and, from three on, the one in the middle. */
const labelled = (points: readonly LinePoint[]): readonly LinePoint[] => [
  ...new Set([points[0], points[Math.floor((points.length - 1) / 2)], points[points.length - 1]]),
]
