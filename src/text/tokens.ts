/**
 * Words of a text, folded so that the same word always looks the same.
 *
 * Lower case, one kind of apostrophe, accents and stacked marks removed, invisible characters dropped.
 * Every step is linear in the length of the text: marks go before normalisation, because ordering a run
 * of 50,000 combining marks is not linear.
 */

// Soft hyphen, zero-width and direction marks, byte order mark: they hide a word from a reader of words.
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const word = /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu

// Most texts are ASCII alone: nothing to fold but case and one kind of apostrophe.
// eslint-disable-next-line no-control-regex -- all of ASCII
const ascii = /^[\u0000-\u007f]*$/
export const isAscii = (text: string): boolean => ascii.test(text)

/** Lower-cased, without marks and invisible characters. The length may change. */
export function folded(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replaceAll('`', "'")
  return text
    .replace(invisible, '')
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .toLowerCase()
}

/** The words of a text in order; "don't" is one word, a possessive "'s" is cut. */
export function wordsOf(text: string): string[] {
  const words = folded(text).match(word) ?? []
  return words.map((each) => (each.endsWith("'s") && each.length > 3 ? each.slice(0, -2) : each))
}
