/**
 * `sonde-server themes`: answers by line in, their themes out, as one JSON object (docs/guides/analysing-text.md).
 *
 * Needs no database. Themes come from all answers together, so the texts stay in memory until the end, at most `charactersMax`
 * characters. An unreadable line is reported by its number, and the others are used.
 */
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { messageOf } from '../caught.ts'
import { isReadable, type Theme, themeAnswersMin, themesOf } from '../text/text.ts'

const charactersMax = 200_000_000
const topicsMin = 2
const topicsMax = 50
const decimals = 1e3

export type ThemesCommand = { k?: string; seed: string; ids: boolean; question?: string; language?: string }

type Id = string | number
type Row = { id: Id; text: string }
/** `answers`: how many contain a word or phrase of the rule; `share`: of the usable ones. */
type ListedTheme = Omit<Theme, 'members'> & { ids?: Id[] }

/** `reason` is set when there are no themes. */
export type Themes = { answers: number; usable: number; themes: ListedTheme[]; reason?: string }

/** @throws RangeError for an option or an input out of bounds */
export async function themesIn(
  input: AsyncIterable<Buffer | string> | Readable,
  { k, seed, ids, question, language = 'en' }: ThemesCommand,
  complain: (sentence: string) => void,
): Promise<Themes> {
  const options = {
    seed: wholeNumber('--seed', seed, 0, 2 ** 32 - 1),
    ...(question !== undefined && { questions: [question] }),
    ...(k !== undefined && { topics: wholeNumber('--k', k, topicsMin, topicsMax) }),
  }
  const spoken = languageTag(language)
  const rows = rowsIn(await read(input), complain)
  const texts = rows.map(({ text }) => text)
  const count = texts.reduce((sum, text) => sum + (isReadable(text, spoken) ? 1 : 0), 0)
  const themes = themesOf(texts, options, spoken).map(
    ({ title, words, rule, answers, share, members, coherence, stability }): ListedTheme => ({
      title,
      words,
      answers,
      share: rounded(share),
      rule,
      ...(ids && { ids: members.map((member) => rows[member].id) }),
      coherence: rounded(coherence),
      stability: rounded(stability),
    }),
  )
  const reason =
    count < themeAnswersMin
      ? `fewer than ${themeAnswersMin} usable answers: what they have in common may be chance`
      : 'nothing that answers have in common came back when they were drawn again'
  return { answers: rows.length, usable: count, themes, ...(themes.length === 0 && { reason }) }
}

const rounded = (value: number): number => Math.round(value * decimals) / decimals + 0 // no -0

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d{1,10}$/.test(text) || value < least || value > most)
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}`)
  return value
}

function languageTag(text: string): string {
  if (!/^[a-z]{2,3}$/.test(text))
    throw new RangeError('--language must be a code of two or three letters, such as de')
  return text
}

async function read(input: AsyncIterable<Buffer | string> | Readable): Promise<string> {
  const decoder = new StringDecoder('utf8')
  const parts: string[] = []
  let length = 0
  for await (const chunk of input) {
    const part = typeof chunk === 'string' ? chunk : decoder.write(chunk)
    length += part.length
    if (length > charactersMax) throw new RangeError(`more than ${charactersMax} characters`)
    parts.push(part)
  }
  return parts.join('') + decoder.end()
}

function rowsIn(input: string, complain: (sentence: string) => void): Row[] {
  return input
    .replace(/^\ufeff/, '')
    .split('\n')
    .flatMap((line, at) => {
      if (line.trim() === '') return []
      try {
        return [rowOf(line)]
      } catch (error) {
        complain(`line ${at + 1}: ${messageOf(error)}`)
        return []
      }
    })
}

/** @throws Error with what is wrong with the line */
function rowOf(line: string): Row {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    throw new Error('it is not JSON')
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw new Error('it is not an object with "id" and "text"')
  const id: unknown = Reflect.get(row, 'id')
  const text: unknown = Reflect.get(row, 'text') ?? null
  if (typeof id !== 'string' && typeof id !== 'number') throw new Error('"id" must be a string or a number')
  if (Math.abs(Number(id)) > Number.MAX_SAFE_INTEGER && typeof id === 'number')
    throw new Error('"id" is too large for a number: write it as a string')
  if (typeof text !== 'string' && text !== null) throw new Error('"text" must be a string')
  return { id, text: text ?? '' }
}

/** From standard input to standard output; exit code 1 when a line could not be read, 2 for a wrong option. */
export async function themesOfInput(options: ThemesCommand): Promise<void> {
  const refused: string[] = []
  try {
    const themes = await themesIn(process.stdin, options, (sentence) => refused.push(sentence))
    console.log(JSON.stringify(themes))
    for (const sentence of refused) console.error(sentence)
    if (refused.length > 0) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}
