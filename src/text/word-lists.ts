/**
 * The word lists of this folder: plain text in `data/`, read when first needed.
 *
 * A file begins with lines that start with "# ": what it holds, and where it is from. Then each line is an entry; an entry
 * of two columns has a tab between them. Where a file has sections, a line in brackets opens each: "[names]". Empty lines
 * count for nothing. A file that breaks these rules, or says something twice, throws: it is a mistake of ours, not of a user.
 */
import { readFileSync } from 'node:fs'

/** The value of `make`, made by the first call and kept. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Entries of a file without sections, in its order. */
export function wordList(file: string): string[] {
  const [entries, ...others] = sectionsOf(file).values()
  if (!entries || others.length > 0) throw new Error(`${file}: a list without sections was expected`)
  return entries
}

/** Entries of a file that has exactly these sections. */
export function wordSections<Section extends string>(
  file: string,
  names: readonly Section[],
): Record<Section, string[]>
export function wordSections(file: string, names: readonly string[]): Record<string, string[]> {
  const sections = sectionsOf(file)
  if ([...sections.keys()].toSorted().join() !== names.toSorted().join())
    throw new Error(`${file}: the sections ${names.join(', ')} were expected`)
  return Object.fromEntries(sections)
}

/** Sections of a file with their entries, whatever they are called. */
export const allSections = (file: string): ReadonlyMap<string, readonly string[]> => sectionsOf(file)

/** Entries of two columns as pairs. */
export function pairsOf(entries: readonly string[]): [string, string][] {
  return entries.map((entry) => {
    const [first, second, ...rest] = entry.split('\t')
    if (!first || !second || rest.length > 0) throw new Error(`"${entry}": two columns were expected`)
    return [first, second]
  })
}

/** Entries of a word and its rating, -4 to 4. */
export function ratingsOf(entries: readonly string[]): [string, number][] {
  return pairsOf(entries).map(([word, rating]) => {
    const value = Number(rating)
    if (!(Math.abs(value) <= 4))
      throw new Error(`"${word}": a rating from -4 to 4 was expected, not ${rating}`)
    return [word, value]
  })
}

const folder = new URL('./data/', import.meta.url)

/** Entries by section; those of a file without sections are under ''. */
function sectionsOf(file: string): Map<string, string[]> {
  const text = readFileSync(new URL(file, folder), 'utf8')
  try {
    return parseWordLists(text)
  } catch (error) {
    throw new Error(`src/text/data/${file} is broken`, { cause: error })
  }
}

/** @throws Error that names the line */
export function parseWordLists(text: string): Map<string, string[]> {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => !line.startsWith('# '))
  if (start < 1) throw new Error('line 1: a header was expected that says what the file holds')
  const sections = new Map<string, string[]>()
  let entries: string[] = []
  let words = new Set<string>()
  const open = (name: string): void => {
    sections.set(name, (entries = []))
    words = new Set()
  }
  for (const [i, line] of lines.slice(start).entries()) {
    if (line === '') continue
    const isTitle = line.startsWith('[') && line.endsWith(']')
    const name = isTitle ? line.slice(1, -1) : ''
    const word = line.split('\t', 1)[0]
    const misplaced = isTitle
      ? sections.has(name) || sections.has('')
      : line !== line.trim() || line.startsWith('#') || words.has(word)
    if (misplaced) throw new Error(`line ${start + i + 1}: "${line}" is not an entry, or is there twice`)
    if (isTitle || sections.size === 0) open(name)
    if (isTitle) continue
    entries.push(line)
    words.add(word)
  }
  if (sections.size === 0 || [...sections.values()].some((all) => all.length === 0))
    throw new Error('a list without entries')
  return sections
}
