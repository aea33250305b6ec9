/** A series of a trend as a line: each instance on its day, and those that show nothing as gaps that say why. */
import { type Say, useMessages } from '../messages.ts'
import { type Gap, LineBand } from '../ui/line-band.tsx'
import { formatPercent, formatScore, formatSigned } from '../ui/number-format.ts'
import type { Instance, Series } from './figure-queries.ts'
import { figureTexts } from './figure-texts.ts'
import { dayOf } from './figure-words.ts'

export const formatOf = ({ measure }: Pick<Series, 'measure'>): ((value: number) => string) =>
  measure === 'participation' ? formatPercent : measure === 'enps' ? formatSigned : formatScore

/** The day of the instance by its check-in's clock; of one that is not among them, the day on which it opened. */
export const dayIn = (past: readonly Instance[], point: Series['points'][number]): string =>
  past.find(({ id }) => id === point.check_in_instance_id)?.local_date ?? point.opened_at.slice(0, 10)

type Finding = { series: Series; name: string; past: readonly Instance[] }

/** What can be said of a series: its trend, or where it stands while there are too few instances to test one. */
export function findingOf(say: Say<typeof figureTexts>, { series, name, past }: Finding): string {
  const { verdict, statement, points } = series
  const [last, before] = points.toReversed()
  if (verdict !== 'too few instances' || !last) return statement
  const write = formatOf(series)
  const value = write(last.value)
  return before
    ? say('reading', {
        name,
        value,
        before: write(before.value),
        day: dayOf({ local_date: dayIn(past, before) }),
      })
    : say('reading_first', { name, value })
}

type Missing = { day: string; isAsked: boolean }

/** Instances without a point, from the first that has one; neighbours of one kind are one gap. */
export function gapsOf(
  series: Series,
  past: readonly Instance[],
  labels: Record<'hidden' | 'not_asked', string>,
) {
  const shown = new Set(series.points.map(({ check_in_instance_id: id }) => id))
  const inOrder = past.toSorted((one, other) => (one.local_date < other.local_date ? -1 : 1))
  const from = inOrder.findIndex(({ id }) => shown.has(id))
  const gaps: (Gap & Missing)[] = []
  let isRunning = false
  for (const { id, local_date: day, state } of inOrder.slice(Math.max(0, from))) {
    const isAsked = state === 'closed'
    const last = gaps.at(-1)
    if (shown.has(id)) isRunning = false
    else if (isRunning && last?.isAsked === isAsked) last.to = day
    else {
      gaps.push({ day, isAsked, from: day, to: day, label: labels[isAsked ? 'hidden' : 'not_asked'] })
      isRunning = true
    }
  }
  return gaps
}

type Props = { series: Series; label: string; past: readonly Instance[] }

export function TrendLine({ series, label, past }: Props) {
  const say = useMessages(figureTexts)
  return (
    <LineBand
      label={label}
      min={series.min}
      max={series.max}
      format={formatOf(series)}
      points={series.points.map((point) => ({
        at: dayIn(past, point),
        value: point.value,
        n: point.n,
        ...(point.interval && { low: point.interval[0], high: point.interval[1] }),
      }))}
      gaps={gapsOf(series, past, { hidden: say('gap_hidden'), not_asked: say('gap_not_asked') })}
    />
  )
}
