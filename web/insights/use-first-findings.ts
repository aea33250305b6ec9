/** What Home and Insights read to know what comes first. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allTeams, managedTeams, newestFindings, openActions } from '../home/home-queries.ts'
import type { InsightFilter } from './insight-queries.ts'
import type { Action, Parents } from './ranked.ts'

/** @property before  the actions when the page was loaded: what is accepted meanwhile stays in its place */
export function useFirstFindings(filter: Omit<InsightFilter, 'kind'>) {
  const managed = useQuery(managedTeams)
  const open = useQuery(openActions(filter.team))
  // What has failed waits for whoever tries it again, although a part of the page comes later.
  const found = useQuery({ ...newestFindings(filter), retryOnMount: false })
  const teams = useQuery(allTeams).data?.teams ?? []
  const actions: readonly Action[] = open.data?.actions ?? []
  const before = useMemo(() => actions, [open.isSuccess])
  const own = new Set(managed.data?.teams.map(({ id }) => id))
  const parents: Parents = new Map(teams.map(({ id, parent_team_id: parent }) => [id, parent]))
  return {
    found,
    open,
    actions,
    before,
    own,
    parents,
    // Findings would otherwise change places while they are read.
    isWaiting: open.isPending || managed.isPending,
  }
}
