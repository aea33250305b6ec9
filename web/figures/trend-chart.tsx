/** One series of a trend in its frame: what can be said of it, its line, and the same points as a table. */
import { type Say, useMessages } from '../messages.ts'
import { ChartFrame } from '../ui/chart-frame.tsx'
import type { Instance, Series, Survey } from './figure-queries.ts'
import { figureTexts } from './figure-texts.ts'
import { dayIn, dayOf, useNamesOf } from './figure-words.ts'
import { isTested, readingOf, TrendLine } from './trend-line.tsx'

/** Since last time, as the test says; null: nothing that is told. */
export type Moved = { isUp: boolean } | null

type ChartProps = {
  survey: Survey
  instances: readonly Instance[]
  series: readonly Series[]
  one: Series
  /** undefined: not known yet. */
  moved: Moved | undefined
}

export function TrendChart({ survey, instances, series, one, moved }: ChartProps) {
  const say = useMessages(figureTexts)
  const named = (of: Series) => ({
    id: of.question_id ?? '',
    text: of.text ?? '',
    driver: of.driver,
    isEnps: of.measure === 'enps',
  })
  const scales = series.filter(({ measure }) => measure === 'score' || measure === 'enps').map(named)
  const nameOf = useNamesOf(scales)
  const { measure, text = '', points } = one
  const name = measure === 'score' || measure === 'enps' ? nameOf(named(one)) : say(measure)
  const inUnit = (label: string): string => (one.unit === undefined ? label : `${label} (${one.unit})`)
  const reading = readingOf(one)
  const about = text === '' ? name : inUnit(text)
  const days = points.map((point) => dayIn(instances, point))
  return (
    <ChartFrame
      id={`${one.measure}-${one.question_id ?? ''}`}
      finding={reading ? say('reading_first', { name, value: reading.value }) : name}
      remark={moved === undefined ? undefined : remarkOf(say, one, moved)}
      description={
        isTested(one)
          ? one.statement
          : measure === 'sentiment'
            ? say('tone_scale')
            : about === name
              ? undefined
              : about
      }
      source={say('source', {
        title: survey.title,
        from: dayOf({ local_date: days[0] }),
        to: dayOf({ local_date: days[days.length - 1] }),
      })}
      isSourceSaid
      table={{
        columns: [say('date'), inUnit(say('value')), inUnit(say('low')), inUnit(say('high')), say('answers')],
        rows: points.map(({ value, interval, n }, i) => [
          dayOf({ local_date: days[i] }),
          value,
          interval?.[0] ?? null,
          interval?.[1] ?? null,
          n,
        ]),
      }}
    >
      <TrendLine series={one} label={name} past={instances} />
    </ChartFrame>
  )
}

/** “no clear change, was 3.2”; “rose from 3.2” where that is no chance; “was 80%” of what is not tested. */
function remarkOf(say: Say<typeof figureTexts>, series: Series, moved: Moved): string | undefined {
  const before = readingOf(series)?.before ?? null
  if (before === null) return undefined
  if (moved) return say(moved.isUp ? 'rose_from' : 'fell_from', { before })
  const isCompared = series.measure === 'score' || series.measure === 'enps'
  return say(isCompared ? 'no_clear_change' : 'was', { before })
}
