/** What a finding is about, from date to date: the line of its question, or of participation. Nothing where there is one date. */
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '../../client/client.ts'
import { useMessages } from '../messages.ts'
import { LineBand } from '../ui/line-band.tsx'
import { formatNumber, formatPercent, formatScore, formatSigned } from '../ui/number-format.ts'
import { type Insight, trendAround } from './insight-queries.ts'
import { findingTexts } from './finding-texts.ts'
import { insightTexts } from './insight-texts.ts'

type Series = ReplyOf<'listTrends'>['trends'][number]['series'][number]

const formatOf = ({ measure }: Series): ((value: number) => string) =>
  measure === 'participation' ? formatPercent : measure === 'enps' ? formatSigned : formatScore

const isAbout = ({ kind, scope }: Insight, { measure, question_id: question }: Series): boolean =>
  kind === 'participation'
    ? measure === 'participation'
    : question === scope.question_id && measure !== 'sentiment'

/** In px. */
const height = 150

export function InsightTrend({ insight }: { insight: Insight }) {
  const say = useMessages(insightTexts)
  const sayFinding = useMessages(findingTexts)
  const { scope } = insight
  const trend = useQuery(trendAround(scope.check_in_id ?? '', scope.team_id)).data?.trends.find(
    (one) => one.scope.team_id === scope.team_id,
  )
  const series = trend?.series.find((one) => isAbout(insight, one))
  if (!series || series.points.length < 2) return null
  const before = formatOf(series)(series.points[series.points.length - 2].value)
  return (
    <section className="stack-tight">
      <h3>{say('over_time')}</h3>
      {/* Where the trend is tested, the verdict says it. */}
      {series.measure === 'participation' && <p>{sayFinding('was', { value: before })}</p>}
      <LineBand
        label={insight.headline ?? insight.statement}
        min={series.min}
        max={series.max}
        height={height}
        format={formatOf(series)}
        {...(series.measure === 'score' && { formatTick: formatNumber })}
        points={series.points.map(({ opened_at: at, value, n, interval }) => ({
          at: at.slice(0, 'yyyy-mm-dd'.length),
          value,
          n,
          ...(interval && { low: interval[0], high: interval[1] }),
        }))}
      />
    </section>
  )
}
