/** The finding that a home begins with. No figure is computed here. */
import { firstFindings } from '../insights/first-findings.ts'
import { type Action, type Insight, type Parents, storiesOf, surveyOf } from '../insights/ranked.ts'

type OfSurvey = Parameters<typeof surveyOf>[0]

/** Those of a survey about this group. @param teamId  null: everyone */
export const ofGroup = (insights: readonly Insight[], teamId: string | null, entry: OfSurvey): Insight[] =>
  insights.filter((one) => one.scope.team_id === teamId && surveyOf(one) === surveyOf(entry))

type Level = { state: 'problem' | 'fine' | 'strength' | 'unclear'; times: number; reference: number }
export const levelOf = ({ kind, value }: Insight): Level | null =>
  kind === 'level' ? (value as Level) : null

type Ranking = {
  own: ReadonlySet<string>
  /** As they were when the page was loaded. */
  actions: readonly Action[]
  parents: Parents
}

/**
 * What stands first in Insights, with what stands below it there; where nothing does, what is good in the newest survey.
 *
 * @param insights  the newest first
 */
export function findingsOf(insights: readonly Insight[], { parents, ...ranking }: Ranking): Insight[] {
  const { attention, improved } = firstFindings(insights, ranking)
  const told = [attention, improved].flatMap((some) => storiesOf(some, parents).map(({ insight }) => insight))
  if (told.length > 0) return told
  const strength = insights.find(
    (one) => surveyOf(one) === surveyOf(insights[0]) && levelOf(one)?.state === 'strength',
  )
  return strength ? [strength] : []
}
