/**
 * A table as CSV (RFC 4180), in UTF-8 with a mark at its start, by which spreadsheets know it. A text that a spreadsheet would run as a
 * formula gets an apostrophe, as in what the server exports; a number is one, whatever its sign.
 */
export type Cell = string | number | null

const formula = /^[\s\0\ufeff\u200b]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\0]/

/** For what is pasted into a spreadsheet, too. */
export const unrun = (text: string): string => (formula.test(text) ? `'${text}` : text)

const cellOf = (value: Cell): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return `"${unrun(value).replaceAll('"', '""')}"`
}

export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
