/**
 * Does a text ask for something? In German, French, Spanish and Portuguese by words of asking and wishing
 * (data/<language>/requests.txt), as request-words.ts does for English: for answers to questions that ask what to improve.
 */
import { isExplicitRequest, isRequest } from '../request-words.ts'
import { wordList } from '../word-lists.ts'
import { type PhraseTrie, phrasesIn, phraseTokens, phraseTrie } from './phrase-trie.ts'
import { isPhraseLanguage, type PhraseLanguage } from './tags.ts'
import type { Label } from './tweet-model.ts'

const tries = new Map<PhraseLanguage, PhraseTrie<true>>()

function trieOf(language: PhraseLanguage): PhraseTrie<true> {
  const known = tries.get(language)
  if (known) return known
  const phrases = wordList(`${language}/requests.txt`).map((phrase): [string, true] => [phrase, true])
  const trie = phraseTrie(language, phrases, [])
  tries.set(language, trie)
  return trie
}

export const asksIn = (language: PhraseLanguage, text: string): boolean =>
  phrasesIn(trieOf(language), phraseTokens(language, text)).length > 0

/** @param language  of the text, a tag; words of asking are English where there are none for it */
export const isRequestIn = (language: string | null, text: string): boolean =>
  isPhraseLanguage(language) ? asksIn(language, text) : isRequest(text)

/**
 * Whether a text asks in so many words, whatever question it replies to. The words of other languages also stand in praise, so praise asks
 * for nothing there. @param language  of the text, a tag: of a language without such words nothing is known
 */
export const asksExplicitly = (
  language: string | null,
  { text, label }: { text: string; label: Label },
): boolean =>
  language === 'en'
    ? isExplicitRequest(text)
    : isPhraseLanguage(language) && label !== 'positive' && asksIn(language, text)
