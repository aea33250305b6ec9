/**
 * The rows of an imported file, one after the other, as they arrive: CSV (RFC 4180, with a first line of column names), one JSON
 * object a line, or a JSON object that was read whole. Nothing is held but the row at hand.
 *
 * What breaks a file as such (bytes that are no UTF-8, an open quote, an unknown column) ends the reading: what comes behind it
 * cannot be told apart. What is wrong with one row is for the row's own checks.
 */
import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { importMedia } from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import { parseJson } from '../http/json-gate.ts'
import { Problem } from '../problem.ts'
import { BrokenFile, type Fault, type Place } from './faults.ts'

/** What a kind of file holds. */
export type Columns = {
  /** For whom a column is not known. */
  readonly known: string
  isColumn(name: string): boolean
  /** The column that a cell of the first line names. */
  named(cell: string): string
  /** Those whose JSON values may be numbers. */
  readonly numeric?: ReadonlySet<string>
  /** A member that the first line of JSON may have by itself, in the place of a row. */
  readonly head?: string
}

/** Columns as the file names them; a value is null where there is none. */
export type GivenRow = {
  place: Place
  cells: [column: string, value: string | null][]
  /** A row that cannot be read, though those behind it can. */
  fault?: Fault
  /** What the first line says of the file; no row. */
  head?: unknown
}

type Bytes = AsyncIterable<Buffer>
/** lines: how many there are to the end of the record */
type Csv = { record: string[]; info: { lines: number } }

/** A person with twenty attributes and a hundred teams, or the longest answer, in full length. */
const rowBytesMax = 65_536

const lineFeed = 0x0a

export const rowsOf = (media: string, chunks: Bytes, columns: Columns): AsyncIterable<GivenRow> =>
  media === importMedia.csv ? csvRows(chunks, columns) : jsonLines(chunks, columns)

/** Rows that the contract's schema has let in. */
export function* rowsOfJson(rows: readonly object[]): Generator<GivenRow> {
  for (const [index, row] of rows.entries()) yield { place: { row: index }, cells: cellsOf(row) }
}

const cellsOf = (row: object): GivenRow['cells'] =>
  Object.entries(row).map(([column, value]) => [column, value === null ? null : String(value)])

async function* csvRows(chunks: Bytes, given: Columns): AsyncGenerator<GivenRow> {
  // Of the last row that could be read, whether or not it was taken out of the parser yet.
  let readLines = 0
  const parser = parse({
    info: true,
    on_record: (record, { lines }) => {
      readLines = lines
      return record
    },
    max_record_size: rowBytesMax,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  })
  // A fault of the source comes out of the parser.
  pipeline(decoded(chunks), parser, () => {})
  let columns: string[] | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<Csv>) {
      const line = info.lines - record.reduce((breaks, cell) => breaks + breaksIn(cell), 0)
      if (!columns) {
        columns = headerOf(record, line, given)
      } else if (record.length === columns.length) {
        const cells = columns.map((column, at): [string, string | null] => [
          column,
          record[at].trim() || null,
        ])
        yield { place: { line }, cells }
      } else {
        const detail = `${record.length} cells under ${columns.length} columns`
        yield { place: { line }, cells: [], fault: { at: line, column: null, code: 'wrong_cells', detail } }
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BrokenFile({ line: readLines + 1 }, null, 'broken_csv', wordsOf(error.code))
  }
  if (!columns) throw new BrokenFile({ line: 1 }, null, 'empty', 'The first line must name the columns')
}

const breaksIn = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)

const wordsOf = (code: string): string =>
  code === 'CSV_MAX_RECORD_SIZE'
    ? `A row has more than ${rowBytesMax} bytes; is a quote left open?`
    : 'A quote is left open, or stands inside a cell without being doubled'

