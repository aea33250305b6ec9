/**
 * Which drivers a clause names: several, one or none.
 *
 * Phrases of the taxonomy are kept in a trie of stemmed words; one pass over the clause finds them all. Small
 * words of the clause are skipped where no phrase continues with them ("support from [my] manager"). A
 * phrase inside a longer one does not count ("health" in "health insurance").
 *
 * A short answer mostly has one subject, and mentions others only in passing: "my manager pays for training". So a phrase that
 * only suggests a driver counts only in a clause that names none, or as an item of a list ("salary, colleagues and food"). Hints
 * count only in an answer without anything else: two of them, or one in an answer of a few words. Time is linear: a phrase has
 * a handful of words, and from each word at most `stepsMax` are examined.
 */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { clausesOf } from './clauses.ts'
import { drivers, weights } from './driver-taxonomy.ts'
import { stem } from './stem.ts'
import { wordsOf } from './tokens.ts'
import { lazily, pairsOf, wordList } from './word-lists.ts'

const rounding = 1e-9 // of sums of tenths
const clauseWordsMax = 5_000
const fragmentWordsMax = 8
const stepsMax = 12

/** How a word is often misspelt → how it is spelt. */
const misspellings = lazily((): ReadonlyMap<string, string> => new Map(pairsOf(wordList('misspellings.txt'))))

const canonicalSet = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(canonical))
const smallWords = lazily(() =>
  canonicalSet(
    'a an the this that these those my their your his her its i we you they he she it me them all own any some more ' +
      'is are was were be been being am do does did have has had having will would could should might very really quite ' +
      'so just also pretty extremely super rather truly feel feels felt get getting got always even still again',
  ),
)
const sentenceWords = lazily(() => canonicalSet('is are was were he she they it i we you'))
const itemWordsMax = 4
const joining = new Set(['and', 'or', 'plus', 'nor', 'because', 'while'])
const separator = '' // no phrase crosses it

type Node = { next: Map<string, Node>; ends: { driver: number; weight: number }[]; idle: boolean }

/** Words that count as the same: our and my, us and me; every negated auxiliary is "not". */
function canonical(word: string): string {
  if (word.endsWith("n't") || word === 'cannot' || word === 'cant' || word === 'dont' || word === 'doesnt')
    return 'not'
  if (word === 'our') return 'my'
  if (word === 'us') return 'me'
  return stem(misspellings().get(word) ?? word)
}

const phraseTrie = lazily((): Node => {
  const root: Node = { next: new Map(), ends: [], idle: false }
  drivers().forEach(({ phrases }, driver) => {
    for (const [phrase, weight] of phrases) {
      const { ends } = nodeFor(root, phrase)
      const same = ends.find((end) => end.driver === driver)
      if (same) same.weight = Math.max(same.weight, weight)
      else ends.push({ driver, weight })
    }
  })
  for (const phrase of wordList('false-friends.txt')) nodeFor(root, phrase).idle = true
  return root
})

function nodeFor(root: Node, phrase: string): Node {
  let node = root
  for (const each of wordsOf(phrase).map(canonical)) {
    let next = node.next.get(each)
    if (!next) {
      next = { next: new Map(), ends: [], idle: false }
      node.next.set(each, next)
    }
    node = next
  }
  return node
}

/** Sums of phrase weights by driver in a part of a clause; `isItem`: the part may be an item of a list, for it is no sentence. */
type Part = { sums: Map<number, number>; isItem: boolean }
type Reading = { words: number; parts: Part[] }

function read(clause: string): Reading {
  const { stems, partOf } = partsOf(clause)
  const parts = Array.from({ length: (partOf.at(-1) ?? -1) + 1 }, (): Part => ({
    sums: new Map(),
    isItem: true,
  }))
  stems.forEach((each, at) => {
    if (sentenceWords().has(each)) parts[partOf[at]].isItem = false
  })
  const lengths = Map.groupBy(partOf, (part) => part)
  for (const [at, places] of lengths) if (places.length > itemWordsMax + 1) parts[at].isItem = false
  const counted = new Set<Node>()
  for (const { node, start } of phrasesIn(stems)) {
    if (counted.has(node)) continue
    counted.add(node)
    const { sums } = parts[partOf[start]]
    for (const { driver, weight } of node.ends) sums.set(driver, (sums.get(driver) ?? 0) + weight)
  }
  return { words: stems.filter((each) => each !== separator).length, parts }
}

/**
 * The longest phrase at each place. Of two that share a word the later stays, because it holds the noun ("more [staff]
 * training"), unless it weighs less.
 */
