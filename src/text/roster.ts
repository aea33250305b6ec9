/**
 * The names of a roster, ready to be found in text: whole names, first names and surnames.
 *
 * Compared folded (without case and accents). A name that is also a common word ("Will", "Mark", "Grace")
 * and a name of fewer than four letters count only when written with a capital; "Will we ...", "May I ..."
 * at a sentence's start stay, as a pronoun follows.
 */
import { isCommonEnglish } from './english.ts'
import { sentimentLexicon } from './lexicon.ts'
import { folded } from './tokens.ts'

export type Roster = {
  /** First word of a whole name to the words that may follow it. */
  whole: ReadonlyMap<string, readonly (readonly string[])[]>
  /** Parts of names that are redacted alone; true: only when capitalised. */
  parts: ReadonlyMap<string, boolean>
  /** Names in scripts without spaces, by their first character. */
  unspaced: ReadonlyMap<string, readonly string[]>
}

// Parts of surnames that are words of their own language, never redacted alone.
const particles = new Set(
  'van von der den del della de da do dos du di la le el al bin ibn bint ter ten zu zur af av san st mac mc jr sr dr mr mrs ms prof'.split(
    ' ',
  ),
)
// Common words that are names too and are missing from the list of common English.
const alsoWords = new Set(
  (
    'amber april art august autumn basil bill bishop blake blue brook brown carol chance chase cherry christian clay cliff ' +
    'colt cook crystal dale daisy dawn dean drew eve faith finn fisher forest fox frank gene ginger glen grace grant gray ' +
    'green guy hall harmony harper hazel heath holly hope hunter iris ivy jack jade jasper jay jean jewel joy june justice ' +
    'king lance lee lily london long mark mason may mercy miles mill miller misty noble norm olive opal page paris parker ' +
    'pat pearl peg penny pierce poppy potter price prince ray reed rich rob robin rock rod rose ruby rusty sage sandy ' +
    'shepherd skip sky smith star stone summer sunny taylor terry tiger trinity troy turner violet wade walker ward weaver ' +
    'west wood woods young major case power day moon love small short sharp swift wise strong hardy son sun an to so he ' +
    'you do no in on my kind rain winter bell bush lane park rivers sales banks mills fields nice berlin victoria'
  ).split(' '),
)
const letters = /[\p{L}\p{M}]+(?:['\u2019][\p{L}\p{M}]+)*/gu
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u

/** Words of letters with their place; an apostrophe may stand inside ("O'Neil"). */
export function letterWords(text: string): RegExpStringIterator<RegExpExecArray> {
  return text.matchAll(letters)
}

const rosters = new WeakMap<readonly string[], Roster>()

/** Built once for an array of names; give the same array again for the next answer. */
export function rosterOf(names: readonly string[]): Roster {
  const known = rosters.get(names)
  if (known) return known
  const roster = built(names)
  rosters.set(names, roster)
  return roster
}

function built(names: readonly string[]): Roster {
  const whole = new Map<string, string[][]>()
  const parts = new Map<string, boolean>()
  const unspaced = new Map<string, string[]>()
  for (const name of names) {
    if (unspacedScript.test(name)) {
      for (const part of [name, ...name.split(/\s+/)]) {
        const trimmed = part.trim()
        if (trimmed.length >= 2) unspaced.set(trimmed[0], [...(unspaced.get(trimmed[0]) ?? []), trimmed])
      }
      continue
    }
    const words = [...letterWords(name)].map((match) => foldedName(match[0])).filter(Boolean)
    if (words.length > 1) whole.set(words[0], [...(whole.get(words[0]) ?? []), words.slice(1)])
    for (const [i, word] of words.entries()) {
      if (word.length < (i === 0 ? 2 : 3) || particles.has(word)) continue
      parts.set(word, needsCapital(word))
      if (word.includes("'")) parts.set(word.replaceAll("'", ''), false)
    }
    const joined = words.join('')
    if (words.length > 1) parts.set(joined, false)
  }
  return { whole, parts, unspaced }
}

function needsCapital(word: string): boolean {
  return word.length < 4 || alsoWords.has(word) || isCommonEnglish(word) || sentimentLexicon().has(word)
}

/** Folded; a possessive is cut ("Anna's"). */
export function foldedName(word: string): string {
  return folded(word).replace(/'s?$/, '')
}
