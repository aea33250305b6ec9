/**
 * Finds the phrases of a list in a text: compared by the stems of their words, across small words ("support from [my] manager"), and
 * with classes of words: `{lead}` in a phrase stands for any of the words that data/word-classes.txt lists under it.
 *
 * Phrases are kept in a trie; one pass over the words finds them all. Time is linear: a phrase has a handful of words, and from
 * each word at most `stepsMax` are examined.
 */
import { stem } from './stem.ts'
import { wordsOf } from './tokens.ts'
import { byClause, byWord } from './word-cache.ts'
import { lazily, pairsOf, wordList, wordSections } from './word-lists.ts'

const stepsMax = 12
const wordsMax = 5_000

/** Stands between runs of words that no phrase crosses. */
export const separator = ''

const classes = ['lead', 'unit', 'client', 'staff'] as const

/** How a word is often misspelt → how it is spelt. */
const misspellings = lazily((): ReadonlyMap<string, string> => new Map(pairsOf(wordList('misspellings.txt'))))

/** The form of a word that is compared: our and my are the same, us and me; every negated auxiliary is "not". */
export const canonical = byWord((word): string => {
  if (word.endsWith("n't") || word === 'cannot' || word === 'cant' || word === 'dont' || word === 'doesnt')
    return 'not'
  if (word === 'our') return 'my'
  if (word === 'us') return 'me'
  return stem(misspellings().get(word) ?? word)
})

export const canonicalSet = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(canonical))

const smallWords = lazily(() =>
  canonicalSet(
    'a an the this that these those my your their his her its i we you they he she it me them all own any some more ' +
      'is are was were be been being am do does did have has had having will would could should might very really quite ' +
      'so just also pretty extremely super rather truly feel feels felt get getting got always even still again',
  ),
)

const classesOfWords = lazily((): ReadonlyMap<string, string[]> => {
  const members = wordSections('word-classes.txt', classes)
  const found = new Map<string, string[]>()
  for (const name of classes)
    for (const word of members[name]) {
      const key = canonical(word)
      found.set(key, [...(found.get(key) ?? []), name])
    }
  return found
})

/**
 * A place in a trie: where it goes on by a word and, if by any, by a class of words; the values of the phrases that end here,
 * and whether any does.
 */
export type Node<Value> = {
  next: Map<string, Node<Value>>
  byClass?: Map<string, Node<Value>>
  values: Value[]
  ends: boolean
}
export type Match<Value> = { node: Node<Value>; start: number; end: number }

export const emptyTrie = <Value>(): Node<Value> => ({ next: new Map(), values: [], ends: false })

/** The place where a phrase ends; made if it is new. */
export function nodeOf<Value>(root: Node<Value>, phrase: string): Node<Value> {
  let node = root
  for (const word of phrase.split(' ')) {
    if (word.startsWith('{')) node = goOn((node.byClass ??= new Map()), classNamed(word))
    else for (const each of wordsOf(word).map(canonical)) node = goOn(node.next, each)
  }
  node.ends = true
  return node
}

function goOn<Value>(ways: Map<string, Node<Value>>, key: string): Node<Value> {
  const known = ways.get(key)
  if (known) return known
  const made = emptyTrie<Value>()
  ways.set(key, made)
  return made
}

function classNamed(word: string): string {
  const found = classes.find((name) => word === `{${name}}`)
  if (!found) throw new Error(`${word} is no class of words`)
  return found
}

/** Stemmed words of a text, with a separator at the end of each run between marks. */
export const stemsOf = byClause((text): readonly string[] => {
  const stems: string[] = []
  for (const run of text.split(/[,;()/&+]|:\s|\s[-\u2013\u2014]\s/)) {
    for (const word of wordsOf(run)) {
      if (stems.length >= wordsMax) return stems
      stems.push(canonical(word))
    }
    stems.push(separator)
  }
  return stems
})

/**
 * The longest phrase at each place. If two share a word, the later stays, because it holds the noun ("more [staff]
 * training"), unless the one before outranks it.
 */
export function phrasesIn<Value>(
  stems: readonly string[],
  root: Node<Value>,
  outranks: (before: Node<Value>, later: Node<Value>) => boolean,
): Match<Value>[] {
  const matches: Match<Value>[] = []
  for (let start = 0; start < stems.length; start++) {
    const longest = longestAt(stems, root, start)
    const before = matches.at(-1)
    if (!longest || (before && longest.end <= before.end)) continue
    if (before && start < before.end) {
      if (outranks(before.node, longest.node)) continue
      matches.pop()
    }
    matches.push(longest)
  }
  return matches
}

const longestAt = <Value>(
  stems: readonly string[],
  root: Node<Value>,
  start: number,
): Match<Value> | undefined => longestOn(stems, root, start, start)

/** The longest phrase that goes on with the word at `at`; of two of the same length the one that names the word. */
function longestOn<Value>(
  stems: readonly string[],
  { next, byClass }: Node<Value>,
  start: number,
  at: number,
): Match<Value> | undefined {
  const own = next.get(stems[at])
  let longest = own && longestFrom(stems, own, start, at + 1)
  const names = byClass && classesOfWords().get(stems[at])
  if (!names) return longest
  for (const name of names) {
    const node = byClass.get(name)
    const found = node && longestFrom(stems, node, start, at + 1)
    if (found && (!longest || found.end > longest.end)) longest = found
  }
  return longest
}

/** The phrase continues with the next word, or skips it if it is a small one. */
function longestFrom<Value>(
  stems: readonly string[],
  node: Node<Value>,
  start: number,
  at: number,
): Match<Value> | undefined {
  const here = node.ends ? { node, start, end: at } : undefined
  if (at >= stems.length || at >= start + stepsMax) return here
  if (node.next.size === 0 && node.byClass === undefined) return here
  const on = longestOn(stems, node, start, at)
  if (on) return on
  return (smallWords().has(stems[at]) && beyond(longestFrom(stems, node, start, at + 1), node)) || here
}

/** A phrase that ended before the small words gains nothing by them. */
const beyond = <Value>(match: Match<Value> | undefined, node: Node<Value>): Match<Value> | undefined =>
  match?.node === node ? undefined : match
