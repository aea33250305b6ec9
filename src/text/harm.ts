/**
 * Signs that somebody may be in danger: harassment, self-harm, unsafe work. English phrases are in data/harm.txt, those of
 * four other languages in languages/harm-phrases.ts.
 *
 * Two uses. A quote or an action is left out at the slightest sign (`hasHarmSignal`): a mistake costs a quote. An alert calls
 * people to act (`harmKindsOf`), so it needs an unambiguous phrase. Sayings in which the same words mean something harmless
 * are removed before both. It is neither a diagnosis nor a filter of speech.
 */
import { harmElsewhere } from './languages/harm-phrases.ts'
import { wordsOf } from './tokens.ts'
import { lazily, wordSections } from './word-lists.ts'

export const harmKinds = ['harassment', 'self_harm', 'safety'] as const
export type HarmKind = (typeof harmKinds)[number]

/** Phrases by their first word, each without it. */
type Phrases = ReadonlyMap<string, string[][]>

function byFirstWord(phrases: readonly string[]): Phrases {
  const words = phrases.map((phrase) => phrase.split(' '))
  const groups = Map.groupBy(words, ([first]) => first)
  return new Map([...groups].map(([first, all]) => [first, all.map(([, ...rest]) => rest)]))
}

const phrases = lazily(() => {
  const { slight, sayings, ...kinds } = wordSections('harm.txt', [...harmKinds, 'slight', 'sayings'])
  return {
    kinds: harmKinds.map((kind) => [kind, byFirstWord(kinds[kind])] as const),
    slight: byFirstWord(slight),
    sayings: byFirstWord(sayings),
  }
})

/** How many words from here on are one of these phrases; the longest counts, 0 is none. */
const phraseAt = (words: readonly string[], at: number, phrases: Phrases): number =>
  (phrases.get(words[at]) ?? []).reduce(
    (longest, rest) =>
      rest.length + 1 > longest && rest.every((each, k) => words[at + 1 + k] === each)
        ? rest.length + 1
        : longest,
    0,
  )

/** Words outside of sayings; a saying leaves a gap that no phrase reaches across. */
function wordsOutsideSayings(text: string): string[] {
  const words = wordsOf(text).map((word) => (word.endsWith("n't") || word === 'dont' ? 'not' : word))
  const rest: string[] = []
  for (let at = 0; at < words.length;) {
    const saying = phraseAt(words, at, phrases().sayings)
    rest.push(saying > 0 ? '' : words[at])
    at += Math.max(1, saying)
  }
  return rest
}

const mentions = (words: readonly string[], phrases: Phrases): boolean =>
  words.some((_word, at) => phraseAt(words, at, phrases) > 0)

/** The kinds of harm that a text mentions beyond doubt, in their order. */
export function harmKindsOf(text: string): HarmKind[] {
  const words = wordsOutsideSayings(text)
  const elsewhere = harmElsewhere(text)
  return phrases()
    .kinds.filter(([kind, own]) => elsewhere.has(kind) || mentions(words, own))
    .map(([kind]) => kind)
}

/** Whether a text should not be quoted. */
export function hasHarmSignal(text: string): boolean {
  const words = wordsOutsideSayings(text)
  const { slight, kinds } = phrases()
  return (
    mentions(words, slight) || kinds.some(([, own]) => mentions(words, own)) || harmElsewhere(text).size > 0
  )
}
