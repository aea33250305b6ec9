/**
 * A question's figure from what the gate released of it, and where the answers of a hidden team are counted. Everything here follows from
 * which figures are shown, so a hidden team looks the same whoever answered in it.
 */
import type { CountedIn, QuestionFigure } from '../../contract/collections.ts'
import type { Question } from '../../contract/questions.ts'
import { everyone, figureOf, type QuestionCell, questionMeasure, suppressedFigure } from '../cells/cells.ts'

/** What is released of one group and one measure. */
export type ReleasedFigure = { measure: string; cells: readonly QuestionCell[]; partial: boolean }

/** @param cells  undefined where nothing was released */
export const figureFrom = (question: Question, cells: readonly QuestionCell[] | undefined): QuestionFigure =>
  cells ? figureOf(question, cells) : suppressedFigure(question)

/**
 * The figures of a team, question by question.
 * @param own    what is released of the team
 * @param above  the groups above it from the lowest to everyone, each with the measures that it shows of all its people
 */
export function teamFigures(
  questions: readonly Question[],
  own: readonly ReleasedFigure[],
  above: readonly GroupAbove[],
): { questions: QuestionFigure[] } | ({ suppressed: true } & CountedIn) {
  const measures = new Set(questions.map(({ id }) => questionMeasure(id)))
  const released = new Map(own.flatMap((one) => (measures.has(one.measure) ? [[one.measure, one]] : [])))
  if (released.size === 0)
    return { suppressed: true, ...countedIn(above, (shown) => !shown.isDisjointFrom(measures)) }
  return {
    questions: questions.map((question) => {
      const measure = questionMeasure(question.id)
      const figure = released.get(measure)
      const inGroup = countedIn(above, (shown) => shown.has(measure))
      if (!figure) return { ...suppressedFigure(question), ...inGroup }
      const plain = figureFrom(question, figure.cells)
      return figure.partial ? { ...plain, ...inGroup, without_small_teams: true as const } : plain
    }),
  }
}

export type GroupAbove = { team: string; shown: ReadonlySet<string> }

function countedIn(
  above: readonly GroupAbove[],
  isShown: (shown: ReadonlySet<string>) => boolean,
): CountedIn {
  const group = above.find(({ shown }) => isShown(shown))
  return group ? { counted_in: group.team === everyone ? null : group.team } : {}
}
