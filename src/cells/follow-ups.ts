/**
 * Follow-up questions, asked of the people who gave an earlier question a certain answer: how many answer the follow-up tells how
 * many gave that answer. Where nearly all of a cell did, or nearly none, that would undo its banding (banding.ts). So in each
 * cell of the leading question a follow-up counts at least one person fewer than answered there, and a lone one not at all: all
 * and all but one look alike, and so do one and none. Who is left out depends on what they answered, not on who they are.
 */
import { cellFor, type Division, divisionBy, type TeamNode } from './division.ts'
import type { Respondent } from './respondent.ts'

export type FollowUp = { questionId: string; leading: string }

/** Which groups each measure shows. */
export type GroupsByMeasure = ReadonlyMap<string, ReadonlySet<string>>

export const questionMeasure = (questionId: string): string => `question:${questionId}`

/** Respondents without the answers to follow-up questions that are not counted. They keep their teams. */
export function withoutUncounted(
  respondents: readonly Respondent[],
  teams: readonly TeamNode[],
  shown: GroupsByMeasure,
  followUps: readonly FollowUp[],
): readonly Respondent[] {
  return followUps.reduce((counted, followUp) => {
    const groups: ReadonlySet<string> = shown.get(questionMeasure(followUp.leading)) ?? new Set()
    return withoutOne(counted, divisionBy(teams, groups), followUp)
  }, respondents)
}

function withoutOne(
  respondents: readonly Respondent[],
  division: Division,
  { questionId, leading }: FollowUp,
): readonly Respondent[] {
  const leaders = respondents.filter(({ answers }) => answers.has(leading))
  const uncounted = new Set<Respondent>()
  for (const cell of Map.groupBy(leaders, ({ team }) => cellFor(division, team)).values()) {
    const followers = cell.filter(({ answers }) => answers.has(questionId))
    if (followers.length !== 1 && followers.length !== cell.length) continue
    const wordsOf = ({ answers }: Respondent): string => JSON.stringify(answers.get(questionId))
    uncounted.add(followers.reduce((first, one) => (wordsOf(one) < wordsOf(first) ? one : first)))
  }
  return respondents.map((one) =>
    uncounted.has(one)
      ? { ...one, answers: new Map([...one.answers].filter(([id]) => id !== questionId)) }
      : one,
  )
}
