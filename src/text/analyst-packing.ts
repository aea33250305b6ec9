/**
 * Analysed answers as three arrays of numbers, for the way from the thread to the server: they are handed over, not copied,
 * and cost the server's thread a fraction of what objects do. Packed and unpacked, an answer is the same.
 */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { type AnalysedAnswer } from './analyst.ts'

/**
 * `shape`: of each answer how many clauses it has, or, below 0, why it has no score. `scores`: of each answer its own, then
 * those of its clauses. `drivers`: of each clause a bit for each driver.
 */
export type Packed = { shape: Int32Array; scores: Float64Array; drivers: Uint32Array }

const reasons = ['empty', 'unsupported_language'] as const

export function packed(answers: readonly AnalysedAnswer[]): Packed {
  const clauses = answers.reduce((sum, answer) => sum + answer.clauses.length, 0)
  const shape = new Int32Array(answers.length)
  const scores = new Float64Array(answers.length + clauses)
  const drivers = new Uint32Array(clauses)
  let [score, clause] = [0, 0]
  answers.forEach((answer, i) => {
    shape[i] = answer.score === null ? -1 - reasons.indexOf(answer.reason!) : answer.clauses.length
    scores[score++] = answer.score ?? 0
    for (const one of answer.clauses) {
      scores[score++] = one.score
      for (const id of one.drivers) drivers[clause] |= 1 << driverIds.indexOf(id)
      clause++
    }
  })
  return { shape, scores, drivers }
}

/** Buffers to be handed over with it. */
export const buffersOf = ({ shape, scores, drivers }: Packed): ArrayBuffer[] =>
  [shape.buffer, scores.buffer, drivers.buffer] as ArrayBuffer[]

export function unpacked({ shape, scores, drivers }: Packed): AnalysedAnswer[] {
  let [score, clause] = [0, 0]
  return Array.from(shape, (count): AnalysedAnswer => {
    const own = scores[score++]
    if (count < 0) return { score: null, reason: reasons[-1 - count], clauses: [] }
    const clauses = Array.from({ length: count }, () => ({
      score: scores[score++],
      drivers: driversIn(drivers[clause++]),
    }))
    return { score: own, clauses }
  })
}

const known = new Map<number, readonly DriverId[]>()

/** Most clauses name the same few: one list for all of them. */
function driversIn(bits: number): readonly DriverId[] {
  const before = known.get(bits)
  if (before) return before
  const ids = Object.freeze(driverIds.filter((_, at) => bits & (1 << at)))
  if (known.size < 10_000) known.set(bits, ids)
  return ids
}
