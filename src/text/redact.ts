/**
 * Removes what names a person from a text, before anyone may read it.
 *
 * First contact data (contact.ts), then names: those of the roster, whole and in parts, in the spellings and disguises in which
 * people write them; any name behind a title; and common given names with the surname behind them. Each becomes [name].
 * When in doubt it removes. It knows the names of the roster and a list of given names: a nickname or a
 * description still points at somebody. Linear in the length of the text.
 */
import { plainText, withoutContact } from './contact.ts'
import { isCommonEnglish } from './english.ts'
import { foldedName } from './fold.ts'
import { givenNames } from './given-names.ts'
import { sentimentLexicon } from './lexicon.ts'
import { allLetterWords, letterWords, type Roster, rosterOf, unspacedScript } from './roster.ts'
import { withoutTitledNames } from './titles.ts'
import { isAscii } from './tokens.ts'
import { byWord } from './word-cache.ts'

/** Placeholders start and end with a bracket, so that a later pattern does not take them for a word. */
export function redact(text: string, names: readonly string[]): string {
  const roster = rosterOf(names)
  const plain = withoutDisguises(withoutContact(plainText(text)), roster)
  const unnamed = withoutNames(withoutTitledNames(plain), roster)
  return unnamed.includes('[name]') ? unnamed.replace(initial, '') : unnamed
}

/** "A. [name]" */
const initial = /(?<![\p{L}\p{N}])\p{Lu}\. ?(?=\[name\])/gu

// "A n n a", "A.n.n.a"; each letter by itself.
const spelled =
  /(?<![\p{L}\p{M}\p{N}])\p{L}\p{M}{0,3}(?:[ ._*|/\u00b7-]{1,3}\p{L}\p{M}{0,3}(?![\p{L}\p{M}])){2,30}/gu
// "4nna", "M1ke"
const digital = /(?<![\p{L}\p{M}\p{N}])(?=\p{L}{0,20}[013457])[\p{L}013457]{3,30}(?![\p{L}\p{N}])/gu
/** In every disguise that is written in ASCII: two letters by themselves, or a digit beside a letter or among digits. */
const disguise = /[ ._*|/-][a-z][ ._*|/-]{1,3}[a-z](?![a-z])|[a-z][013457]|[013457][a-z]|[013457]{3}/i
const lettersOfDigits: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

function withoutDisguises(text: string, roster: Roster): string {
  if (isAscii(text) && !disguise.test(text)) return text
  const isName = (word: string): boolean => roster.parts.get(foldedName(word)) === false
  return text
    .replace(spelled, (run) => (isName(run.replace(/[ ._*|/\u00b7-]/g, '')) ? '[name]' : run))
    .replace(digital, (word) => {
      const lower = word.toLowerCase()
      const read = (one: string): string =>
        lower.replace(/\d/g, (digit) => (digit === '1' ? one : lettersOfDigits[digit]))
      return isName(read('i')) || isName(read('l')) ? '[name]' : word
    })
}

const placeholderWords = new Set(['address', 'link', 'email', 'mention', 'phone', 'number', 'name'])
const pronouns = /^\s+(?:we|i|you|they|he|she|it|there|this|that|the|these|those|my|our)(?![\p{L}\p{N}])/iu

const plainWords = new WeakMap<Roster, (raw: string) => boolean>()

/** Whether a word begins no name, whatever stands around it. Found once for each word of a roster: most are no names. */
function plainWordsOf(roster: Roster): (raw: string) => boolean {
  const known = plainWords.get(roster)
  if (known) return known
  const made = byWord((raw) => {
    const folded = foldedName(raw)
    return (
      !roster.whole.has(folded) &&
      capitalOnlyOf(roster.parts, folded, raw) === undefined &&
      givenNameIn(raw, folded) === undefined &&
      !(roster.unspaced.size > 0 && unspacedScript.test(raw))
    )
  })
  plainWords.set(roster, made)
  return made
}

