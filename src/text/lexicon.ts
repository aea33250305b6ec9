/**
 * The VADER lexicon: about 7,500 words, emoticons and slang with a mean rating from -4 to 4.
 *
 * Taken from the npm package `vader-sentiment` (Apache-2.0), its data only; loaded when first needed,
 * because a server that never analyses should not hold it. Source of the ratings: Hutto and Gilbert 2014,
 * "VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social Media Text", ICWSM.
 */
import { createRequire } from 'node:module'
import { wordsOfWork } from './words-of-work.ts'

// Emoji that answers to a pulse hold most, rated by us on the same scale; the published map is by name.
const emoji: [string, number][] = [
  ['🙂', 1.5],
  ['😊', 2.2],
  ['😀', 2.2],
  ['😃', 2.2],
  ['😄', 2.4],
  ['😁', 2.2],
  ['😂', 1.8],
  ['🤣', 1.8],
  ['😍', 3],
  ['🥰', 3],
  ['😎', 1.8],
  ['🤗', 2],
  ['🎉', 2.4],
  ['👍', 2],
  ['👏', 2.2],
  ['🙏', 1.2],
  ['❤', 3],
  ['💜', 2.8],
  ['💙', 2.8],
  ['💚', 2.8],
  ['🔥', 1.2],
  ['🚀', 1.8],
  ['💪', 1.8],
  ['🙁', -1.5],
  ['☹', -1.8],
  ['😞', -2],
  ['😔', -1.8],
  ['😢', -2.2],
  ['😭', -2.2],
  ['😡', -3],
  ['😠', -2.6],
  ['🤬', -3.2],
  ['😩', -2],
  ['😫', -2],
  ['😤', -1.8],
  ['🙄', -1.5],
  ['😒', -1.6],
  ['😕', -1.2],
  ['😟', -1.6],
  ['😰', -2],
  ['😴', -0.6],
  ['👎', -2],
  ['💔', -2.6],
  ['🤮', -3],
  ['🤦', -1.6],
]

let lexicon: ReadonlyMap<string, number> | undefined

/** Word or emoticon to rating, -4 to 4. A Map, so that "constructor" is a word like any other. */
export function sentimentLexicon(): ReadonlyMap<string, number> {
  if (lexicon) return lexicon
  const module: unknown = createRequire(import.meta.url)('vader-sentiment/src/vader_lexicon.js')
  const ratings = (module as { lexicon: Record<string, number> }).lexicon
  lexicon = new Map([...Object.entries(ratings), ...emoji, ...wordsOfWork])
  return lexicon
}
