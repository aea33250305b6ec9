/** What is behind a cell: the value with its interval, how the answers are spread, and how it has gone; a chunk of its own. */
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../messages.ts'
import { type Count, DivergingBar, SpreadLegend } from '../ui/diverging-bar.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { restTexts } from '../results/rest-texts.ts'
import { restText } from '../results/rest-words.ts'
import { everyoneInAddress } from '../results/results-queries.ts'
import { resultsAddress } from '../surveys/survey-addresses.ts'
import { searchOf } from '../ui/address.ts'
import { ButtonLink } from '../ui/links.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { type Survey, trendOf } from './figure-queries.ts'
import { figureTexts } from './figure-texts.ts'
import { hiddenText, measuredText, whyText } from './figure-words.ts'
import classes from './figures.module.css'
import { type Column, everyone, type Figure, type HeatMap, readingOf, restIn, type Told } from './heat-map.ts'
import { usePastInstances } from './survey-choice.tsx'
import { isTested, remarkOf, TrendLine } from './trend-line.tsx'

type Props = {
  map: HeatMap
  row: string
  /** null: the address names none that there is. */
  column: Column | null
  survey: Survey
  /** The occurrence of a check-in. */
  occurrence: string | undefined
  nameOf: (column: Column) => string
}

export function CellDetail({ map, row, column, survey, occurrence, nameOf }: Props) {
  const say = useMessages(figureTexts)
  const sayRest = useMessages(restTexts)
  const reading = column && readingOf(map, 'score', row, column)
  if (!column || !reading) return <p className="quiet">{say('no_team')}</p>
  if ('why' in reading) return <Hidden reason={whyText(say, map.teams, reading.why)} />
  const { figure, told } = reading
  const rest = figure.compared.find(({ comparison }) => comparison === 'organisation')
  const [low, high] = figure.interval ?? []
  return (
    <div className="stack">
      <p className={classes.value}>
        <strong>{measuredText(column, figure.value)}</strong>{' '}
        <span className="quiet figures">
          {low !== undefined &&
            `${say('interval', { low: measuredText(column, low), high: measuredText(column, high) })} ·\u00a0`}
          {say('answer_count', { count: figure.n })}
        </span>
      </p>
      <p className="quiet">{column.text}</p>
      {rest && (
        <p>
          {say('against_rest', { value: measuredText(column, rest.value) })}
          {' ·\u00a0'}
          {say(told ? (told.isUp ? 'clearly_above' : 'clearly_below') : 'not_clearly')}
        </p>
      )}
      {figure.isPartial && <p className="quiet">{restText(sayRest, restIn(map, row, column))}</p>}
      {figure.isBanded && <p className="quiet">{say('banded')}</p>}
      <h3>{say('distribution')}</h3>
      <Spread {...{ column, figure }} label={nameOf(column)} />
      {survey.kind === 'check_in' && (
        <OverTime {...{ row, column, survey, nameOf }} moved={movedOf(map, row, column)} />
      )}
      <WaysOn {...{ row, survey, occurrence }} question={column.id} />
    </div>
  )
}

function Spread({ column, figure, label }: { column: Column; figure: Figure; label: string }) {
  const say = useMessages(figureTexts)
  const spread = useSpread(column, figure)
  return (
    <>
      {!column.isEnps && (
        <p className={`quiet ${classes.sides}`} aria-hidden="true">
          <span>{say('unfavourable')}</span>
          <span>{say('favourable')}</span>
        </p>
      )}
      <DivergingBar label={label} {...spread} isNamed={column.isEnps} />
      <SpreadLegend spread={spread} />
    </>
  )
}

const enpsSides = [
  ['detractors', 0, 6],
  ['passives', 7, 8],
  ['promoters', 9, 10],
] as const

/** As the author calls a step: each has a name, or the ends alone. */
const labelOf = ({ labels = [] }: Column, i: number, count: number): string | undefined =>
  labels.length === count ? labels[i] : i === 0 ? labels[0] : i === count - 1 ? labels.at(-1) : undefined

/** Every step of the scale, from bad news to good. */
function useSpread(column: Column, { distribution }: Figure): { counts: Count[]; neutral: number | null } {
  const say = useMessages(figureTexts)
  const between = (low: number, high: number): number =>
    distribution
      .filter(({ value }) => value >= low && value <= high)
      .reduce((sum, { count }) => sum + count, 0)
  if (column.isEnps)
    return {
      counts: enpsSides.map(([key, low, high]) => ({ label: say(key), count: between(low, high) })),
      neutral: 1,
    }
  const steps = Array.from({ length: column.max - column.min + 1 }, (_none, i) => column.min + i)
  const counts = steps.map((step, i) => ({
    label: [step, labelOf(column, i, steps.length)].filter((one) => one !== undefined).join(' '),
    count: between(step, step),
  }))
  return {
    counts: column.isLowGood ? counts.toReversed() : counts,
    neutral: counts.length % 2 === 1 ? (counts.length - 1) / 2 : null,
  }
}

/** What the test of results says of it, by which Trends and Insights go, too. */
const movedOf = ({ told }: HeatMap, row: string, { id }: Column): Told | undefined =>
  told.find(({ team, column, against }) => team === row && column === id && against === 'previous')

function OverTime({
  row,
  column,
  survey,
  nameOf,
  moved,
}: Pick<Props, 'row' | 'survey' | 'nameOf'> & { column: Column; moved: Told | undefined }) {
  const say = useMessages(figureTexts)
  const teamId = row === everyone ? null : row
  const trend = useQuery(trendOf(survey.id, teamId))
  const past = usePastInstances(survey.id)
  return (
    <>
      <h3>{say('over_time')}</h3>
      <QueryState query={trend}>
        {({ trends }) => {
          const series = trends
            .find(({ scope }) => scope.team_id === teamId)
            ?.series.find((one) => one.question_id === column.id && one.measure !== 'sentiment')
          return series ? (
            <>
              <p>{isTested(series) ? series.statement : remarkOf(say, series, moved ?? null)}</p>
              <TrendLine series={series} label={nameOf(column)} past={past.data ?? []} />
            </>
          ) : (
            <Hidden reason={hiddenText(say, [], undefined)} />
          )
        }}
      </QueryState>
    </>
  )
}

/** From a cell to what it is a part of. */
function WaysOn({
  row,
  survey,
  occurrence,
  question,
}: Pick<Props, 'row' | 'survey' | 'occurrence'> & { question: string }) {
  const say = useMessages(figureTexts)
  const address = resultsAddress(survey)
  const team = row === everyone ? undefined : row
  return (
    <div className="row">
      {address && (
        <>
          <ButtonLink
            to={address}
            search={searchOf({ occurrence, team: team ?? everyoneInAddress })}
            hash={`question-${question}`}
          >
            {say('see_results')}
          </ButtonLink>
          <ButtonLink
            variant="default"
            to={address}
            search={searchOf({ occurrence, team: team ?? everyoneInAddress })}
            hash="comments"
          >
            {say('read_comments')}
          </ButtonLink>
        </>
      )}
      {survey.kind === 'check_in' && (
        <ButtonLink
          variant="default"
          to="/app/trends"
          search={{ survey: survey.id, team: team ?? everyoneInAddress }}
        >
          {say('open_trends')}
        </ButtonLink>
      )}
    </div>
  )
}
