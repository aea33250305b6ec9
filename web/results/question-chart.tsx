/** One question: its finding, how answers are spread, the mean with its interval, and what has changed since last time. */
import { useMessages } from '../messages.ts'
import { ChartFrame, type FigureTable } from '../ui/chart-frame.tsx'
import { DivergingBar, type Spread, SpreadLegend } from '../ui/diverging-bar.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { Interval } from '../ui/interval.tsx'
import {
  formatFigure,
  formatNumber,
  formatPercent,
  formatScore,
  formatSigned,
  formatWithUnit,
} from '../ui/number-format.ts'
import { anchorOf } from './anchor.ts'
import { Change } from './change.tsx'
import type { Dated } from './over-time.tsx'
import { type Bar, barsOf, type Measured, measuredOf, spreadOf } from './question-view.ts'
import { askedOf, figureText, hiddenText, type ResultsSay, titleOf, wordsFor } from './result-words.ts'
import type { Asked, Figure, Finding, TeamResults } from './results-queries.ts'
import { restTexts } from './rest-texts.ts'
import { restText } from './rest-words.ts'
import { resultsTexts } from './results-texts.ts'
import classes from './results.module.css'

/** What all questions of a page are shown with. */
export type Shown = {
  asked: readonly Asked[]
  findings: readonly Finding[]
  teams: readonly TeamResults[]
  /** The team whose page it is; null: everyone. */
  team: string | null
  /** The axis that all rows share. */
  reach: number
  source: string
  /** null: it is asked once. */
  dated: Dated | null
}

export type Views = { spread: Spread | null; bars: readonly Bar[]; measured: Measured | null }

export function viewsOf(
  say: ResultsSay,
  figure: Figure,
  { asked, findings }: Pick<Shown, 'asked' | 'findings'>,
): Views {
  const question = askedOf(asked, figure)
  const words = wordsFor(say)
  const spread = spreadOf(figure, question, words)
  const measured = measuredOf(figure, question, findings)
  return { spread, bars: spread ? [] : barsOf(figure, question, words), measured }
}

/** For eyes that do not see the chart, and for spreadsheets. */
export function tableOf(say: ResultsSay, figure: Figure, { spread, bars, measured }: Views): FigureTable {
  const { n = 0 } = figure
  const counts = spread?.counts ?? bars
  const mean = measured?.value ?? (typeof figure.mean === 'number' ? figure.mean : undefined)
  return {
    columns: [say('figure'), say('value'), say('share')],
    rows: [
      ...counts.map(({ label, count }) => [label, count, n === 0 ? null : formatPercent(count / n)] as const),
      ...(mean === undefined
        ? []
        : [
            [
              inUnit(say(measured?.isEnps ? 'enps' : 'mean'), figure),
              Math.round(mean * 100) / 100,
              null,
            ] as const,
          ]),
      ...(measured?.interval
        ? [[say('likely'), intervalText(say, measured, measured.interval), null] as const]
        : []),
      ...(measured?.before === null || measured === null
        ? []
        : [[inUnit(say('last_time'), figure), Math.round(measured.before * 100) / 100, null] as const]),
      [say('answers'), n, null] as const,
    ],
  }
}

/** “Mean (hours)”: of a number that is alone in its cell. */
const inUnit = (label: string, { unit }: Figure): string =>
  unit === undefined ? label : `${label} (${unit})`

export const intervalText = (
  say: ResultsSay,
  measured: Measured,
  [low, high]: readonly [number, number],
): string => say('interval_of', { low: figureText(measured, low), high: figureText(measured, high) })

export function QuestionChart({ figure, shown }: { figure: Figure; shown: Shown }) {
  const say = useMessages(resultsTexts)
  const views = viewsOf(say, figure, shown)
  const { text = '', n } = figure
  if (figure.suppressed)
    return (
      <section className="card pad stack-tight" id={anchorOf(figure)}>
        <h2>{text}</h2>
        <Hidden reason={hiddenText(say, shown.teams, figure.counted_in)} />
      </section>
    )
  const title = titleOf(say, figure, { findings: shown.findings, bars: views.bars })
  return (
    <ChartFrame
      id={anchorOf(figure)}
      finding={title}
      description={title.includes(text) ? undefined : text}
      n={n}
      source={shown.source}
      isSourceSaid
      table={tableOf(say, figure, views)}
    >
      <QuestionPicture figure={figure} views={views} reach={shown.reach} />
      <WithoutRest figure={figure} shown={shown} />
    </ChartFrame>
  )
}

