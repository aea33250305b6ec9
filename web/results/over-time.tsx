/** A question of a check-in from date to date, up to the one whose results are shown. Nothing where it has been asked once. */
import { useQuery } from '@tanstack/react-query'
import { trendAround } from '../insights/insight-queries.ts'
import { useMessages } from '../messages.ts'
import { LineBand } from '../ui/line-band.tsx'
import { formatNumber } from '../ui/number-format.ts'
import type { Measured } from './question-view.ts'
import { figureText } from './result-words.ts'
import type { Figure, Finding } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'

/** Which check-in the results are of, and when their occurrence opened. */
export type Dated = { checkInId: string; openedAt: string }

/** As its findings say; null: a pulse, which is asked once. */
export function datedBy([one]: readonly Finding[]): Dated | null {
  const checkInId = one?.scope.check_in_id
  return checkInId === undefined ? null : { checkInId, openedAt: one.survey.opened_at }
}

type Props = { figure: Figure; measured: Measured; dated: Dated; team: string | null }

/** In px. */
const height = 150

export function OverTime({ figure, measured, dated: { checkInId, openedAt }, team }: Props) {
  const say = useMessages(resultsTexts)
  const points = useQuery(trendAround(checkInId, team))
    .data?.trends.find(({ scope }) => scope.team_id === team)
    ?.series.find(({ question_id: id, measure }) => id === figure.id && measure !== 'sentiment')
    ?.points.filter(({ opened_at: at }) => at <= openedAt)
  if (!points || points.length < 2) return null
  return (
    <section className="stack-tight">
      <h3>{say('over_time')}</h3>
      <LineBand
        label={`${say('over_time')}: ${figure.text ?? ''}`}
        min={measured.min}
        max={measured.max}
        height={height}
        format={(value) => figureText(measured, value)}
        formatTick={formatNumber}
        points={points.map(({ opened_at: at, value, n, interval }) => ({
          at: at.slice(0, 'yyyy-mm-dd'.length),
          value,
          n,
          ...(interval && { low: interval[0], high: interval[1] }),
        }))}
      />
    </section>
  )
}
