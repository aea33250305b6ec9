/**
 * Which drivers a clause speaks of: several, one or none.
 *
 * Phrases of the taxonomy stand in a trie of stemmed words; one pass over the clause finds them all. Small
 * words of the clause are stepped over where no phrase goes on with them ("support from [my] manager"). A
 * phrase inside a longer one does not count ("health" in "health insurance").
 *
 * A short answer mostly has one subject, and touches others only in passing: "my manager pays for training". So what a phrase
 * merely suggests counts only in a clause that names nothing, or as an item of a list ("salary, colleagues and food"); and
 * hints count only in an answer that has nothing else: two of them, or one where it is of a few words. Time is linear: a phrase has a handful of words, and at most `stepsMax`
 * are looked at from each.
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
const listedWordsMax = 4
const joining = new Set(['and', 'or', 'plus', 'nor', 'because', 'while'])
const separator = '' // no phrase goes over it

type Node = { next: Map<string, Node>; ends: { driver: number; weight: number }[]; idle: boolean }

/** Our and my, us and me count as one; every negated auxiliary is "not". */
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

/** The sum of phrase weights for each driver that a part of a clause has any of; `listed`: the part is an item, no sentence. */
type Part = { sums: Map<number, number>; listed: boolean }
type Reading = { words: number; parts: Part[] }

function read(clause: string): Reading {
  const { stems, partOf } = partsOf(clause)
  const parts = Array.from({ length: partOf.at(-1)! + 1 }, (): Part => ({ sums: new Map(), listed: true }))
  stems.forEach((each, at) => {
    if (sentenceWords().has(each)) parts[partOf[at]].listed = false
  })
  const lengths = Map.groupBy(partOf, (part) => part)
  for (const [at, places] of lengths) if (places.length > listedWordsMax + 1) parts[at].listed = false
  const counted = new Set<Node>()
  for (const { node, start } of phrasesIn(stems)) {
    if (counted.has(node)) continue
    counted.add(node)
    const { sums } = parts[partOf[start]]
    for (const { driver, weight } of node.ends) sums.set(driver, (sums.get(driver) ?? 0) + weight)
  }
  return { words: stems.filter((each) => each !== separator).length, parts }
}

/** The longest at each place. Of two that share a word the later stays, unless it says less: it holds the noun ("more [staff] training"). */
function phrasesIn(stems: string[]): Found[] {
  const found: Found[] = []
  for (let start = 0; start < stems.length; start++) {
    const longest = longestPhraseAt(stems, start)
    const before = found.at(-1)
    if (!longest || (before && longest.end <= before.end)) continue
    if (before && start < before.end) {
      if ((before.node.idle && !longest.node.idle) || weightOf(before.node) > weightOf(longest.node)) continue
      found.pop()
    }
    found.push(longest)
  }
  return found
}

/** Stemmed words, with separators between them where no phrase may go on, and the number of the part each stands in. */
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

type Found = { node: Node; start: number; end: number }

function longestPhraseAt(stems: string[], start: number): Found | undefined {
  const first = phraseTrie().next.get(stems[start])
  return first && longestFrom(stems, first, start, start + 1)
}

/** The phrase goes on with the next word, or over it if that is small: whichever leads further. */
function longestFrom(stems: string[], node: Node, start: number, at: number): Found | undefined {
  const here = node.ends.length > 0 || node.idle ? { node, start, end: at } : undefined
  if (at >= stems.length || at >= start + stepsMax || node.next.size === 0) return here
  const next = node.next.get(stems[at])
  const on = next && longestFrom(stems, next, start, at + 1)
  if (on) return on
  return (smallWords().has(stems[at]) && beyond(longestFrom(stems, node, start, at + 1), node)) || here
}

/** A phrase that merely ended earlier gains nothing by the small words behind it. */
const beyond = (found: Found | undefined, node: Node): Found | undefined =>
  found?.node === node ? undefined : found

const reaching = (sums: ReadonlyMap<number, number>, weight: number): number[] =>
  [...sums].flatMap(([driver, sum]) => (sum >= weight - rounding ? [driver] : []))

/** What is named; and what is suggested in an item of a list, or in a clause that names nothing. */
function namedIn({ parts }: Reading): Set<number> {
  const sure = parts.map(({ sums }) => reaching(sums, weights.names))
  const silent = sure.flat().length === 0
  return new Set(
    parts.flatMap(({ sums, listed }, i) =>
      sure[i].length === 0 && (silent || listed) ? reaching(sums, weights.suggests) : sure[i],
    ),
  )
}

/** Of an answer that neither names nor suggests anything: what is hinted at most, or first. */
function hintedIn({ parts }: Reading, least: number): Set<number> {
  const whole = new Map<number, number>()
  for (const { sums } of parts)
    for (const [driver, sum] of sums) whole.set(driver, (whole.get(driver) ?? 0) + sum)
  const [best] = [...whole].toSorted(([, a], [, b]) => b - a)
  return new Set(best && best[1] >= least - rounding ? [best[0]] : [])
}

const idsOf = (named: ReadonlySet<number>): DriverId[] =>
  driverIds.flatMap((id, driver) => (named.has(driver) ? [id] : []))

/** Of each clause of one answer the ids of the drivers it names, in the taxonomy's order. */
export function driversOfClauses(clauses: readonly string[]): DriverId[][] {
  const readings = clauses.map(read)
  const named = readings.map(namedIn)
  if (named.some(({ size }) => size > 0)) return named.map(idsOf)
  const words = readings.reduce((sum, reading) => sum + reading.words, 0)
  const least = words <= fragmentWordsMax ? weights.hints : weights.suggests
  return readings.map((reading) => idsOf(hintedIn(reading, least)))
}

/** Ids of the drivers that a clause standing by itself names. */
export function driversOf(clause: string): DriverId[] {
  return driversOfClauses([clause])[0]
}

/** Ids named anywhere in an answer: the union over its clauses. */
export function driversOfAnswer(text: string): DriverId[] {
  const named = new Set(driversOfClauses(clausesOf(text)).flat())
  return driverIds.flatMap((id) => (named.has(id) ? [id] : []))
}