function phrasesIn(stems: string[]): Match[] {
  const matches: Match[] = []
  for (let start = 0; start < stems.length; start++) {
    const longest = longestPhraseAt(stems, start)
    const before = matches.at(-1)
    if (!longest || (before && longest.end <= before.end)) continue
    if (before && start < before.end) {
      if ((before.node.idle && !longest.node.idle) || weightOf(before.node) > weightOf(longest.node)) continue
      matches.pop()
    }
    matches.push(longest)
  }
  return matches
}

/** Stemmed words with separators that no phrase may cross, and for each the number of its part. */
function partsOf(clause: string): { stems: string[]; partOf: number[] } {
  const stems: string[] = []
  const partOf: number[] = []
  let part = 0
  for (const run of clause.split(/[,;()/&+]|:\s|\s[-\u2013\u2014]\s/)) {
    for (const word of wordsOf(run)) {
      if (stems.length >= clauseWordsMax) return { stems, partOf }
      if (joining.has(word)) part++
      stems.push(canonical(word))
      partOf.push(part)
    }
    stems.push(separator)
    partOf.push(part++)
  }
  return { stems, partOf }
}

const weightOf = ({ ends }: Node): number => Math.max(0, ...ends.map(({ weight }) => weight))

type Match = { node: Node; start: number; end: number }

function longestPhraseAt(stems: string[], start: number): Match | undefined {
  const first = phraseTrie().next.get(stems[start])
  return first && longestFrom(stems, first, start, start + 1)
}

/** The phrase continues with the next word, or skips it if it is a small one. */
function longestFrom(stems: string[], node: Node, start: number, at: number): Match | undefined {
  const here = node.ends.length > 0 || node.idle ? { node, start, end: at } : undefined
  if (at >= stems.length || at >= start + stepsMax || node.next.size === 0) return here
  const next = node.next.get(stems[at])
  const on = next && longestFrom(stems, next, start, at + 1)
  if (on) return on
  return (smallWords().has(stems[at]) && beyond(longestFrom(stems, node, start, at + 1), node)) || here
}

/** A phrase that ended before the small words gains nothing by them. */
const beyond = (match: Match | undefined, node: Node): Match | undefined =>
  match?.node === node ? undefined : match

const reaching = (sums: ReadonlyMap<number, number>, weight: number): number[] =>
  [...sums].flatMap(([driver, sum]) => (sum >= weight - rounding ? [driver] : []))

/** Drivers that are named, and those that are suggested by an item of a list or in a clause that names none. */
function namedIn({ parts }: Reading): Set<number> {
  const certain = parts.map(({ sums }) => reaching(sums, weights.names))
  const unnamed = certain.flat().length === 0
  return new Set(
    parts.flatMap(({ sums, isItem }, i) =>
      certain[i].length === 0 && (unnamed || isItem) ? reaching(sums, weights.suggests) : certain[i],
    ),
  )
}

/** For an answer that neither names nor suggests a driver: the one with the most hints; of several, the first. */
function hintedIn({ parts }: Reading, least: number): Set<number> {
  const whole = new Map<number, number>()
  for (const { sums } of parts)
    for (const [driver, sum] of sums) whole.set(driver, (whole.get(driver) ?? 0) + sum)
  const [best] = [...whole].toSorted(([, a], [, b]) => b - a)
  return new Set(best && best[1] >= least - rounding ? [best[0]] : [])
}

const idsOf = (named: ReadonlySet<number>): DriverId[] =>
  driverIds.flatMap((id, driver) => (named.has(driver) ? [id] : []))

/** For each clause of one answer the ids of the drivers that it names, in the taxonomy's order. */
export function driversOfClauses(clauses: readonly string[]): DriverId[][] {
  const readings = clauses.map(read)
  const named = readings.map(namedIn)
  if (named.some(({ size }) => size > 0)) return named.map(idsOf)
  const words = readings.reduce((sum, reading) => sum + reading.words, 0)
  const least = words <= fragmentWordsMax ? weights.hints : weights.suggests
  return readings.map((reading) => idsOf(hintedIn(reading, least)))
}

/** Ids of the drivers that a single clause names. */
export function driversOf(clause: string): DriverId[] {
  return driversOfClauses([clause])[0]
}

/** Ids named anywhere in an answer: the union over its clauses. */
export function driversOfAnswer(text: string): DriverId[] {
  const named = new Set(driversOfClauses(clausesOf(text)).flat())
  return driverIds.flatMap((id) => (named.has(id) ? [id] : []))
}
