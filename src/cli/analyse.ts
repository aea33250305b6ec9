/**
 * `sonde-server analyse`: answers by line in, their language, sentiment and drivers by line out (docs/guides/analysing-text.md).
 *
 * Needs no database and stores nothing: a chunk is read when the one before has been written, so memory stays flat for any size of input.
 * An unreadable line is reported by its number, and the lines after it are analysed all the same. "Management" tells no language:
 * such an answer is read in the usual language of the first answers, which are held back until that is known.
 */
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { messageOf } from '../caught.ts'
import {
  countLanguage,
  type Draft,
  draftOf,
  driversByLanguage,
  type LocalModel,
  loadLocalModel,
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
type Row = { id: unknown; text: string; draft: Draft | null }

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
  return { id: exactId(line, id), text: text ?? '', draft: draftOf(text ?? '', language) }
}

/** The object of an output line. */
function resultOf({ id, draft }: Row, usual: string | null) {
  const { language, language_from, score, label, reason, clauses } = readDraft(draft, usual)
  const drivers = driversByLanguage(clauses)
  const mentioned = new Set<string>(drivers.flat())
  return {
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
}

/** Output lines. A model of the operator's scores the answers in its languages, whole; clauses and drivers stay. */
async function written(
  rows: readonly Row[],
  usual: string | null,
  model: LocalModel | null,
): Promise<string> {
  const results = rows.map((row) => resultOf(row, usual))
  const places = results.flatMap(({ language, reason }, at) =>
    reason !== 'empty' && model?.reads(language) ? [at] : [],
  )
  const scores = (await model?.score(places.map((at) => rows[at].text))) ?? []
  const scored = new Map(places.map((at, index) => [at, scores[index]]))
  return results
    .map((result, at) => {
      const own = scored.get(at)
      if (!own || !model) return `${JSON.stringify(result)}\n`
      const { reason: _, ...rest } = result
      const by = { name: model.name, version: model.version }
      return `${JSON.stringify({ ...rest, sentiment: rounded(own.score), label: own.label, model: by })}\n`
    })
    .join('')
}

/** Analyses all of `input`; `complain` gets a sentence for each unreadable line. Empty lines are skipped. */
export async function analyse(
  input: Input,
  output: Writable,
  complain: (sentence: string) => void,
  model: LocalModel | null = null,
): Promise<{ analysed: number; refused: number }> {
  const counts = { analysed: 0, refused: 0 }
  const languages: LanguageCounts = new Map()
  let held: Row[] | null = []
  let characters = 0
  let usual: string | null = null
  const write = async (rows: readonly Row[]): Promise<void> => {
    const out = await written(rows, usual, model)
    if (out !== '' && !output.write(out)) await once(output, 'drain')
  }
  const release = (): Row[] => {
    usual = usualLanguage(languages)
    const rows = held ?? []
    held = null
    return rows
  }
  for await (const lines of linesOf(input)) {
    const ready: Row[] = []
    for (const { text, number } of lines) {
      try {
        if (text === null) throw new Error(`it is longer than ${lineLengthMax} characters`)
        const line = number === 1 ? text.replace(/^\ufeff/, '') : text
        if (line.trim() === '') continue
        const row = readLine(line)
        counts.analysed++
        if (held === null) ready.push(row)
        else {
          held.push(row)
          countLanguage(languages, row.draft)
          characters += line.length
          if (held.length >= firstRows || characters >= firstCharacters) ready.push(...release())
        }
      } catch (error) {
        counts.refused++
        complain(`line ${number}: ${messageOf(error)}`)
      }
    }
    await write(ready)
  }
  await write(release())
  return counts
}

/**
 * From standard input to standard output; exit code 1 when a line could not be read.
 * @param folder  of a model that the operator brings; 2 is the exit code where it cannot be loaded
 */
export async function analyseInput(folder?: string): Promise<void> {
  const model = folder === undefined ? null : await modelIn(folder)
  if (model === undefined) return
  // A reader that stops early (`| head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  const complain = (sentence: string): void => console.error(sentence)
  const { refused } = await analyse(process.stdin, process.stdout, complain, model)
  const fault = model?.fault()
  if (fault) console.error(`The model was put aside: ${fault}`)
  if (refused > 0) process.exitCode = 1
}

async function modelIn(folder: string): Promise<LocalModel | undefined> {
  try {
    return await loadLocalModel(folder)
  } catch (error) {
    console.error(`${folder}: ${messageOf(error)}`)
    process.exitCode = 2
    return undefined
  }
}
