/** What somebody corrects in a file that was refused, in the place of its cells, and the rows that are left out of it. */
import type { Mapping } from './mapping.ts'
import type { FileRow, Table } from './read-file.ts'

/** A cell as it is typed, by the line and the place of its column. */
export type Corrections = ReadonlyMap<string, string>

export const cellKey = (line: number, at: number): string => `${line} ${at}`

export const corrected = (table: Table, corrections: Corrections): Table => ({
  ...table,
  rows: table.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, at) => corrections.get(cellKey(row.line, at))?.trim() ?? cell),
  })),
})

/** The table without these lines, and the rows that they were. */
export function without(table: Table, lines: ReadonlySet<number>): { table: Table; left: FileRow[] } {
  return {
    table: { ...table, rows: table.rows.filter(({ line }) => !lines.has(line)) },
    left: table.rows.filter(({ line }) => lines.has(line)),
  }
}

/** Whom a row is about, as far as it says it. */
export function nameOfRow({ cells }: FileRow, mapping: Mapping): string | null {
  const cellOf = (place: Mapping[number]): string => cells[mapping.indexOf(place)] ?? ''
  const parts = `${cellOf('given_name')} ${cellOf('family_name')}`.trim()
  return [cellOf('name'), parts, cellOf('email'), cellOf('external_id')].find((one) => one !== '') ?? null
}