function withoutNames(text: string, roster: Roster): string {
  if (allLetterWords(text).every(plainWordsOf(roster))) return text
  const words = [...letterWords(text)].map((match) => ({
    raw: match[0],
    at: match.index,
    folded: foldedName(match[0]),
  }))
  let result = ''
  let done = 0
  for (let i = 0; i < words.length; i++) {
    const { raw, at } = words[i]
    if (text[at - 1] === '[' && placeholderWords.has(raw)) continue
    const length = rosterNameLength(words, i, text, roster) || givenNameLength(words, i, text)
    if (length > 0) {
      const last = words[i + length - 1]
      const possessive = /['\u2019]s?$/.exec(last.raw)?.[0] ?? ''
      const prefix = elision.exec(raw)?.[0] ?? ''
      result += `${text.slice(done, at)}${roster.parts.has(foldedName(raw)) ? '' : prefix}[name]${possessive}`
      done = last.at + last.raw.length
      i += length - 1
    } else if (roster.unspaced.size > 0 && raw.length >= 2 && unspacedScript.test(raw)) {
      result += text.slice(done, at) + withoutUnspaced(raw, roster)
      done = at + raw.length
    }
  }
  return result + text.slice(done)
}

type Word = { raw: string; at: number; folded: string }

/** How many words from `i` on are one name of the roster; 0 is none. */
function rosterNameLength(words: Word[], i: number, text: string, roster: Roster): number {
  const { raw, at, folded } = words[i]
  for (const rest of roster.whole.get(folded) ?? []) {
    const last = words[i + rest.length]
    if (!last || last.at - at > 120 || !rest.every((word, k) => words[i + 1 + k].folded === word)) continue
    if (/^[\s'\u2019.,-]*$/u.test(between(words, i, rest.length, text))) return rest.length + 1
  }
  const capitalOnly = capitalOnlyOf(roster.parts, folded, raw)
  if (capitalOnly === undefined) return 0
  if (!capitalOnly) return 1
  if (!/^\p{Lu}/u.test(raw) && /\p{Ll}/u.test(raw)) return 0
  return startsSentence(text, at) && pronouns.test(text.slice(at + raw.length, at + raw.length + 12)) ? 0 : 1
}

const elision = /^(?:d|l|qu|jusqu|lorsqu|puisqu|n|s|c|j|m|t)['\u2019]/iu
/** Arabic writes and, for, in, to, the as a part of the word. */
const arabicPrefix = /^[\u0648\u0641]?[\u0628\u0643\u0644]?(?:\u0627\u0644)?/u

/**
 * Whether a word is a part of a name only with a capital; undefined for no name. Sees through prefixes and endings that a language
 * adds to names, and through repeated letters.
 */
function capitalOnlyOf(parts: Roster['parts'], folded: string, raw: string): boolean | undefined {
  const known = parts.get(folded)
  if (known !== undefined) return known
  const isCertain = (word: string): boolean => word.length >= 3 && parts.get(word) === false
  const variants = [
    folded.replace(elision, ''),
    ...(/^\p{Lu}/u.test(raw) || folded.length > 5 ? [folded.replace(/s$/, '')] : []),
    ...(/(.)\1\1/u.test(folded) ? ['$1', '$1$1'].map((one) => folded.replace(/(.)\1{2,}/gu, one)) : []),
  ]
  if (variants.some((one) => one !== folded && isCertain(one))) return false
  if (!/\p{sc=Arabic}/u.test(folded)) return undefined
  for (let at = arabicPrefix.exec(folded)?.[0].length ?? 0; at > 0; at--)
    if (folded.length - at >= 3 && parts.has(folded.slice(at))) return false
  return undefined
}

const startsSentence = (text: string, at: number): boolean =>
  /(?:^|[.!?\n]\s*)$/u.test(text.slice(Math.max(0, at - 3), at))

const titleCase = /^\p{Lu}\p{M}*\p{Ll}/u

/** How many words from `i` on name somebody outside of the roster: a given name, and the surname or initial behind it. */
function givenNameLength(words: Word[], i: number, text: string): number {
  const { raw, at, folded } = words[i]
  const isDoubtful = givenNameIn(raw, folded)
  if (isDoubtful === undefined) return 0
  if (isDoubtful && startsSentence(text, at)) return 0
  const next = words[i + 1]
  const continues = next && !/['\u2019]s?$/.test(raw) && text.slice(at + raw.length, next.at) === ' '
  return continues && isSurname(next) ? 2 : 1
}

/** Whether a word is a given name only inside a sentence; undefined for no given name. */
function givenNameIn(raw: string, folded: string): boolean | undefined {
  if (!titleCase.test(raw)) return undefined
  const glued = /^(\p{Lu}\p{Ll}{2,})\p{Lu}$/u.exec(raw)?.[1] // "AnnaK"
  return givenNames().get(glued ? foldedName(glued) : folded)
}

// Irregular pasts that the list of common words lacks are kept from reading as surnames too.
const inflected =
  /(?:s|ed|ing|ly)$|^(?:wrote|spoke|built|stood|chose|drove|caught|dealt|brought|began|broke)$/

/** An initial, or a word that is no English one; without a capital only where it does not look like a verb either. */
function isSurname({ raw, folded }: Word): boolean {
  if (folded.length < 2) return /^\p{Lu}/u.test(raw) && folded !== 'i'
  if (isCommonEnglish(folded) || sentimentLexicon().has(folded)) return false
  return titleCase.test(raw) || (folded.length >= 5 && !inflected.test(folded))
}

/** The marks between the words of a name. */
function between(words: Word[], i: number, count: number, text: string): string {
  let marks = ''
  for (let k = i; k < i + count; k++) marks += text.slice(words[k].at + words[k].raw.length, words[k + 1].at)
  return marks
}

/** In a script without spaces a name is a part of a run of letters; the longest name counts. */
function withoutUnspaced(run: string, { unspaced }: Roster): string {
  const lengths = [...unspaced.keys()].toSorted((a, b) => b - a)
  let result = ''
  for (let at = 0; at < run.length;) {
    const length = lengths.find((one) => unspaced.get(one)?.has(run.slice(at, at + one)))
    result += length === undefined ? run[at] : '[name]'
    at += length ?? 1
  }
  return result.replaceAll(/(?:\[name\]){2,}/g, '[name]')
}
