/**
 * Whether an answer says anything, and whether it is in English.
 *
 * `empty`: nothing, a mark, an emoji, or one of the many ways to say "nothing" ("n/a", "can't think of any", "keine Ahnung").
 * `unsupported_language`: it is not in English. A short answer that could be English is usable: languages/reading.ts decides by
 * what stands around it.
 */
import { couldBe, isPlainlyEnglish, languageOf, lettersOf } from './languages/language-of.ts'
import { wordsOf } from './tokens.ts'
import { allSections, lazily, wordSections } from './word-lists.ts'

export type Usability = 'usable' | 'empty' | 'unsupported_language'

const emptyAnswerWordsMax = 10
const emptyAnswerCharactersMax = 120 // more than ten of the words that say nothing

/** An answer made only of `words`, holding a refusal, says nothing. */
const emptyAnswers = lazily(() => {
  const sections = ['words', 'refusals', 'negations', 'refused'] as const
  const { words, refusals, negations, refused } = wordSections('empty-answers.txt', sections)
  return {
    words: new Set(words),
    refusals: new Set(refusals),
    negations: new Set(negations),
    refused: new Set(refused),
  }
})

/** Whole answers in other languages, as words. */
const emptyElsewhere = lazily(
  (): ReadonlySet<string> =>
    new Set(
      [...allSections('empty-answers-elsewhere.txt').values()]
        .flat()
        .map((answer) => wordsOf(answer).join(' ')),
    ),
)

export function usabilityOf(text: string): Usability {
  const start = text.length > 20_000 ? text.slice(0, 20_000) : text
  if (isEmptyAnswer(start)) return 'empty'
  if (isPlainlyEnglish(lettersOf(start))) return 'usable'
  const { language, isCertain } = languageOf(start)
  if (isCertain) return language === 'en' ? 'usable' : 'unsupported_language'
  return couldBe('en', start) ? 'usable' : 'unsupported_language'
}

/** In any language whose ways to say "nothing" are known. */
export function isEmptyAnswer(text: string): boolean {
  if (text.length > emptyAnswerCharactersMax && /[a-z]{3}/.test(text.slice(0, 100))) return isBinary(text)
  const found = wordsOf(text)
  const letters = found.filter((word) => /\p{L}/u.test(word))
  if (letters.length === 0 || isBinary(text)) return true
  if (letters.length === 1 && letters[0].length === 1 && letters[0] < '\u0250') return true
  if (found.length > emptyAnswerWordsMax) return false
  return saysNothing(found) || emptyElsewhere().has(found.join(' '))
}

function saysNothing(found: string[]): boolean {
  const empty = emptyAnswers()
  if (found.length > emptyAnswerWordsMax || !found.every((word) => empty.words.has(word))) return false
  if (found.some((word) => empty.refusals.has(word))) return true
  if (found.join('') === 'na') return true
  const refused = found.some((word) => empty.negations.has(word))
  const doing = found.includes('do') && !found.includes('know') // "I can't do anything" does say something
  const bare =
    found.length <= 2 || (!doing && ['nothing', 'anything', 'any'].some((word) => found.includes(word)))
  return refused && (bare || found.some((word) => empty.refused.has(word)))
}

function isBinary(text: string): boolean {
  const start = text.slice(0, 2_000)
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const odd = start.match(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/g)?.length ?? 0
  return odd > start.length * 0.2
}
