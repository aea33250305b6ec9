/**
 * The second opinion on the drivers of an English answer: for each driver a logistic regression over the words of the answer, pairs of
 * neighbours, and what the rules (drivers.ts) found. It was trained on coded answers (tools/train-drivers.ts).
 *
 * The rules name, the model revises what is longer than `rulesAloneMax` words: a driver that the rules name goes where its chance is below `keptFrom`, and one that they do not
 * name comes where it is `addedFrom` or more and a clause holds words that speak for it, so that what was counted can be quoted. In an answer to
 * a question that asks for a driver the words have a further weight for that driver: "we are too small" says nothing of tools, "busy" does.
 *
 * Only words of the product's own lists and of invented answers have a weight, none that the people of one survey alone use, and no
 * names. Weights are a generated file (`npm run train`), whole numbers, read when first needed; every sum has one order.
 */
import { createRequire } from 'node:module'
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { lazily } from './word-lists.ts'

const rulesAloneMax = 7 // words: too few for a second opinion, and a phrase of them is the subject
const keptFrom = 0.3
const addedFrom = 0.4
const vectorLength = 3 // of the words together; 2 and 4 were tried
const longWords = 40
const fragmentWordsMax = 4

/**
 * Columns of the generated file. `words` and `pairs` are split at spaces, pairs at every second; `asked` holds the words and pairs that count
 * for the driver of the question, pairs with an underscore.
 */
export type DriverWeights = {
  words: string
  pairs: string
  asked: string
  /** Inverse document frequencies of all terms in thousandths: words, pairs, asked. */
  idf: number[]
  /** For each driver a weight for each term, then the features of the rules, then the intercept; worth `unit`. */
  weights: number[][]
  unit: number
}

/** What the rules found in an answer. Numbers of drivers are places in `driverIds`. */
export type RuleFindings = {
  /** Stems of each clause, with separators. */
  stems: readonly (readonly string[])[]
  named: ReadonlySet<number>
  scores: ReadonlyMap<number, number>
  /** Sums of all weights that were found, hints too. */
  hints: ReadonlyMap<number, number>
  words: number
  about?: DriverId | undefined
}

export const ruleFeatures = 9

/** For a driver its features beside the words: what the rules found, what was asked for, how long the answer is. */
export function ruleFeaturesOf(findings: RuleFindings): (driver: number) => number[] {
  const { named, scores, hints, words, about } = findings
  const most = Math.max(0, ...scores.values())
  return (driver) => {
    const score = scores.get(driver) ?? 0
    const isNamed = named.has(driver)
    const isAsked = driverIds[driver] === about
    return [
      isNamed ? 1 : 0,
      Math.min(score, 3) / 3,
      most > 0 ? score / most / 2 : 0,
      Math.min(hints.get(driver) ?? 0, 2) / 2,
      0.35 * (named.size - (isNamed ? 1 : 0)),
      isAsked ? 0.5 : 0,
      about && !isAsked ? 0.35 : 0,
      Math.min(1, words / longWords),
      words <= fragmentWordsMax ? 1 : 0,
    ]
  }
}

/** Brings the terms of an answer, whose squares add up to `square`, to one length: a long answer weighs no more than a short one. */
export const scaleOf = (square: number): number => (square > 0 ? vectorLength / Math.sqrt(square) : 0)

/** Numbers of terms are the places of their weights. */
type Model = {
  words: ReadonlyMap<string, number>
  /** first * words.size + second → term */
  pairs: ReadonlyMap<number, number>
  /** For each word and pair the term that counts for the driver of the question, or -1. */
  asked: Int32Array
  /** Inverse document frequencies. */
  idf: Float64Array
  /** For each term its weights for the drivers, one after another; the features of the rules and the intercept follow. */
  weights: Float64Array
  terms: number
}

const driverCount = driverIds.length

