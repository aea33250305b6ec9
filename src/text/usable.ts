/**
 * Whether an answer can be analysed.
 *
 * `empty`: nothing, a mark, an emoji, or one of the many ways to say "nothing" ("n/a", "can't think of
 * any"). `unsupported_language`: fewer than 35 % of the words are known English words, not counting addresses and names behind
 * an "@". Below six words that share means little, so a short text counts as foreign by another sign: a foreign script, foreign
 * small words, accents, or several words of which none is known.
 */
import { isCommonEnglish } from './english.ts'
import { sentimentLexicon } from './lexicon.ts'
import { shippedModel } from './model.ts'
import { wordsOf } from './tokens.ts'
import { lazily, wordSections, wordsOfSections } from './word-lists.ts'

export type Usability = 'usable' | 'empty' | 'unsupported_language'

const knownShareMin = 0.35
const shortTextWords = 6
const emptyAnswerWordsMax = 10
const sampleWords = 400 // the beginning shows the language of a long text

const namelessWordsMin = 3 // "Jira, Confluence" is a list of names; "kuuntele minua enemmän" is not

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

/** Small words that English does not have; folded, without accents. */
const foreignWords = lazily((): ReadonlySet<string> => new Set(wordsOfSections('foreign-words.txt')))
// "l'equipe", "dell'azienda": an article grown together with its noun.
const elided = /^(?:l|d|qu|j|dell|nell|sull|all)'\p{L}{2}/u
const addresses = /\bhttps?:\S+|[@#]\S+/g

export function usabilityOf(text: string): Usability {
  const found = wordsOf(text.length > 20_000 ? text.slice(0, 20_000) : text)
  const letters = found.filter((word) => /\p{L}/u.test(word))
  if (letters.length === 0 || isBinary(text)) return 'empty'
  if (letters.length === 1 && letters[0].length === 1 && letters[0] < '\u0250') return 'empty'
  if (saysNothing(found)) return 'empty'
  return isEnglish(languageSample(text, letters)) ? 'usable' : 'unsupported_language'
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

/** The first words, without addresses where anything else is left. */
function languageSample(text: string, letters: string[]): string[] {
  const bare = /[@#/]/.test(text) ? wordsOf(text.slice(0, 20_000).replace(addresses, ' ')) : []
  const sample = bare.filter((word) => /\p{L}/u.test(word))
  return (sample.length > 0 ? sample : letters).slice(0, sampleWords)
}

function isEnglish(letters: string[]): boolean {
  const lexicon = sentimentLexicon()
  const { words: met } = shippedModel()
  let known = 0
  let foreign = 0
  for (const word of letters) {
    // A listed foreign word counts as that even if English has one spelled so ("die", "no" stay English).
    if (foreignWords().has(word) || elided.test(word)) foreign++
    else if (met.has(word) || lexicon.has(word) || isCommonEnglish(word)) known++
  }
  if (letters.length >= shortTextWords) return known / letters.length >= knownShareMin && known >= foreign
  if (known > 0 && known >= foreign) return true
  if (foreign > 0 || letters.length >= namelessWordsMin) return false
  return letters.every((word) => /^[\p{Script=Latin}\p{N}']+$/u.test(word))
}
