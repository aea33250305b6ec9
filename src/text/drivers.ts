/**
 * Which drivers a clause speaks of: several, one or none.
 *
 * Phrases of the taxonomy stand in a trie of stemmed words; one pass over the clause finds them all. Small
 * words of the clause are stepped over where no phrase goes on with them ("support from [my] manager"). A
 * phrase inside a longer one does not count ("health" in "health insurance"). Per driver the weights of
 * distinct phrases add up, and from the threshold on the clause names it. Time is linear: a phrase has
 * a handful of words, and at most `stepsMax` are looked at from each.
 */
import { clausesOf } from './clauses.ts'
import { drivers, idlePhrases } from './driver-taxonomy.ts'
import { stem } from './stem.ts'
import { wordsOf } from './tokens.ts'

const threshold = 1
const clauseWordsMax = 5_000
const stepsMax = 12

const small = new Set(
  (
    'a an the this that these those my their your his her its i we you they he she it me them all own any some more ' +
    'is are was were be been being am do does did have has had having will would could should might very really quite ' +
    'so just also pretty extremely super rather truly feel feels felt get getting got always even still again'
  )
    .split(' ')
    .map(canonical),
)

type Node = { next: Map<string, Node>; ends: { driver: number; weight: number }[]; idle: boolean }

let trie: Node | undefined

/** Our and my, us and me count as one; every negated auxiliary is "not". */
function canonical(word: string): string {
  if (word.endsWith("n't") || word === 'cannot' || word === 'cant' || word === 'dont' || word === 'doesnt')
    return 'not'
  if (word === 'our') return 'my'
  if (word === 'us') return 'me'
  return stem(word)
}

function stemsOf(text: string): string[] {
  return wordsOf(text).slice(0, clauseWordsMax).map(canonical)
}

function phraseTrie(): Node {
  if (trie) return trie
  const root: Node = { next: new Map(), ends: [], idle: false }
  drivers.forEach(({ phrases }, driver) => {
    for (const [phrase, weight] of phrases) {
      const { ends } = nodeFor(root, phrase)
      const same = ends.find((end) => end.driver === driver)
      if (same) same.weight = Math.max(same.weight, weight)
      else ends.push({ driver, weight })
    }
  })
  for (const phrase of idlePhrases) nodeFor(root, phrase).idle = true
  trie = root
  return root
}

function nodeFor(root: Node, phrase: string): Node {
  let node = root
  for (const each of stemsOf(phrase)) {
    let next = node.next.get(each)
    if (!next) {
      next = { next: new Map(), ends: [], idle: false }
      node.next.set(each, next)
    }
    node = next
  }
  return node
}

/** Ids of the drivers a clause names, in the taxonomy's order. */
export function driversOf(clause: string): string[] {
  const weights = driverWeights(clause)
  return drivers.filter((_, driver) => weights[driver] >= threshold).map((driver) => driver.id)
}

/** Sum of phrase weights per driver, in the taxonomy's order: what `driversOf` decides by. */
export function driverWeights(clause: string): number[] {
  const stems = stemsOf(clause)
  const weights = drivers.map(() => 0)
  const counted = new Set<Node>()
  let covered = 0 // up to here the words belong to a phrase already
  for (let start = 0; start < stems.length; start++) {
    const longest = longestPhraseAt(stems, start)
    if (!longest || longest.end <= covered) continue
    covered = longest.end
    if (counted.has(longest.node)) continue
    counted.add(longest.node)
    for (const { driver, weight } of longest.node.ends) weights[driver] += weight
  }
  return weights
}

function longestPhraseAt(stems: string[], start: number): { node: Node; end: number } | undefined {
  let longest: { node: Node; end: number } | undefined
  let node = phraseTrie().next.get(stems[start])
  for (let at = start + 1; node; at++) {
    if (node.ends.length > 0 || node.idle) longest = { node, end: at }
    while (at < stems.length && at - start < stepsMax && !node.next.has(stems[at]) && small.has(stems[at]))
      at++
    node = at < stems.length ? node.next.get(stems[at]) : undefined
  }
  return longest
}

/** Ids named anywhere in an answer: the union over its clauses. */
export function driversOfAnswer(text: string): string[] {
  const named = new Set(clausesOf(text).flatMap(driversOf))
  return drivers.filter((driver) => named.has(driver.id)).map((driver) => driver.id)
}
