/**
 * Common English words: to tell whether a text is English, and which words carry no topic.
 *
 * Function words alone make 40-50 % of running English, so lists of this size are enough to tell it from
 * other languages in Latin script at the 35 % line of usable.ts.
 */
import { stem } from './stem.ts'
import { lazily, wordList } from './word-lists.ts'

const functionWords = lazily(() => wordList('stop-words.txt'))

/** With and without their apostrophe. */
const stopWords = lazily(
  (): ReadonlySet<string> => new Set(functionWords().flatMap((word) => [word, word.replace("'", '')])),
)

const commonStems = lazily(
  (): ReadonlySet<string> => new Set([...functionWords(), ...wordList('common-english.txt')].map(stem)),
)

/** Whether a folded word carries no topic. */
export const isStopWord = (word: string): boolean => stopWords().has(word)

/** Whether a folded word is a common English one, in any inflection. */
export const isCommonEnglish = (word: string): boolean => isStopWord(word) || commonStems().has(stem(word))
