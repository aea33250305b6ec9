/**
 * Which drivers an answer is about, clause by clause: several, one or none.
 *
 * A driver is the subject of an answer and not a word in it. One pass over a clause finds the phrases of the taxonomy (phrases.ts); a
 * phrase inside a longer one does not count ("health" in "health insurance"). What they are worth depends on what stands
 * beside them: nouns of every employer need a predicate ("managers never listen"), feelings are no subject beside a cause
 * that is named, and a phrase that only suggests a driver counts only in a part of a sentence that names none, or as an item
 * of a list ("salary, colleagues and food"). Then the answer is weighed as a whole: a driver stays if it has at least
 * `prominence` of the weight of the strongest. Hints count only in an answer without anything else: two of them, or one in an
 * answer of a few words.
 */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { clausesOf } from './clauses.ts'
import { type RuleFindings, revisionOf } from './driver-model.ts'
import { drivers, weights } from './driver-taxonomy.ts'
import { sentimentLexicon } from './lexicon.ts'
import {
  canonicalSet,
  emptyTrie,
  type Match,
  type Node,
  nodeOf,
  phrasesIn,
  separator,
  stemsOf,
} from './phrases.ts'
import { wordsOf } from './tokens.ts'
import { lazily, wordList, wordSections } from './word-lists.ts'

const rounding = 1e-9 // of sums of tenths
const fragmentWordsMax = 4
const itemWordsMax = 4
const judgingRatingMin = 1
const clauseCharactersMax = 2_000
const frequentAnswersMin = 40
const prominence = 0.6
const driversMax = 2 // a long answer is about those with the most weight, and others of the same
const repetition = 0.65 // what each further phrase of a driver is worth, of the one before
const besideCause = 0.5 // what a feeling is worth where a cause is named
const firstClause = 1.2 // most answers begin with their subject
const askedFor = 1 // what the driver that the question asks for weighs beyond the phrases that name it
const inPassingMax = 1.3 // a driver that is named once, in an answer of more than a few words, is not its subject if the question has one
const inPassingWordsMin = 7
const longWordsMin = 20
const suggestedMax = 0.9 // a driver that is suggested once, in a long answer, is not its subject
const subjectWords = 3 // an answer's subject is among its first words
const beyondDoubt = 1.7 // one phrase and a further one, in the first clause

const sentenceWords = lazily(() => canonicalSet('is are was were he she they it i we you'))
const joining = lazily(() => canonicalSet('and or plus nor because while'))
const predicates = lazily(() => {
  const { before, after, states } = wordSections('predicates.txt', ['before', 'after', 'states'])
  return {
    before: canonicalSet(before.join(' ')),
    after: canonicalSet(after.join(' ')),
    states: canonicalSet(states.join(' ')),
  }
})

/** `kind`: a feeling, a noun of every employer and a quantity of time are worth their weight only in some company. */
type Entry = { driver: number; weight: number; kind: 'phrase' | 'feeling' | 'employer' | 'quantity' }
type Found = Entry & { part: number; start: number }

const trie = lazily((): Node<Entry> => {
  const root = emptyTrie<Entry>()
  drivers().forEach(({ id, phrases }, driver) => {
    for (const [phrase, weight] of phrases) enter(root, phrase, { driver, weight, kind: 'phrase' })
    if (id === 'wellbeing')
      for (const word of wordList('feelings.txt'))
        enter(root, word, { driver, weight: weights.names, kind: 'feeling' })
    if (id === 'workload')
      for (const phrase of wordList('quantities.txt'))
        enter(root, phrase, { driver, weight: weights.suggests, kind: 'quantity' })
  })
  const nouns = wordSections('employer-nouns.txt', ['manager_support', 'leadership_change', 'peers'])
  for (const [id, words] of Object.entries(nouns))
    for (const word of words)
      enter(root, word, {
        driver: driverIds.indexOf(id as DriverId),
        weight: weights.suggests,
        kind: 'employer',
      })
  for (const phrase of wordList('false-friends.txt')) nodeOf(root, phrase)
  return root
})

/** If two entries for a driver are in one place, the heavier stays. */
function enter(root: Node<Entry>, phrase: string, entry: Entry): void {
  const node = nodeOf(root, phrase)
  const same = node.values.findIndex(({ driver }) => driver === entry.driver)
  if (same < 0) node.values.push(entry)
  else if (node.values[same].weight < entry.weight) node.values[same] = entry
}

const weightOf = ({ values }: Node<Entry>): number => Math.max(0, ...values.map(({ weight }) => weight))

