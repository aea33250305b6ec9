/**
 * The sentiment model: a linear regression over words and pairs of words, trained on texts that people have rated.
 *
 * A token or a pair of neighbours is a feature when at least three texts of the training held it. A feature counts
 * (1 + ln of its count) x its inverse document frequency, and the whole is brought to one length. Unknown tokens take their
 * part of that length: in a text of unknown words the few known ones mean little. One more feature is the
 * balance of the lexicon and its rules (sentiment-by-rules.ts).
 *
 * Weights are a generated file (`npm run train`, tools/train.ts), read when first needed. Nothing depends on the
 * machine: weights are whole numbers, and every sum has one order.
 */
import { createRequire } from 'node:module'
import type { RuleReading } from './sentiment-by-rules.ts'
import { lazily } from './word-lists.ts'

/** A text of training with the rating 2.5 of 4 has the score 1: predictions then spread as widely as those of the rules. */
export const ratingOfOne = 2.5
/** Length of a text's features; 2 and 2.3 were tried: higher favours words over the lexicon. */
export const vectorLength = 2.3

/** Columns of the generated file. Tokens hold no space: `words` is split at it, `pairs` at every second. */
export type Weights = {
  /** How many texts the training had. */
  documents: number
  words: string
  wordDocuments: number[]
  wordWeights: number[]
  pairs: string
  pairDocuments: number[]
  pairWeights: number[]
  /** What one of `wordWeights`, `pairWeights`, `balanceWeight` and `intercept` is worth. */
  unit: number
  balanceWeight: number
  intercept: number
}

export type Model = {
  words: ReadonlyMap<string, number>
  /** first * words.size + second → feature */
  pairs: ReadonlyMap<number, number>
  idf: Float64Array
  weights: Float64Array
  unknownSquare: number
  balanceWeight: number
  intercept: number
  counts: Uint32Array
}

export const idfOf = (documents: number, having: number): number =>
  Math.log((1 + documents) / (1 + having)) + 1

/** Good words less bad ones, -1 to 1: near 0 where they are few in a long text, or cancel out. */
export const balanceOf = ({ good, bad, words }: RuleReading): number =>
  (good - bad) / (good + bad + Math.sqrt(words + 3))

export function readModel(from: Weights): Model {
  const list = from.words === '' ? [] : from.words.split(' ')
  const words = new Map(list.map((word, i) => [word, i]))
  const parts = from.pairs === '' ? [] : from.pairs.split(' ')
  const pairs = new Map<number, number>()
  const numberOf = (word: string): number => {
    const at = words.get(word)
    if (at === undefined) throw new Error(`The weights have a pair with an unknown word: ${word}`)
    return at
  }
  for (let i = 0; i < parts.length; i += 2)
    pairs.set(numberOf(parts[i]) * words.size + numberOf(parts[i + 1]), list.length + i / 2)
  const having = [...from.wordDocuments, ...from.pairDocuments]
  return {
    words,
    pairs,
    idf: Float64Array.from(having, (count) => idfOf(from.documents, count)),
    weights: Float64Array.from([...from.wordWeights, ...from.pairWeights], (weight) => weight * from.unit),
    unknownSquare: idfOf(from.documents, 1) ** 2, // as if one text had it
    balanceWeight: from.balanceWeight * from.unit,
    intercept: from.intercept * from.unit,
    counts: new Uint32Array(having.length),
  }
}

/** Without bounds, mostly within -1 to 1. `known`: how many tokens the model has met. */
export function predict(
  model: Model,
  tokens: readonly string[],
  balance: number,
): { score: number; known: number } {
  const { words, pairs, idf, weights, counts } = model
  const features: number[] = []
  const count = (feature: number): void => {
    if (counts[feature]++ === 0) features.push(feature)
  }
  let known = 0
  let before: number | undefined
  for (const token of tokens) {
    const word = words.get(token)
    if (word !== undefined) {
      known++
      count(word)
      const pair = before === undefined ? undefined : pairs.get(before * words.size + word)
      if (pair !== undefined) count(pair)
    }
    before = word
  }
  let square = (tokens.length - known) * model.unknownSquare
  let sum = 0
  for (const feature of features) {
    const value = (counts[feature] === 1 ? 1 : 1 + Math.log(counts[feature])) * idf[feature]
    counts[feature] = 0
    square += value * value
    sum += value * weights[feature]
  }
  if (square > 0) sum *= vectorLength / Math.sqrt(square)
  return { score: model.intercept + model.balanceWeight * balance + sum, known }
}

export const shippedModel = lazily((): Model =>
  readModel(createRequire(import.meta.url)('./generated/sentiment-weights.json') as Weights),
)
