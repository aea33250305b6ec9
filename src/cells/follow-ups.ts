/**
 * Follow-up questions, put to those who gave an earlier one a certain answer: how many answer the second tells how many gave
 * that answer to the first. Where nearly all of a cell did, or nearly none, that would undo its banding (banding.ts). So in
 * each cell of the leading question a follow-up counts at least one person fewer than answered there, and a lone one not at
 * all: all and all but one look alike, and so do one and none. Who is left out is chosen by what he said, not by who he is.
 */
import { everyone, shownTree, type TeamNode } from './plan.ts'
import { type Respondent } from './respondent.ts'

export type FollowUp = { questionId: string; leading: string }

/** The groups that each measure shows. */
export type Shown = ReadonlyMap<string, ReadonlySet<string>>

export const questionMeasure = (questionId: string): string => `question:${questionId}`

/** Respondents without the answers that are not counted. They stand in their teams as before. */
export function uncounted(
  respondents: readonly Respondent[],
  teams: readonly TeamNode[],
  shown: Shown,
  followUps: readonly FollowUp[],
): readonly Respondent[] {
  return followUps.reduce((kept, followUp) => withoutOne(kept, teams, shown, followUp), respondents)
}

function withoutOne(
  respondents: readonly Respondent[],
  teams: readonly TeamNode[],
  shown: Shown,
  { questionId, leading }: FollowUp,
): readonly Respondent[] {
  const { nodeOf } = shownTree(teams, shown.get(questionMeasure(leading)) ?? new Set())
  const led = respondents.filter(({ answers }) => answers.has(leading))
  const left = new Set<Respondent>()
  for (const cell of Map.groupBy(led, ({ team }) => nodeOf(team) ?? everyone).values()) {
    const followed = cell.filter(({ answers }) => answers.has(questionId))
    if (followed.length !== 1 && followed.length !== cell.length) continue
    const said = (one: Respondent): string => JSON.stringify(one.answers.get(questionId))
    left.add(followed.reduce((first, one) => (said(one) < said(first) ? one : first)))
  }
  return respondents.map((one) =>
    left.has(one) ? { ...one, answers: new Map([...one.answers].filter(([id]) => id !== questionId)) } : one,
  )
}
