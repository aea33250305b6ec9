/**
 * Analysed answers as three arrays of numbers, for the way from the thread to the server: they are transferred, not copied,
 * and cost the server's thread a fraction of what objects do. An answer is the same before packing and after unpacking.
 */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { type AnalysedAnswer } from './analysed-answer.ts'

/**
 * `shape`: for each answer its number of clauses, or a number below 0 for the reason why it has no score. `scores`: for each
 * answer its own, then those of its clauses. `drivers`: for each clause a bit for each driver.
 */
export type PackedAnswers = {
  shape: Int32Array<ArrayBuffer>
  scores: Float64Array<ArrayBuffer>
  drivers: Uint32Array<ArrayBuffer>
}

const reasons = ['empty', 'unsupported_language'] as const

export function packAnswers(answers: readonly AnalysedAnswer[]): PackedAnswers {
  const clauses = answers.reduce((sum, answer) => sum + answer.clauses.length, 0)
  const shape = new Int32Array(answers.length)
  const scores = new Float64Array(answers.length + clauses)
  const drivers = new Uint32Array(clauses)
  let [score, clause] = [0, 0]
  answers.forEach((answer, i) => {
    shape[i] = answer.score === null ? -1 - reasons.indexOf(answer.reason) : answer.clauses.length
    scores[score++] = answer.score ?? 0
    for (const one of answer.clauses) {
      scores[score++] = one.score
      for (const id of one.drivers) drivers[clause] |= 1 << driverIds.indexOf(id)
      clause++
    }
  })
  return { shape, scores, drivers }
}

/** The buffers to transfer. */
export const buffersOf = ({ shape, scores, drivers }: PackedAnswers): ArrayBuffer[] => [
  shape.buffer,
  scores.buffer,
  drivers.buffer,
]

export function unpackAnswers({ shape, scores, drivers }: PackedAnswers): AnalysedAnswer[] {
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

const listsByBits = new Map<number, readonly DriverId[]>()

/** Most clauses name the same few drivers: they share one list. */
function driversIn(bits: number): readonly DriverId[] {
  const known = listsByBits.get(bits)
  if (known) return known
  const ids = Object.freeze(driverIds.filter((_, at) => bits & (1 << at)))
  if (listsByBits.size < 10_000) listsByBits.set(bits, ids)
  return ids
}
