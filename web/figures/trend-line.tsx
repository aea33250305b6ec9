/** A series of a trend as a line: each instance on its day, and those that show nothing as gaps that say why. */
import { type Say, useMessages } from '../messages.ts'
import { isFarApart } from '../ui/far-apart.ts'
import { type Gap, LineBand } from '../ui/line-band.tsx'
import {
  formatDifference,
  formatNumber,
  formatPercent,
  formatScore,
  formatSigned,
} from '../ui/number-format.ts'
import type { Instance, Series } from './figure-queries.ts'
import { figureTexts } from './figure-texts.ts'
import { dayIn, dayOf } from './figure-words.ts'
import { isHoliday } from './trend-marks.ts'

/** From −1 to 1. */
const formatTone = (value: number): string => formatDifference(Math.round(value * 10) / 10)

const formats: Readonly<Record<Series['measure'], (value: number) => string>> = {
  score: formatScore,
  enps: formatSigned,
  sentiment: formatTone,
  participation: formatPercent,
}

export const formatOf = ({ measure }: Pick<Series, 'measure'>): ((value: number) => string) =>
  formats[measure]

/** Whether there are enough instances to test a trend. */
export const isTested = ({ verdict }: Series): boolean => verdict !== 'too few instances'

type Reading = {
  value: string
  /** What it was the time before; null the first time. */
  before: string | null
}

/** Where a series stands; null before its first value. */
export function readingOf(series: Series): Reading | null {
  const [last, previous] = series.points.toReversed()
  if (!last) return null
  const write = formatOf(series)
  const before = previous ? write(previous.value) : null
  return { value: write(last.value), before }
}

/** Since last time, as the test says; null: nothing that is told. */
export type Moved = { isUp: boolean } | null

const isCompared = ({ measure }: Pick<Series, 'measure'>): boolean =>
  measure === 'score' || measure === 'enps'

/** Beside two figures that look far apart, “no clear change” would contradict them. The line shows the likely range of either. */
function chanceOf(say: Say<typeof figureTexts>, { points, ...series }: Series): string | undefined {
  const [last, previous] = points.toReversed()
  if (!last || !previous || !isCompared(series)) return undefined
  return isFarApart(previous.value, last.interval) ? say('may_be_chance') : undefined
}

const slideMin = 3

/** Lower, or higher, each time: what eyes see before there are dates enough to test it. */
function slideOf(
  say: Say<typeof figureTexts>,
  series: Series,
  past: readonly Instance[],
): string | undefined {
  const { points } = series
  if (isTested(series) || points.length < slideMin) return undefined
  const write = formatOf(series)
  const isAll = (isNext: (before: number, after: number) => boolean): boolean =>
    points
      .slice(1)
      .every(({ value }, i) => isNext(points[i].value, value) && write(points[i].value) !== write(value))
  const key = isAll((before, after) => after < before)
    ? 'lower_each_time'
    : isAll((before, after) => after > before)
      ? 'higher_each_time'
      : null
  return key === null
    ? undefined
    : say(key, { from: dayOf({ local_date: dayIn(past, points[0]) }), count: points.length })
}

/** “No clear change, was 3.2”; “Rose from 3.2 to 3.9” where that is no chance; “Was 80%” of what is not tested. */
export function remarkOf(say: Say<typeof figureTexts>, series: Series, moved: Moved): string | undefined {
  const { before = null, value = '' } = readingOf(series) ?? {}
  if (before === null) return undefined
  if (moved) return say(moved.isUp ? 'rose_from' : 'fell_from', { before, value })
  const isPlain = !isCompared(series) || chanceOf(say, series) !== undefined
  return say(isPlain ? 'was' : 'no_clear_change', { before })
}

/** A sentence more, where eyes see something that no test tells. */
export const noteOf = (
  say: Say<typeof figureTexts>,
  series: Series,
  { moved, past }: { moved: Moved | undefined; past: readonly Instance[] },
): string | undefined => (moved === null ? (chanceOf(say, series) ?? slideOf(say, series, past)) : undefined)

/** Instances without a point, from the first that has one; neighbours without one for the same reason are one gap. */
export function gapsOf(
  series: Series,
  past: readonly Instance[],
  labelOf: (instance: Instance) => string,
): Gap[] {
  const shown = new Set(series.points.map(({ check_in_instance_id: id }) => id))
  const inOrder = past.toSorted((one, other) => (one.local_date < other.local_date ? -1 : 1))
  const from = inOrder.findIndex(({ id }) => shown.has(id))
  const gaps: Gap[] = []
  let isRunning = false
  for (const instance of inOrder.slice(Math.max(0, from))) {
    const { id, local_date: day } = instance
    const label = labelOf(instance)
    const last = gaps.at(-1)
    if (shown.has(id)) isRunning = false
    else if (isRunning && last?.label === label) last.to = day
    else {
      gaps.push({ from: day, to: day, label })
      isRunning = true
    }
  }
  return gaps
}

type Props = {
  series: Series
  label: string
  past: readonly Instance[]
  /** Their names, by day. */
  holidays?: ReadonlyMap<string, string>
  notes?: readonly { at: string; label: string }[]
}

export function TrendLine({ series, label, past, holidays, notes = [] }: Props) {
  const say = useMessages(figureTexts)
  const whyNot = (instance: Instance): string => {
    if (instance.state === 'closed') return say('gap_hidden')
    if (!isHoliday(instance)) return say('gap_not_asked')
    const holiday = holidays?.get(instance.local_date)
    return holiday === undefined ? say('gap_holiday') : say('gap_named_holiday', { holiday })
  }
  return (
    <LineBand
      label={label}
      min={series.min}
      max={series.max}
      format={formatOf(series)}
      height={150}
      {...(series.measure === 'score' && { formatTick: formatNumber })}
      points={series.points.map((point) => ({
        at: dayIn(past, point),
        value: point.value,
        n: point.n,
        ...(point.interval && { low: point.interval[0], high: point.interval[1] }),
      }))}
      gaps={gapsOf(series, past, whyNot)}
      notes={notes}
    />
  )
}
