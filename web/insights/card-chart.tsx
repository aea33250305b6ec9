/**
 * What a finding looks like, small, beside its sentence: of a check-in how its question went from date to date, otherwise the figure with its
 * interval on the whole scale. It repeats what is said, so it is for eyes alone, or says it in words itself.
 */
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '../../client/client.ts'
import { useMessages } from '../messages.ts'
import { Interval } from '../ui/interval.tsx'
import { formatPercent, formatScore, formatSigned } from '../ui/number-format.ts'
import { Sparkline } from '../ui/sparkline.tsx'
import { type Insight, trendAround } from './insight-queries.ts'
import { findingTexts } from './finding-texts.ts'
import classes from './insights.module.css'

type Series = ReplyOf<'listTrends'>['trends'][number]['series'][number]

const ofLine: ReadonlySet<Insight['kind']> = new Set(['level', 'change', 'score', 'driver', 'enps'])

/** Whether a chart may come: its room is there from the beginning, so that nothing is moved by it. */
export const hasLine = ({ kind, scope }: Insight): boolean =>
  scope.check_in_id !== undefined && scope.question_id !== undefined && ofLine.has(kind)

export function CardChart({ insight }: { insight: Insight }) {
  if (hasLine(insight)) return <Line insight={insight} />
  const shape = shareOf(insight)
  return (
    shape && (
      <span className={classes.chart}>
        <Interval isBare {...shape} />
      </span>
    )
  )
}

/** A figure whose scale is known from its kind. */
function shareOf({ kind, value, interval, n }: Insight) {
  if (interval === null) return null
  const [low, high] = interval
  const ofShares = { low, high, min: 0, max: 1, format: formatPercent }
  if (kind === 'theme')
    return { ...ofShares, value: n ? (value as { people: number }).people / n : (low + high) / 2 }
  if (kind === 'strength')
    return { ...ofShares, value: (value as { favourable: { share: number } }).favourable.share }
  if (kind === 'enps')
    return { low, high, min: -100, max: 100, format: formatSigned, value: (value as { enps: number }).enps }
  return null
}

function Line({ insight }: { insight: Insight }) {
  const say = useMessages(findingTexts)
  const { scope, interval } = insight
  const { data } = useQuery(trendAround(scope.check_in_id ?? '', scope.team_id))
  const series = data?.trends
    .find((one) => one.scope.team_id === scope.team_id)
    ?.series.find(({ measure, question_id: id }) => id === scope.question_id && measure !== 'sentiment')
  const here = series?.points.find(
    ({ check_in_instance_id: id }) => id === scope.check_in_instance_id,
  )?.interval
  return (
    <span className={classes.chart}>
      {series && series.points.length > 1 && (
        <Sparkline
          points={series.points.map(pointOf)}
          {...{ min: series.min, max: series.max }}
          height={36}
        />
      )}
      {/* Where the finding has an interval itself, it is among its facts. */}
      {series && here && interval === null && (
        <span className="quiet figures">
          {say('interval', { low: writeOf(series)(here[0]), high: writeOf(series)(here[1]) })}
        </span>
      )}
    </span>
  )
}

const writeOf = ({ measure }: Series): ((value: number) => string) =>
  measure === 'enps' ? formatSigned : formatScore

const pointOf = ({ value, interval }: Series['points'][number]) => ({
  value,
  ...(interval && { low: interval[0], high: interval[1] }),
})
