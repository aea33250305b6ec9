/** Rows as JSON Lines: an object a line, LF after each (jsonlines.org). */
import type { Column, Row } from '../../../contract/export-rows.ts'

export async function* jsonLines(
  columns: readonly Column[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncIterable<Uint8Array> {
  const inOrder = (row: Row) => Object.fromEntries(columns.map(({ name }) => [name, row[name]]))
  for await (const rows of batches)
    yield Buffer.from(rows.map((row) => `${JSON.stringify(inOrder(row))}\n`).join(''))
}
