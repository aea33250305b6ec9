/** A question's figure from what the gate released of it. */
import { type QuestionFigure } from '../../contract/collections.ts'
import { type Question } from '../../contract/questions.ts'
import { figureOf, type QuestionCell, suppressedFigure } from '../cells/cells.ts'

/** @param cells  undefined where nothing was released */
export const figureFrom = (question: Question, cells: readonly QuestionCell[] | undefined): QuestionFigure =>
  cells ? figureOf(question, cells) : suppressedFigure(question)