function readDriverModel(from: DriverWeights): Model {
  const splitAt = (list: string): string[] => (list === '' ? [] : list.split(' '))
  const [list, pairs, asked] = [from.words, from.pairs, from.asked].map(splitAt)
  const words = new Map(list.map((word, at) => [word, at]))
  const places = new Map([...list, ...pairs].map((term, at) => [term, at]))
  const ofAsked = new Int32Array(places.size).fill(-1)
  asked.forEach((term, at) => (ofAsked[numberOf(term, places)] = places.size + at))
  return {
    words,
    pairs: new Map(
      pairs.map((pair, at) => {
        const [first, second] = pair.split('_').map((word) => numberOf(word, words))
        return [first * words.size + second, words.size + at]
      }),
    ),
    asked: ofAsked,
    idf: Float64Array.from(from.idf, (each) => each / 1000),
    weights: Float64Array.from(
      { length: (from.idf.length + ruleFeatures + 1) * driverCount },
      (_, at) => from.weights[at % driverCount][Math.floor(at / driverCount)] * from.unit,
    ),
    terms: from.idf.length,
  }
}

function numberOf(term: string, places: ReadonlyMap<string, number>): number {
  const at = places.get(term)
  if (at === undefined) throw new Error(`The weights have a term of unknown words: ${term}`)
  return at
}

const shipped = lazily((): Model =>
  readDriverModel(createRequire(import.meta.url)('./generated/driver-weights.json') as DriverWeights),
)

/** The terms of a clause that have a weight, each once. */
function termsIn({ words, pairs }: Model, stems: readonly string[]): Set<number> {
  const terms = new Set<number>()
  let before: number | undefined
  for (const each of stems) {
    const word = words.get(each)
    if (word !== undefined) {
      terms.add(word)
      const pair = before === undefined ? undefined : pairs.get(before * words.size + word)
      if (pair !== undefined) terms.add(pair)
    }
    before = word
  }
  return terms
}

/** What the words of an answer weigh for each driver, brought to one length; those of the question's driver count twice over. */
function wordWeights(model: Model, terms: ReadonlySet<number>, about: number): Float64Array {
  const { asked, idf, weights } = model
  const sums = new Float64Array(driverCount)
  let [square, askedSquare] = [0, 0]
  for (const term of terms) {
    const rarity = idf[term]
    const first = term * driverCount
    for (let driver = 0; driver < driverCount; driver++) sums[driver] += rarity * weights[first + driver]
    square += idf[term] ** 2
    const further = about < 0 ? -1 : asked[term]
    if (further < 0) continue
    sums[about] += idf[further] * weights[further * driverCount + about]
    askedSquare += idf[further] ** 2
  }
  return sums.map((sum, driver) => sum * scaleOf(square + (driver === about ? askedSquare : 0)))
}

/**
 * What the model makes of the drivers that the rules named.
 *
 * @returns drivers that go, and those that come with the clause that speaks most for each
 */
export function revisionOf(findings: RuleFindings): { gone: Set<number>; added: Map<number, number> } {
  const gone = new Set<number>()
  const added = new Map<number, number>()
  if (findings.words <= rulesAloneMax) return { gone, added }
  const model = shipped()
  const clauses = findings.stems.map((stems) => termsIn(model, stems))
  const all = clauses.length === 1 ? clauses[0] : new Set(clauses.flatMap((each) => [...each]))
  const words = wordWeights(model, all, findings.about ? driverIds.indexOf(findings.about) : -1)
  const featuresOf = ruleFeaturesOf(findings)
  for (let driver = 0; driver < driverCount; driver++) {
    const own = (feature: number): number => model.weights[(model.terms + feature) * driverCount + driver]
    const rules = featuresOf(driver).reduce((sum, value, i) => sum + value * own(i), own(ruleFeatures))
    const chance = 1 / (1 + Math.exp(-words[driver] - rules))
    if (findings.named.has(driver)) {
      if (chance < keptFrom) gone.add(driver)
    } else if (chance >= addedFrom) {
      const clause = speakingMost(model, clauses, driver)
      if (clause >= 0) added.set(driver, clause)
    }
  }
  return { gone, added }
}

/** The clause whose words speak most for a driver; -1 if none does. */
function speakingMost(
  { idf, weights }: Model,
  clauses: readonly ReadonlySet<number>[],
  driver: number,
): number {
  let [most, found] = [0, -1]
  clauses.forEach((terms, at) => {
    let sum = 0
    for (const term of terms) sum += idf[term] * weights[term * driverCount + driver]
    if (sum > most) [most, found] = [sum, at]
  })
  return found
}
