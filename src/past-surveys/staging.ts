/** A file of past answers, read row by row as it arrives and staged; faults are reported with their line. */
import { type PastQuestions } from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import { type Tx } from '../db/db.ts'
import { BrokenFile, type Faults, type SourceRow, numberOf, rowsOf, rowsOfJson } from '../imports/imports.ts'
import { questionsIn } from './definitions.ts'
import { checkPastRow, pastFileColumns } from './row.ts'
import { type PastSource } from './source.ts'
import * as store from './store.ts'

const batchRows = 1000
const tooMany = `An import of past surveys has at most ${limits.pastRowsMax} rows`

/** @returns how many rows there are, and the questions: those of the file's first line, else of the source */
export async function stageAll(
  session: Tx,
  { upload, rows = [], questions = {} }: PastSource,
  faults: Faults,
): Promise<{ rows: number; questions: PastQuestions }> {
  const source = upload ? rowsOf(upload.media, upload.chunks, pastFileColumns) : rowsOfJson(rows)
  let asked = questions
  let count = 0
  let batch: store.StagedRow[] = []
  const flush = async (): Promise<void> => {
    await store.stage(session, batch)
    batch = []
  }
  try {
    for await (const row of source) {
      if ('head' in row) {
        asked = headOf(row, faults) ?? asked
        continue
      }
      if (++count > limits.pastRowsMax) throw new BrokenFile(row.place, null, 'too_many', tooMany)
      const staged = stagedOf(row, faults)
      if (staged) batch.push(staged)
      if (batch.length === batchRows) await flush()
    }
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error
    faults.add(error.fault)
    faults.throwIfAny()
  }
  await flush()
  await store.indexTable(session)
  return { rows: count, questions: asked }
}

function headOf({ place, head }: SourceRow, faults: Faults): PastQuestions | undefined {
  const questions = questionsIn(head)
  if (typeof questions !== 'string') return questions
  faults.add({ at: numberOf(place), column: 'questions', code: 'invalid', detail: questions })
  return undefined
}

function stagedOf(row: SourceRow, faults: Faults): store.StagedRow | undefined {
  const line = numberOf(row.place)
  if (row.fault) {
    faults.add(row.fault)
    return undefined
  }
  const cells = checkPastRow(row)
  if (!Array.isArray(cells)) return { line, ...cells }
  for (const fault of cells) faults.add({ at: line, ...fault })
  return undefined
}
