/**
 * Non-negative matrix factorisation: answers x terms becomes answers x topics times topics x terms.
 *
 * Hierarchical alternating least squares, one topic at a time, started from seeded random numbers. Same
 * matrix, number of topics and seed: same result. Source: Cichocki and Phan 2009, "Fast local algorithms
 * for large scale nonnegative matrix and tensor factorizations", IEICE E92-A(3).
 */
import { mulberry32 } from './random.ts'
import type { Matrix } from './tfidf.ts'

/** Row-major: the weight of topic t in answer i is `answers[i * topics + t]`; in term j `terms[j * topics + t]`. */
export type Factors = { topics: number; answers: Float64Array; terms: Float64Array }

export type FactorOptions = { seed: number; iterationsMax: number }

const toleranceDefault = 1e-4 // relative fall of the squared error in five rounds
const roundsOfNew = 20 // each row is a least-squares problem of its own, with as many unknowns as topics
const floor = 1e-12 // keeps a topic from dying for good

/** Each topic's term weights have length 1, so an answer's weight is comparable between topics. */
export function factorise(matrix: Matrix, topics: number, options: FactorOptions): Factors {
  const random = mulberry32(options.seed)
  const start = (size: number): Float64Array => {
    const weights = new Float64Array(size)
    for (let at = 0; at < size; at++) weights[at] = random() * 0.1 + floor
    return weights
  }
  const answers = start(matrix.rows * topics)
  const terms = start(matrix.terms.length * topics)
  const size = matrix.values.reduce((sum, value) => sum + value * value, 0)
  let error = Infinity
  for (let round = 1; round <= options.iterationsMax; round++) {
    improve(answers, timesTerms(matrix, terms, topics), gram(terms, topics), topics)
    const products = timesAnswers(matrix, answers, topics)
    const gramOfAnswers = gram(answers, topics)
    improve(terms, products, gramOfAnswers, topics)
    if (round % 5 > 0) continue
    const now = squaredError({ size, terms, products, gramOfAnswers, topics })
    if (error - now < toleranceDefault * size) break
    error = now
  }
  normalise(answers, terms, topics)
  return { topics, answers, terms }
}

/** Weights of further answers; the topics stay as they are. */
export function answersFor(matrix: Matrix, { topics, terms }: Factors): Float64Array {
  const answers = new Float64Array(matrix.rows * topics)
  const products = timesTerms(matrix, terms, topics)
  const gramOfTerms = gram(terms, topics)
  for (let round = 0; round < roundsOfNew; round++) improve(answers, products, gramOfTerms, topics)
  return answers
}

/**
 * One round over all topics: x_t += (products_t - X gram_t) / gram_tt, never below the floor. Each residual is a chain of subtractions
 * that wait for one another, and rows do not depend on each other: four go side by side, each in its own order.
 */
function improve(x: Float64Array, products: Float64Array, gramMatrix: Float64Array, topics: number): void {
  const whole = x.length - (x.length % (4 * topics))
  for (let a = 0; a < whole; a += 4 * topics) {
    const [b, c, d] = [a + topics, a + 2 * topics, a + 3 * topics]
    for (let t = 0; t < topics; t++) {
      const own = t * topics
      const diagonal = gramMatrix[own + t]
      if (diagonal < floor) continue
      let [ofA, ofB, ofC, ofD] = [products[a + t], products[b + t], products[c + t], products[d + t]]
      for (let s = 0; s < topics; s++) {
        const weight = gramMatrix[own + s]
        ofA -= x[a + s] * weight
        ofB -= x[b + s] * weight
        ofC -= x[c + s] * weight
        ofD -= x[d + s] * weight
      }
      x[a + t] = Math.max(floor, x[a + t] + ofA / diagonal)
      x[b + t] = Math.max(floor, x[b + t] + ofB / diagonal)
      x[c + t] = Math.max(floor, x[c + t] + ofC / diagonal)
      x[d + t] = Math.max(floor, x[d + t] + ofD / diagonal)
    }
  }
  for (let row = whole; row < x.length; row += topics) {
    for (let t = 0; t < topics; t++) {
      const diagonal = gramMatrix[t * topics + t]
      if (diagonal < floor) continue
      let residual = products[row + t]
      for (let s = 0; s < topics; s++) residual -= x[row + s] * gramMatrix[t * topics + s]
      x[row + t] = Math.max(floor, x[row + t] + residual / diagonal)
    }
  }
}

/** Rows are added one after another, four to each look at a sum. */
function gram(x: Float64Array, topics: number): Float64Array {
  const result = new Float64Array(topics * topics)
  const whole = x.length - (x.length % (4 * topics))
  for (let a = 0; a < whole; a += 4 * topics) {
    const [b, c, d] = [a + topics, a + 2 * topics, a + 3 * topics]
    for (let s = 0; s < topics; s++) {
      const [ofA, ofB, ofC, ofD] = [x[a + s], x[b + s], x[c + s], x[d + s]]
      for (let t = s; t < topics; t++) {
        let sum = result[s * topics + t]
        sum += ofA * x[a + t]
        sum += ofB * x[b + t]
        sum += ofC * x[c + t]
        sum += ofD * x[d + t]
        result[s * topics + t] = sum
      }
    }
  }
  for (let row = whole; row < x.length; row += topics) {
    for (let s = 0; s < topics; s++) {
      for (let t = s; t < topics; t++) result[s * topics + t] += x[row + s] * x[row + t]
    }
  }
  for (let s = 0; s < topics; s++) for (let t = 0; t < s; t++) result[s * topics + t] = result[t * topics + s]
  return result
}

function timesTerms(matrix: Matrix, terms: Float64Array, topics: number): Float64Array {
  const result = new Float64Array(matrix.rows * topics)
  for (let i = 0; i < matrix.rows; i++) {
    for (let at = matrix.offsets[i]; at < matrix.offsets[i + 1]; at++) {
      const value = matrix.values[at]
      const from = matrix.columns[at] * topics
      for (let t = 0; t < topics; t++) result[i * topics + t] += value * terms[from + t]
    }
  }
  return result
}

function timesAnswers(matrix: Matrix, answers: Float64Array, topics: number): Float64Array {
  const result = new Float64Array(matrix.terms.length * topics)
  for (let i = 0; i < matrix.rows; i++) {
    for (let at = matrix.offsets[i]; at < matrix.offsets[i + 1]; at++) {
      const value = matrix.values[at]
      const to = matrix.columns[at] * topics
      for (let t = 0; t < topics; t++) result[to + t] += value * answers[i * topics + t]
    }
  }
  return result
}

/** `size`: the squared length of the matrix. */
type Fit = {
  size: number
  terms: Float64Array
  products: Float64Array
  gramOfAnswers: Float64Array
  topics: number
}

function squaredError({ size, terms, products, gramOfAnswers, topics }: Fit): number {
  const gramOfTerms = gram(terms, topics)
  let error = size
  for (let at = 0; at < terms.length; at++) error -= 2 * terms[at] * products[at]
  for (let at = 0; at < gramOfTerms.length; at++) error += gramOfTerms[at] * gramOfAnswers[at]
  return error
}

function normalise(answers: Float64Array, terms: Float64Array, topics: number): void {
  for (let t = 0; t < topics; t++) {
    let square = 0
    for (let at = t; at < terms.length; at += topics) square += terms[at] * terms[at]
    const length = Math.sqrt(square) || 1
    for (let at = t; at < terms.length; at += topics) terms[at] /= length
    for (let at = t; at < answers.length; at += topics) answers[at] *= length
  }
}
