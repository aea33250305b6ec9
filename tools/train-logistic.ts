/**
 * Logistic regression over sparse rows: the training of src/text/languages/tweet-model.ts.
 *
 * Minimises half the squared norm of the weights plus `strength` times the logistic loss, by coordinate descent in the dual (Yu,
 * Huang and Lin, "Dual coordinate descent methods for logistic regression and maximum entropy models", Machine Learning 85,
 * 2011). The order of the rows comes from a seed and every sum has one order, so the same rows give the same bits.
 */
import { mulberry32 } from '../src/text/random.ts'

export type SparseRow = { columns: Int32Array; values: Float64Array }

const passesMax = 40
const steps = 100
const accuracy = 1e-3
const seed = 1

/**
 * @param targets  1 or -1 for each row
 * @param strengths  how much each row counts: the inverse of the regularisation
 * @returns weights, the bias last
 */
export function logisticWeights(
  rows: readonly SparseRow[],
  targets: readonly number[],
  strengths: readonly number[],
  size: number,
): Float64Array {
  const weights = new Float64Array(size + 1)
  const add = ({ columns, values }: SparseRow, step: number): void => {
    for (let i = 0; i < columns.length; i++) weights[columns[i]] += step * values[i]
    weights[size] += step
  }
  const squares = rows.map(({ values }) => values.reduce((sum, value) => sum + value * value, 1))
  const dual = new Float64Array(2 * rows.length) // for each row the two parts of its strength
  rows.forEach((row, i) => {
    dual[2 * i] = Math.min(0.001 * strengths[i], 1e-8)
    dual[2 * i + 1] = strengths[i] - dual[2 * i]
    add(row, targets[i] * dual[2 * i])
  })
  const order = rows.map((_row, i) => i)
  const random = mulberry32(seed)
  for (let pass = 0; pass < passesMax; pass++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      ;[order[i], order[j]] = [order[j], order[i]]
    }
    let moved = 0
    for (const i of order) {
      const { columns, values } = rows[i]
      let predicted = weights[size]
      for (let at = 0; at < columns.length; at++) predicted += values[at] * weights[columns[at]]
      const margin = targets[i] * predicted
      const isFirst = 0.5 * squares[i] * (dual[2 * i + 1] - dual[2 * i]) + margin >= 0
      const [one, other, sign] = isFirst ? [2 * i, 2 * i + 1, 1] : [2 * i + 1, 2 * i, -1]
      const before = dual[one]
      const after = dualStep(before, strengths[i], squares[i], sign * margin)
      dual[one] = after
      dual[other] = strengths[i] - after
      add(rows[i], sign * (after - before) * targets[i])
      moved = Math.max(moved, Math.abs(after - before) / strengths[i])
    }
    if (moved < accuracy) break
  }
  return weights
}

/** Newton's steps for one row, kept inside of 0 and its strength. */
function dualStep(before: number, strength: number, square: number, margin: number): number {
  let value = strength - before < 0.5 * strength ? 0.1 * before : before
  const slopeAt = (at: number): number => square * (at - before) + margin + Math.log(at / (strength - at))
  let slope = slopeAt(value)
  for (let step = 0; step < steps && Math.abs(slope) >= accuracy; step++) {
    const next = value - slope / (square + strength / (strength - value) / value)
    value = next <= 0 ? value * 0.1 : next
    slope = slopeAt(value)
  }
  return value
}
