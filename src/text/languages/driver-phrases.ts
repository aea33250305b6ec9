/**
 * Drivers in German, French, Spanish and Portuguese, from the phrases of data/<language>/drivers.txt.
 *
 * As in English (drivers.ts), a phrase names a driver, or suggests one where the clause names none. There are no hints: people
 * who write in these languages are fewer in most surveys, and a wrong driver costs more than a missing one. A language
 * without phrases names no driver.
 */
import { type DriverId, driverIds } from '../../../contract/drivers.ts'
import { weights } from '../driver-taxonomy.ts'
import { type AnswerContext, driversOfClauses } from '../drivers.ts'
import { wordsOf } from '../tokens.ts'
import { allSections } from '../word-lists.ts'
import { type PhraseTrie, phrasesIn, phraseTokens, phraseTrie } from './phrase-trie.ts'
import { isPhraseLanguage, type PhraseLanguage, type ReadLanguage } from './tags.ts'

/** `phrases`: pairs of phrase and weight by driver; a star stands for any ending. */
export type LanguagePhrases = {
  phrases: ReadonlyMap<DriverId, readonly (readonly [phrase: string, weight: number])[]>
  /** Words that may stand inside of a phrase. */
  small: readonly string[]
  /** Phrases that only look like one of a driver. */
  nothing: readonly string[]
}

const suggesting = ' suggests'

/** The phrases of a language, as its file has them; read by the first call. */
export function phrasesOf(language: PhraseLanguage): LanguagePhrases {
  const sections = allSections(`${language}/drivers.txt`)
  const weighted = (section: string, weight: number): (readonly [string, number])[] =>
    (sections.get(section) ?? []).map((phrase) => [phrase, weight] as const)
  return {
    phrases: new Map(
      driverIds.map((id) => [
        id,
        [...weighted(id, weights.names), ...weighted(`${id}${suggesting}`, weights.suggests)],
      ]),
    ),
    small: sections.get('small') ?? [],
    nothing: sections.get('nothing') ?? [],
  }
}

/** Without a driver a phrase means nothing, but its words belong to no other phrase. */
type Naming = { driver: DriverId; weight: number } | null

const tries = new Map<PhraseLanguage, PhraseTrie<Naming>>()

function trieOf(language: PhraseLanguage): PhraseTrie<Naming> {
  const known = tries.get(language)
  if (known) return known
  const { phrases, small, nothing } = phrasesOf(language)
  const namings = [...phrases].flatMap(([driver, own]) =>
    own.map(([phrase, weight]): [string, Naming] => [phrase, { driver, weight }]),
  )
  const trie = phraseTrie(
    language,
    [...namings, ...nothing.map((phrase): [string, Naming] => [phrase, null])],
    small,
  )
  tries.set(language, trie)
  return trie
}

const tokensMax = 5_000

/** Ids of the drivers that one clause names, in the order of the taxonomy. */
export function driversIn(language: PhraseLanguage, clause: string): DriverId[] {
  const named = new Set<DriverId>()
  const suggested = new Set<DriverId>()
  for (const { values } of phrasesIn(trieOf(language), phraseTokens(language, clause).slice(0, tokensMax))) {
    for (const naming of values)
      if (naming) (naming.weight >= weights.names ? named : suggested).add(naming.driver)
  }
  const found = named.size > 0 ? named : suggested
  return driverIds.filter((id) => found.has(id))
}

/** For each clause of one answer the drivers that it is about: English ones together, others by their own language. */
export function driversByLanguage(
  clauses: readonly { text: string; language: ReadLanguage }[],
  context: AnswerContext = {},
): readonly (readonly DriverId[])[] {
  const others = clauses.map(({ text, language }) =>
    isPhraseLanguage(language) ? driversIn(language, text) : [],
  )
  const isNamed = others.some(({ length }) => length > 0)
  const english = clauses.flatMap(({ text, language }) => (language === 'en' ? [text] : []))
  const named = driversOfClauses(english, isNamed ? { ...context, about: undefined } : context)
  let at = 0
  const found = clauses.map(({ language }, i) => (language === 'en' ? named[at++] : others[i]))
  const { about } = context
  if (!about || found.some(({ length }) => length > 0)) return found
  return clauses.map(({ text, language }) =>
    language !== 'en' && wordsOf(text).length >= wordsMin ? [about] : [],
  )
}

/** So many words say something of what was asked for. */
const wordsMin = 2
