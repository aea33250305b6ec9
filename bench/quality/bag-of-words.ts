/**
 * The peer of drivers: a supervised bag of words, as a team with coded answers would train it. Stems of an answer, weighted by TF-IDF and of
 * length 1, with L2-regularised logistic regression, one driver against the rest, by gradient descent from zero.
 */
import { stem } from '../../src/text/stem.ts'
import { wordsOf } from '../../src/text/tokens.ts'

type Coded = { text: string; wanted: readonly string[] }
type Vector = readonly (readonly [term: number, weight: number])[]

const steps = 300
const rate = 4
const penalty = 1e-3

/** Trained with coded answers: the probability of each of their labels for a text. */
export function bagOfWords(coded: readonly Coded[]): (text: string) => Map<string, number> {
  const terms = new Map<string, number>()
  const frequencies: number[] = []
  for (const { text } of coded)
    for (const term of new Set(stemsOf(text))) {
      const at = terms.get(term) ?? terms.size
      terms.set(term, at)
      frequencies[at] = (frequencies[at] ?? 0) + 1
    }
  const vectorOf = (text: string): Vector => {
    const weights = new Map<number, number>()
    for (const term of stemsOf(text)) {
      const at = terms.get(term)
      if (at !== undefined)
        weights.set(at, (weights.get(at) ?? 0) + Math.log((1 + coded.length) / frequencies[at]))
    }
    const length = Math.hypot(...weights.values()) || 1
    return [...weights].map(([at, weight]) => [at, weight / length])
  }
  const vectors = coded.map(({ text }) => vectorOf(text))
  const models = [...new Set(coded.flatMap(({ wanted }) => wanted))].map((label) => {
    const targets = coded.map(({ wanted }) => (wanted.includes(label) ? 1 : 0))
    return [label, regression(vectors, targets, terms.size)] as const
  })
  return (text) => {
    const vector = vectorOf(text)
    return new Map(models.map(([label, model]) => [label, probability(vector, model)]))
  }
}

/** Words and pairs of neighbours. */
function stemsOf(text: string): string[] {
  const stems = wordsOf(text).map(stem)
  return [...stems, ...stems.slice(1).map((one, i) => `${stems[i]} ${one}`)]
}

type Model = { weights: Float64Array; bias: number }

function regression(vectors: readonly Vector[], targets: readonly number[], terms: number): Model {
  const model: Model = { weights: new Float64Array(terms), bias: 0 }
  for (let step = 0; step < steps; step++) {
    const gradient = new Float64Array(terms)
    let ofBias = 0
    vectors.forEach((vector, i) => {
      const error = probability(vector, model) - targets[i]
      ofBias += error
      for (const [at, weight] of vector) gradient[at] += error * weight
    })
    for (let at = 0; at < terms; at++)
      model.weights[at] -= rate * ((gradient[at] / vectors.length) * 20 + penalty * model.weights[at])
    model.bias -= (rate * ofBias) / vectors.length
  }
  return model
}

function probability(vector: Vector, { weights, bias }: Model): number {
  let sum = bias
  for (const [at, weight] of vector) sum += weights[at] * weight
  return 1 / (1 + Math.exp(-sum))
}
