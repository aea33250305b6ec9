/** How sure the figures of last time were: read only where one of them looks far from this time’s, although no test tells a change. */
import { useQuery } from '@tanstack/react-query'
import { trendAround } from '../insights/insight-queries.ts'
import { isPuzzling, measuredOf, type Range } from './question-view.ts'
import { askedOf } from './result-words.ts'
import type { Asked, Figure, Finding } from './results-queries.ts'

type Read = { asked: readonly Asked[]; findings: readonly Finding[] }

/** By the id of the question. */
export function useEarlier(
  figures: readonly Figure[],
  { asked, findings }: Read,
): ReadonlyMap<string, Range> {
  const {
    check_in_id: checkIn,
    check_in_instance_id: instance,
    team_id: team = null,
  } = findings[0]?.scope ?? {}
  const isNeeded = figures.some((figure) => {
    const measured = measuredOf(figure, askedOf(asked, figure), findings)
    return measured !== null && isPuzzling(measured)
  })
  const trend = useQuery({ ...trendAround(checkIn ?? '', team), enabled: isNeeded && checkIn !== undefined })
  const series = trend.data?.trends.find(({ scope }) => scope.team_id === team)?.series ?? []
  return new Map(
    series.flatMap(({ question_id: id, measure, points }): [string, Range][] => {
      const at = points.findIndex((point) => point.check_in_instance_id === instance)
      const interval = at > 0 ? points[at - 1].interval : null
      return id !== undefined && (measure === 'score' || measure === 'enps') && interval
        ? [[id, [interval[0], interval[1]]]]
        : []
    }),
  )
}
