/** What the newest surveys say of a group: the finding that comes first, as in Insights, with what is suggested about it, and those that follow. */
import { useFirstFindings } from '../insights/use-first-findings.ts'
import { actionFor } from '../insights/ranked.ts'
import { findingsOf, ofGroup } from './first-finding.ts'
import type { ScoresEntry, Team } from './home-queries.ts'

/** Read by the finding and by the scores. */
export function useWeek(team: Team | null, entry: ScoresEntry) {
  const first = useFirstFindings({ team: team?.id })
  const { found, open, actions, before, own, parents } = first
  const insights = found.data?.insights ?? []
  const [finding = null, ...others] = findingsOf(insights, { own, actions: before, parents })
  return {
    insights: found,
    actions: open,
    // What stands out would otherwise be replaced while it is read.
    isWaiting: first.isWaiting || found.isPending,
    own: ofGroup(insights, team?.id ?? null, entry),
    finding,
    others,
    action: finding && actionFor(finding, actions),
    /** What the group has taken on: of its next finding there may be nothing to accept. */
    taken: actions.find(({ state, scope }) => state !== 'suggested' && scope.team_id === (team?.id ?? null)),
  }
}
