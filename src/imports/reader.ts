/**
 * The rows of an imported file, one after the other, as they arrive: CSV (RFC 4180, with a first line of column names), one JSON
 * object a line, or a JSON object that was read whole. Only the current row is in memory.
 *
 * Errors of the file itself (bytes that are not UTF-8, an open quote, an unknown column) end the reading, as nothing after them can
 * be read reliably. Errors of one row are found by the importing feature.
 */
import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream'
import { importMedia } from '../../contract/import-columns.ts'
import { limits } from '../../contract/limits.ts'
import { parseJson } from '../http/json-gate.ts'
import { Problem } from '../problem.ts'
import { BrokenFile, type Fault, type Place } from './faults.ts'

/** The columns of a kind of file. */
export type Columns = {
  /** All columns, for the message about an unknown one. */
  readonly known: string
  isColumn(name: string): boolean
  /** The column that a cell of the first line names. */
  columnOf(cell: string): string
  /** Columns whose JSON values may be numbers. */
  readonly numeric?: ReadonlySet<string>
  /** A member that the first line of JSON may have instead of a row. */
  readonly head?: string
}

/** A row of the file, under the names of its columns; an empty value is null. */
export type SourceRow = {
  place: Place
  cells: readonly (readonly [column: string, value: string | null])[]
  /** Why this row cannot be read; those after it can. */
  fault?: Fault
  /** The value of `Columns.head`: this is the first line and no row. */
  head?: unknown
}

type Bytes = AsyncIterable<Buffer>
/** lines: the number of the last line of the record */
type Csv = { record: string[]; info: { lines: number } }

/** Room for a member with twenty attributes and a hundred teams, or for the longest answer. */
const rowBytesMax = 65_536

const lineFeed = 0x0a

export const rowsOf = (media: string, chunks: Bytes, columns: Columns): AsyncIterable<SourceRow> =>
  media === importMedia.csv ? csvRows(chunks, columns) : jsonLines(chunks, columns)

/** Rows that were checked against the contract's schema. */
export function* rowsOfJson(rows: readonly object[]): Generator<SourceRow> {
  for (const [index, row] of rows.entries()) yield { place: { row: index }, cells: cellsOf(row) }
}

const cellsOf = (row: object): SourceRow['cells'] =>
  Object.entries(row).map(([column, value]) => [column, value === null ? null : String(value)])

async function* csvRows(chunks: Bytes, known: Columns): AsyncGenerator<SourceRow> {
  const { CsvError, parse } = await import('csv-parse')
  // The last line that the parser has read, which may be ahead of the row that this loop handles.
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
  // An error of the source is thrown by the parser.
  pipeline(decoded(chunks), parser, () => {})
  let columns: string[] | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<Csv>) {
      const line = info.lines - record.reduce((breaks, cell) => breaks + breaksIn(cell), 0)
      if (!columns) {
        columns = headerOf(record, line, known)
      } else if (record.length === columns.length) {
        const cells = columns.map((column, at) => [column, record[at].trim() || null] as const)
        yield { place: { line }, cells }
      } else {
        const detail = `${record.length} cells under ${columns.length} columns`
        yield { place: { line }, cells: [], fault: { at: line, column: null, code: 'wrong_cells', detail } }
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BrokenFile({ line: readLines + 1 }, null, 'broken_csv', csvDetail(error.code))
  }
  if (!columns) throw new BrokenFile({ line: 1 }, null, 'empty', 'The first line must name the columns')
}

const breaksIn = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)

const csvDetail = (code: string): string =>
  code === 'CSV_MAX_RECORD_SIZE'
    ? `A row has more than ${rowBytesMax} bytes; is a quote left open?`
    : 'A quote is left open, or is inside a cell without being doubled'

function headerOf(record: readonly string[], line: number, known: Columns): string[] {
  const columns = record.map((cell) => known.columnOf(cell.trim()))
  for (const [at, column] of columns.entries()) {
    if (!known.isColumn(column)) throw unknownColumn({ line }, column, known)
    if (columns.indexOf(column) < at)
      throw new BrokenFile({ line }, column, 'repeated', `The column ${column} is there twice`)
  }
  return columns
}

const unknownColumn = (place: Place, column: string, { known }: Columns): BrokenFile => {
  const name = column.slice(0, limits.nameLengthMax)
  return new BrokenFile(place, name, 'unknown_column', `There is no column ${name}; the columns are ${known}`)
}

/** Text with one kind of line end, so that all files are counted alike, and without a byte order mark. */
async function* decoded(chunks: Bytes): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let lines = 1
  let pending = ''
  for await (const chunk of chunks) {
    let text: string
    try {
      text = pending + decoder.decode(chunk, { stream: true })
    } catch {
      throw new BrokenFile({ line: lines + goodLines(chunk) }, null, 'not_utf8', 'This is not UTF-8')
    }
    pending = text.endsWith('\r') ? '\r' : ''
    const whole = text.slice(0, text.length - pending.length).replaceAll('\r\n', '\n')
    for (let at = whole.indexOf('\n'); at >= 0; at = whole.indexOf('\n', at + 1)) lines++
    yield whole
  }
  try {
    yield pending + decoder.decode()
  } catch {
    throw new BrokenFile({ line: lines }, null, 'not_utf8', 'The file ends inside a character')
  }
}

/** How many lines of a chunk end before its first invalid byte. */
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

async function* jsonLines(chunks: Bytes, columns: Columns): AsyncGenerator<SourceRow> {
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

function* jsonLine(bytes: Buffer, line: number, columns: Columns): Generator<SourceRow> {
  if (bytes.length > rowBytesMax) throw tooLong(line)
  const row = jsonOf(bytes)
  if (row === undefined) return
  const place = { line }
  const faulty = (column: string | null, code: string, detail: string): SourceRow => ({
    place,
    cells: [],
    fault: { at: line, column, code, detail },
  })
  if (row instanceof Problem)
    return yield faulty(null, isUtf8(bytes) ? 'broken_json' : 'not_utf8', row.extra.detail ?? row.message)
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return yield faulty(null, 'broken_json', 'Each line must be a JSON object')
  const { head } = columns
  const members: [string, unknown][] = Object.entries(row)
  if (line === 1 && head !== undefined && members.length === 1 && members[0][0] === head)
    return yield { place, cells: [], head: members[0][1] }
  for (const [column, value] of members) {
    if (!columns.isColumn(column))
      return yield { place, cells: [], fault: unknownColumn(place, column, columns).fault }
    const fits = typeof value === 'string' || (typeof value === 'number' && columns.numeric?.has(column))
    if (value !== null && !fits) return yield faulty(column, 'type', `${column} must be a text or null`)
  }
  yield { place, cells: cellsOf(row) }
}

/** The line's value, or the problem with it. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error
  }
}
