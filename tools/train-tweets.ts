/**
 * Trains the sentiment models of other languages than English (src/text/languages/tweet-model.ts) from labelled tweets.
 *
 * UMSAB (Barbieri, Espinosa Anke and Camacho-Collados, "XLM-T: Multilingual Language Models in Twitter for Sentiment Analysis
 * and Beyond", LREC 2022): for each language a file of texts and one of labels, 0 bad, 1 neutral, 2 good, a line each.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mulberry32 } from '../src/text/random.ts'
import { feelingInputCount, feelingInputs } from '../src/text/languages/feelings.ts'
import type { TweetLanguage } from '../src/text/languages/tags.ts'
import {
  featureCounts,
  labels,
  labelOf,
  probabilities,
  readTweetModel,
  type TweetWeights,
  vectorOf,
} from '../src/text/languages/tweet-model.ts'
import { isWord, tokensIn } from '../src/text/languages/word-forms.ts'
import { logisticWeights, type SparseRow } from './train-logistic.ts'

export type Tweet = { text: string; label: number }

export const tweetFiles: Record<TweetLanguage, string> = {
  de: 'german', fr: 'french', es: 'spanish', pt: 'portuguese', it: 'italian', ar: 'arabic', 'hi-Latn': 'hindi',
} // prettier-ignore

const featuresMax = 20_000
const havingMin = 2
const groups = 5
/**
 * How much a tweet counts. Labels of tweets in Hindi are close to chance, and half of their words are English: English tweets count
 * ten times as much there.
 */
const strength = { own: 1, besideEnglish: 0.1, english: 1 }

/** From `folder`/umsab, in the order of the files. */
export async function tweetsOf(folder: string, name: string, part: 'train' | 'val'): Promise<Tweet[]> {
  const [texts, given] = await Promise.all(
    ['text', 'labels'].map((kind) => readFile(join(folder, 'umsab', `${name}.${part}.${kind}.txt`), 'utf8')),
  )
  const lines = texts.split('\n')
  return given
    .trim()
    .split('\n')
    .map((label, i) => ({ text: lines[i], label: Number(label) }))
}

/** What a language is trained on: its own tweets, and those that only help. */
export async function tweetsFor(
  folder: string,
  language: TweetLanguage,
  parts: readonly ('train' | 'val')[] = ['train', 'val'],
): Promise<{ own: Tweet[]; others: Tweet[] }> {
  const all = async (name: string): Promise<Tweet[]> =>
    (await Promise.all(parts.map((part) => tweetsOf(folder, name, part)))).flat()
  return { own: await all(tweetFiles[language]), others: language === 'hi-Latn' ? await all('english') : [] }
}

type Input = { counts: ReadonlyMap<string, number>; feelings: number[] }
const inputs = new Map<TweetLanguage, WeakMap<Tweet, Input>>() // groups share tweets

function inputOf(language: TweetLanguage, tweet: Tweet): Input {
  const own = inputs.get(language) ?? new WeakMap<Tweet, Input>()
  inputs.set(language, own)
  const known = own.get(tweet)
  if (known) return known
  const tokens = tokensIn(language, tweet.text)
  const input = { counts: featureCounts(tokens), feelings: feelingInputs(language, tokens) }
  own.set(tweet, input)
  return input
}

/** Weights in the form in which they are shipped, with a figure of 0 that the caller replaces. */
export function trainTweets(
  language: TweetLanguage,
  { own, others }: { own: readonly Tweet[]; others: readonly Tweet[] },
): TweetWeights {
  const tweets = [...own, ...others]
  const all = tweets.map((tweet) => inputOf(language, tweet))
  const ownStrength = others.length > 0 ? strength.besideEnglish : strength.own
  const strengths = tweets.map((_tweet, i) => (i < own.length ? ownStrength : strength.english))
  const having = new Map<string, number>()
  for (const { counts } of all)
    for (const feature of counts.keys()) having.set(feature, (having.get(feature) ?? 0) + 1)
  const candidates = [...having].filter(([, count]) => count >= havingMin).map(([feature]) => feature)
  const first = fit(candidates.toSorted())
  const heaviest = first.features
    .map((feature, i) => ({
      feature,
      weight: Math.max(...first.weights.map((weights) => Math.abs(weights[i]))),
    }))
    .toSorted((a, b) => b.weight - a.weight || (a.feature < b.feature ? -1 : 1))
    .slice(0, featuresMax)
    .map(({ feature }) => feature)
  const { features, idf, idfUnit, weights } = fit(heaviest.toSorted())

  const size = features.length
  const units = weights.map((own) => Math.max(...own.subarray(0, size).map(Math.abs)) / 127)
  const rounded = (value: number): number => Math.round(value * 1e4) / 1e4 + 0 // no -0
  const each = <T>(make: (weights: Float64Array, label: number) => T): [T, T, T] =>
    weights.map(make) as [T, T, T]
  return {
    figure: { macro_f1: 0, n: 0, on: 'tweets' },
    features: features.join('\n'),
    idf: Buffer.from(idf).toString('base64'),
    idfUnit,
    weights: each((own, label) =>
      Buffer.from(
        Int8Array.from(own.subarray(0, size), (weight) => Math.round(weight / units[label])),
      ).toString('base64'),
    ),
    units: each((_own, label) => units[label]),
    feelings: each((own) => [...own.subarray(size, -1)].map(rounded)),
    biases: each((own) => rounded(own.at(-1) ?? 0)),
  }

  function fit(features: readonly string[]) {
    const columns = new Map(features.map((feature, i) => [feature, i]))
    const exact = features.map((feature) => Math.log((1 + tweets.length) / (1 + (having.get(feature) ?? 0))))
    const idfUnit = Math.max(...exact) / 255
    const idf = Uint8Array.from(exact, (value) => Math.round(value / idfUnit))
    const vocabulary = { columns, idf: Float64Array.from(idf, (byte) => 1 + byte * idfUnit) }
    const size = features.length + feelingInputCount(language)
    const rows = all.map(({ counts, feelings }): SparseRow => {
      const { features: own, values } = vectorOf(counts, vocabulary)
      return {
        columns: Int32Array.from([...own, ...feelings.map((_value, i) => features.length + i)]),
        values: Float64Array.from([...values, ...feelings]),
      }
    })
    const weights = labels.map((_label, label) =>
      logisticWeights(
        rows,
        tweets.map((tweet) => (tweet.label === label ? 1 : -1)),
        strengths,
        size,
      ),
    )
    return { features, idf, idfUnit, weights }
  }
}

