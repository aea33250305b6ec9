/**
 * Words of other languages than English in the form in which they are compared: people leave out accents, write "ae" for "ä",
 * use one Arabic letter for another, and stretch words ("soooo"). Every step is linear in the length of the text.
 */
import { isAscii } from '../tokens.ts'
import type { ReadLanguage } from './tags.ts'

const invisible = /\ufe0f|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const marks = /\p{M}+/gu
const umlaut = /[äöü]/g
const writtenOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
const arabic = /[أإآٱىةؤئـ]/g
const arabicLetters: Readonly<Record<string, string>> = {
  'أ': 'ا', 'إ': 'ا', 'آ': 'ا', 'ٱ': 'ا', 'ى': 'ي', 'ة': 'ه', 'ؤ': 'و', 'ئ': 'ي', 'ـ': '',
} // prettier-ignore
const stretched = /(\p{L})\1{2,}/gu
const stretchedLetters = /([a-z])\1{2,}/g
// Presentation forms and full width letters; other compatibility forms do not occur in words.
const longMarks = /(\p{M}{4})\p{M}+/gu

/** Lower case, one spelling for each letter, no run of more than two of one letter. The length may change. */
export function foldedIn(language: ReadLanguage, text: string): string {
  if (isAscii(text)) return text.toLowerCase().replace(stretchedLetters, '$1$1').replaceAll('`', "'")
  let plain = text
    .replace(invisible, '')
    .replace(longMarks, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(stretched, '$1$1')
  if (language === 'de') plain = plain.replace(umlaut, (letter) => writtenOut[letter]).replaceAll('ß', 'ss')
  if (language === 'ar') plain = plain.replace(arabic, (letter) => arabicLetters[letter])
  return plain
    .normalize('NFKD')
    .replace(marks, '')
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
}

// Names behind an "@" and addresses say nothing of what somebody feels. A hash mark stays: it marks a subject.
const addresses = /https?:\S+|\bhttp\b|@\S+/g
const token = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu

/** Words, and each mark or face by itself, of the first 20,000 characters. */
export const tokensIn = (language: ReadLanguage, text: string): string[] =>
  foldedIn(language, text.slice(0, 20_000).replace(addresses, ' ')).match(token) ?? []

export const isWord = (token: string): boolean => /^[\p{L}\p{N}]/u.test(token)
