/** What comes first of all findings: the same on Home and in Insights. No figure is computed here. */
import { mondayOf } from '../schedule/months.ts'
import { dayOf } from '../ui/wall-clock.ts'
import { type Insight, type Ranked, rankedOf } from './ranked.ts'

/** The Monday of the reader's week in which the survey closed, as a day: 2026-11-16. */
export const weekOf = ({ survey, created_at: found }: Insight): string =>
  mondayOf(dayOf(survey.closed_at ?? found))

/** Those of the newest week in which a survey closed. @param insights  the newest first */
export const firstFindings = (
  insights: readonly Insight[],
  ranking: Parameters<typeof rankedOf>[1],
): Ranked => {
  const week = insights.length === 0 ? null : weekOf(insights[0])
  return rankedOf(
    insights.filter((one) => weekOf(one) === week),
    ranking,
  )
}
