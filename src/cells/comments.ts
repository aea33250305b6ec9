/**
 * Comments: the only words that leave. Each is made plain before anybody reads it: without names and contact data, without
 * the marks of a keyboard or a habit (control characters, odd white space, rows of the same sign), and no longer than others.
 * What cannot be taken out of words is who writes like this; whoever fears it marks his answer as not to be quoted.
 *
 * They leave in the order of a hash of their words: as good as shuffled for whoever reads them, a function of the comments
 * alone, and the same at every reading and in every list, so that no two readings can be laid side by side. Repeated ones
 * stay: how often something was said is what a reader must know, and n tells the number anyway.
 */
import { hash } from 'node:crypto'
import { type Answer } from '../../contract/questions.ts'

/** A comment is cut behind the last whole sentence of so many characters: length tells of its writer too. */
const lengthMax = 600
/** Less than this is not worth a whole sentence: then it is cut behind a whole word. */
const keptMin = 300

// Characters that are not seen, but joiners between letters and in emoji, which belong to spelling.
const unseen =
  /(?![\n\t\r])\p{Cc}|[\p{Co}\p{Cs}\p{Cn}]|(?![\u200c\u200d])\p{Cf}|(?<![\p{L}\p{M}\p{So}\p{Sk}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{So}])/gu
// Before anything that orders marks: a long run of them is not put in order in linear time.
const stackedMarks = /(\p{M}{4})\p{M}+/gu
const repeatedSigns = /([^\p{L}\p{N}\p{M}\s])\1{3,}/gu
const mark = /\[(?:address|email|link|mention|name|number|phone)\]/g

/** Without what is not seen: what names are looked for in. */
export const cleanComment = (text: string): string =>
  text.replace(unseen, '').replace(stackedMarks, '$1').normalize('NFC')

/** What of a text answer may be read, or null where nothing is left to read. */
export function plainComment(text: string, redacted: (text: string) => string): string | null {
  const plain = redacted(cleanComment(text)).replace(/\s+/gu, ' ').replace(repeatedSigns, '$1$1$1').trim()
  const rest = plain.replace(mark, '')
  const says = rest.length < plain.length ? /[\p{L}\p{N}\p{So}]/u.test(rest) : plain !== ''
  return says ? shortened(plain) : null
}

function shortened(text: string): string {
  if (text.length <= lengthMax) return text
  const sentence = endWithin(text, 'sentence')
  const end = sentence >= keptMin ? sentence : endWithin(text, 'word') || endWithin(text, 'grapheme')
  // A mark that is cut through goes altogether.
  const kept = text.slice(0, end).replace(/\[[a-z]*$/, '')
  return `${kept.trimEnd()} …`
}

const segmenters = {
  sentence: new Intl.Segmenter(undefined, { granularity: 'sentence' }),
  word: new Intl.Segmenter(undefined, { granularity: 'word' }),
  grapheme: new Intl.Segmenter(undefined, { granularity: 'grapheme' }),
}

/** Where the last whole unit ends that lies within the length. One more unit is read than fits, and no more. */
function endWithin(text: string, unit: keyof typeof segmenters): number {
  let end = 0
  for (const { index, segment } of segmenters[unit].segment(text.slice(0, lengthMax + keptMin))) {
    if (index + segment.length > lengthMax) break
    end = index + segment.length
  }
  return end
}

export function commentsOf(answers: readonly Answer[], redacted: (text: string) => string): string[] {
  return inNoOrder(
    answers.flatMap(({ text = '', do_not_quote }) =>
      do_not_quote ? [] : (plainComment(text, redacted) ?? []),
    ),
  )
}

export const inNoOrder = (comments: readonly string[]): string[] =>
  comments
    .map((comment) => ({ comment, key: hash('sha256', comment, 'base64') }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ comment }) => comment)
