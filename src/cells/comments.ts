/**
 * Comments: the only words that leave. Each is made plain before anybody reads it: without names and contact data, without
 * the marks of a keyboard or a habit (control characters, odd white space, rows of the same sign), and no longer than others.
 * A style of writing cannot be taken out; respondents who fear being recognised mark their answer as not to be quoted.
 *
 * They leave in the order of a hash of their words: to a reader as good as shuffled, a function of the comments alone, and the
 * same at every reading and in every list, so that two readings laid side by side reveal nothing. Repeated comments stay: how
 * often something was said is what a reader must know, and n tells the number anyway.
 */
import { hash } from 'node:crypto'
import type { Answer } from '../../contract/questions.ts'

/** A comment is cut behind the last whole sentence within so many characters: its length tells of its writer too. */
const lengthMax = 600
/** Where whole sentences would leave less than this, the comment is cut behind a whole word. */
const sentencesMin = 300

// Invisible characters, except joiners between letters and in emoji, which belong to spelling.
const invisible =
  /(?![\n\t\r])\p{Cc}|[\p{Co}\p{Cs}\p{Cn}]|(?![\u200c\u200d])\p{Cf}|(?<![\p{L}\p{M}\p{So}\p{Sk}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{So}])/gu
// Removed before anything that orders marks: ordering a long run of them takes more than linear time.
const stackedMarks = /(\p{M}{4})\p{M}+/gu
const repeatedSigns = /([^\p{L}\p{N}\p{M}\s])\1{3,}/gu
const redactionMark = /\[(?:address|email|link|mention|name|number|phone)\]/g

/** Without invisible characters: the text in which names are looked for. */
export const cleanComment = (text: string): string =>
  text.replace(invisible, '').replace(stackedMarks, '$1').normalize('NFC')

/** The part of a text answer that may be read, or null where nothing is left to read. */
export function plainComment(text: string, redacted: (text: string) => string): string | null {
  const plain = redacted(cleanComment(text)).replace(/\s+/gu, ' ').replace(repeatedSigns, '$1$1$1').trim()
  const rest = plain.replace(redactionMark, '')
  const hasContent = rest.length < plain.length ? /[\p{L}\p{N}\p{So}]/u.test(rest) : plain !== ''
  return hasContent ? shortened(plain) : null
}

function shortened(text: string): string {
  if (text.length <= lengthMax) return text
  const sentence = endWithin(text, 'sentence')
  const end = sentence >= sentencesMin ? sentence : endWithin(text, 'word') || endWithin(text, 'grapheme')
  // A redaction mark that is cut through is removed altogether.
  const cut = text.slice(0, end).replace(/\[[a-z]*$/, '')
  return `${cut.trimEnd()} …`
}

const segmenters = {
  sentence: new Intl.Segmenter(undefined, { granularity: 'sentence' }),
  word: new Intl.Segmenter(undefined, { granularity: 'word' }),
  grapheme: new Intl.Segmenter(undefined, { granularity: 'grapheme' }),
}

/** Where the last whole unit within the length ends. Reads one unit more than fits, and no more. */
function endWithin(text: string, unit: keyof typeof segmenters): number {
  let end = 0
  for (const { index, segment } of segmenters[unit].segment(text.slice(0, lengthMax + sentencesMin))) {
    if (index + segment.length > lengthMax) break
    end = index + segment.length
  }
  return end
}

export function commentsOf(answers: readonly Answer[], redacted: (text: string) => string): string[] {
  return inHashOrder(
    answers.flatMap(({ text = '', do_not_quote }) =>
      do_not_quote ? [] : (plainComment(text, redacted) ?? []),
    ),
  )
}

export const inHashOrder = (comments: readonly string[]): string[] =>
  comments
    .map((comment) => ({ comment, key: hash('sha256', comment, 'base64') }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ comment }) => comment)
