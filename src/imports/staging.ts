/** Rows of a file, checked one by one and written in batches: one batch is written while the next is read. */
import { BrokenFile, type Faults } from './faults.ts'
import type { SourceRow } from './reader.ts'

const batchRows = 1000

export type Staging<R> = {
  rows: AsyncIterable<SourceRow> | Iterable<SourceRow>
  rowsMax: number
  faults: Faults
  /** @returns undefined where there is nothing to write, for a faulty row or the file's head */
  rowOf(row: SourceRow): R | undefined
  write(batch: readonly R[]): Promise<unknown>
}

/** @returns how many rows the file has. @throws import_refused  where the rest of it cannot be read */
export async function stageRows<R>({ rows, rowsMax, faults, rowOf, write }: Staging<R>): Promise<number> {
  let count = 0
  let batch: R[] = []
  let writing: Promise<unknown> = Promise.resolve()
  const flush = async (): Promise<void> => {
    await writing
    writing = write(batch)
    // A failure is thrown where it is awaited.
    writing.catch(() => {})
    batch = []
  }
  try {
    for await (const row of rows) {
      if (row.head === undefined && ++count > rowsMax)
        throw new BrokenFile(row.place, null, 'too_many', `An import has at most ${rowsMax} rows`)
      if (row.fault) faults.add(row.fault)
      else {
        const staged = rowOf(row)
        if (staged) batch.push(staged)
        if (batch.length === batchRows) await flush()
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error
    await writing
    faults.add(error.fault)
    faults.throwIfAny()
  }
  await flush()
  await writing
  return count
}
