/**
 * Quotes for a theme: answers near its centre, unlike one another, that point at nobody.
 *
 * Texts must be redacted. A quote has 25 to 240 characters, no harm signal, and no capitalised word inside a sentence that
 * nobody else wrote (a place, a project, a nickname); a person is quoted once. Chosen by maximal marginal relevance,
 * then shuffled by the seed, so that the order does not reveal when they were written or by whom. Source: Carbonell and
 * Goldstein 1998, "The use of MMR", SIGIR.
 */
import { hasHarmSignal } from './harm.ts'
import { shuffled } from './random.ts'
import { stem } from './stem.ts'
import { termsOf } from './tfidf.ts'
import { folded } from './tokens.ts'
import { usabilityOf } from './usable.ts'

const lengthMin = 25
const lengthMax = 240
const relevanceShare = 0.7

/**
 * `isQuotable`: asked of those alone that would be chosen; without it, `isQuotable` says whether. `terms`: those of the text (`quoteTermsOf`), where the
 * caller has them, since a comment may be a candidate for many themes.
 */
export type QuoteCandidate = {
  text: string
  person: number
  isQuotable?: () => boolean
  terms?: ReadonlySet<string>
}

/** Whether a text by itself may be quoted: its length, that it says something, and no sign of harm. */
export function isQuotable(text: string): boolean {
  const { length } = text.trim()
  return length >= lengthMin && length <= lengthMax && usabilityOf(text) === 'usable' && !hasHarmSignal(text)
}

/** Indices into `candidates`, at most `count`. `centroidTerms`: the theme's words or the driver's. */
export function chooseQuotes(
  candidates: readonly QuoteCandidate[],
  centroidTerms: readonly string[],
  count: number,
  seed: number,
): number[] {
  if (count === 0) return []
  const vectors = vectorsOf(candidates.map(({ text, terms }) => terms ?? quoteTermsOf(text)))
  const centre = vectorOf(
    new Map(centroidTerms.flatMap((term) => term.split(' ')).map((term) => [stem(folded(term)), 1])),
  )
  const mayQuote = judgeOf(candidates)
  const left = new Set(
    candidates.map(({ person }, at) => ({
      at,
      person,
      relevance: similarity(vectors[at], centre),
      nearness: 0, // to the nearest quote chosen
    })),
  )
  const chosen: number[] = []
  while (chosen.length < count) {
    let best: { at: number; person: number } | undefined
    let bestScore = -Infinity
    for (const quote of left) {
      const score = relevanceShare * quote.relevance - (1 - relevanceShare) * quote.nearness
      if (score > bestScore) [best, bestScore] = [quote, score]
    }
    if (!best) break
    const { at, person } = best
    if (!mayQuote(at)) {
      for (const quote of left) if (quote.at === at) left.delete(quote)
      continue
    }
    chosen.push(at)
    for (const quote of left) {
      if (quote.person === person) left.delete(quote)
      else quote.nearness = Math.max(quote.nearness, similarity(vectors[quote.at], vectors[at]))
    }
  }
  return shuffled(chosen, seed)
}

/** Whether a candidate may be quoted beside the others. */
function judgeOf(candidates: readonly QuoteCandidate[]): (at: number) => boolean {
  const known = new Map<string, boolean>()
  const isOfSeveral = (word: string): boolean => {
    const found = known.get(word) ?? writeSeveral(candidates, word)
    known.set(word, found)
    return found
  }
  return (at) => {
    const { text, isQuotable: judge } = candidates[at]
    return (judge?.() ?? isQuotable(text)) && telltaleWords(text).every(isOfSeveral)
  }
}

/** Whether more than one person writes a word. Only texts that hold its letters anywhere are cut into words. */
function writeSeveral(candidates: readonly QuoteCandidate[], word: string): boolean {
  let writer: number | undefined
  for (const { text, person } of candidates) {
    if (person === writer) continue
    const plain = folded(text.slice(0, 10_000))
    if (!plain.includes(word) || !plain.match(/[\p{L}\p{N}]+/gu)?.includes(word)) continue
    if (writer !== undefined) return true
    writer = person
  }
  return false
}

/** Folded words with a capital that do not open a sentence, but for "I" and placeholders. */
function telltaleWords(text: string): string[] {
  const plain = text.replace(/\[[a-z]+\]/g, ' ')
  const words = [...plain.matchAll(/[\p{L}\p{N}\p{M}]+/gu)]
  return words
    .filter(
      ({ 0: word, index }) => /\p{Lu}/u.test(word) && word !== 'I' && !opensSentence(plain, index, word),
    )
    .flatMap(({ 0: word }) => folded(word).match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** A capital inside a word, or a whole word of capitals, is telltale even at the start of a sentence. */
function opensSentence(text: string, at: number, word: string): boolean {
  if (/\p{Lu}/u.test(word.slice(1))) return false
  return /(?:^|[.!?\u2026:\n])[\s"'(\u201c\u2018*-]*$/u.test(text.slice(Math.max(0, at - 6), at)) || at === 0
}

type Vector = { weights: ReadonlyMap<string, number>; length: number }

/** The words by which a comment is near to a theme, and to other comments. */
export const quoteTermsOf = (text: string): ReadonlySet<string> => new Set(termsOf(text))

function vectorsOf(documents: readonly ReadonlySet<string>[]): Vector[] {
  const frequency = new Map<string, number>()
  for (const document of documents)
    for (const term of document) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const idf = new Map<string, number>()
  for (const [term, having] of frequency) idf.set(term, Math.log((1 + documents.length) / (1 + having)) + 1)
  return documents.map((document) => {
    const weights = new Map<string, number>()
    for (const term of document) weights.set(term, idf.get(term) ?? 0)
    return vectorOf(weights)
  })
}

/** Cosine. */
function similarity(a: Vector, b: Vector): number {
  let product = 0
  for (const [term, weight] of a.weights) product += weight * (b.weights.get(term) ?? 0)
  return product === 0 ? 0 : product / (a.length * b.length)
}

function vectorOf(weights: ReadonlyMap<string, number>): Vector {
  let square = 0
  for (const weight of weights.values()) square += weight * weight
  return { weights, length: Math.sqrt(square) }
}
