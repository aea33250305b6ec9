/**
 * The language of a sentence, from its words, its script and the letters that its words are made of.
 *
 * Short answers are the hard ones: "Organisation" is English, French and German, and a detector of languages always answers.
 * So a language is only certain from two known words that other languages do not have, or from letters that agree with a word.
 * All else is left open, and the caller takes the language of what stands around it, if the words could be of that language.
 *
 * Known words: those of the English model and lists, and frequent words of other languages (data/marker-words.txt). Letters: the
 * package `eld` (decision 0047), which is asked only where words do not decide. It does not know Hindi in Latin script: that is
 * told by its words alone.
 */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isCommonEnglish, isStopWord } from '../english.ts'
import { sentimentLexicon } from '../lexicon.ts'
import { shippedModel } from '../model.ts'
import { folded, wordsOf } from '../tokens.ts'
import { byWord } from '../word-cache.ts'
import { allSections, lazily, wordList } from '../word-lists.ts'

/**
 * `isCertain`: from the text alone. Otherwise `language` is a guess, or null where there is none. `others`: languages that have as many
 * words of a short text, so that only the letters decide among them.
 */
export type LanguageGuess = { language: string | null; isCertain: boolean; others?: readonly string[] }

const shortWords = 6
const sampleWords = 400 // the beginning shows the language of a long text
const sampleCharacters = 20_000
const certainWords = 2
const knownShareMin = 0.6
const smallWordsMin = 3
const lettersMin = 8
const agreeingLettersMin = 5 // "CI" and "NA" are words somewhere
const nearly = 0.9 // of the likeliest language's likelihood
const plausible = 0.8

type Scores = Readonly<Record<string, number | undefined>>

const detector = lazily(() => {
  // It states itself to `import` alone, and this is needed at once: the file is required by its path.
  const eldFile = fileURLToPath(import.meta.resolve('eld/extrasmall'))
  const { eld } = createRequire(import.meta.url)(eldFile) as {
    eld: {
      detect(text: string): { language: string; isReliable(): boolean; getScores(): Record<string, number> }
    }
  }
  return eld
})

/** Word → languages that have it; folded. Words that English needs all the time ("was", "of") say nothing about the language. */
const markers = lazily((): ReadonlyMap<string, readonly string[]> => {
  const languages = new Map<string, string[]>()
  for (const [language, words] of allSections('marker-words.txt')) {
    for (const word of new Set(words.map(folded))) {
      if (isStopWord(word)) continue
      const known = languages.get(word)
      if (known) known.push(language)
      else languages.set(word, [language])
    }
  }
  return languages
})

const shared = lazily((): ReadonlySet<string> => new Set(wordList('shared-words.txt')))