function headerOf(record: readonly string[], line: number, given: Columns): string[] {
  const columns = record.map((cell) => given.named(cell.trim()))
  for (const [at, column] of columns.entries()) {
    if (!given.isColumn(column)) throw unknownColumn({ line }, column, given)
    if (columns.indexOf(column) < at)
      throw new BrokenFile({ line }, column, 'repeated', `The column ${column} stands there twice`)
  }
  return columns
}

const unknownColumn = (place: Place, column: string, { known }: Columns): BrokenFile => {
  const shown = column.slice(0, limits.nameLengthMax)
  return new BrokenFile(place, shown, 'unknown_column', `There is no column ${shown}; there are ${known}`)
}

/** Text, with one kind of line end, so that lines are counted alike. A byte order mark is taken away. */
async function* decoded(chunks: Bytes): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let lines = 1
  let held = ''
  for await (const chunk of chunks) {
    let text: string
    try {
      text = held + decoder.decode(chunk, { stream: true })
    } catch {
      throw new BrokenFile({ line: lines + goodLines(chunk) }, null, 'not_utf8', 'This is no UTF-8')
    }
    held = text.endsWith('\r') ? '\r' : ''
    const whole = text.slice(0, text.length - held.length).replaceAll('\r\n', '\n')
    for (let at = whole.indexOf('\n'); at >= 0; at = whole.indexOf('\n', at + 1)) lines++
    yield whole
  }
  try {
    yield held + decoder.decode()
  } catch {
    throw new BrokenFile({ line: lines }, null, 'not_utf8', 'The file ends inside a character')
  }
}

/** How many lines of a chunk end before its first fault. */
function goodLines(chunk: Buffer): number {
  let lines = 0
  // The first line may begin in the chunk before, inside a character.
  let from = chunk.indexOf(lineFeed) + 1
  if (from === 0) return 0
  for (let end = from; end > 0; end = chunk.indexOf(lineFeed, from) + 1) {
    if (end > from && !isUtf8(chunk.subarray(from, end))) break
    from = end
    lines++
  }
  return lines
}

async function* jsonLines(chunks: Bytes, columns: Columns): AsyncGenerator<GivenRow> {
  let line = 0
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    let text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let end = text.indexOf(lineFeed); end >= 0; end = text.indexOf(lineFeed)) {
      yield* jsonLine(text.subarray(0, end), ++line, columns)
      text = text.subarray(end + 1)
    }
    if (text.length > rowBytesMax) throw tooLong(line + 1)
    rest = Buffer.from(text)
  }
  yield* jsonLine(rest, ++line, columns)
}

const tooLong = (line: number): BrokenFile =>
  new BrokenFile({ line }, null, 'too_long', `A row has at most ${rowBytesMax} bytes`)

function* jsonLine(bytes: Buffer, line: number, columns: Columns): Generator<GivenRow> {
  if (bytes.length > rowBytesMax) throw tooLong(line)
  const row = jsonOf(bytes)
  if (row === undefined) return
  const place = { line }
  const broken = (column: string | null, code: string, detail: string): GivenRow => ({
    place,
    cells: [],
    fault: { at: line, column, code, detail },
  })
  if (row instanceof Problem)
    return yield broken(null, isUtf8(bytes) ? 'broken_json' : 'not_utf8', row.extra.detail!)
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return yield broken(null, 'broken_json', 'Each line must be a JSON object')
  const { head } = columns
  if (line === 1 && head !== undefined && head in row && Object.keys(row).length === 1)
    return yield { place, cells: [], head: (row as Record<string, unknown>)[head] }
  for (const [column, value] of Object.entries(row)) {
    if (!columns.isColumn(column))
      return yield { place, cells: [], fault: unknownColumn(place, column, columns).fault }
    const fits = typeof value === 'string' || (typeof value === 'number' && columns.numeric?.has(column))
    if (value !== null && !fits) return yield broken(column, 'type', `${column} must be a text or null`)
  }
  yield { place, cells: cellsOf(row) }
}

/** The line's value, or why there is none. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error
  }
}
