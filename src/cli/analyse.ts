/**
 * `sonde analyse`: answers by line in, their language, sentiment and drivers by line out (docs/guides/analysing-text.md).
 *
 * Needs no database and stores nothing: a chunk is read when the one before has been written, so memory stays flat for any size of input.
 * An unreadable line is reported by its number, and the lines after it are analysed all the same. "Management" tells no language:
 * such an answer is read in the usual language of the first answers, which are held back until that is known.
 */
import { once } from 'node:events'
import { type Readable, type Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { messageOf } from '../caught.ts'
import {
  countLanguage,
  type Draft,
  draftOf,
  driversByLanguage,
  type LanguageCounts,
  readDraft,
  usualLanguage,
} from '../text/text.ts'
import { driverIds } from '../../contract/drivers.ts'

/** Characters. A longer line is refused without being buffered. */
const lineLengthMax = 1_000_000
const decimals = 1e4

type Input = AsyncIterable<Buffer | string> | Readable

/** Whole lines with their number, from 1; `null` for one that is too long. */
async function* linesOf(input: Input): AsyncGenerator<{ text: string | null; number: number }[]> {
  const decoder = new StringDecoder('utf8')
  let pending: string | null = ''
  let number = 0
  for await (const chunk of input) {
    const parts = (typeof chunk === 'string' ? chunk : decoder.write(chunk)).split('\n')
    const lines: { text: string | null; number: number }[] = []
    for (const [i, part] of parts.entries()) {
      if (i > 0) {
        lines.push({ text: pending, number: ++number })
        pending = ''
      }
      if (pending !== null) pending = pending.length + part.length > lineLengthMax ? null : pending + part
    }
    if (lines.length > 0) yield lines
  }
  if (pending !== '') yield [{ text: pending, number: ++number }]
}

/** The id as it was written: a number that a double cannot hold keeps its digits. */
function exactId(line: string, id: string | number): unknown {
  if (typeof id === 'string' || Number.isSafeInteger(id)) return id
  const sources = new Map<unknown, string | undefined>() // of every "id", by the object that holds it
  const row: unknown = JSON.parse(line, function (this: unknown, key, value, context?: { source?: string }) {
    if (key === 'id' && typeof value === 'number') sources.set(this, context?.source)
    return value
  })
  const source = sources.get(row)
  return source === undefined ? id : (JSON as unknown as { rawJSON(source: string): unknown }).rawJSON(source) // ES2026, not yet in TypeScript's library
}

const rounded = (score: number): number => Math.round(score * decimals) / decimals + 0 // no -0

/** Answers whose languages tell the usual one; all of them are held, so there is a limit of characters as well. */
const firstRows = 200
const firstCharacters = 1_000_000

/** An input line: its ID as it was written, and its answer with the language decided as far as its own words go. */
type Row = { id: unknown; draft: Draft | null }

/** @throws Error with what is wrong with it */
function readLine(line: string): Row {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    throw new Error('it is not JSON')
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw new Error('it is not an object with "id" and "text"')
  const id: unknown = Reflect.get(row, 'id')
  const text: unknown = Reflect.get(row, 'text')
  const language: unknown = Reflect.get(row, 'language')
  if (typeof id !== 'string' && typeof id !== 'number') throw new Error('"id" must be a string or a number')
  if (typeof text !== 'string' && text !== null && text !== undefined)
    throw new Error('"text" must be a string')
  if (typeof language !== 'string' && language !== null && language !== undefined)
    throw new Error('"language" must be a string')
  return { id: exactId(line, id), draft: draftOf(text ?? '', language) }
}

/** The output line. */
function writtenRow({ id, draft }: Row, usual: string | null): string {
  const { language, language_from, score, label, reason, clauses } = readDraft(draft, usual)
  const drivers = driversByLanguage(clauses)
  const mentioned = new Set<string>(drivers.flat())
  const row = {
    id,
    language,
    language_from,
    sentiment: score === null ? null : rounded(score),
    label,
    ...(reason && { reason }),
    drivers: driverIds.filter((driver) => mentioned.has(driver)),
    clauses: clauses.map((clause, i) => ({
      text: clause.text,
      language: clause.language,
      sentiment: rounded(clause.score),
      label: clause.label,
      drivers: drivers[i],
    })),
  }
  return `${JSON.stringify(row)}\n`
}

/** Analyses all of `input`; `complain` gets a sentence for each unreadable line. Empty lines are skipped. */
export async function analyse(
  input: Input,
  output: Writable,
  complain: (sentence: string) => void,
): Promise<{ analysed: number; refused: number }> {
  const counts = { analysed: 0, refused: 0 }
  const languages: LanguageCounts = new Map()
  let held: Row[] | null = []
  let characters = 0
  let usual: string | null = null
  const release = (): string => {
    usual = usualLanguage(languages)
    const out = (held ?? []).map((row) => writtenRow(row, usual)).join('')
    held = null
    return out
  }
  for await (const lines of linesOf(input)) {
    let out = ''
    for (const { text, number } of lines) {
      try {
        if (text === null) throw new Error(`it is longer than ${lineLengthMax} characters`)
        const line = number === 1 ? text.replace(/^\ufeff/, '') : text
        if (line.trim() === '') continue
        const row = readLine(line)
        counts.analysed++
        if (held === null) out += writtenRow(row, usual)
        else {
          held.push(row)
          countLanguage(languages, row.draft)
          characters += line.length
          if (held.length >= firstRows || characters >= firstCharacters) out += release()
        }
      } catch (error) {
        counts.refused++
        complain(`line ${number}: ${messageOf(error)}`)
      }
    }
    if (out !== '' && !output.write(out)) await once(output, 'drain')
  }
  if (held !== null && held.length > 0 && !output.write(release())) await once(output, 'drain')
  return counts
}

/** From standard input to standard output; exit code 1 when a line could not be read. */
export async function analyseInput(): Promise<void> {
  // A reader that stops early (`| head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  const { refused } = await analyse(process.stdin, process.stdout, (sentence) => console.error(sentence))
  if (refused > 0) process.exitCode = 1
}
