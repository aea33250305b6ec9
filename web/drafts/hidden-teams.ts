/**
 * Why a team of enough people is not shown on its own: with its figure beside the others, those of a smaller group could be worked out by
 * subtraction. Told only where the simulation itself says so; what else may hide a team, such as the season of a question, has no reason here.
 */
import type { ReplyOf } from '../../client/client.ts'
import type { Say } from '../messages.ts'
import type { openTexts } from './open-texts.ts'

type Simulation = ReplyOf<'simulateConfidentiality'>
type Team = Simulation['teams'][number]

/** Whose answers could be worked out; team: null, if they are more than one whole team or in none. */
export type Rest = { team: string | null; people: number }

/** The nearest team above that has a figure, in which those of a hidden one count; null: everyone. */
export function countedIn(
  { teams }: Pick<Simulation, 'teams'>,
  { parent_team_id: parent }: Team,
): Team | null {
  const above = teams.find(({ team_id }) => team_id === parent)
  if (!above) return null
  return above.scores > 0 ? above : countedIn({ teams }, above)
}

/**
 * @param channels  of the survey
 * @returns null if it is too small itself, or hidden for another reason
 */
export function restBeside(simulation: Simulation, channels: readonly string[], team: Team): Rest | null {
  const { teams, recipients, confidentiality, season } = simulation
  const k = Math.max(confidentiality.k_score, confidentiality.k_rate)
  // In a season, and with codes on paper, not everybody counts where the directory has them.
  if (season !== null || channels.includes('code') || team.response_rate || team.people < k) return null
  const childrenOf = (id: string | null) => teams.filter(({ parent_team_id }) => parent_team_id === id)
  const sum = (some: readonly Team[]): number => some.reduce((people, one) => people + one.people, 0)
  const isShown = (one: Team): boolean => one.response_rate || one.team_id === team.team_id
  /** People of a group who are in no shown team of it, by the team that they count in; null: in none. */
  const restsIn = (id: string | null, people: number): Rest[] => {
    const inside = childrenOf(id)
    return [
      { team: id, people: people - sum(inside) },
      ...inside.filter((one) => !isShown(one)).flatMap((one) => restsIn(one.team_id, one.people)),
    ].filter((rest) => rest.people > 0)
  }
  const shownAbove = (one: Team): Team | null => {
    const above = teams.find(({ team_id }) => team_id === one.parent_team_id)
    return !above || above.response_rate ? (above ?? null) : shownAbove(above)
  }
  const around = shownAbove(team)
  const groups = [
    restsIn(team.team_id, team.people),
    restsIn(around?.team_id ?? null, around?.people ?? recipients),
  ]
  const small = groups.find((rests) => rests.length > 0 && peopleOf(rests) < k)
  if (!small) return null
  const whole = small.length === 1 ? teams.find(({ team_id }) => team_id === small[0].team) : undefined
  const isWhole = whole !== undefined && whole.team_id !== team.team_id && whole.people === small[0].people
  return { team: isWhole ? whole.name : null, people: peopleOf(small) }
}

const peopleOf = (rests: readonly Rest[]): number => rests.reduce((sum, { people }) => sum + people, 0)

/** “Legal (3)”, “4 other people” */
export const restText = ({ team, people }: Rest, say: Say<typeof openTexts>): string =>
  team === null ? say('rest_people', { count: people }) : say('rest_team', { team, people })
