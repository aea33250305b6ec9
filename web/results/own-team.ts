/**
 * The group whose figures are shown. A lead of one shown team starts there; “everyone” in the address means all recipients. On the page of
 * results the address names the group, so that a link to it shows others the same.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { managedTeams } from '../home/home-queries.ts'
import { useMe } from '../me.ts'
import { useAddress } from '../ui/address.ts'
import { everyoneInAddress, type Results } from './results-queries.ts'

type Chosen = {
  /** undefined: everyone. */
  team: string | undefined
  /** The team of a lead of one, who starts there. */
  own: string | undefined
  isKnown: boolean
}

export function useChosenTeam(results: Results | undefined): Chosen {
  const { values, change } = useAddress()
  const chosen = useTeamInAddress(results)
  const { own } = chosen
  const named = values.team
  useEffect(() => {
    if (named === undefined && own !== undefined) change({ team: own })
  }, [named, own])
  return chosen
}

/** If the address does not name a group. */
export function useTeamInAddress(results: Results | undefined): Chosen {
  const { team: named } = useAddress().values
  const { own, isKnown } = useOwnTeam(results)
  return named === undefined
    ? { team: own, own, isKnown }
    : { team: named === everyoneInAddress ? undefined : named, own, isKnown: true }
}

function useOwnTeam(results: Results | undefined): Omit<Chosen, 'team'> {
  const me = useMe().data
  const isLead = me?.role === 'member' && me.manages_teams === true
  const managed = useQuery({ ...managedTeams, enabled: isLead })
  if (me && !isLead) return { own: undefined, isKnown: true }
  if (managed.isError) return { own: undefined, isKnown: true }
  if (!results || !managed.data) return { own: undefined, isKnown: false }
  const mine = new Set(managed.data.teams.map(({ id }) => id))
  const shown = results.teams.filter(({ team_id: id, suppressed }) => !suppressed && mine.has(id))
  return { own: shown.length === 1 ? shown[0].team_id : undefined, isKnown: true }
}
