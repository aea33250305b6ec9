/**
 * Finds phrases in words: in one pass, the longest at each place.
 *
 * A phrase is words with spaces; a word that ends with a star stands for every word with that beginning ("kolleg*"), which is
 * how inflections and compounds are covered without a stemmer. Small words of a text are skipped where no phrase continues with
 * them ("support of [the] lead"). Time is linear: from each word at most `stepsMax` are examined.
 */
import { type ReadLanguage } from './tags.ts'
import { foldedIn, isWord, tokensIn } from './word-forms.ts'

const stepsMax = 12
const beginningMin = 2
const beginningMax = 24

type Node<Value> = { next: Map<string, Node<Value>>; values: Value[] }

export type PhraseTrie<Value> = { root: Node<Value>; small: ReadonlySet<string>; language: ReadLanguage }

/** Where a phrase was found: `end` is the place after its last word. */
export type PhraseMatch<Value> = { values: readonly Value[]; start: number; end: number }

/** Words and marks as phrases see them: an apostrophe or a hyphen only joins two words. */
export const phraseTokens = (language: ReadLanguage, text: string): string[] =>
  tokensIn(language, text.replace(/['\u2018\u2019\u02bc\u2010-]/g, ' '))

export function phraseTrie<Value>(
  language: ReadLanguage,
  phrases: Iterable<readonly [phrase: string, value: Value]>,
  small: readonly string[],
): PhraseTrie<Value> {
  const root: Node<Value> = { next: new Map(), values: [] }
  for (const [phrase, value] of phrases) {
    let node = root
    for (const part of partsOf(language, phrase)) {
      const next = node.next.get(part) ?? { next: new Map(), values: [] }
      node.next.set(part, next)
      node = next
    }
    node.values.push(value)
  }
  return { root, small: new Set(small.flatMap((word) => phraseTokens(language, word))), language }
}

/** Folded words; a word with a star keeps it. */
const partsOf = (language: ReadLanguage, phrase: string): string[] =>
  phrase
    .replace(/['\u2019\u2010-]/g, ' ')
    .split(' ')
    .filter(Boolean)
    .map((word) =>
      word.endsWith('*') ? `${foldedIn(language, word.slice(0, -1))}*` : foldedIn(language, word),
    )

/** The longest phrase at each place; of two that share a word the longer, of equal ones the first. */
export function phrasesIn<Value>(trie: PhraseTrie<Value>, tokens: readonly string[]): PhraseMatch<Value>[] {
  const matches: PhraseMatch<Value>[] = []
  for (let start = 0; start < tokens.length; start++) {
    if (!isWord(tokens[start])) continue
    const found = longestFrom(trie, trie.root, { start, at: start, tokens })
    if (!found) continue
    const before = matches.at(-1)
    if (before && found.start < before.end) {
      if (found.end - found.start <= before.end - before.start) continue
      matches.pop()
    }
    matches.push(found)
  }
  return matches
}

type Place = { start: number; at: number; tokens: readonly string[] }

function longestFrom<Value>(
  trie: PhraseTrie<Value>,
  node: Node<Value>,
  { start, at, tokens }: Place,
): PhraseMatch<Value> | undefined {
  const here = node.values.length > 0 ? { values: node.values, start, end: at } : undefined
  if (at >= tokens.length || at >= start + stepsMax || node.next.size === 0) return here
  const word = tokens[at]
  if (!isWord(word)) return here
  let best: PhraseMatch<Value> | undefined
  for (const next of nextNodes(node, word)) {
    const found = longestFrom(trie, next, { start, at: at + 1, tokens })
    if (found && (!best || found.end > best.end)) best = found
  }
  if (best) return best
  if (at === start || !trie.small.has(word)) return here
  const beyond = longestFrom(trie, node, { start, at: at + 1, tokens })
  return beyond && beyond.values !== node.values ? beyond : here
}

/** The word itself, then its beginnings, the longest first. */
function nextNodes<Value>(node: Node<Value>, word: string): Node<Value>[] {
  const found: Node<Value>[] = []
  const whole = node.next.get(word)
  if (whole) found.push(whole)
  for (let end = Math.min(word.length, beginningMax); end >= beginningMin; end--) {
    const beginning = node.next.get(`${word.slice(0, end)}*`)
    if (beginning) found.push(beginning)
  }
  return found
}
