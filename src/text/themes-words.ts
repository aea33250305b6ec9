/**
 * The words of an answer as themes read them: what a reader would search for, and whether it names a subject.
 *
 * A text is split as rules split it (contract/theme-rules.ts). Every language has its own function words (data/small-words.txt); where a
 * language has no list, the words that more than a fifth of its answers use count as such.
 */
import { isUnspaced, languageBase, plain, runsOf } from '../../contract/theme-rules.ts'
import { isStopWord } from './english.ts'
import { givenNames } from './given-names.ts'
import { stem } from './stem.ts'
import { lazily, pairsOf, wordList, wordSections } from './word-lists.ts'

/** `term` joins the inflections of a word. A `vague` word stands in a phrase and is no subject alone; a `small` one is neither. */
export type Word = { form: string; term: string; weight: 'subject' | 'vague' | 'small' }

const lengthMax = 20_000 // characters of an answer that are read
const wordsMax = 400 // of one answer; a huge one must not outweigh the rest in time
const wordLengthMax = 30
const placeholder = /\[(?:name|mention|email|link|phone|number)\]/g
const addresses = /\bhttps?:\S+|\S+@\S+/g

/** What names no subject alone; the words of a reader who judges or asks belong to it. */
const vagueStems = lazily(
  (): ReadonlySet<string> =>
    new Set([...wordList('judging-words.txt'), ...wordList('vague-words.txt')].map(stem)),
)

const judgingStems = lazily((): ReadonlySet<string> => new Set(wordList('judging-words.txt').map(stem)))

const languages = ['de', 'fr', 'es', 'pt', 'it', 'nl', 'ja'] as const

const smallWords = lazily((): ReadonlyMap<string, ReadonlySet<string>> => {
  const sections = wordSections('small-words.txt', languages)
  return new Map(Object.entries(sections).map(([language, words]) => [language, new Set(words)]))
})

/** A light stem: equal for most inflections of one noun. */
const endings: Record<string, RegExp> = {
  de: /(?:innen|en|er|es|em|e|n|s)$/u,
  nl: /(?:en|s)$/u,
  fr: /(?:s|x)$/u,
  es: /(?:es|s)$/u,
  pt: /(?:s)$/u,
  it: /[aeio]$/u,
}
const stemMin = 4

function termIn(form: string, language: string): string {
  if (language === 'en') return kin().get(form) ?? stem(form)
  const ending = endings[language]
  const cut = ending ? form.replace(ending, '') : form
  return cut.length >= stemMin ? cut : form
}

/** Words for one subject → the stem of the first. */
const kin = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      pairsOf(wordList('kin-words.txt')).flatMap(([first, others]) =>
        [first, ...others.split(' ')].map((word): [string, string] => [word, stem(first)]),
      ),
    ),
)

/** Reads one language: a text as runs of words, or of the forms of words, where few of them are needed as words. */
export type Reader = {
  wordsOf(text: string): Word[][]
  formsOf(text: string): string[][]
  wordOf(form: string): Word
}

/**
 * @param texts  all of that language: without a list of function words they show which words those are
 */
export function readerOf(language: string, texts: readonly string[]): Reader {
  const base = languageBase(language)
  const small = base === 'en' ? null : (smallWords().get(base) ?? commonForms(texts, base))
  const weightOf = (form: string, term: string): Word['weight'] => {
    if (form.length > wordLengthMax || !/^\p{L}/u.test(form)) return 'small'
    if (isUnspaced(base))
      return form.length < 2 || /^\p{Script=Hiragana}+$/u.test(form) || small!.has(form) ? 'small' : 'subject'
    if (form.length < 2) return 'small'
    if (small) return small.has(form) || form.length < 3 ? 'small' : 'subject'
    if (isStopWord(form) || judgingStems().has(term) || givenNames().get(form) === false) return 'small'
    return vagueStems().has(term) ? 'vague' : 'subject'
  }
  const known = new Map<string, Word>()
  const wordOf = (form: string): Word => {
    const before = known.get(form)
    if (before) return before
    const term = termIn(form, base)
    const word: Word = { form, term, weight: weightOf(form, term) }
    if (known.size < 100_000) known.set(form, word)
    return word
  }
  const formsOf = (text: string): string[][] => {
    const start = text.slice(0, lengthMax)
    const unnamed = start.includes('[') ? start.replace(placeholder, ' | ') : start
    const bare = /@|http/.test(unnamed) ? unnamed.replace(addresses, ' | ') : unnamed
    let left = wordsMax
    return runsOf(plain(bare), base).map((run) => {
      const some = run.slice(0, left)
      left -= some.length
      return some
    })
  }
  return { wordOf, formsOf, wordsOf: (text) => formsOf(text).map((run) => run.map(wordOf)) }
}

const commonShare = 0.2

function commonForms(texts: readonly string[], language: string): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const form of new Set(runsOf(plain(text), language).flat()))
      counts.set(form, (counts.get(form) ?? 0) + 1)
  return new Set([...counts].flatMap(([form, count]) => (count > commonShare * texts.length ? [form] : [])))
}
