/**
 * Whether what a model returned may stand for a text of a survey. Pure.
 *
 * A person reads each proposal before it is saved, and may read past what differs in small print: another number of days, a link that leads
 * elsewhere, a placeholder that is gone. So these are compared here. What is left, the sense, only a person judges.
 */
import type { ProposalFault } from '../../contract/translation-proposals.ts'
import { lengthMaxOf, type Text } from '../../contract/wording.ts'

/** Control characters but line breaks, and those that change the direction of other text (UAX #9). */
const forbidden = /[^\P{Cc}\n]|[\u2028-\u202e\u2066-\u2069]/u
const markup = /<\/?[a-z!]|&(?:[a-z]+|#\d+);|\]\(/i
/** {name}, {{name}}, %s, %(name)s, ${name}. */
const placeholder = /\$?\{+[^{}]*\}+|%\([^)]*\)[a-z]|%\d*\$?[sdif](?!\p{L})/giu
const link = /(?:https?:\/\/|www\.|mailto:)[^\s<>"'“”»）)]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi
/** A number with its separators: 10,000 and 10.000 and 10 000 are the same one. */
const number = /\p{Nd}+(?:(?:[.,\u00a0\u202f’٬٫]| (?=\p{Nd}{3}(?!\p{Nd})))\p{Nd}+)*/gu

/** Where the digits of a script begin: Arabic, Persian, Devanagari, full width. */
const zeros = [0x660, 0x6f0, 0x966, 0xff10]

/** In ASCII. */
const digitsOf = (text: string): string =>
  [...text]
    .map((sign) => {
      const code = sign.codePointAt(0) ?? 0
      const zero = zeros.find((first) => code >= first && code < first + 10)
      return zero === undefined ? sign : String(code - zero)
    })
    .join('')
    .replaceAll(/\D/g, '')

const foundBy = (pattern: RegExp, text: string): string[] => (text.match(pattern) ?? []).toSorted()

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((entry, at) => entry === other[at])

const linesOf = (text: string): number => text.trim().split('\n').length

/** Text in many languages grows when it is translated, short ones most. */
const lengthMax = (text: string): number => 3 * text.length + 40

/** This many words that are the same in two languages are no accident. */
const wordsSameMin = 4

/** @param proposal  as `tidied` gives it */
export function faultOf(text: Text, proposal: string): ProposalFault | null {
  const original = text.text
  if (proposal === '') return 'absent'
  if (proposal.length > Math.min(lengthMaxOf(text), lengthMax(original))) return 'too_long'
  if (forbidden.test(proposal) || linesOf(proposal) > linesOf(original)) return 'characters'
  if (markup.test(proposal) && !markup.test(original)) return 'characters'
  if (!/[\p{L}\p{N}\p{S}]/u.test(proposal)) return 'absent'
  if (!isSame(foundBy(placeholder, original), foundBy(placeholder, proposal))) return 'placeholders'
  if (!isSame(linksIn(original), linksIn(proposal))) return 'links'
  if (!isSame(numbersIn(original), numbersIn(proposal))) return 'numbers'
  const isLong = original.trim().split(/\s+/).length >= wordsSameMin
  if (isLong && proposal.toLowerCase() === original.trim().toLowerCase()) return 'unchanged'
  return null
}

/** Without the punctuation of the sentence that they are in. */
const linksIn = (text: string): string[] =>
  foundBy(link, text)
    .map((one) => one.replace(/[.,;:!?،。、]+$/u, ''))
    .toSorted()

const numbersIn = (text: string): string[] => foundBy(number, text).map(digitsOf).toSorted()

export const tidied = (reply: string): string => reply.normalize('NFC').trim()

/** Texts of one list that read the same, where the originals do not: nobody could tell the options apart. */
export function notDistinct(proposals: ReadonlyMap<Text, string>): Text[] {
  const groups = new Map<string, Text[]>()
  for (const [text, proposal] of proposals) {
    const [, , member] = text.path
    if (member !== 'options' && member !== 'rows' && member !== 'labels') continue
    const key = JSON.stringify([...text.path.slice(0, 3), proposal.toLowerCase()])
    groups.set(key, [...(groups.get(key) ?? []), text])
  }
  return [...groups.values()].flatMap((texts) =>
    new Set(texts.map(({ text }) => text.trim().toLowerCase())).size > 1 ? texts : [],
  )
}