/** Macro-F1 in per cent of the weights over tweets, one decimal. */
export function macroF1(predicted: readonly number[], truth: readonly number[]): number {
  const each = labels.map((_label, label) => {
    const hits = predicted.filter((it, i) => it === label && truth[i] === label).length
    const all = [predicted, truth].reduce((sum, list) => sum + list.filter((it) => it === label).length, 0)
    return all === 0 ? 0 : (2 * hits) / all
  })
  return Math.round((1000 * each.reduce((sum, f1) => sum + f1, 0)) / each.length) / 10
}

export function predictedLabels(
  language: TweetLanguage,
  weights: TweetWeights,
  tweets: readonly Tweet[],
): number[] {
  const model = readTweetModel(language, weights)
  return tweets.map(({ text }) => labels.indexOf(labelOf(probabilities(model, text))))
}

/**
 * Macro-F1 of tweets that the training had not seen. Groups of tweets on one subject are left out, because a random division
 * tests a model on the subjects that it was trained on: in Arabic that gives 61 where a later year gives 44.
 */
export function crossValidated(
  language: TweetLanguage,
  { own, others }: { own: readonly Tweet[]; others: readonly Tweet[] },
): number {
  const groupOf = subjectGroups(language, own)
  const predicted = new Array<number>(own.length).fill(1)
  for (let group = 0; group < groups; group++) {
    const rest = own.filter((_tweet, i) => groupOf[i] !== group)
    const places = own.flatMap((_tweet, i) => (groupOf[i] === group ? [i] : []))
    const weights = trainTweets(language, { own: rest, others })
    const found = predictedLabels(
      language,
      weights,
      places.map((i) => own[i]),
    )
    places.forEach((i, at) => (predicted[i] = found[at]))
  }
  return macroF1(
    predicted,
    own.map(({ label }) => label),
  )
}

const rounds = 12

/** For each tweet the number of its group: spherical k-means over words that are neither rare nor frequent. */
function subjectGroups(language: TweetLanguage, tweets: readonly Tweet[]): number[] {
  const words = tweets.map(
    ({ text }) => new Set(tokensIn(language, text).filter((token) => isWord(token) && token.length > 2)),
  )
  const having = new Map<string, number>()
  for (const own of words) for (const word of own) having.set(word, (having.get(word) ?? 0) + 1)
  const vectors = words.map((own) =>
    ofLengthOne(
      new Map(
        [...own].flatMap((word) => {
          const count = having.get(word) ?? 0
          return count >= 3 && count < tweets.length / 10
            ? [[word, Math.log(tweets.length / count)] as const]
            : []
        }),
      ),
    ),
  )
  const random = mulberry32(7)
  let middles = Array.from({ length: groups }, () => vectors[Math.floor(random() * vectors.length)])
  let groupOf: number[] = []
  for (let round = 0; round < rounds; round++) {
    groupOf = vectors.map((vector, i) => nearest(vector, middles, i % groups))
    middles = middles.map((_middle, group) => {
      const sum = new Map<string, number>()
      vectors.forEach((vector, i) => {
        if (groupOf[i] === group)
          for (const [word, value] of vector) sum.set(word, (sum.get(word) ?? 0) + value)
      })
      return ofLengthOne(sum)
    })
  }
  return groupOf
}

function nearest(
  vector: ReadonlyMap<string, number>,
  middles: readonly ReadonlyMap<string, number>[],
  otherwise: number,
): number {
  let best = { likeness: 0, group: otherwise }
  middles.forEach((middle, group) => {
    let likeness = 0
    for (const [word, value] of vector) likeness += value * (middle.get(word) ?? 0)
    if (likeness > best.likeness) best = { likeness, group }
  })
  return best.group
}

function ofLengthOne(vector: ReadonlyMap<string, number>): Map<string, number> {
  let square = 0
  for (const value of vector.values()) square += value * value
  return new Map([...vector].map(([word, value]) => [word, square > 0 ? value / Math.sqrt(square) : 0]))
}