/** A false friend keeps its words from a phrase that begins inside it. */
const outranks = (before: Node<Entry>, later: Node<Entry>): boolean =>
  (before.values.length === 0 && later.values.length > 0) || weightOf(before) > weightOf(later)

/** What a clause holds: its words, and what was found in which part; an item may stand in a list, for it is no sentence. */
type Reading = { words: number; found: Found[]; items: boolean[] }

/**
 * What is known beside the answer. `frequent`: stems that are in many answers of the same people (frequentWords), so that they say
 * nothing of this one. `about`: the driver that the question asks for; an answer that names no other is about it.
 */
export type AnswerContext = { frequent?: ReadonlySet<string>; about?: DriverId | undefined }

function read(clause: string, frequent: ReadonlySet<string> = new Set()): Reading {
  const stems = stemsOf(clause)
  const partOf = partsOf(stems)
  const found: Found[] = []
  const items = itemsOf(stems, partOf)
  const isList = items.length > 1 && !items.includes(false)
  const [counted, alreadyAlone] = [new Set<Node<Entry>>(), new Set<Node<Entry>>()]
  for (const match of phrasesIn(stems, trie(), outranks)) {
    if (counted.has(match.node) || (isWeakWord(match) && frequent.has(stems[match.start]))) continue
    const part = partOf[match.start]
    const isNoun = match.node.values.some(({ kind }) => kind === 'employer')
    const alone = isNoun && !isList && !hasPredicate(stems, match)
    if (alone && alreadyAlone.has(match.node)) continue
    ;(alone ? alreadyAlone : counted).add(match.node)
    for (const entry of match.node.values)
      found.push({ ...entry, weight: alone ? weights.hints : entry.weight, part, start: match.start })
  }
  return { words: stems.filter((each) => each !== separator).length, found: withoutQuantities(found), items }
}

/** What takes half of a day is the subject, even if its noun alone would only hint at it. */
function withoutQuantities(found: Found[]): Found[] {
  if (!found.some(({ kind }) => kind === 'quantity')) return found
  const takers = found.filter(({ kind }) => kind !== 'quantity' && kind !== 'feeling')
  if (takers.length === 0) return found
  return found.flatMap((one) =>
    one.kind === 'quantity' ? [] : [{ ...one, weight: Math.max(one.weight, weights.suggests) }],
  )
}

/** One word that only hints, or a noun of every employer. */
const isWeakWord = ({ node, start, end }: Match<Entry>): boolean =>
  end === start + 1 &&
  node.values.every(({ weight, kind }) => kind === 'employer' || weight < weights.suggests)

/** For each stem the number of its part: parts end at marks and before words that join. */
function partsOf(stems: readonly string[]): number[] {
  let part = 0
  return stems.map((each) => (joining().has(each) ? ++part : each === separator ? part++ : part))
}

function itemsOf(stems: readonly string[], partOf: readonly number[]): boolean[] {
  const items: boolean[] = []
  const words: number[] = []
  stems.forEach((each, at) => {
    const part = partOf[at]
    words[part] = (words[part] ?? 0) + 1
    items[part] = (items[part] ?? true) && words[part] <= itemWordsMax + 1 && !sentenceWords().has(each)
  })
  return items
}

/**
 * Whether something is said of a noun: a judging word up to three words before it, or behind it a verb ("management never explains") or a
 * state that is judged ("the team is great"). Colleagues only in the latter way, for they are in most sentences about work.
 */
function hasPredicate(stems: readonly string[], { node, start, end }: Match<Entry>): boolean {
  const { before, after, states } = predicates()
  const isBreak = (each: string): boolean => each === separator || joining().has(each)
  const own = (from: number, to: number): string[] => {
    const some = stems.slice(Math.max(0, from), to)
    return from < start
      ? some.slice(some.findLastIndex(isBreak) + 1)
      : some.slice(0, [...some, separator].findIndex(isBreak))
  }
  if (own(start - 3, start).some((each) => before.has(each))) return true
  const behind = own(end, end + 2)
  const isColleague = node.values.some(({ driver }) => driver === colleagues)
  if (!isColleague && behind.some((each) => after.has(each))) return true
  return behind.some((each) => states.has(each)) && own(end, end + 5).some((each) => before.has(each))
}

const colleagues = driverIds.indexOf('peers')

