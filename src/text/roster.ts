/**
 * The names of a roster, ready to be found in text: whole names, first names and surnames.
 *
 * Compared folded (without case and accents). A name that is also a common word ("Will", "Mark", "Grace")
 * and a name of fewer than four letters count only when written with a capital; "Will we ...", "May I ..."
 * at a sentence's start stay, as a pronoun follows.
 */
import { isCommonEnglish } from './english.ts'
import { foldedName, respelt } from './fold.ts'
import { sentimentLexicon } from './lexicon.ts'
import { isAscii } from './tokens.ts'
import { lazily, wordSections } from './word-lists.ts'

export type Roster = {
  /** First word of a whole name to the words that may follow it. */
  whole: ReadonlyMap<string, readonly (readonly string[])[]>
  /** Parts of names that are redacted by themselves; true: only when capitalised. */
  parts: ReadonlyMap<string, boolean>
  /** Names in scripts without spaces, by their length. */
  unspaced: ReadonlyMap<number, ReadonlySet<string>>
}

const nameParts = lazily((): { particles: ReadonlySet<string>; words: ReadonlySet<string> } => {
  const { particles, words } = wordSections('name-parts.txt', ['particles', 'words'])
  return { particles: new Set(particles), words: new Set(words) }
})

/** A word ends where the script changes to one without spaces, or back: "Annaさん" is two. */
const letters =
  /[\p{L}&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Hangul}]]+|[[\p{L}\p{M}]--[\p{L}&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Hangul}]]]+(?:['\u2019][\p{L}\p{M}]+)*/gv
export const unspacedScript = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Hangul}]/u

/** Words of letters with their place; an apostrophe may stand inside ("O'Neil"). */
export function letterWords(text: string): RegExpStringIterator<RegExpExecArray> {
  return text.matchAll(letters)
}

const asciiLetters = /[a-z]+(?:'[a-z]+)*/gi

/** The same words without their places. */
export const allLetterWords = (text: string): readonly string[] =>
  text.match(isAscii(text) ? asciiLetters : letters) ?? []

const rosters = new WeakMap<readonly string[], Roster>()

/** Built once for an array of names: pass the same array for the next answer. */
export function rosterOf(names: readonly string[]): Roster {
  const known = rosters.get(names)
  if (known) return known
  const roster = buildRoster(names)
  rosters.set(names, roster)
  return roster
}

function buildRoster(names: readonly string[]): Roster {
  const whole = new Map<string, string[][]>()
  const parts = new Map<string, boolean>()
  const unspaced = new Map<number, Set<string>>()
  const add = (part: string): void => {
    if (part.length < 2) return
    const known = unspaced.get(part.length)
    if (known) known.add(part)
    else unspaced.set(part.length, new Set([part]))
  }
  for (const name of names) {
    if (unspacedScript.test(name)) unspacedParts(name).forEach(add)
    for (const spelling of [name, ...respelt(name)]) addSpaced(spelling, whole, parts)
  }
  return { whole, parts, unspaced }
}

/** Where surname and given name are written together, both may be looked for: each beginning and each end of the name. */
function unspacedParts(name: string): string[] {
  const parts = name.split(/[\s\u30fb\uff65\u00b7\uff1d=]+/u).filter((part) => unspacedScript.test(part))
  const alone = parts.length === 1 && /^[\p{sc=Han}々ヶ]{3,6}$/u.test(parts[0]) ? parts[0] : ''
  const ends = Array.from({ length: Math.max(0, alone.length - 2) }, (_, at) => at + 2)
  return [
    parts.join(''),
    ...parts,
    ...ends.flatMap((length) => [alone.slice(0, length), alone.slice(-length)]),
  ]
}

type Parts = Map<string, boolean>

function addSpaced(name: string, whole: Map<string, string[][]>, parts: Parts): void {
  const found = [...letterWords(name)].map((match) => match[0]).filter((word) => !unspacedScript.test(word))
  const words = found.map(foldedName).filter(Boolean)
  const put = (part: string, capital = needsCapital(part)): void =>
    void (parts.get(part) !== false && parts.set(part, capital))
  if (words.length > 1) {
    const rest = words.slice(1)
    const known = whole.get(words[0])
    if (known) known.push(rest)
    else whole.set(words[0], [rest])
  }
  for (const [i, word] of words.entries()) {
    if (word.length < 2 || nameParts().particles.has(word)) continue
    // Two letters behind a given name are a surname where they are no word.
    if (i > 0 && word.length === 2 && (nameParts().words.has(word) || isCommonEnglish(word))) continue
    put(word)
    if (!word.includes("'")) continue
    put(word.replaceAll("'", ''), false)
    const last = word.slice(word.lastIndexOf("'") + 1)
    if (last.length >= 4) put(last)
  }
  if (words.length < 2) return
  // As accounts are called: annamueller, amueller, annam.
  const [first, last] = [words[0], words[words.length - 1]]
  put(words.join(''), false)
  for (const account of [first[0] + last, first + last[0]]) if (account.length >= 5) put(account)
}

function needsCapital(word: string): boolean {
  return (
    word.length < 4 || nameParts().words.has(word) || isCommonEnglish(word) || sentimentLexicon().has(word)
  )
}
