/**
 * Reads a table of people as spreadsheets save it: CSV in UTF-8 or Windows-1252, separated by commas, semicolons or tabs. The service takes
 * one JSON object a line, so what the file calls its columns is a matter of this page alone.
 */
import { type CsvError, parse } from 'csv-parse/browser/esm/sync'
import { limits } from '../../contract/limits.ts'

/** @param line  where it is in the file: of a row of several lines the last one */
export type FileRow = { line: number; cells: readonly string[] }

export type Table = {
  name: string
  columns: readonly string[]
  rows: readonly FileRow[]
  separator: Separator
  /** It is no UTF-8, so signs beyond ASCII are guessed. */
  isGuessed: boolean
}

/** Why a file is not a table. */
export type Unreadable = {
  fault: 'too_large' | 'empty' | 'too_many_rows' | 'quotes' | 'cells'
  line?: number
  cells?: number
  columns?: number
}

const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** Lines that have been read, and all lines of the file. */
export type Progress = { read: number; lines: number }
type OnProgress = (progress: Progress) => void

/** Holds whatever runs it for as long as it takes, seconds for the largest file: the page lets a worker do it (reading.ts). */
export async function readFile(file: File, onProgress: OnProgress = () => {}): Promise<Table | Unreadable> {
  if (file.size > limits.importBytesMax) return { fault: 'too_large' }
  const { text, isGuessed } = textOf(await file.arrayBuffer())
  return { ...tableOf(text, onProgress), name: file.name, isGuessed }
}

function textOf(bytes: ArrayBuffer): { text: string; isGuessed: boolean } {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), isGuessed: false }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuessed: true }
  }
}

/** The first line names the columns. Rows without anything are left out: spreadsheets save many at the end. */
export function tableOf(
  text: string,
  onProgress: OnProgress = () => {},
): Omit<Table, 'name' | 'isGuessed'> | Unreadable {
  const separator = separatorOf(text)
  const read = recordsOf(text, separator, onProgress)
  if ('fault' in read) return read
  const [head, ...rows] = read.rows
  if (!head || rows.length === 0) return { fault: 'empty' }
  if (rows.length > limits.importRowsMax) return { fault: 'too_many_rows' }
  const columns = head.cells
  const ragged = rows.find(({ cells }) => cells.length !== columns.length)
  if (ragged)
    return { fault: 'cells', line: ragged.line, cells: ragged.cells.length, columns: columns.length }
  return { columns, rows, separator }
}

type Record = { record: string[]; info: { lines: number } }

/** As often as progress is said: some fifty times for the largest file. */
const rowsBetween = 1000

function recordsOf(
  text: string,
  delimiter: Separator,
  onProgress: OnProgress,
): { rows: FileRow[] } | Unreadable {
  const lines = text.split('\n').length
  let count = 0
  try {
    const records = parse(text, {
      bom: true,
      delimiter,
      info: true,
      on_record: (record, context) => {
        count += 1
        if (count % rowsBetween === 0) onProgress({ read: context.lines, lines })
        return record
      },
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as Record[]
    return { rows: records.map(({ record, info }) => ({ line: info.lines, cells: record })) }
  } catch (error) {
    return { fault: 'quotes', line: Number((error as CsvError)['lines'] ?? 1) }
  }
}

/** What separates most in the first line, outside quotes. */
function separatorOf(text: string): Separator {
  const line = text.slice(0, text.search(/[\r\n]|$/)).replaceAll(/"[^"]*"/g, '')
  const counts = separators.map((separator) => line.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))]
}