/** Of a sum that leaves the rest of its team out. */
export function WithoutRest({ figure, shown: { teams, team } }: { figure: Figure; shown: Shown }) {
  const say = useMessages(restTexts)
  if (!figure.without_small_teams) return null
  return <p className="quiet small">{restText(say, { teams, team, countedIn: figure.counted_in })}</p>
}

type PictureProps = {
  figure: Figure
  views: Views
  reach: number
  isSlide?: boolean
}

export function QuestionPicture({ figure, views, reach, isSlide = false }: PictureProps) {
  const say = useMessages(resultsTexts)
  const { spread, bars, measured } = views
  const { text = '', type, mean, n = 0 } = figure
  return (
    <div className={classes.picture} data-slide={isSlide || undefined}>
      {spread && (
        <div className={classes.spread}>
          {!measured?.isEnps && (
            <p className={`quiet ${classes.sides}`} aria-hidden="true">
              <span>{say('unfavourable')}</span>
              <span>{say('favourable')}</span>
            </p>
          )}
          <DivergingBar
            label={text}
            {...spread}
            reach={reach}
            size={isSlide ? 'slide' : 'row'}
            isNamed={measured?.isEnps}
          />
          <SpreadLegend spread={spread} />
        </div>
      )}
      {bars.length > 0 && (
        <div className={classes.spread}>
          <Bars bars={bars} />
          {type === 'multi_choice' && <p className="quiet small">{say('picks')}</p>}
          {type === 'ranking' && <p className="quiet small">{say('first_places')}</p>}
        </div>
      )}
      {measured && <Measure measured={measured} n={n} isSlide={isSlide} />}
      {type === 'number' && typeof mean === 'number' && (
        <dl className={classes.measure}>
          <div>
            <dt>{say('mean')}</dt>
            <dd>
              <strong className={classes.value}>{formatWithUnit(formatScore(mean), figure.unit)}</strong>
            </dd>
          </div>
        </dl>
      )}
      {type === 'date' && <p className="quiet small">{say('dates_kept')}</p>}
    </div>
  )
}

function Measure({ measured, n, isSlide }: { measured: Measured; n: number; isSlide: boolean }) {
  const say = useMessages(resultsTexts)
  const { value, interval, min, max, isEnps, unit, before } = measured
  return (
    <dl className={classes.measure}>
      <div>
        <dt>
          {isEnps
            ? say('enps')
            : say('mean_of', { min: formatFigure(min), max: formatWithUnit(formatFigure(max), unit) })}
        </dt>
        <dd>
          {interval ? (
            <>
              {isSlide && (
                <strong className={classes.value} aria-hidden="true">
                  <bdi>{figureText(measured, value)}</bdi>
                </strong>
              )}
              <Interval
                isBare={isSlide}
                value={value}
                low={interval[0]}
                high={interval[1]}
                min={min}
                max={max}
                before={before ?? undefined}
                format={(figure) => figureText(measured, figure)}
                ends={isEnps ? formatSigned : formatFigure}
              />
              <span className={`quiet small figures ${classes.key}`}>
                <span>
                  {say('likely')} <bdi>{intervalText(say, measured, interval)}</bdi>
                </span>
                {before !== null && <LastTime />}
              </span>
            </>
          ) : (
            <strong className={classes.value}>
              <bdi>{figureText(measured, value)}</bdi>
            </strong>
          )}
        </dd>
      </div>
      <div>
        <dt>{say('since_last')}</dt>
        <dd>
          <Change measured={measured} />
        </dd>
      </div>
      {isSlide && (
        <div>
          <dt>{say('answers')}</dt>
          <dd className="figures">{formatNumber(n)}</dd>
        </div>
      )}
    </dl>
  )
}

/** What the hollow dot of an interval is. */
export function LastTime() {
  const say = useMessages(resultsTexts)
  return (
    <span>
      <span className={classes.hollow} aria-hidden="true" />
      {say('last_time')}
    </span>
  )
}

const Bars = ({ bars }: { bars: readonly Bar[] }) => (
  <ul className={classes.bars}>
    {bars.map(({ label, count, share }) => (
      <li key={label}>
        <span>{label}</span>
        <span className={classes.track} aria-hidden="true">
          <span style={{ inlineSize: `${100 * share}%` }} />
        </span>
        <span className={`figures ${classes.count}`}>
          {formatPercent(share)} <span className="quiet">({formatNumber(count)})</span>
        </span>
      </li>
    ))}
  </ul>
)
