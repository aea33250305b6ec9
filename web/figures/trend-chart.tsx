/** One series of a trend in its frame: what can be said of it, its line, and the same points as a table. */
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { ChartFrame } from '../ui/chart-frame.tsx'
import { Sparkline } from '../ui/sparkline.tsx'
import type { Instance, Series, Survey } from './figure-queries.ts'
import { figureTexts } from './figure-texts.ts'
import { dayIn, dayOf, useNamesOf } from './figure-words.ts'
import classes from './figures.module.css'
import { type Done, useMarks } from './trend-marks.ts'
import { isTested, type Moved, noteOf, readingOf, remarkOf, TrendLine } from './trend-line.tsx'

type ChartProps = {
  survey: Survey
  instances: readonly Instance[]
  series: readonly Series[]
  one: Series
  /** undefined: not known yet. */
  moved: Moved | undefined
  holidays: ReadonlyMap<string, string>
  done: readonly Done[]
}

export function TrendChart({ survey, instances, series, one, moved, holidays, done }: ChartProps) {
  const say = useMessages(figureTexts)
  // On a phone, where each is a row that unfolds.
  const [isOpen, setOpen] = useState(false)
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
  const marks = useMarks(one, days, done)
  const note = noteOf(say, one, { moved, past: instances })
  const remark = moved === undefined ? undefined : remarkOf(say, one, moved)
  const plain = measure === 'sentiment' ? say('tone_scale') : about === name ? undefined : about
  const description = isTested(one) ? one.statement : plain
  return (
    <div className={classes.trend} data-open={isOpen || undefined}>
      <button
        type="button"
        className={classes.folded}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.words}>
          <strong>{name}</strong>
          {remark !== undefined && (
            <span className="quiet small">{[remark, note].filter(Boolean).join('. ')}</span>
          )}
        </span>
        <Sparkline points={points.map(pointOf)} {...rangeOf(one)} width={44} height={24} />
        <strong className={`figures ${classes.now}`}>
          <bdi>{reading?.value}</bdi>
        </strong>
        <IconChevronDown size={18} aria-hidden />
      </button>
      <ChartFrame
        id={`${one.measure}-${one.question_id ?? ''}`}
        finding={reading ? say('reading_first', { name, value: reading.value }) : name}
        remark={remark}
        description={
          note === undefined ? (
            description
          ) : (
            <>
              {description}
              {description !== undefined && <br />}
              {note}
            </>
          )
        }
        source={say('source', {
          title: survey.title,
          from: dayOf({ local_date: days[0] }),
          to: dayOf({ local_date: days[days.length - 1] }),
        })}
        isSourceSaid
        table={{
          columns: [
            say('date'),
            inUnit(say('value')),
            inUnit(say('low')),
            inUnit(say('high')),
            say('answers'),
            ...(marks.length > 0 ? [say('note')] : []),
          ],
          rows: points.map(({ value, interval, n }, i) => [
            dayOf({ local_date: days[i] }),
            value,
            interval?.[0] ?? null,
            interval?.[1] ?? null,
            n,
            ...(marks.length > 0 ? [labelsUntil(marks, days, i)] : []),
          ]),
        }}
      >
        <TrendLine series={one} label={name} past={instances} holidays={holidays} notes={marks} />
      </ChartFrame>
    </div>
  )
}

/** What was done between the date before and this one; on the first, on its day. */
function labelsUntil(marks: ReturnType<typeof useMarks>, days: readonly string[], i: number): string | null {
  const labels = marks.filter(({ at }) => at <= days[i] && (i === 0 || at > days[i - 1]))
  return labels.length === 0 ? null : labels.map(({ label }) => label).join('; ')
}

/** Of its scale no line is shorter than this share: what hardly moves looks so. */
const rangeMin = 0.25

/** Around what a series shows, so that its line is beside its figure, wherever on the scale that is. */
function rangeOf({ points, min, max }: Series): { min: number; max: number } {
  const ends = points.flatMap(({ value, interval }) => [value, ...(interval ?? [])])
  const middle = (Math.min(...ends) + Math.max(...ends)) / 2
  const reach = Math.max(Math.max(...ends) - Math.min(...ends), rangeMin * (max - min)) / 2
  return { min: middle - reach, max: middle + reach }
}

const pointOf = ({ value, interval }: Series['points'][number]) => ({
  value,
  ...(interval && { low: interval[0], high: interval[1] }),
})
