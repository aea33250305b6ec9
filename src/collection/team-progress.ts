/**
 * Recipients and answers by team while an attributed collection is open. Its readers see each answer by name, so a count tells them
 * nothing new; teams of fewer than k_rate recipients are counted in the one above all the same.
 */
import type { CollectionProgress } from '../../contract/collections.ts'
import type { Tx } from '../db/db.ts'
import { namedTeamCounts, teamNames } from './roster-store.ts'
import { type Collection, refOf } from './store.ts'
import { pathAbove } from './team-figures.ts'

type TeamProgress = NonNullable<CollectionProgress['teams']>[number]

export async function namedTeamProgress(tx: Tx, collection: Collection): Promise<TeamProgress[]> {
  const ref = refOf(collection)
  const teams = await teamNames(tx, ref)
  const parents = new Map(teams.map(({ id, parent }) => [id, parent]))
  const sums = new Map(teams.map(({ id }) => [id, { recipients: 0, responded: 0 }]))
  for (const { id, recipients, responded } of await namedTeamCounts(tx, ref))
    for (const team of id === null ? [] : [id, ...pathAbove(id, parents)]) {
      const sum = sums.get(team)
      if (!sum) continue
      sum.recipients += recipients
      sum.responded += responded
    }
  const isListed = (id: string): boolean => (sums.get(id)?.recipients ?? 0) >= collection.k_rate
  return teams
    .filter(({ id }) => isListed(id))
    .map(({ id, name }) => ({
      team_id: id,
      name,
      parent_team_id: pathAbove(id, parents).find(isListed) ?? null,
      recipients: sums.get(id)?.recipients ?? 0,
      responded: sums.get(id)?.responded ?? 0,
    }))
}
