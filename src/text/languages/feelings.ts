/**
 * Words of feeling in other languages than English, as inputs of the models that were trained on tweets.
 *
 * A tweet's words are those of its subject: what a model learns of them is of no use for the next subject. Good and bad words
 * (data/<language>/feelings.txt) mean the same everywhere, so their counts are inputs beside the words. With them the models
 * read subjects that they have not seen: Arabic rose from 45 to 52 (macro-F1, subjects left out), Italian from 57 to 61.
 */
import { createRequire } from 'node:module'
import { lazily, wordSections } from '../word-lists.ts'
import type { TweetLanguage } from './tags.ts'
import { foldedIn, isWord } from './word-forms.ts'

/** How many words a negation turns after itself, the end of a part of a sentence aside. */
const reach = 4
const prefixMin = 2
// The article and the small words that Arabic writes together with the next word.
const arabicPrefix = /^(?:وال|بال|فال|كال|لل|ال|و|ب|ل|ف)(?=.{3})/u

type WordSet = { whole: ReadonlySet<string>; beginnings: ReadonlySet<string>; longest: number }
type Feelings = { good: WordSet; bad: WordSet; negations: WordSet }

function wordSet(entries: readonly string[], language: TweetLanguage): WordSet {
  const fold = (entry: string): string => foldedIn(language, entry)
  const beginnings = entries.filter((entry) => entry.endsWith('*')).map((entry) => fold(entry.slice(0, -1)))
  return {
    whole: new Set(entries.filter((entry) => !entry.endsWith('*')).map(fold)),
    beginnings: new Set(beginnings),
    longest: Math.max(0, ...beginnings.map(({ length }) => length)),
  }
}

function has({ whole, beginnings, longest }: WordSet, word: string): boolean {
  if (whole.has(word)) return true
  for (let end = prefixMin; end <= Math.min(word.length, longest); end++)
    if (beginnings.has(word.slice(0, end))) return true
  return false
}

const lists = new Map<TweetLanguage, Feelings>()

function feelingsOf(language: TweetLanguage): Feelings {
  const known = lists.get(language)
  if (known) return known
  const sections = wordSections(`${language}/feelings.txt`, ['good', 'bad', 'negations'])
  const made = {
    good: wordSet(sections.good, language),
    bad: wordSet(sections.bad, language),
    negations: wordSet(sections.negations, language),
  }
  lists.set(language, made)
  return made
}

/** English words that tweets in Hindi are full of; the package's ratings alone, so that our own may change. */
const englishRatings = lazily((): ReadonlyMap<string, number> => {
  const { lexicon } = createRequire(import.meta.url)('vader-sentiment/src/vader_lexicon.js') as {
    lexicon: Record<string, number>
  }
  return new Map(Object.entries(lexicon))
})

/** What one of these inputs counts beside the words, whose vector has the length 1 for words and for characters each. */
const weight = 2
const perRating = 4

/** How many inputs `feelingInputs` gives. */
export const feelingInputCount = (language: TweetLanguage): number => (language === 'hi-Latn' ? 10 : 7)

/**
 * Good words, bad words, which of them prevail, negations, the length, and marks of calling and asking; for Hindi also the English ones.
 * @param tokens  of tokensIn
 */
export function feelingInputs(language: TweetLanguage, tokens: readonly string[]): number[] {
  const { good, bad, negations } = feelingsOf(language)
  const counts = { good: 0, bad: 0, negations: 0, words: 0 }
  let left = 0
  for (const token of tokens) {
    if (!isWord(token)) {
      if ('.!?;,'.includes(token)) left = 0
      const face = faces.get(token)
      if (face !== undefined) counts[face]++
      continue
    }
    counts.words++
    const word =
      language === 'ar' && !has(good, token) && !has(bad, token) ? token.replace(arabicPrefix, '') : token
    if (has(good, word)) {
      if (left > 0) counts.bad++
      else counts.good++
    } else if (has(bad, word)) {
      if (left > 0) counts.good += 0.5
      else counts.bad++
    }
    if (has(negations, token)) {
      left = reach
      counts.negations++
    } else if (left > 0) left--
  }
  const balance = (counts.good - counts.bad) / (counts.good + counts.bad + Math.sqrt(counts.words + 3))
  const inputs = [
    Math.log1p(counts.good),
    Math.log1p(counts.bad),
    2 * balance,
    Math.log1p(counts.negations),
    Math.log1p(counts.words) / 3,
    tokens.includes('!') ? 1 : 0,
    tokens.includes('?') ? 1 : 0,
    ...(language === 'hi-Latn' ? englishInputs(tokens) : []),
  ]
  return inputs.map((value) => value * weight)
}

function englishInputs(tokens: readonly string[]): number[] {
  let [good, bad] = [0, 0]
  for (const token of tokens) {
    const rating = englishRatings().get(token) ?? 0
    if (rating > 0) good += rating / perRating
    else bad -= rating / perRating
  }
  return [Math.log1p(good), Math.log1p(bad), (good - bad) / (good + bad + 1)]
}

const faces: ReadonlyMap<string, 'good' | 'bad'> = new Map([
  ...[...'😀😃😄😁😆😊🙂😍😘🥰😎👍👏🎉💪❤💕💙💚💛💜🙏☺😇🤗✨🌹✌👌😋😂'].map(
    (face) => [face, 'good'] as const,
  ),
  ...[...'😞😔😟🙁☹😣😖😫😩😢😭😤😠😡🤬👎💔😒😕😨😰😱😓😪😷🤮🤢🙄'].map((face) => [face, 'bad'] as const),
])
