/**
 * The VADER lexicon, about 7,500 words, emoticons and slang with a mean rating from -4 to 4, and our own ratings of words at
 * work and of emoji (data/ratings.txt).
 *
 * Taken from the npm package `vader-sentiment` (Apache-2.0), its data only. Source of the ratings: Hutto and Gilbert 2014,
 * "VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social Media Text", ICWSM.
 */
import { createRequire } from 'node:module'
import { lazily, ratingsOf, wordSections } from './word-lists.ts'

const ownRatings = lazily(() =>
  wordSections('ratings.txt', ['words', 'emoji', 'published idioms', 'idioms of work', 'complaints']),
)

/** Word or emoticon to rating, -4 to 4. A Map, so that "constructor" is a word like any other. */
export const sentimentLexicon = lazily((): ReadonlyMap<string, number> => {
  const { lexicon } = createRequire(import.meta.url)('vader-sentiment/src/vader_lexicon.js') as {
    lexicon: Record<string, number>
  }
  const { words, emoji } = ownRatings()
  return new Map([...Object.entries(lexicon), ...ratingsOf(emoji), ...ratingsOf(words)])
})

/** Two or three words with their own rating, which replaces that of the last word. */
export const idiomRatings = lazily((): ReadonlyMap<string, number> => {
  const own = ownRatings()
  return new Map(ratingsOf([...own['published idioms'], ...own['idioms of work'], ...own.complaints]))
})
