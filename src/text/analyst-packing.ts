/**
 * Analysed answers as a few arrays of numbers, for the way from the thread to the server: they are transferred, not copied,
 * and cost the server's thread a fraction of what objects do. An answer is the same before packing and after unpacking.
 */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import type { AnalysedAnswer, AnalysedClause } from './analysed-answer.ts'
import { readLanguages } from './languages/tags.ts'
import { labels } from './languages/tweet-model.ts'
import type { StatementKind } from './statement-kinds.ts'
import { type SubtopicId, subtopicIds } from './subtopics.ts'

/**
 * `shape`: for each answer its number of clauses, or a number below 0 for the reason why it has no score. `scores`: for each
 * answer its own, then those of its clauses. `marks`: in the same order two bytes for each: the label of a clause with its language, and its
 * kind, with whether it asks; the label of an answer with what told its language, and the place of that language in `languages`.
 * `drivers`: for each clause a bit for each driver. `topics`: for each clause a few numbers, with a bit for each part of a driver.
 */
export type PackedAnswers = {
  shape: Int32Array<ArrayBuffer>
  scores: Float64Array<ArrayBuffer>
  marks: Uint8Array<ArrayBuffer>
  drivers: Uint32Array<ArrayBuffer>
  topics: Uint32Array<ArrayBuffer>
  languages: (string | null)[]
}

const reasons = ['empty', 'unsupported_language', 'unknown_language'] as const
const sources = [null, 'declared', 'text', 'context'] as const
const kinds: readonly (StatementKind | null)[] = [null, 'nothing_wrong', 'lost', 'missed', 'wish']
const labelCount = labels.length
const kindCount = kinds.length
const topicNumbers = Math.ceil(subtopicIds.length / 32)
const topicPlaces = new Map(subtopicIds.map((id, at) => [id, at]))

export function packAnswers(answers: readonly AnalysedAnswer[]): PackedAnswers {
  const clauses = answers.reduce((sum, answer) => sum + answer.clauses.length, 0)
  const shape = new Int32Array(answers.length)
  const scores = new Float64Array(answers.length + clauses)
  const marks = new Uint8Array(2 * (answers.length + clauses))
  const drivers = new Uint32Array(clauses)
  const topics = new Uint32Array(clauses * topicNumbers)
  const languages: (string | null)[] = []
  let [score, mark, clause] = [0, 0, 0]
  answers.forEach((answer, i) => {
    shape[i] = answer.score === null ? -1 - reasons.indexOf(answer.reason) : answer.clauses.length
    scores[score++] = answer.score ?? 0
    marks[mark++] =
      labels.indexOf(answer.label ?? 'neutral') + labelCount * sources.indexOf(answer.language_from)
    marks[mark++] = placeIn(languages, answer.language)
    for (const one of answer.clauses) {
      scores[score++] = one.score
      marks[mark++] = labels.indexOf(one.label) + labelCount * readLanguages.indexOf(one.language)
      marks[mark++] = kinds.indexOf(one.kind) + (one.asks ? kindCount : 0)
      for (const id of one.drivers) drivers[clause] |= 1 << driverIds.indexOf(id)
      for (const id of one.topics) {
        const place = topicPlaces.get(id) ?? 0
        topics[clause * topicNumbers + (place >> 5)] |= 1 << (place & 31)
      }
      clause++
    }
  })
  return { shape, scores, marks, drivers, topics, languages }
}

function placeIn(languages: (string | null)[], language: string | null): number {
  const known = languages.indexOf(language)
  return known >= 0 ? known : languages.push(language) - 1
}

/** The buffers to transfer. */
export const buffersOf = ({ shape, scores, marks, drivers, topics }: PackedAnswers): ArrayBuffer[] => [
  shape.buffer,
  scores.buffer,
  marks.buffer,
  drivers.buffer,
  topics.buffer,
]

export function unpackAnswers({
  shape,
  scores,
  marks,
  drivers,
  topics,
  languages,
}: PackedAnswers): AnalysedAnswer[] {
  let [score, mark, clause] = [0, 0, 0]
  return Array.from(shape, (count): AnalysedAnswer => {
    const own = scores[score++]
    const told = marks[mark++]
    const language = languages[marks[mark++]]
    const from = sources[Math.floor(told / labelCount)]
    if (count < 0)
      return {
        language,
        language_from: from,
        score: null,
        label: null,
        reason: reasons[-1 - count],
        clauses: [],
      }
    const clauses = Array.from({ length: count }, (): AnalysedClause => {
      const each = marks[mark++]
      const kind = marks[mark++]
      const named = topics.subarray(clause * topicNumbers, (clause + 1) * topicNumbers)
      return {
        score: scores[score++],
        label: labels[each % labelCount],
        language: readLanguages[Math.floor(each / labelCount)],
        drivers: driversIn(drivers[clause++]),
        topics: topicsIn(named),
        kind: kinds[kind % kindCount],
        asks: kind >= kindCount,
      }
    })
    return {
      language: language!,
      language_from: from ?? 'text',
      score: own,
      label: labels[told % labelCount],
      clauses,
    }
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

const topicsByBits = new Map<string, readonly SubtopicId[]>()
const noTopics: readonly SubtopicId[] = Object.freeze([])

/** Shared as lists of drivers are. */
function topicsIn(bits: Uint32Array): readonly SubtopicId[] {
  if (bits.every((some) => some === 0)) return noTopics
  const key = bits.join()
  const known = topicsByBits.get(key)
  if (known) return known
  const ids = Object.freeze(subtopicIds.filter((_, place) => bits[place >> 5] & (1 << (place & 31))))
  if (topicsByBits.size < 10_000) topicsByBits.set(key, ids)
  return ids
}
