/** A file of past answers, read row by row as it arrives and staged; faults are reported with their line. */
import type { PastQuestions } from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../db/db.ts'
import { type Faults, numberOf, rowsOf, rowsOfJson, type SourceRow, stageRows } from '../imports/imports.ts'
import { questionsIn } from './definitions.ts'
import { checkPastRow, pastFileColumns } from './row.ts'
import type { PastSource } from './source.ts'
import * as store from './store.ts'

/** @returns how many rows there are, and the questions: those of the file's first line, otherwise of the source */
export async function stageAll(
  session: Tx,
  source: PastSource,
  faults: Faults,
): Promise<{ rows: number; questions: PastQuestions }> {
  const { upload } = source
  let questions = source.questions ?? {}
  const rows = await stageRows({
    rows: upload ? rowsOf(upload.media, upload.chunks, pastFileColumns) : rowsOfJson(source.rows ?? []),
    rowsMax: limits.pastRowsMax,
    faults,
    rowOf: (row) => {
      if (!('head' in row)) return stagedOf(row, faults)
      questions = headOf(row, faults) ?? questions
      return undefined
    },
    write: (batch) => store.stage(session, batch),
  })
  await store.indexTable(session)
  return { rows, questions }
}

function headOf({ place, head }: SourceRow, faults: Faults): PastQuestions | undefined {
  const questions = questionsIn(head)
  if (typeof questions !== 'string') return questions
  faults.add({ at: numberOf(place), column: 'questions', code: 'invalid', detail: questions })
  return undefined
}

function stagedOf(row: SourceRow, faults: Faults): store.StagedRow | undefined {
  const line = numberOf(row.place)
  const cells = checkPastRow(row)
  if (!Array.isArray(cells)) return { line, ...cells }
  for (const fault of cells) faults.add({ at: line, ...fault })
  return undefined
}
