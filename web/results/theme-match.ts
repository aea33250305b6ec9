/**
 * Which comments a theme is found in. A theme of the comments' own has its rule, words and phrases of which one stands in the comment; of a
 * driver there are the quotes that the report chose, and no more.
 */
import { type Theme } from './question-view.ts'

const unspaced = new Set(['ja', 'zh', 'th', 'lo', 'km', 'my'])

const wordsOf = (text: string, language: string): string[] =>
  [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text.toLowerCase())].flatMap(
    ({ segment, isWordLike }) => (isWordLike ? [segment] : []),
  )

export function isAbout({ rule, quotes }: Theme, comment: string): boolean {
  if (!rule) return quotes.includes(comment)
  if (unspaced.has(rule.language)) return rule.any_of.some((entry) => comment.includes(entry))
  const padded = ` ${wordsOf(comment, rule.language).join(' ')} `
  return rule.any_of.some((entry) => padded.includes(` ${wordsOf(entry, rule.language).join(' ')} `))
}
