/**
 * Ridge regression over sparse features: the training of src/text/model.ts.
 *
 * Minimises the squared error of the ratings plus 15 times the squared norm of the weights, by conjugate gradients on the centred
 * normal equations, until the squared residual has fallen to 1e-8 of its first value. Nothing is random and every sum has a fixed
 * order, so the same texts give the same bits.
 */
import { balanceOf, idfOf, ratingOfOne, vectorLength, type Weights } from '../src/text/model.ts'
import { modelTokens } from '../src/text/model-tokens.ts'
import { readByRules } from '../src/text/sentiment-by-rules.ts'
import type { RatedText } from './train-texts.ts'

const alpha = 15
const havingMin = 3
const residualMax = 1e-8
const stepsMax = 500
const unit = 1e-4

/** Values of one text by feature; the last is the balance, standardised. */
type Row = { features: Int32Array; values: Float64Array }

/** A text as the model sees it. `isRated`: the lexicon has a word of it. */
type Input = { tokens: string[]; balance: number; isRated: boolean }

const inputs = new WeakMap<RatedText, Input>() // folds share texts

function inputOf(text: RatedText): Input {
  const known = inputs.get(text)
  if (known) return known
  const rules = readByRules(text.text)
  const input = { tokens: modelTokens(text.text), balance: balanceOf(rules), isRated: rules.rated > 0 }
  inputs.set(text, input)
  return input
}

/** The features of the training texts: their columns, their idf, and the idf of tokens that none of the texts has. */
type Vocabulary = { columns: ReadonlyMap<string, number>; idf: readonly number[]; unknownIdf: number }

/** Weights in the form in which they are shipped, rounded to whole numbers of `unit`. */
export function train(texts: readonly RatedText[]): Weights {
  const all = texts.map(inputOf)
  const features = featuresOf(all)
  const vocabulary: Vocabulary = {
    columns: new Map(features.map(([feature], i) => [feature, i])),
    idf: features.map(([, having]) => idfOf(texts.length, having)),
    unknownIdf: idfOf(texts.length, 1),
  }
  const { mean, deviation } = spreadOf(all.map(({ balance }) => balance))
  const rows = all.map(({ tokens, balance }) => rowOf(tokens, (balance - mean) / deviation, vocabulary))
  const size = features.length + 1
  const weights = solve(
    rows,
    texts.map(({ rating }) => rating / ratingOfOne),
    size,
  )
  const balanceWeight = weights[size - 1] / deviation
  const plain = texts.flatMap(({ corpus }, i) =>
    all[i].isRated ? [] : [{ corpus, prediction: dot(rows[i], weights) }],
  )
  const intercept = interceptOf(plain) - balanceWeight * mean
  const whole = (value: number): number => Math.round(value / unit)
  const rounded = features.map(([feature, having], i) => ({ feature, having, weight: whole(weights[i]) }))
  const words = rounded.filter(({ feature }) => !feature.includes(' '))
  const pairs = rounded.filter(({ feature }) => feature.includes(' '))
  return {
    documents: texts.length,
    unit,
    balanceWeight: whole(balanceWeight),
    intercept: whole(intercept),
    words: words.map(({ feature }) => feature).join(' '),
    wordDocuments: words.map(({ having }) => having),
    wordWeights: words.map(({ weight }) => weight),
    pairs: pairs.map(({ feature }) => feature).join(' '),
    pairDocuments: pairs.map(({ having }) => having),
    pairWeights: pairs.map(({ weight }) => weight),
  }
}

function countsOf(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (feature: string): unknown => counts.set(feature, (counts.get(feature) ?? 0) + 1)
  tokens.forEach((token, i) => {
    count(token)
    if (i > 0) count(`${tokens[i - 1]} ${token}`)
  })
  return counts
}

/** Features with the number of texts that hold them, sorted by code unit. */
function featuresOf(inputs: readonly Input[]): [string, number][] {
  const having = new Map<string, number>()
  for (const { tokens } of inputs) {
    for (const feature of countsOf(tokens).keys()) having.set(feature, (having.get(feature) ?? 0) + 1)
  }
  return [...having].filter(([, count]) => count >= havingMin).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function spreadOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, deviation: Math.sqrt(square) || 1 }
}

/** As `predict` of the model does: the vector is scaled to length 1, to which unknown tokens contribute too. */
function rowOf(tokens: readonly string[], balance: number, { columns, idf, unknownIdf }: Vocabulary): Row {
  const features: number[] = []
  const values: number[] = []
  let square = tokens.filter((token) => !columns.has(token)).length * unknownIdf ** 2
  for (const [feature, count] of countsOf(tokens)) {
    const i = columns.get(feature)
    if (i === undefined) continue
    const value = (1 + Math.log(count)) * idf[i]
    features.push(i)
    values.push(value)
    square += value * value
  }
  const scale = square > 0 ? vectorLength / Math.sqrt(square) : 0
  return {
    features: Int32Array.from([...features, columns.size]),
    values: Float64Array.from([...values.map((value) => value * scale), balance]),
  }
}

const dot = (row: Row, weights: Float64Array): number => {
  let sum = 0
  for (let i = 0; i < row.features.length; i++) sum += row.values[i] * weights[row.features[i]]
  return sum
}

/** Conjugate gradients; the rows stay sparse, their mean is subtracted on the way. */
function solve(rows: readonly Row[], targets: readonly number[], size: number): Float64Array {
  const mean = new Float64Array(size)
  for (const { features, values } of rows)
    for (let i = 0; i < features.length; i++) mean[features[i]] += values[i] / rows.length
  const inner = (a: Float64Array, b: Float64Array): number => {
    let sum = 0
    for (let i = 0; i < size; i++) sum += a[i] * b[i]
    return sum
  }
  const transposed = (errors: readonly number[]): Float64Array => {
    const out = new Float64Array(size)
    let total = 0
    rows.forEach(({ features, values }, row) => {
      total += errors[row]
      for (let i = 0; i < features.length; i++) out[features[i]] += values[i] * errors[row]
    })
    for (let i = 0; i < size; i++) out[i] -= mean[i] * total
    return out
  }
  const { mean: middle } = spreadOf(targets)
  const weights = new Float64Array(size)
  const residual = transposed(targets.map((target) => target - middle))
  const direction = residual.slice()
  let square = inner(residual, residual)
  const enough = square * residualMax
  for (let step = 0; square > enough && step < stepsMax; step++) {
    const offset = inner(mean, direction)
    const image = transposed(rows.map((row) => dot(row, direction) - offset))
    for (let i = 0; i < size; i++) image[i] += alpha * direction[i]
    const stride = square / inner(direction, image)
    for (let i = 0; i < size; i++) {
      weights[i] += stride * direction[i]
      residual[i] -= stride * image[i]
    }
    const next = inner(residual, residual)
    for (let i = 0; i < size; i++) direction[i] = residual[i] + (next / square) * direction[i]
    square = next
  }
  return weights
}

/**
 * Texts without any word of the lexicon are taken to be neither good nor bad, each corpus counting alike (their mean ratings
 * are 0.2, 0.0 and -0.3 of 4). The mean of all ratings would make every plain sentence as bad as the average film.
 */
function interceptOf(plain: readonly { corpus: string; prediction: number }[]): number {
  const means = [...Map.groupBy(plain, ({ corpus }) => corpus).values()].map(
    (all) => all.reduce((sum, { prediction }) => sum + prediction, 0) / all.length,
  )
  return means.length === 0 ? 0 : -means.reduce((sum, mean) => sum + mean, 0) / means.length
}
