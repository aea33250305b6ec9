/**
 * A light English stemmer: brings plurals, -ed, -ing, -ly and British spelling to one form.
 *
 * Not a dictionary form: only equal for words that belong together. Both sides of a comparison must be
 * stemmed. In the manner of Porter's first steps (1980), without the later ones, which join words that
 * mean different things in comments on work ("organisation", "organic").
 */
import { byWord } from './word-cache.ts'
import { lazily, pairsOf, wordList } from './word-lists.ts'

const exceptions = lazily(
  (): ReadonlyMap<string, string> => new Map(pairsOf(wordList('stem-exceptions.txt'))),
)

export const stem = byWord(reduced)

function reduced(word: string): string {
  const exception = exceptions().get(word)
  if (exception !== undefined) return exception
  if (word.length <= 3 || word.length > 40) return word

  let stem = singular(word)
  stem = withoutEnding(stem)
  if (stem.length > 5 && stem.endsWith('ly')) stem = stem.slice(0, -2)
  return spelled(stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem)
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  if (/[^sui]s$/.test(word)) return word.slice(0, -1)
  return word
}

function withoutEnding(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') && !word.endsWith('eed') ? 2 : 0
  if (ending === 0) return word
  const rest = word.slice(0, -ending)
  if (rest.length < 3 || !/[aeiouy]/.test(rest)) return word
  return /([bdfgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest
}

/** British to American: recognis → recogniz, behaviour → behavior, programme → program. */
function spelled(stem: string): string {
  return stem
    .replace(/is(?=(?:ation|ational|er)?$)/, stem.length > 5 ? 'iz' : 'is')
    .replace(/(?<=[a-z]{3})our$/, 'or')
    .replace(/(?<=progra)mm$/, 'm')
}
