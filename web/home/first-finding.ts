/** The finding that a home begins with. No figure is computed here. */
import { type Action, type Insight, rankedOf, surveyOf } from '../insights/ranked.ts'

/** Those of the newest survey about this group. `teamId`: null for everyone. */
export function newestOf(insights: readonly Insight[], teamId: string | null): readonly Insight[] {
  const own = insights.filter(({ scope }) => scope.team_id === teamId)
  return own.filter((one) => surveyOf(one) === surveyOf(own[0]))
}

type Level = { state: 'problem' | 'fine' | 'strength' | 'unclear'; times: number; reference: number }
export const levelOf = ({ kind, value }: Insight): Level | null =>
  kind === 'level' ? (value as Level) : null

/**
 * What comes first in Insights; where nothing does, what is good. A problem of a team below comes before good news of all: figures of
 * everyone may hide it.
 *
 * @param all    what is read of the newest survey, of any group
 * @param group  the team of the page; null: everyone
 */
export function findingOf(
  all: readonly Insight[],
  group: string | null,
  actions: readonly Action[],
): Insight | null {
  const rankedAs = (some: readonly Insight[]) => rankedOf(some, { own: new Set(), actions })
  const own = newestOf(all, group)
  const { attention, improved } = rankedAs(own)
  const below = rankedAs(all.filter((one) => surveyOf(one) === surveyOf(own[0] ?? all[0])))
  return (
    attention[0] ??
    below.attention[0] ??
    improved[0] ??
    own.find((one) => levelOf(one)?.state === 'strength') ??
    null
  )
}