// "l'equipe", "dell'azienda": an article grown together with its noun.
const elided: readonly (readonly [pattern: RegExp, languages: readonly string[]])[] = [
  [/^(?:l|d)'\p{L}{2}/u, ['fr', 'it']],
  [/^(?:qu|j|n|s|m|t)'\p{L}{2}/u, ['fr']],
  [/^(?:dell|nell|sull|all|dall|un)'\p{L}{2}/u, ['it']],
]

const isEnglishWord = (word: string): boolean => (kindOf(word) & kinds.known) !== 0

/** What a word tells, as bits: a listed word of another language is that even if English has one spelt so. */
const kinds = { known: 1, english: 2, small: 4, foreign: 8 } as const

const kindOf = byWord((word): number => {
  if (languagesOf(word)) return kinds.foreign
  if (isStopWord(word)) return kinds.known | kinds.small | (shared().has(word) ? 0 : kinds.english)
  const isListed = sentimentLexicon().has(word) || isCommonEnglish(word)
  if (!isListed && !shippedModel().words.has(word)) return 0
  return kinds.known | (isListed && !shared().has(word) ? kinds.english : 0)
})

const languagesOf = (word: string): readonly string[] | undefined =>
  markers().get(word) ??
  (word.includes("'") ? elided.find(([pattern]) => pattern.test(word))?.[1] : undefined)

type WordCounts = {
  words: number
  /** Words of our English lists that no other language has, and words that are English in spelling at least. */
  english: number
  known: number
  /** Small words of English alone ("everything", "the"): one of them is enough beside known words. */
  function: number
  foreign: number
  byLanguage: ReadonlyMap<string, number>
}

const none: ReadonlyMap<string, number> = new Map()

function countWords(words: readonly string[]): WordCounts {
  let byLanguage: Map<string, number> | undefined
  const counts = { words: words.length, english: 0, known: 0, function: 0, foreign: 0 }
  for (const word of words) {
    const kind = kindOf(word)
    if (kind & kinds.known) counts.known++
    if (kind & kinds.english) counts.english++
    if (kind & kinds.small && kind & kinds.english) counts.function++
    if (!(kind & kinds.foreign)) continue
    counts.foreign++
    byLanguage ??= new Map()
    for (const language of languagesOf(word) ?? [])
      byLanguage.set(language, (byLanguage.get(language) ?? 0) + 1)
  }
  return { ...counts, byLanguage: byLanguage ?? none }
}

/** Whether the words of a text leave no doubt that all of it is English; without asking for its letters. */
export function isPlainlyEnglish(words: readonly string[]): boolean {
  if (words.length < certainWords) return false
  return isEnglishBeyondDoubt(countWords(words.slice(0, sampleWords)))
}

function isEnglishBeyondDoubt({ words, english, known, function: small, foreign }: WordCounts): boolean {
  if (words < shortWords)
    return known === words && (english >= certainWords || (small > 0 && words >= certainWords))
  return known >= knownShareMin * words && foreign === 0 && english >= certainWords
}

/** A dish or a name from elsewhere ("à la carte") does not make an English sentence foreign. */
const isEnglishWithGuests = (
  { words, known, function: small, foreign }: WordCounts,
  marked: number,
): boolean =>
  small >= smallWordsMin && small > marked && foreign * 3 <= words && known >= knownShareMin * words

/** @param text  one sentence, or a text that is taken to be in one language */
export function languageOf(text: string): LanguageGuess {
  const sample = text.slice(0, sampleCharacters)
  const script = scriptOf(sample)
  if (script !== null && script !== 'Latn') return ofScript(script, sample)
  const words = lettersOf(sample)
  if (words.length === 0) return { language: null, isCertain: false }
  return ofWords(words, sample)
}

/** Words with letters, without addresses and names behind an "@" where anything else is left. */
export function lettersOf(text: string): string[] {
  const bare = /[@#]|:\/\//.test(text) ? wordsOf(text.replace(addresses, ' ')).filter(hasLetter) : []
  return (bare.length > 0 ? bare : wordsOf(text).filter(hasLetter)).slice(0, sampleWords)
}

const addresses = /\bhttps?:\S+|[@#]\S+/g
/** Folded words begin with a letter or a digit. */
const hasLetter = (word: string): boolean => word[0] > '9' || /\p{L}/u.test(word)

function ofWords(words: readonly string[], text: string): LanguageGuess {
  const counts = countWords(words)
  if (isEnglishBeyondDoubt(counts)) return { language: 'en', isCertain: true }
  const hindi = counts.byLanguage.get('hi-Latn') ?? 0
  const [marked, times] = mostMarked(counts.byLanguage)
  if (hindi >= certainWords && hindi >= times && hindi * 4 >= words.length)
    return { language: 'hi-Latn', isCertain: true }
  if (isEnglishWithGuests(counts, times)) return { language: 'en', isCertain: true }
  const scores = scoresOf(text)
  const [likeliest, likelihood] = Object.entries(scores)[0] ?? [null, 0]
  if (likeliest === null) return { language: null, isCertain: false }
  const likelihoodOf = (language: string): number => (scores[language] ?? 0) / (likelihood ?? 1)

  // Several languages share small words: of those with the most, the one whose letters fit best.
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const agree =
    letters >= agreeingLettersMin && counts.english < certainWords && likelihoodOf(marked) > nearly
  if (times >= certainWords || (times === 1 && agree)) {
    const most = [...counts.byLanguage].filter(
      ([language, count]) => count === times && language !== 'hi-Latn',
    )
    const best = most.toSorted(([a], [b]) => likelihoodOf(b) - likelihoodOf(a))[0]?.[0] ?? marked
    const outweighs = times * 2 >= counts.english
    if (outweighs && likelihoodOf(best) >= plausible) {
      const others = words.length < shortWords ? most.flatMap(([each]) => (each === best ? [] : [each])) : []
      return { language: best, isCertain: true, ...(others.length > 0 && { others }) }
    }
  }
  const isEnglish = likeliest === 'en' || (counts.foreign === 0 && likelihoodOf('en') >= nearly)
  if (counts.english >= certainWords && isEnglish) return { language: 'en', isCertain: true }
  if (likeliest === 'en') return { language: 'en', isCertain: false }
  const isForeign = counts.known * 2 <= words.length && letters >= lettersMin && likelihoodOf('en') < nearly
  const isCertain = isForeign && words.length >= certainWords
  return { language: likeliest, isCertain }
}

function mostMarked(byLanguage: ReadonlyMap<string, number>): [language: string, count: number] {
  let most: [string, number] = ['', 0]
  for (const [language, count] of byLanguage) if (count > most[1]) most = [language, count]
  return most
}

/** Likeliest first. */
const scoresOf = (text: string): Scores => detector().detect(text.slice(0, 1_000)).getScores()

/**
 * Whether a text that nothing decides could be in a language: for English, half of the words are known or its letters fit best;
 * for others, their letters fit well.
 */
export function couldBe(language: string, text: string): boolean {
  const words = lettersOf(text.slice(0, sampleCharacters))
  if (words.length === 0) return false
  const script = scriptOf(text.slice(0, sampleCharacters))
  if (script !== null && script !== 'Latn') return ofScript(script, text).language === language
  if (language === 'hi-Latn') return true
  if (language === 'en' && words.filter(isEnglishWord).length * 2 >= words.length) return true
  const scores = scoresOf(text)
  if (language === 'en') return Object.keys(scores)[0] === 'en'
  const likelihood = Object.values(scores)[0]
  return likelihood === undefined || (scores[language] ?? 0) >= plausible * likelihood
}

/** Scripts by their ISO 15924 codes. */
const scripts: readonly (readonly [script: string, letters: RegExp])[] = [
  ['Jpan', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Hang', /\p{Script=Hangul}/gu],
  ['Hani', /\p{Script=Han}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Deva', /\p{Script=Devanagari}/gu],
  ['Cyrl', /\p{Script=Cyrillic}/gu],
  ['Grek', /\p{Script=Greek}/gu],
  ['Hebr', /\p{Script=Hebrew}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['Zyyy', /[^\P{L}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu], // any other
]

/** Scripts in which several languages are frequent; the others have one by far. */
const inScript: Readonly<Record<string, readonly string[]>> = {
  Arab: ['ar', 'fa', 'ur', 'ps', 'ckb'],
  Cyrl: ['ru', 'uk', 'bg', 'sr', 'mk', 'be', 'kk', 'mn'],
}

// Letters of these blocks are Latin ones.
// eslint-disable-next-line no-control-regex -- the range begins with all of ASCII
const onlyLatin = /^(?:[\u0000-\u02ff\u1e00-\u1eff\u2000-\u2bff]|\ufe0f)*$/

/**
 * The script of most letters, null where there are none. A few kana among Chinese characters make a text Japanese.
 */
export function scriptOf(text: string): string | null {
  if (onlyLatin.test(text)) return /\p{L}/u.test(text) ? 'Latn' : null
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  let best: [script: string, count: number] = ['Latn', latin]
  for (const [script, letters] of scripts) {
    const count = text.match(letters)?.length ?? 0
    if (count === 0) continue
    const counted = script === 'Jpan' ? (text.match(/\p{Script=Han}/gu)?.length ?? 0) + count : count
    if (counted > best[1]) best = [script, counted]
    if (script === 'Jpan') break
  }
  return best[1] === 0 ? null : best[0]
}

function ofScript(script: string, text: string): LanguageGuess {
  const usual = script === 'Zyyy' ? null : new Intl.Locale(`und-${script}`).maximize().language
  const among = inScript[script]
  // Few letters are no sign against the usual language of a script.
  if (usual !== null && (!among || text.trim().length < 2 * lettersMin))
    return { language: usual, isCertain: true }
  const found = Object.keys(scoresOf(text)).find((language) => !among || among.includes(language))
  const language = found ?? usual
  return { language, isCertain: language !== null }
}
