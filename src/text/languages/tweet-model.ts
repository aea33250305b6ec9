/**
 * Sentiment in other languages than English: logistic regressions over words, pairs of words and pieces of words, one for each
 * of bad, neutral and good, trained on tweets that people have labelled (tools/train-tweets.ts).
 *
 * A feature counts (1 + ln of its count) x its inverse document frequency; words and pieces are each brought to the length 1.
 * Beside them stand the counts of good and bad words (feelings.ts). The files of weights are made by `npm run train`, at most
 * 400 kB each, and read when a text in that language comes. Nothing depends on the machine: weights are whole numbers, and
 * every sum has one order.
 */
import { readFileSync } from 'node:fs'
import { feelingInputs } from './feelings.ts'
import type { TweetLanguage } from './tags.ts'
import { tokensIn } from './word-forms.ts'

export const labels = ['negative', 'neutral', 'positive'] as const
export type Label = (typeof labels)[number]

/** For texts that the model had not seen, whole groups of like texts left out: macro-F1 in per cent over n texts. */
export type Figure = { macro_f1: number; n: number; on: 'tweets' }

/** The generated file. `features` are separated by line ends; `idf` and `weights` are bytes in base64. */
export type TweetWeights = {
  figure: Figure
  /** Pieces of words begin with "c", words and pairs with "w". */
  features: string
  /** A byte for each feature: idf is 1 + byte x idfUnit. */
  idf: string
  idfUnit: number
  /** For each label a signed byte for each feature, and what one of it is worth. */
  weights: [string, string, string]
  units: [number, number, number]
  /** For each label the weights of the inputs of feelings.ts. */
  feelings: [number[], number[], number[]]
  biases: [number, number, number]
}

export type TweetModel = {
  language: TweetLanguage
  figure: Figure
  columns: ReadonlyMap<string, number>
  idf: Float64Array
  weights: readonly Float64Array[]
  feelings: readonly (readonly number[])[]
  biases: readonly number[]
}

const pieceMin = 2
const pieceMax = 5
const wordLengthMax = 40 // a longer one is not a word; its pieces would only cost time

/** Features with their count: pieces of each word with a space on both sides, words, and pairs of neighbours. */
export function featureCounts(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (feature: string): unknown => counts.set(feature, (counts.get(feature) ?? 0) + 1)
  tokens.forEach((token, at) => {
    const word = token.length > wordLengthMax ? token.slice(0, wordLengthMax) : token
    const letters = [...` ${word} `]
    for (let from = 0; from + pieceMin <= letters.length; from++) {
      let piece = `c${letters[from]}`
      for (let end = from + 1; end < Math.min(letters.length, from + pieceMax); end++)
        count((piece += letters[end]))
    }
    count(`w${word}`)
    if (at > 0) count(`w${tokens[at - 1].slice(0, wordLengthMax)} ${word}`)
  })
  return counts
}

/** The columns of a text with their values, each kind of feature of length 1. */
export function vectorOf(
  counts: ReadonlyMap<string, number>,
  { columns, idf }: Pick<TweetModel, 'columns' | 'idf'>,
): { features: number[]; values: number[] } {
  const features: number[] = []
  const values: number[] = []
  const isPiece: boolean[] = []
  let [pieces, words] = [0, 0]
  for (const [feature, count] of counts) {
    const column = columns.get(feature)
    if (column === undefined) continue
    const value = (1 + Math.log(count)) * idf[column]
    features.push(column)
    values.push(value)
    isPiece.push(feature[0] === 'c')
    if (feature[0] === 'c') pieces += value * value
    else words += value * value
  }
  const [pieceScale, wordScale] = [pieces, words].map((square) => (square > 0 ? 1 / Math.sqrt(square) : 0))
  return { features, values: values.map((value, i) => value * (isPiece[i] ? pieceScale : wordScale)) }
}

/** How likely a text is bad, neutral or good: three numbers whose sum is 1. */
export function probabilities(model: TweetModel, text: string): [number, number, number] {
  const tokens = tokensIn(model.language, text)
  const { features, values } = vectorOf(featureCounts(tokens), model)
  const inputs = feelingInputs(model.language, tokens)
  const each = model.weights.map((weights, label) => {
    let sum = model.biases[label]
    for (let i = 0; i < features.length; i++) sum += values[i] * weights[features[i]]
    inputs.forEach((value, i) => (sum += value * model.feelings[label][i]))
    return 1 / (1 + Math.exp(-sum))
  })
  const all = each[0] + each[1] + each[2]
  return [each[0] / all, each[1] / all, each[2] / all]
}

/** The likelier label; of two the milder. */
export function labelOf([bad, neutral, good]: readonly [number, number, number]): Label {
  if (neutral >= bad && neutral >= good) return 'neutral'
  return good > bad ? 'positive' : bad > good ? 'negative' : 'neutral'
}

/** Good less bad, -1 to 1, and the label. */
export function tweetSentiment(model: TweetModel, text: string): { score: number; label: Label } {
  const likely = probabilities(model, text)
  return { score: likely[2] - likely[0], label: labelOf(likely) }
}

export function readTweetModel(language: TweetLanguage, from: TweetWeights): TweetModel {
  const features = from.features.split('\n')
  const bytesOf = (coded: string): Buffer => Buffer.from(coded, 'base64')
  return {
    language,
    figure: from.figure,
    columns: new Map(features.map((feature, i) => [feature, i])),
    idf: Float64Array.from(bytesOf(from.idf), (byte) => 1 + byte * from.idfUnit),
    weights: from.weights.map((coded, label) =>
      Float64Array.from(new Int8Array(bytesOf(coded)), (byte) => byte * from.units[label]),
    ),
    feelings: from.feelings,
    biases: from.biases,
  }
}

const loaded = new Map<TweetLanguage, TweetModel>()

/** The shipped model, read by the first call. */
export function tweetModel(language: TweetLanguage): TweetModel {
  const known = loaded.get(language)
  if (known) return known
  const file = new URL(`../generated/tweets-${language}.json`, import.meta.url)
  const model = readTweetModel(language, JSON.parse(readFileSync(file, 'utf8')) as TweetWeights)
  loaded.set(language, model)
  return model
}

/** What a figure that was made with one of these models has to say of it. */
export type TweetMethod = { model: string; trained_on: 'tweets'; agreement: Figure; limitation: string }

/** To be published in `method` beside every figure that the model of a language had a part in. */
export const tweetMethod = (language: TweetLanguage): TweetMethod => ({
  model: `logistic regression, ${language}`,
  trained_on: 'tweets',
  agreement: tweetModel(language).figure,
  limitation: 'Trained on tweets. Nobody has rated survey answers in this language.',
})