/** What each driver that a clause names or suggests has found there. */
function namedIn({ found, items }: Reading): Map<number, Found[]> {
  const certain = new Set(
    found.flatMap(({ weight, kind, part }) => (weight >= weights.names && kind !== 'feeling' ? [part] : [])),
  )
  const named = new Map<number, Found[]>()
  for (const [part, all] of Map.groupBy(found, (one) => one.part))
    for (const [driver, own] of Map.groupBy(all, (one) => one.driver)) {
      const sum = own.reduce((total, { weight }) => total + weight, 0)
      const suggested = !certain.has(part) && (certain.size === 0 || items[part])
      if (sum < (suggested ? weights.suggests : weights.names) - rounding) continue
      named.set(driver, [...(named.get(driver) ?? []), ...own])
    }
  return named
}

/**
 * What each driver weighs in the whole answer. Within a clause each further phrase of a driver adds less than the one before,
 * because it says the same again; clauses add up.
 */
function scoresOf(clauses: readonly ReadonlyMap<number, Found[]>[], about?: DriverId): Map<number, number> {
  const cause = hasCause(clauses)
  const scores = new Map<number, number>()
  clauses.forEach((named, at) => {
    for (const [driver, own] of named) {
      const sorted = own
        .map((one) => (one.kind === 'feeling' && cause ? one.weight * besideCause : one.weight))
        .toSorted((a, b) => b - a)
      const sum = sorted.reduce((total, weight, i) => total + weight * repetition ** i, 0)
      const before = scores.get(driver) ?? (driverIds[driver] === about ? askedFor : 0)
      scores.set(driver, before + sum * (at === 0 ? firstClause : 1))
    }
  })
  return scores
}

/** Whether a driver is named by something else than a feeling. */
const hasCause = (clauses: readonly ReadonlyMap<number, Found[]>[]): boolean =>
  clauses.some((named) =>
    [...named.values()].flat().some(({ kind, weight }) => kind === 'phrase' && weight >= weights.names),
  )

/** For an answer that neither names nor suggests a driver: the one with the most hints; of several, the first. */
function hintedIn({ found }: Reading, least: number): Set<number> {
  const sums = new Map<number, number>()
  for (const { driver, weight } of found) sums.set(driver, (sums.get(driver) ?? 0) + weight)
  const [best] = [...sums].toSorted(([, a], [, b]) => b - a)
  return new Set(best && best[1] >= least - rounding ? [best[0]] : [])
}

const idsOf = (named: ReadonlySet<number>): DriverId[] =>
  driverIds.flatMap((id, driver) => (named.has(driver) ? [id] : []))

/** For each clause of one answer the ids of the drivers that it is about, in the taxonomy's order: by rules, revised by the model. */
export function driversOfClauses(clauses: readonly string[], context: AnswerContext = {}): DriverId[][] {
  const { found, ...findings } = readByRules(clauses, context)
  const { gone, added } = revisionOf(findings)
  return found.map((ids, at) => {
    const stays = (id: DriverId, driver: number): boolean =>
      added.get(driver) === at || (ids.includes(id) && !gone.has(driver))
    return driverIds.filter(stays)
  })
}

/** What the rules find in the clauses of an answer, and what they make of it. */
export function readByRules(
  clauses: readonly string[],
  context: AnswerContext = {},
): RuleFindings & { found: DriverId[][] } {
  const readings = clauses.map((clause) => read(clause, context.frequent))
  const named = readings.map(namedIn)
  const words = readings.reduce((sum, reading) => sum + reading.words, 0)
  const scores: ReadonlyMap<number, number> = scoresOf(named, context.about)
  const found = namedByRules({ clauses, readings, named, scores, words }, context)
  const hints = new Map<number, number>()
  for (const { driver, weight } of readings.flatMap((reading) => reading.found))
    hints.set(driver, (hints.get(driver) ?? 0) + weight)
  return {
    found,
    stems: clauses.map(stemsOf),
    named: new Set(found.flat().map((id) => driverIds.indexOf(id))),
    scores,
    hints,
    words,
    about: context.about,
  }
}

type AnswerReading = {
  clauses: readonly string[]
  readings: readonly Reading[]
  named: readonly ReadonlyMap<number, Found[]>[]
  scores: ReadonlyMap<number, number>
  words: number
}

