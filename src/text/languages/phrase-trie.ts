/**
 * Finds phrases in words: in one pass, the longest at each place.
 *
 * A phrase is words with spaces; a word that ends with a star stands for every word with that beginning ("kolleg*"), which is
 * how inflections and compounds are covered without a stemmer. Small words of a text are skipped where no phrase continues with
 * them ("support of [the] lead"). Time is linear: from each word at most `stepsMax` are examined.
 */
import type { ReadLanguage } from './tags.ts'
import { foldedIn, isWord, tokensIn } from './word-forms.ts'

const stepsMax = 12
const beginningMin = 2
const beginningMax = 24

/** `beginnings`: of words with a star, without it; `lengths`: how long those are, the longest first. */
type Node<Value> = {
  next: Map<string, Node<Value>>
  beginnings: Map<string, Node<Value>>
  lengths: number[]
  values: Value[]
}

const newNode = <Value>(): Node<Value> => ({
  next: new Map(),
  beginnings: new Map(),
  lengths: [],
  values: [],
})

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
  const root = newNode<Value>()
  for (const [phrase, value] of phrases) {
    let node = root
    for (const part of partsOf(language, phrase)) node = nodeBehind(node, part)
    node.values.push(value)
  }
  return { root, small: new Set(small.flatMap((word) => phraseTokens(language, word))), language }
}

/** The node behind a part of a phrase; made where there is none. A star behind fewer or more letters than are looked up is never found. */
function nodeBehind<Value>(node: Node<Value>, part: string): Node<Value> {
  const isBeginning = part.endsWith('*')
  const beginning = isBeginning ? part.slice(0, -1) : part
  const nodes = isBeginning ? node.beginnings : node.next
  const known = nodes.get(beginning)
  if (known) return known
  const made = newNode<Value>()
  nodes.set(beginning, made)
  const { length } = beginning
  const isLookedUp = length >= beginningMin && length <= beginningMax
  if (isBeginning && isLookedUp && !node.lengths.includes(length))
    node.lengths = [...node.lengths, length].toSorted((a, b) => b - a)
  return made
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
  if (at >= tokens.length || at >= start + stepsMax || isLeaf(node)) return here
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

const isLeaf = ({ next, beginnings }: Node<unknown>): boolean => next.size === 0 && beginnings.size === 0

/** The word itself, then its beginnings, the longest first. */
function nextNodes<Value>(node: Node<Value>, word: string): Node<Value>[] {
  const found: Node<Value>[] = []
  const whole = node.next.get(word)
  if (whole) found.push(whole)
  for (const length of node.lengths) {
    const beginning = length <= word.length ? node.beginnings.get(word.slice(0, length)) : undefined
    if (beginning) found.push(beginning)
  }
  return found
}
