/** Several questions on one scale, a row each. Each row is a question of its own for answers, figures and the smallest groups. */
import type { FormQuestionOf, QuestionOf } from '../../contract/questions.ts'
import type { Fault } from './definition.ts'
import { scale } from './scale.ts'

type Matrix = FormQuestionOf<'matrix'>
type Row = Matrix['rows'][number]

export const rowId = (matrixId: string, { id }: Row): string => `${matrixId}.${id}`

/** The question of a row, in whose text the matrix's comes first. */
export function rowPart(question: Matrix, row: Row): QuestionOf<'scale'> {
  const { rows: _rows, id, type: _type, text, help: _help, driver: shared, ...scaleMembers } = question
  const driver = row.driver ?? shared
  return {
    ...scaleMembers,
    id: rowId(id, row),
    type: 'scale',
    text: `${text} – ${row.text}`,
    ...(driver !== undefined && { driver }),
  }
}

export const matrix = {
  parts: (question: Matrix): QuestionOf<'scale'>[] => question.rows.map((row) => rowPart(question, row)),
  check: (question: Matrix, fault: Fault): void => {
    const seen = new Set<string>()
    question.rows.forEach(({ id }, at) => {
      if (seen.has(id)) fault(`rows/${at}/id`, `The row id ${id} is used twice`)
      seen.add(id)
    })
    scale.check(rowPart(question, question.rows[0]), fault)
  },
}