function namedByRules(
  { clauses, readings, named, words, ...reading }: AnswerReading,
  { about }: AnswerContext,
): DriverId[][] {
  const saying = about ? clauses.map(speaks) : []
  const isOfIt =
    about !== undefined &&
    (!clauses.some(isUnacquainted) || clauses.some((clause, at) => saying[at] && judges(clause)))
  const scores = new Map(reading.scores)
  // People who do not know what the question is about say nothing about it: "I wasn't aware of any tools".
  if (about && !isOfIt && scores.size > 1) scores.delete(driverIds.indexOf(about))
  const [most = 0, ...others] = [...scores.values()].toSorted((a, b) => b - a)
  const isInPassing = words >= inPassingWordsMin && most <= inPassingMax
  if (isOfIt && saying.includes(true) && (!hasCause(named) || isInPassing))
    return saying.map((says) => (says ? [about] : []))
  if (scores.size > 0) {
    const isLong = words >= longWordsMin
    const least = Math.max(prominence * most, isLong ? (others[driversMax - 2] ?? 0) : 0) - rounding
    if (isLong && most < suggestedMax && !beginsWith(named)) return clauses.map(() => [])
    const isProminent = (driver: number): boolean => (scores.get(driver) ?? 0) >= least
    return named.map((own) => idsOf(new Set([...own.keys()].filter(isProminent))))
  }
  const least = words <= fragmentWordsMax ? weights.hints : weights.suggests
  return readings.map((reading) => idsOf(hintedIn(reading, least)))
}

const unacquainted = lazily((): Node<true> => {
  const root = emptyTrie<true>()
  for (const phrase of wordList('unacquainted.txt')) nodeOf(root, phrase)
  return root
})

const isUnacquainted = (clause: string): boolean =>
  phrasesIn(stemsOf(clause.slice(0, clauseCharactersMax)), unacquainted(), () => false).length > 0

/** Whether a clause says something of what was asked for. */
const speaks = (clause: string): boolean =>
  (wordsOf(clause.slice(0, clauseCharactersMax)).length >= 2 || judges(clause)) && !isUnacquainted(clause)

/** Whether a clause holds a word with a rating: "very useful", and not "haven't looked yet". */
const judges = (clause: string): boolean =>
  wordsOf(clause.slice(0, clauseCharactersMax)).some(
    (word) => Math.abs(sentimentLexicon().get(word) ?? 0) >= judgingRatingMin,
  )

const beginsWith = ([first]: readonly ReadonlyMap<number, Found[]>[]): boolean =>
  [...first.values()].some((own) => own.some(({ start }) => start < subjectWords))

/** Whether an answer begins with a driver, as its subject: "The pay is far too low". */
const isSubject = (driver: number, [first]: readonly ReadonlyMap<number, Found[]>[]): boolean =>
  (first.get(driver) ?? []).some(
    ({ start, weight, kind }) => start < subjectWords - 1 && weight >= weights.names && kind === 'phrase',
  )

/**
 * The driver that alone is prominent in an answer, and its subject, named more than once, or named in reply to a question that asks for
 * it; null if there is none. For quotes, which must be about their driver beyond doubt.
 */
export function mainDriverOf(text: string, context: AnswerContext = {}): DriverId | null {
  const clauses = clausesOf(text)
  const named = clauses.map((clause) => namedIn(read(clause, context.frequent)))
  const [first, second] = [...scoresOf(named, context.about)].toSorted(([, a], [, b]) => b - a)
  if (!first || first[1] < (isSubject(first[0], named) ? firstClause : beyondDoubt) - rounding) return null
  if (second && second[1] >= prominence * first[1] - rounding) return null
  const id = driverIds[first[0]]
  return driversOfClauses(clauses, context).some((own) => own.includes(id)) ? id : null
}

/** Stems that are in more than `share` of the answers, for `AnswerContext`; of few answers none, because they would be chance. */
export function frequentWords(answers: readonly string[], share = 0.05): ReadonlySet<string> {
  const counts = new Map<string, number>()
  if (answers.length < frequentAnswersMin) return new Set()
  for (const answer of answers)
    for (const each of new Set(stemsOf(answer))) counts.set(each, (counts.get(each) ?? 0) + 1)
  return new Set([...counts].flatMap(([each, count]) => (count > share * answers.length ? [each] : [])))
}

/** Ids of the drivers that the phrases of a single clause name, by rules alone. */
export function driversOf(clause: string): DriverId[] {
  return readByRules([clause]).found[0]
}

/** Ids named anywhere in an answer: the union over its clauses. */
export function driversOfAnswer(text: string, context: AnswerContext = {}): DriverId[] {
  const named = new Set(driversOfClauses(clausesOf(text), context).flat())
  return driverIds.flatMap((id) => (named.has(id) ? [id] : []))
}
