/** Rows as CSV (RFC 4180): a header, CR LF, texts quoted and never run by a spreadsheet, an empty cell for null. */
import type { Cell, Column, Row } from '../../../contract/export-rows.ts'
import { cellOf } from '../../http/csv.ts'

const written = (value: Cell): string =>
  value === null ? '' : typeof value === 'string' ? cellOf(value) : String(value)

const lineOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

export async function* csv(
  columns: readonly Column[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncIterable<Uint8Array> {
  yield Buffer.from(lineOf(columns.map(({ name }) => cellOf(name))))
  for await (const rows of batches)
    yield Buffer.from(rows.map((row) => lineOf(columns.map(({ name }) => written(row[name])))).join(''))
}
