/**
 * The form of a name that is compared: without case, accents and vowel points, in one spelling of letters that have several,
 * so that "MÜLLER", "Mu\u0308ller" and "Muller" are the same. Marks of Devanagari stay, because they are its vowels. Linear in
 * the length: runs of marks are cut before normalisation, which orders them.
 */

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const marks = /[\p{M}--\p{sc=Devanagari}]+/gv
const longMarks = /(\p{M}{4})\p{M}+/gu

/** Letters that decomposition leaves; Arabic letters that are used for one another; the nasal of Devanagari. */
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i',
  'أ': 'ا', 'إ': 'ا', 'آ': 'ا', 'ٱ': 'ا', 'ى': 'ي', 'ة': 'ه', 'ؤ': 'و', 'ئ': 'ي', 'ـ': '',
  'ँ': 'ं', '\u093c': '',
} // prettier-ignore
const spelt = new RegExp(`[${Object.keys(spellings).join('')}]`, 'gu')

/** Letters of Cyrillic and Greek that look like Latin ones; replaced only in words that mix the scripts. */
const lookalikes: Readonly<Record<string, string>> = Object.fromEntries(
  [...'аaеeоoрpсcуyхxіiѕsјjкkмmнhтtвbαaοoρpεeιiκkνvτtυuχxηn'].flatMap((one, at, all) =>
    at % 2 === 0 ? [[one, all[at + 1]]] : [],
  ),
)

const foldedLetters = (text: string): string =>
  text
    .replace(invisible, '')
    .replace(longMarks, '$1')
    .replace(marks, '')
    .normalize('NFKD')
    .replace(marks, '')
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .toLowerCase()
    .replace(spelt, (one) => spellings[one])

export function foldedName(word: string): string {
  if (/^[a-z']*$/i.test(word)) return word.toLowerCase().replace(/'s?$/, '')
  const plain = foldedLetters(word)
  const mixed = /\p{sc=Latin}/u.test(plain) && /[\p{sc=Cyrillic}\p{sc=Greek}]/u.test(plain)
  const latin = mixed
    ? plain.replace(/[\p{sc=Cyrillic}\p{sc=Greek}]/gu, (one) => lookalikes[one] ?? one)
    : plain
  return latin.replace(/'s?$/, '')
}

/** A digit, or a small letter, that a capital letter looks like: O and 0, I and l and 1. */
const likeCapitals: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', l: 'i' }

/**
 * The form of a sentence that is compared where somebody may want to hide that it is the same: letters and digits alone, whatever is between
 * them, and one letter for all that look like it, in every script. Two sentences that people would tell apart may have the same form.
 */
export const foldedWording = (text: string): string =>
  foldedLetters(text)
    .replace(/\p{Default_Ignorable_Code_Point}|[^\p{L}\p{N}\p{M}]/gu, '')
    .replace(/[\p{sc=Cyrillic}\p{sc=Greek}]/gu, (one) => lookalikes[one] ?? one)
    .replace(/[01l]/g, (one) => likeCapitals[one])

const writtenOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

/** The other spellings of a name with umlauts: Mueller for Müller, Muller for Mueller. */
export function respelt(name: string): string[] {
  const lower = name.toLowerCase().normalize('NFC')
  const out = lower.replace(/[äöüåø]/g, (one) => writtenOut[one])
  const together = lower.replace(/ae|oe|ue|aa/g, (two) => two[0])
  return [out, together].filter((one) => one !== lower)
}
