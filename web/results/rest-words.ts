/** The part of a team that its figure leaves out, because too few people are in it: named by the team, wherever people read it. */
import type { Say } from '../messages.ts'
import type { restTexts } from './rest-texts.ts'

type Team = { team_id: string; name?: string | undefined }

type Sum = {
  /** Those that the reader sees. */
  teams: readonly Team[]
  /** Whose figure it is; null: everyone. */
  team: string | null
  /** Where the rest is counted; null: everyone. */
  countedIn: string | null | undefined
}

export const teamNamed = (teams: readonly Team[], id: string | null | undefined): string | undefined =>
  teams.find(({ team_id: one }) => one === id)?.name

export function restText(say: Say<typeof restTexts>, { teams, team, countedIn }: Sum): string {
  const name = teamNamed(teams, team)
  if (name === undefined) return say('teams_missing')
  const group = countedIn === null ? say('everyone') : teamNamed(teams, countedIn)
  return group === undefined
    ? say('rest_missing', { team: name })
    : say('rest_counted', { team: name, group })
}
