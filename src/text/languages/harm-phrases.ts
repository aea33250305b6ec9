/**
 * Signs of danger in German, French, Spanish and Portuguese (data/<language>/harm.txt), as harm.ts finds them in English.
 *
 * A text that is not plainly English is searched in all four languages: a sign must not be missed because a short text was taken
 * to be in another one. English has words that are spelt alike ("accident"), and sayings of its own.
 */
import { wordSections } from '../word-lists.ts'
import { isPlainlyEnglish, lettersOf } from './language-of.ts'
import { phrasesIn, phraseTokens, type PhraseTrie, phraseTrie } from './phrase-trie.ts'
import { phraseLanguages, type PhraseLanguage } from './tags.ts'

export const harmSections = ['harassment', 'self_harm', 'safety', 'slight', 'sayings'] as const
export type HarmSection = (typeof harmSections)[number]

const tries = new Map<PhraseLanguage, PhraseTrie<HarmSection>>()

function trieOf(language: PhraseLanguage): PhraseTrie<HarmSection> {
  const known = tries.get(language)
  if (known) return known
  const { small, ...sections } = wordSections(`${language}/harm.txt`, [...harmSections, 'small'])
  const phrases = harmSections.flatMap((section) =>
    sections[section].map((phrase): [string, HarmSection] => [phrase, section]),
  )
  const trie = phraseTrie(language, phrases, small)
  tries.set(language, trie)
  return trie
}

/** The sections whose phrases a text holds; words of a saying count for it alone. */
export function harmElsewhere(text: string): ReadonlySet<HarmSection> {
  const found = new Set<HarmSection>()
  if (isPlainlyEnglish(lettersOf(text))) return found
  for (const language of phraseLanguages) {
    for (const { values } of phrasesIn(trieOf(language), phraseTokens(language, text)))
      for (const section of values) if (!values.includes('sayings')) found.add(section)
  }
  return found
}
