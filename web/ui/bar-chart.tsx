/** Bars over days, stacked, in a ChartFrame: the title states the finding, the table has the same figures. */
import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages.ts'
import classes from './bar-chart.module.css'
import { ChartFrame } from './chart-frame.tsx'
import { useRoom } from './chart-room.ts'
import { formatNumber } from './number-format.ts'
import { readByPointer, Reading } from './reading.tsx'
import { uiTexts } from './ui-texts.ts'

export type Series = { key: string; label: string; color: string }

/** A bar holds a figure for each series, by its key. */
export type Bar = { label: string } & Record<string, number | string>

type Props = {
  finding: string
  description?: ReactNode
  series: readonly Series[]
  bars: readonly Bar[]
  height?: number
}

const ticksMax = 8
const tickPx = 56
const axisPx = 48
const footPx = 22
const topPx = 8

const figureOf = (bar: Bar, key: string): number => Number(bar[key])

/** The end of the axis: the next of 1, 2 and 5 with zeros. */
function niceEnd(most: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return [1, 2, 5, 10].map((step) => step * size).find((end) => end >= most) ?? most
}

export function BarChart({ finding, description, series, bars, height = 220 }: Props) {
  const say = useMessages(uiTexts)
  return (
    <ChartFrame
      finding={finding}
      description={description}
      table={{
        columns: [say('day'), ...series.map(({ label }) => label)],
        rows: bars.map((bar) => [bar.label, ...series.map(({ key }) => figureOf(bar, key))]),
      }}
    >
      <ul className={classes.legend}>
        {series.map(({ key, label, color }) => (
          <li key={key}>
            <span style={{ background: color }} aria-hidden="true" />
            {label}
          </li>
        ))}
      </ul>
      <Bars label={finding} series={series} bars={bars} height={height} />
    </ChartFrame>
  )
}

type BarsProps = Required<Pick<Props, 'series' | 'bars' | 'height'>> & { label: string }

function Bars({ label, series, bars, height }: BarsProps) {
  const [room, { width, isRtl }] = useRoom()
  const [at, setAt] = useState<number | null>(null)
  const totals = bars.map((bar) => series.reduce((sum, { key }) => sum + figureOf(bar, key), 0))
  const end = niceEnd(Math.max(1, ...totals))
  const full = height - footPx - topPx
  const step = (width - axisPx) / bars.length
  const thick = Math.max(1, Math.min(28, step * 0.72))
  const middle = (i: number): number => {
    const along = axisPx + step * (i + 0.5)
    return isRtl ? width - along : along
  }
  const every = Math.ceil(
    bars.length / Math.max(1, Math.min(ticksMax, Math.floor((width - axisPx) / tickPx))),
  )
  const textOf = (i: number): string =>
    `${bars[i].label}: ${series.map(({ key, label }) => `${label} ${formatNumber(figureOf(bars[i], key))}`).join(', ')}`
  return (
    <div
      ref={room}
      className={classes.room}
      style={{ blockSize: height }}
      {...readByPointer(
        bars.map((_bar, i) => middle(i)),
        setAt,
      )}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          {[0, end / 2, end].map((value) => {
            const y = topPx + full * (1 - value / end)
            return (
              <g key={value}>
                <path
                  d={`M${isRtl ? 0 : axisPx} ${y}H${isRtl ? width - axisPx : width}`}
                  stroke="var(--line)"
                />
                <text
                  x={isRtl ? width : 0}
                  y={y + 4}
                  textAnchor={isRtl ? 'end' : 'start'}
                  direction="ltr"
                  className={classes.axis}
                >
                  {Number.isInteger(value) ? formatNumber(value) : ''}
                </text>
              </g>
            )
          })}
          {bars.map((bar, i) => {
            let below = 0
            return (
              <g key={bar.label} opacity={at === null || at === i ? 1 : 0.6}>
                {series.map(({ key, color }) => {
                  const tall = (figureOf(bar, key) / end) * full
                  below += tall
                  return (
                    tall > 0 && (
                      <rect
                        key={key}
                        x={middle(i) - thick / 2}
                        y={topPx + full - below}
                        width={thick}
                        height={tall}
                        style={{ fill: color }}
                      />
                    )
                  )
                })}
                {i % every === 0 && (
                  <text
                    x={middle(i)}
                    y={height - 4}
                    textAnchor="middle"
                    direction="ltr"
                    className={classes.axis}
                  >
                    {bar.label}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      )}
      <Reading label={label} count={bars.length} at={at} onAt={setAt} textOf={textOf} />
    </div>
  )
}
