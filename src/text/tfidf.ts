/**
 * Answers as weighted terms: a sparse matrix, one row an answer, one column a term.
 *
 * A term is the stem of a word that carries a topic. Weight: (1 + ln tf) x (ln((1 + n) / (1 + df)) + 1),
 * rows of length 1. Source: Salton and Buckley 1988; the smoothed idf as scikit-learn computes it.
 */
import { isStopWord } from './english.ts'
import { stem } from './stem.ts'
import { wordsOf } from './tokens.ts'
import { lazily, wordList } from './word-lists.ts'

const placeholder = /\[(?:name|mention|email|link|phone|number)\]/g
/** Stems of words that judge or link and name no topic; sentiment is counted apart. */
const judgingStems = lazily((): ReadonlySet<string> => new Set(wordList('judging-words.txt').map(stem)))
const termsMax = 400 // of one answer; a huge one must not outweigh the rest in time
const lengthMax = 20_000 // characters of an answer that are read, for the same reason

/** Compressed sparse rows: the entries of row i are offsets[i] to offsets[i + 1]. */
export type Matrix = {
  rows: number
  terms: readonly string[]
  offsets: Int32Array
  columns: Int32Array
  values: Float64Array
}

/** Words of an answer that carry a topic, in order, not yet stemmed. */
export function topicWordsOf(text: string): string[] {
  return wordsOf(text.slice(0, lengthMax).replace(placeholder, ' '))
    .filter(
      (word) =>
        word.length > 1 &&
        word.length <= 30 &&
        !isStopWord(word) &&
        !judgingStems().has(stem(word)) &&
        /^\p{L}/u.test(word),
    )
    .slice(0, termsMax)
}

export function termsOf(text: string): string[] {
  return topicWordsOf(text).map(stem)
}

/** `documentsMin`: a term of fewer answers is left out; so is one of more than `shareMax` of them. */
export type TermLimits = { documentsMin: number; shareMax: number; termsMax: number }

/** The terms of a corpus, each with its inverse document frequency. */
export type Vocabulary = { terms: readonly string[]; column: ReadonlyMap<string, number>; idf: Float64Array }

type Documents = readonly (readonly string[])[]

export function vocabularyOf(documents: Documents, limits: TermLimits): Vocabulary {
  const frequency = new Map<string, number>()
  for (const document of documents) {
    for (const term of new Set(document)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  }
  const chosen = [...frequency]
    .filter(([, count]) => count >= limits.documentsMin && count <= limits.shareMax * documents.length)
    .toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1))
    .slice(0, limits.termsMax)
  return {
    terms: chosen.map(([term]) => term),
    column: new Map(chosen.map(([term], i) => [term, i])),
    idf: Float64Array.from(chosen, ([, count]) => Math.log((1 + documents.length) / (1 + count)) + 1),
  }
}

/** Terms outside of the vocabulary are ignored; a document may be left with none. */
export function weighted(documents: Documents, { terms, column, idf }: Vocabulary): Matrix {
  return matrixOf(
    documents.map((document) => {
      const counts = new Map<number, number>()
      for (const term of document) {
        const at = column.get(term)
        if (at !== undefined) counts.set(at, (counts.get(at) ?? 0) + 1)
      }
      for (const [at, count] of counts) counts.set(at, (1 + Math.log(count)) * idf[at])
      return counts
    }),
    terms,
  )
}

export const tfIdf = (documents: Documents, limits: TermLimits): Matrix =>
  weighted(documents, vocabularyOf(documents, limits))

function matrixOf(rows: readonly ReadonlyMap<number, number>[], terms: readonly string[]): Matrix {
  const entries = rows.reduce((sum, row) => sum + row.size, 0)
  const matrix = {
    rows: rows.length,
    terms,
    offsets: new Int32Array(rows.length + 1),
    columns: new Int32Array(entries),
    values: new Float64Array(entries),
  }
  let at = 0
  rows.forEach((row, i) => {
    const length = Math.sqrt([...row.values()].reduce((sum, value) => sum + value * value, 0))
    for (const [column, value] of row) {
      matrix.columns[at] = column
      matrix.values[at++] = value / length
    }
    matrix.offsets[i + 1] = at
  })
  return matrix
}

/** The matrix of the chosen rows, in that order; a row may be chosen more than once. */
export function chosenRows(matrix: Matrix, rows: readonly number[]): Matrix {
  const offsets = new Int32Array(rows.length + 1)
  rows.forEach((row, i) => {
    offsets[i + 1] = offsets[i] + matrix.offsets[row + 1] - matrix.offsets[row]
  })
  const columns = new Int32Array(offsets[rows.length])
  const values = new Float64Array(offsets[rows.length])
  rows.forEach((row, i) => {
    columns.set(matrix.columns.subarray(matrix.offsets[row], matrix.offsets[row + 1]), offsets[i])
    values.set(matrix.values.subarray(matrix.offsets[row], matrix.offsets[row + 1]), offsets[i])
  })
  return { rows: rows.length, terms: matrix.terms, offsets, columns, values }
}
