/** The released figures of one team over several collections. */
import { type QuestionFigure } from '../../contract/collections.ts'
import { type QuestionCell, questionMeasure } from '../cells/cells.ts'
import { releasedToTeam } from '../confidentiality/confidentiality.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections } from '../db/tables.ts'
import { figureFrom } from './figures.ts'

const collectionRow = shapeOf(collections, ['id', 'questions'])

/** @returns by collection, the figures of each closed one that releases anything of the team; its other figures are suppressed */
export async function teamFiguresOf(
  tx: Tx,
  organisationId: string,
  teamId: string,
  collectionIds: readonly string[],
): Promise<Map<string, QuestionFigure[]>> {
  const rows = await many(
    tx,
    collectionRow,
    sql`
      select ${collectionRow.columns}
      from collections
      where organisation_id = ${organisationId}
        and id = any (${textArray(collectionIds)})
        and state = 'closed'`,
  )
  const released = await releasedToTeam<QuestionCell>(tx, organisationId, teamId, collectionIds)
  const cellsOf = new Map(
    released.map(({ collection_id, measure, cells }) => [`${collection_id} ${measure}`, cells]),
  )
  const figures = new Map<string, QuestionFigure[]>()
  for (const { id, questions } of rows) {
    const cells = questions.map((question) => cellsOf.get(`${id} ${questionMeasure(question.id)}`))
    if (cells.some((found) => found !== undefined))
      figures.set(
        id,
        questions.map((question, index) => figureFrom(question, cells[index])),
      )
  }
  return figures
}
