/** The group whose results are looked at: everyone, or one team, as the API sends it. A team that it does not send is unknown here. */
import type { Figure, Finding, Results, TeamResults } from './results-queries.ts'

export type Group =
  | { kind: 'everyone'; questions: readonly Figure[] }
  | { kind: 'team'; team: TeamResults; questions: readonly Figure[] }
  /** Too small, or nobody's whom the reader may see. */
  | { kind: 'hidden'; team: TeamResults }
  | { kind: 'unknown' }

export type ShownGroup = Extract<Group, { questions: unknown }>

export function groupOf({ questions, teams }: Results, id: string | undefined): Group {
  if (id === undefined) return { kind: 'everyone', questions }
  const team = teams.find(({ team_id: one }) => one === id)
  if (!team) return { kind: 'unknown' }
  return team.questions ? { kind: 'team', team, questions: team.questions } : { kind: 'hidden', team }
}

export const isShown = (group: Group | undefined): group is ShownGroup =>
  group?.kind === 'everyone' || group?.kind === 'team'

/** What a page of results is about: a survey, a group and what was found there. */
export type Subject<G extends Group = Group> = {
  title: string
  description: string
  group: G
  findings: readonly Finding[]
}
