/**
 * Takes what names a person out of a text, before anyone may read it.
 *
 * Roster names, common given names with the surname behind them, @mentions, e-mail addresses, links, phone numbers, ids and numbers of more than two digits
 * become [name], [mention], [email], [link], [phone], [number]. Too much is taken rather than too little.
 * It knows the names it is given and a list of given names: a nickname or a description still points at somebody. Linear in the
 * length of the text: every pattern starts at a border that a failed try does not move.
 */
import { isCommonEnglish } from './english.ts'
import { givenNames } from './given-names.ts'
import { sentimentLexicon } from './lexicon.ts'
import { foldedName, letterWords, rosterOf, type Roster } from './roster.ts'

// Soft hyphen, zero-width and direction marks would split a name for us and not for a reader.
const invisible =
  /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|(?<=\p{L})\u200d/gu
const link = /(?<![\p{L}\p{N}])(?:https?:\/\/|ftp:\/\/|www\.)[^\s<>"\u201d]+/giu
const bareLink =
  /(?<![\p{L}\p{N}.@/-])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.(?:com|org|net|io|dev|co|app|edu|gov|de|uk|fr|eu|ai|me|info|ly)(?![\p{L}\p{N}-])(?:\/[^\s<>"\u201d]*)?/giu
const email = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu
const mention = /<@[^>\s]{1,80}>|(?<![\p{L}\p{N}@])@[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu

/** Placeholders start and end with a bracket, so that a later pattern does not take them for a word. */
export function redact(text: string, names: readonly string[]): string {
  const marked = text
    .replace(invisible, '')
    .replace(link, '[link]')
    .replace(email, '[email]')
    .replace(mention, '[mention]')
    .replace(bareLink, '[link]')
  return withoutNames(withoutNumbers(marked), rosterOf(names))
}

const digitRun =
  /(?<![\p{L}\p{N}_+])[+(]?[\p{L}\p{N}_]*\p{Nd}[\p{L}\p{N}_]*(?:(?:[ .()/-]{1,2}|,)[\p{L}_]*\p{Nd}[\p{L}\p{N}_]*)*/gu

/** A run of digit groups is a phone number from seven digits on, else each group of three or more is a number. */
function withoutNumbers(text: string): string {
  return text.replace(digitRun, (run) => {
    const digits = digitsIn(run)
    if (digits < 3) return run
    const phone = digits >= 7 && digits <= 15 && /^[+(]?[\p{Nd} .()/-]+$/u.test(run) && /[+ ()/.-]/.test(run)
    if (phone) return '[phone]'
    // "24/7" is no number of three digits, "3,500" and "AB-1234" are.
    return run.replace(/[\p{L}\p{N}_]+(?:[.,-]+[\p{L}\p{N}_]+)*/gu, (group) =>
      digitsIn(group) > 2 ? '[number]' : group,
    )
  })
}

function digitsIn(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0
}

const placeholderWords = new Set(['link', 'email', 'mention', 'phone', 'number', 'name'])
const pronouns = /^\s+(?:we|i|you|they|he|she|it|there|this|that|the|these|those|my|our)(?![\p{L}\p{N}])/iu

function withoutNames(text: string, roster: Roster): string {
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
    const length = namedWords(words, i, text, roster) || givenWords(words, i, text)
    if (length > 0) {
      const last = words[i + length - 1]
      const possessive = /['\u2019]s?$/.exec(last.raw)?.[0] ?? ''
      result += `${text.slice(done, at)}[name]${possessive}`
      done = last.at + last.raw.length
      i += length - 1
    } else if (roster.unspaced.size > 0 && raw.length >= 2) {
      result += text.slice(done, at) + withoutUnspaced(raw, roster)
      done = at + raw.length
    }
  }
  return result + text.slice(done)
}

type Word = { raw: string; at: number; folded: string }

/** How many words from `i` on are one name; 0 for none. */
function namedWords(words: Word[], i: number, text: string, roster: Roster): number {
  const { raw, at, folded } = words[i]
  for (const rest of roster.whole.get(folded) ?? []) {
    const last = words[i + rest.length]
    if (!last || last.at - at > 120 || !rest.every((word, k) => words[i + 1 + k].folded === word)) continue
    if (/^[\s'\u2019.,-]*$/u.test(between(words, i, rest.length, text))) return rest.length + 1
  }
  const capitalOnly = roster.parts.get(folded)
  if (capitalOnly === undefined) return 0
  if (!capitalOnly) return 1
  if (!/^\p{Lu}/u.test(raw) && /\p{Ll}/u.test(raw)) return 0
  return startsSentence(text, at) && pronouns.test(text.slice(at + raw.length, at + raw.length + 12)) ? 0 : 1
}

const startsSentence = (text: string, at: number): boolean =>
  /(?:^|[.!?\n]\s*)$/u.test(text.slice(Math.max(0, at - 3), at))

const titleCase = /^\p{Lu}\p{M}*\p{Ll}/u

/** How many words from `i` on are somebody whom no roster knows: a given name, and the surname or initial behind it. */
function givenWords(words: Word[], i: number, text: string): number {
  const { raw, at, folded } = words[i]
  const glued = /^(\p{Lu}\p{Ll}{2,})\p{Lu}$/u.exec(raw)?.[1] // "AnnaK"
  const isDoubtful = givenNames.get(glued ? foldedName(glued) : folded)
  if (isDoubtful === undefined || !titleCase.test(raw)) return 0
  if (isDoubtful && startsSentence(text, at)) return 0
  const next = words[i + 1]
  const goesOn = next && !/['\u2019]s?$/.test(raw) && text.slice(at + raw.length, next.at) === ' '
  return goesOn && isSurname(next) ? 2 : 1
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

/** What stands between the words of a name: only spaces, hyphens or a dot may. */
function between(words: Word[], i: number, count: number, text: string): string {
  let marks = ''
  for (let k = i; k < i + count; k++) marks += text.slice(words[k].at + words[k].raw.length, words[k + 1].at)
  return marks
}

/** In a script without spaces a name stands inside a run of letters. */
function withoutUnspaced(run: string, roster: Roster): string {
  let result = ''
  for (let at = 0; at < run.length;) {
    const name = roster.unspaced.get(run[at])?.find((each) => run.startsWith(each, at))
    result += name ? '[name]' : run[at]
    at += name?.length ?? 1
  }
  return result
}
