/** What several collections may tell of one team. */
import { type QuestionFigure } from '../../contract/collections.ts'
import { type Question } from '../../contract/questions.ts'
import { figureOf, type QuestionCell, questionMeasure, suppressedFigure } from '../cells/cells.ts'
import { releasedToTeam } from '../confidentiality/confidentiality.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'

/** @returns the figures of each closed collection that shows anything of the team; the others are suppressed */
export async function teamFiguresOf(
  tx: Tx,
  organisationId: string,
  teamId: string,
  collectionIds: readonly string[],
): Promise<Map<string, QuestionFigure[]>> {
  const asked = await many<{ id: string; questions: Question[] }>(
    tx,
    sql`
      select id, questions
      from collections
      where organisation_id = ${organisationId}
        and id = any (${textArray(collectionIds)})
        and state = 'closed'`,
  )
  const cells = new Map(
    (await releasedToTeam<QuestionCell>(tx, organisationId, teamId, collectionIds)).map((one) => [
      `${one.collection_id} ${one.measure}`,
      one.cells,
    ]),
  )
  return new Map(
    asked.flatMap(({ id, questions }) => {
      const found = questions.map((question) => cells.get(`${id} ${questionMeasure(question.id)}`))
      if (found.every((one) => one === undefined)) return []
      const figures = questions.map((question, at) =>
        found[at] ? figureOf(question, found[at]) : suppressedFigure(question),
      )
      return [[id, figures] as const]
    }),
  )
}
