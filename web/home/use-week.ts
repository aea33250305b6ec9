/** What the newest survey says of a group: the finding that comes first, and what is suggested about it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actionFor } from '../insights/ranked.ts'
import { newestInsights, openActions, type ScoresEntry, type Team, teamLevels } from './home-queries.ts'
import { findingOf, newestOf } from './first-finding.ts'
import { firstOf, subjectOf } from './week.ts'

/** Read by the finding and by the scores. */
export function useWeek(team: Team | null, entry: ScoresEntry) {
  // Scores come later, and what has failed waits for whoever tries it again.
  const insights = useQuery({ ...newestInsights(team?.id), retryOnMount: false })
  const actions = useQuery(openActions(team?.id))
  const own = newestOf(insights.data?.insights ?? [], team?.id ?? null)
  const all = actions.data?.actions ?? []
  // What was suggested first stays when it is accepted, with its finding: so that it can be undone, and answers what is above it.
  const [heldId, setHeldId] = useState<string | null>(null)
  const held = all.find(({ id }) => id === heldId)
  const best = held ?? firstOf(all, entry)
  const teamId = team === null ? (best?.scope.team_id ?? undefined) : undefined
  const ofTeam = useQuery({ ...teamLevels(teamId), enabled: teamId !== undefined })
  // What stands out would otherwise be replaced while it is read.
  const isWaiting = actions.isPending || insights.isPending || (teamId !== undefined && ofTeam.isPending)
  const finding =
    subjectOf(ofTeam.data?.insights, best, entry) ??
    own.find((one) => held && actionFor(one, [held])) ??
    findingOf(insights.data?.insights ?? [], team?.id ?? null, all)
  const action = finding && actionFor(finding, held ? [held] : all)
  if (action && !held && !isWaiting) setHeldId(action.id)
  return { insights, actions, isWaiting, own, finding, action }
}
