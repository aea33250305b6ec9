/**
 * Comments that their writers keep from being shown. What a measure says of a group, less what a reader finds in the comments that are shown there,
 * is what the hidden ones say. So in each cell of their question they are measured where at least `least` people hid theirs, and otherwise not
 * at all.
 */
import type { Answer } from '../../contract/questions.ts'
import { cellFor, type Division } from './division.ts'
import type { Respondent } from './respondent.ts'

/**
 * @param division  of the comments that are shown
 * @returns the answers to that question that no measure may be made from
 */
export function fewHidden(
  respondents: readonly Respondent[],
  division: Division,
  { questionId, least }: { questionId: string; least: number },
): Answer[] {
  const hidden = respondents.flatMap(({ answers, team }) => {
    const answer = answers.get(questionId)
    return answer?.do_not_quote ? [{ answer, cell: cellFor(division, team) }] : []
  })
  return [...Map.groupBy(hidden, ({ cell }) => cell).values()]
    .filter((together) => together.length < least)
    .flatMap((together) => together.map(({ answer }) => answer))
}
