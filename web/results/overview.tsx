/**
 * The questions of a page as one list: of each how answers are spread, what it scores, and whether that has changed. A row unfolds to its
 * chart, with all that can be done with one. What colours mean is said once for all rows of a scale.
 */
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../messages.ts'
import { ChartFrame } from '../ui/chart-frame.tsx'
import { DivergingBar, type Spread, SpreadLegend } from '../ui/diverging-bar.tsx'
import { Interval } from '../ui/interval.tsx'
import { formatFigure, formatNumber, formatPercent, formatWithUnit } from '../ui/number-format.ts'
import { anchorOf } from './anchor.ts'
import { ByTeam, teamsBelow } from './by-team.tsx'
import { Change } from './change.tsx'
import { intervalText, LastTime, type Shown, tableOf, type Views, WithoutRest } from './question-chart.tsx'
import { OverTime } from './over-time.tsx'
import type { Measured } from './question-view.ts'
import { figureText, titleOf } from './result-words.ts'
import type { Figure } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'
import classes from './overview.module.css'

type Row = { figure: Figure; views: Views; measured: Measured; spread: Spread }
type Props = { figures: readonly Figure[]; views: readonly Views[]; shown: Shown }

/** Those that have a row: the others have their own chart below. */
export const isInOverview = ({ measured, spread }: Views): boolean => measured !== null && spread !== null

export function Overview({ figures, views, shown }: Props) {
  const say = useMessages(resultsTexts)
  const rows = figures.flatMap((figure, i): Row[] => {
    const { measured, spread } = views[i]
    return measured && spread ? [{ figure, views: views[i], measured, spread }] : []
  })
  if (rows.length === 0) return null
  const notes = [
    rows.some(({ measured }) => measured.interval) && say('likely_means'),
    rows.some(({ measured: { change } }) => change === 'up' || change === 'down') && say('arrows'),
  ].filter(Boolean)
  return (
    <section className={`card ${classes.overview}`} aria-labelledby="overview">
      <h2 id="overview" className="visually-hidden">
        {say('overview')}
      </h2>
      {runsOf(rows).map((run) => (
        <Scale key={run[0].figure.id} rows={run} shown={shown} />
      ))}
      {notes.length > 0 && <p className={`quiet small ${classes.note}`}>{notes.join(' ')}</p>}
    </section>
  )
}

const scaleOf = ({ spread, measured: { min, max, unit } }: Row): string =>
  JSON.stringify([spread.counts.map(({ label }) => label), min, max, unit])

/** Rows of one scale that follow one another. */
function runsOf(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last && scaleOf(last[0]) === scaleOf(row)) last.push(row)
    else runs.push([row])
  }
  return runs
}

function Scale({ rows, shown }: { rows: readonly Row[]; shown: Shown }) {
  const say = useMessages(resultsTexts)
  const [{ spread, measured, figure }] = rows
  const { isEnps, min, max, unit } = measured
  // Said once, where all have as many.
  const isSame = rows.every((row) => row.figure.n === figure.n)
  return (
    <div className={classes.scale}>
      <div className={classes.head}>
        <SpreadLegend spread={spread} />
        {!isEnps && (
          <p className={classes.sides} aria-hidden="true">
            <span>{say('unfavourable')}</span>
            <span>{say('favourable')}</span>
          </p>
        )}
        {rows.some((row) => row.measured.interval && row.measured.before !== null) && (
          <p className={classes.key}>
            <LastTime />
          </p>
        )}
        <p className={classes.of}>
          {isEnps
            ? say('enps')
            : say('mean_of', { min: formatFigure(min), max: formatWithUnit(formatFigure(max), unit) })}
          {isSame && ` ·\u00a0${say('answer_count', { count: figure.n ?? 0 })}`}
        </p>
      </div>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <Question key={row.figure.id} row={row} shown={shown} hasCount={!isSame} />
        ))}
      </ul>
    </div>
  )
}

type QuestionProps = { row: Row; shown: Shown; hasCount: boolean }

function Question({ row: { figure, views, measured, spread }, shown, hasCount }: QuestionProps) {
  const say = useMessages(resultsTexts)
  const anchor = anchorOf(figure)
  // A link to a question shows all of it.
  const [isOpen, setOpen] = useState(() => location.hash === `#${anchor}`)
  const row = useRef<HTMLLIElement>(null)
  // What the address names was not there yet when the browser looked for it.
  useEffect(() => {
    if (location.hash === `#${anchor}`) row.current?.scrollIntoView()
  }, [anchor])
  const { text = '', n = 0 } = figure
  const { value, interval, min, max, before } = measured
  const placed = teamsBelow(shown.teams, shown.team)
  const title = titleOf(say, figure, { findings: shown.findings, bars: views.bars })
  return (
    <li ref={row} id={anchor} className={classes.row} data-open={isOpen || undefined}>
      <div className={classes.line}>
        <h3 className={classes.question}>
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {text}
          </button>
        </h3>
        <div className={classes.bar}>
          <DivergingBar label={text} {...spread} reach={shown.reach} isNamed={measured.isEnps} />
        </div>
        <p className={classes.score}>
          <strong>
            <bdi>{figureText(measured, value)}</bdi>
          </strong>
          {/* Drawn for eyes: it says what is under it and beside it. */}
          {interval && (
            <span className={classes.band} aria-hidden="true">
              <Interval
                isBare
                value={value}
                low={interval[0]}
                high={interval[1]}
                min={min}
                max={max}
                before={before ?? undefined}
                format={(one) => figureText(measured, one)}
              />
            </span>
          )}
          <span className="quiet small">
            {interval && (
              <>
                {say('likely')} <bdi>{intervalText(say, measured, interval)}</bdi>
              </>
            )}
            {hasCount && `${interval ? ' ·\u00a0' : ''}${say('answer_count', { count: n })}`}
          </span>
        </p>
        <p className={classes.moved}>
          <Change measured={measured} />
        </p>
        <IconChevronDown size={18} aria-hidden className={classes.open} />
      </div>
      {isOpen && (
        <ChartFrame
          id={`${anchor}-chart`}
          isPart
          finding={title}
          description={title.includes(text) ? undefined : text}
          n={n}
          source={shown.source}
          isSourceSaid
          table={tableOf(say, figure, views)}
        >
          {/* What the row above does not say. */}
          {shown.dated && <OverTime {...{ figure, measured }} dated={shown.dated} team={shown.team} />}
          <Counts spread={spread} n={n} />
          {placed.length > 0 && <ByTeam {...{ figure, placed }} asked={shown.asked} teams={shown.teams} />}
          <WithoutRest figure={figure} shown={shown} />
        </ChartFrame>
      )}
    </li>
  )
}

/** How many chose each answer, as far as it is released. */
function Counts({ spread: { counts }, n }: { spread: Spread; n: number }) {
  const say = useMessages(resultsTexts)
  return (
    <section className="stack-tight">
      <h3>{say('counts')}</h3>
      <dl className={classes.counts}>
        {counts.map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">
              <strong>{formatNumber(count)}</strong>{' '}
              {n > 0 && <span className="quiet">({formatPercent(count / n)})</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
