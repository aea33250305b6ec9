/**
 * Follow-up questions, asked of the people who gave an earlier question a certain answer: how many answer the follow-up tells how
 * many gave that answer. Where nearly all of a cell did, or nearly none, that would undo its banding (banding.ts). So in each
 * cell of the leading question a follow-up counts at least one person fewer than answered there, and a lone one not at all: all
 * and all but one look alike, and so do one and none. Who is left out depends on what they answered, not on who they are.
 *
 * A follow-up may lead to another. Anyone who is left out of the first is left out of all that follow from it, and the next one
 * counts at least one person fewer than are left: otherwise its number would reveal who was left out of the one before.
 */
import { cellFor, type Division, divisionBy, type TeamNode } from './division.ts'
import type { Respondent } from './respondent.ts'

/** A question, and the one whose answer leads to it. */
export type FollowUp = { questionId: string; leading: string }

/** Which groups each measure shows. */
export type GroupsByMeasure = ReadonlyMap<string, ReadonlySet<string>>

export const questionMeasure = (questionId: string): string => `question:${questionId}`

/** The follow-up questions of a form, in its order: whatever leads to a question is asked before it. */
export const followUpsIn = (
  questions: readonly { id: string; show_if?: { question_id: string } }[],
): FollowUp[] =>
  questions.flatMap(({ id, show_if: condition }) =>
    condition ? [{ questionId: id, leading: condition.question_id }] : [],
  )

/**
 * Those of the follow-up questions that these questions are, or follow from, in the same order.
 * @param followUps  of the whole form
 */
export function leadingTo(questions: readonly string[], followUps: readonly FollowUp[]): FollowUp[] {
  const wanted = new Set(questions)
  return followUps
    .toReversed()
    .filter(({ questionId, leading }) => wanted.has(questionId) && wanted.add(leading))
    .reverse()
}

/**
 * Respondents without the answers to follow-up questions that are not counted. They keep their teams.
 * @param followUps  each behind those that lead to it
 */
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
  const isLeader = ({ answers }: Respondent): boolean => answers.has(leading)
  const isFollower = ({ answers }: Respondent): boolean => answers.has(questionId)
  // Whose answer to the leading question is not counted.
  const uncounted = new Set(respondents.filter((one) => isFollower(one) && !isLeader(one)))
  for (const cell of Map.groupBy(respondents.filter(isLeader), ({ team }) =>
    cellFor(division, team),
  ).values()) {
    const followers = cell.filter(isFollower)
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
