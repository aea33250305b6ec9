/**
 * What a command prints: a table on a terminal, lines with tabs between the fields anywhere else, and with --json the reply of the API
 * unchanged.
 *
 * Titles, names and comments were written by other people, so control characters never reach the terminal: an escape sequence in the title
 * of a survey could otherwise write over what is there, or set the clipboard.
 */

/** One line without control characters (C0, DEL, C1) and without marks that turn the direction of what follows. */
export const printable = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, ' '))
    .join('\n')

const oneLine = (text: string): string => printable(text.replaceAll('\n', ' '))

export type Cell = string | number | boolean | null | undefined
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

const textOf = (cell: Cell): string => (cell === null || cell === undefined ? '' : oneLine(String(cell)))

const gap = '  '
const narrowest = 12

const lengthOf = (text: string): number => [...text].length

const cut = (text: string, width: number): string =>
  lengthOf(text) <= width ? text : `${[...text].slice(0, width - 1).join('')}…`

const padded = (text: string, width: number): string => text + ' '.repeat(width - lengthOf(text))

/** The widths of columns, the widest cut until the row fits. */
function fit(widths: number[], room: number): number[] {
  const fitted = [...widths]
  const excess = (): number => fitted.reduce((sum, width) => sum + width + gap.length, -gap.length) - room
  while (excess() > 0) {
    const widest = Math.max(...fitted)
    if (widest <= narrowest) break
    fitted[fitted.indexOf(widest)] = Math.max(narrowest, widest - excess())
  }
  return fitted
}

/**
 * @param columns  by their heading
 * @param room  how many characters a line of the terminal has; null where there is none: fields are whole, with tabs between them
 */
export function tableLines<Row>(rows: readonly Row[], columns: Columns<Row>, room: number | null): string[] {
  const cells = rows.map((row) => Object.values(columns).map((pick) => textOf(pick(row))))
  if (room === null) return cells.map((line) => line.join('\t'))
  if (rows.length === 0) return []
  const table = [Object.keys(columns).map((title) => title.toUpperCase()), ...cells]
  const widths = table[0].map((_title, place) => Math.max(...table.map((line) => lengthOf(line[place]))))
  const fitted = fit(widths, room)
  return table.map((line) =>
    line
      .map((text, place) => padded(cut(text, fitted[place]), fitted[place]))
      .join(gap)
      .trimEnd(),
  )
}

export function printTable<Row>(rows: readonly Row[], columns: Columns<Row>): void {
  const room = process.stdout.isTTY ? process.stdout.columns : null
  for (const line of tableLines(rows, columns, room)) console.log(line)
}

/** Facts about one thing: those without a value are left out. */
export function printFacts(facts: Readonly<Record<string, Cell>>): void {
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined)
  const width = Math.max(0, ...known.map(([name]) => name.length))
  for (const [name, value] of known) console.log(`${name.padEnd(width)}${gap}${textOf(value)}`)
}

export const printJson = (value: unknown): void => console.log(JSON.stringify(value))

/** A sentence for a person, beside the output that a program reads. */
export const tell = (sentence: string): void => console.error(printable(sentence))
