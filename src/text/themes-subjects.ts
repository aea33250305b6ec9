/**
 * From topics to subjects that a reader would act on: each topic becomes a rule of a few words and phrases, and what is the same
 * subject twice is told once.
 *
 * A rule begins with the term that tells a topic's answers from the others best, by F1. It takes a further term if that tells them
 * better and is beside the others in a third of its own answers: so the answers that match have one subject, and not what
 * chance brought into one topic.
 */
import type { Term } from './themes-terms.ts'

/** `rows`: answers that match, rising. The first term is the one that it began with. */
export type Subject = { terms: Term[]; rows: number[] }

const answersMin = 3
const liftMin = 2
const insideMin = 0.5 // of a term's answers: of fewer it belongs to several subjects
const besideMin = 0.34
const besideAnswersMin = 2
const gainMin = 0.01
const termsMax = 8

/** @param topic  rows of the topic's answers. @returns null where no term tells them from the others */
export function subjectOf(topic: readonly number[], terms: readonly Term[], answers: number): Subject | null {
  const inside = new Uint8Array(answers)
  for (const row of topic) inside[row] = 1
  const candidates = terms.filter(({ rows }) => isOf(rows, inside, { topic: topic.length, answers }))
  const covered = new Uint8Array(answers)
  const chosen: Term[] = []
  let [size, both, best] = [0, 0, 0]
  while (chosen.length < termsMax) {
    let next: Term | undefined
    for (const term of candidates) {
      const more = term.rows.filter((row) => covered[row] === 0)
      if (chosen.length > 0 && (more.length === 0 || !standsBeside(term, more.length))) continue
      const moreBoth = more.reduce((sum, row) => sum + inside[row], 0)
      const score = (2 * (both + moreBoth)) / (size + more.length + topic.length)
      if (score <= best + (chosen.length > 0 && !next ? gainMin : 0)) continue
      next = term
      best = score
    }
    if (!next) break
    chosen.push(next)
    for (const row of next.rows) {
      if (covered[row] === 1) continue
      covered[row] = 1
      size++
      both += inside[row]
    }
  }
  if (chosen.length === 0) return null
  const broadened = [...new Set(chosen.map((term) => broader(term, terms)))]
  return { terms: broadened, rows: rowsOf(broadened) }
}

/** "Booths" instead of "project booths", where most answers with the word have the phrase: both say the same. */
function broader(term: Term, terms: readonly Term[]): Term {
  if (term.length === 1) return term
  const inside = new Set(term.rows)
  const parts = new Set(term.key.split(' '))
  const words = terms.filter(
    ({ key, rows }) =>
      parts.has(key) && rows.filter((row) => inside.has(row)).length >= insideMin * rows.length,
  )
  return words.toSorted((a, b) => a.rows.length - b.rows.length)[0] ?? term
}

function isOf(
  rows: readonly number[],
  inside: Uint8Array,
  { topic, answers }: { topic: number; answers: number },
): boolean {
  const both = rows.reduce((sum, row) => sum + inside[row], 0)
  if (both < answersMin || both < insideMin * rows.length) return false
  return both / topic >= (liftMin * (rows.length - both)) / Math.max(1, answers - topic)
}

function standsBeside({ rows }: Term, uncovered: number): boolean {
  const beside = rows.length - uncovered
  return beside >= besideAnswersMin && beside >= besideMin * rows.length
}

export const rowsOf = (terms: readonly Term[]): number[] =>
  [...new Set(terms.flatMap(({ rows }) => rows))].toSorted((a, b) => a - b)

const twinMin = 0.5 // Jaccard
const partMin = 0.8 // of the smaller one

/** What shares most of its answers, or its first word, becomes one subject; what is nearly all within another one is not told again. */
export function withoutTwins(subjects: readonly Subject[]): Subject[] {
  const kept: Subject[] = []
  for (const subject of subjects.toSorted(bySize)) {
    const twin = kept.findIndex((one) => isTwin(one, subject))
    if (twin >= 0) kept[twin] = merged(kept[twin], subject)
    else if (!kept.some((one) => bothIn(one, subject) >= partMin * subject.rows.length)) kept.push(subject)
  }
  return kept
}

const keyOf = ({ terms }: Subject): string => terms[0].key

const bySize = (a: Subject, b: Subject): number =>
  b.rows.length - a.rows.length || (keyOf(a) < keyOf(b) ? -1 : 1)

function bothIn(a: Subject, b: Subject): number {
  const inA = new Set(a.rows)
  return b.rows.reduce((sum, row) => sum + (inA.has(row) ? 1 : 0), 0)
}

function isTwin(a: Subject, b: Subject): boolean {
  const both = bothIn(a, b)
  if (both >= twinMin * (a.rows.length + b.rows.length - both)) return true
  return a.terms.some((one) => b.terms.some((other) => isSameHead(one.key, other.key)))
}

const headMin = 5

/** "mentoring" and "mentorship", "incubation" and "incubating projects": one begins with the other, or both with the same word. */
function isSameHead(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= headMin && long.startsWith(short)
}

function merged(a: Subject, b: Subject): Subject {
  const known = new Set(a.terms.map(({ key }) => key))
  const terms = [...a.terms, ...b.terms.filter(({ key }) => !known.has(key))].slice(0, termsMax * 2)
  return { terms, rows: rowsOf(terms) }
}
