/** In which group the people of a team count that is not shown on its own. */
import type { Simulation } from './draft-queries.ts'

type Team = Simulation['teams'][number]

/** The nearest team above that has a figure, in which those of a hidden one count; null: everyone. */
export function countedIn(
  { teams }: Pick<Simulation, 'teams'>,
  { parent_team_id: parent }: Team,
): Team | null {
  const above = teams.find(({ team_id }) => team_id === parent)
  if (!above) return null
  return above.scores > 0 ? above : countedIn({ teams }, above)
}
