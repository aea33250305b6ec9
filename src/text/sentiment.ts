/**
 * Sentiment of an answer and of each of its clauses, -1 (bad) to 1 (good).
 *
 * Our own implementation of the VADER rules over their lexicon (sources in sentiment-rules.ts and
 * lexicon.ts). It departs from them where comments on work need it: "no" before trouble is good news,
 * "however" weighs like "but", and words joined by a slash or comma are rated apart.
 * Every word looks at three words before it, so the time is linear.
 */
import { clausesOf } from './clauses.ts'
import { sentimentLexicon } from './lexicon.ts'
import {
  boosters,
  boosterStep,
  capitalsStep,
  exclamationsMax,
  exclamationStep,
  idioms,
  isNegator,
  negationFactor,
  normalisation,
  noTroubleRating,
  pronouns,
  questionsMost,
  questionStep,
  troubles,
} from './sentiment-rules.ts'
import { usable } from './usable.ts'

export type ClauseSentiment = { text: string; score: number }

/** `score` is null for an answer that cannot be rated; `reason` says why. */
export type Sentiment = {
  score: number | null
  reason?: 'empty' | 'unsupported_language'
  clauses: ClauseSentiment[]
}

export function analyseSentiment(text: string): Sentiment {
  const use = usable(text)
  if (use !== 'usable') return { score: null, reason: use, clauses: [] }
  const clauses = clausesOf(text).map((clause) => ({ text: clause, score: sentimentScore(clause) }))
  return { score: sentimentScore(text), clauses }
}

/** `ends`: a full stop follows, which no negation or booster crosses; `pauses`: at least a comma. */
type Word = { lower: string; capitals: boolean; rating: number | undefined; ends: boolean; pauses: boolean }
type Piece = { raw: string; mark: string }

/** The compound score of any text, without asking whether it is usable. */
export function sentimentScore(text: string): number {
  const words = wordsRated(text)
  const shouts = someShouted(words)
  let turn = -1
  for (let i = 0; i < words.length && turn < 0; i++) {
    if (words[i].lower === 'but' || words[i].lower === 'however') turn = i
  }
  let sum = 0
  for (let i = 0; i < words.length; i++) {
    const rating = ratingAt(words, i, shouts)
    sum += turn < 0 || i === turn ? rating : rating * (i < turn ? 0.5 : 1.5)
  }
  if (sum === 0) return 0
  const emphasis = punctuationEmphasis(text)
  sum += sum > 0 ? emphasis : -emphasis
  return sum / Math.sqrt(sum * sum + normalisation)
}

/** Words with their ratings; single letters ("a", "I") go, as in the published code, so a window reaches further. */
function wordsRated(text: string): Word[] {
  const lexicon = sentimentLexicon()
  const plain = text
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/[\ufe0f\u200b]|\ud83c[\udffb-\udfff]/g, '')
  const pieces = piecesOf(plain, lexicon).filter(({ raw }) => raw.length > 1 || raw > '\u024f')
  return pieces.map(({ raw, mark }) => {
    const lower = raw.toLowerCase()
    const capitals = raw !== lower && raw === raw.toUpperCase()
    const ends = /[.!?;]/.test(mark)
    return { lower, capitals, rating: lexicon.get(lower), ends, pauses: ends || /[,:)]/.test(mark) }
  })
}

const part =
  /[\p{L}\p{N}](?:[\p{L}\p{N}'_-]*[\p{L}\p{N}])?|\p{Extended_Pictographic}|[:;=8xX][^\s\p{L}\p{N}]+/gu

/** Splits at white space; keeps emoticons whole, cuts marks around words, parts "fast/reliable" and emoji. */
function piecesOf(text: string, lexicon: ReadonlyMap<string, number>): Piece[] {
  const known = (word: string): boolean => lexicon.has(word) || boosters.has(word)
  const pieces: Piece[] = []
  for (const chunk of text.match(/\S+/g) ?? []) {
    if (chunk.length <= 5 && lexicon.has(chunk.toLowerCase())) {
      pieces.push({ raw: chunk, mark: '' })
      continue
    }
    for (const match of chunk.matchAll(part)) {
      const raw = match[0]
      const end = match.index + raw.length
      if (raw.includes('-') && !known(raw.toLowerCase()))
        pieces.push(...raw.split('-').map((half) => ({ raw: half, mark: '' })))
      else pieces.push({ raw, mark: '' })
      pieces[pieces.length - 1].mark = chunk.slice(end, end + 3)
    }
  }
  return pieces
}

/** Capitals stress a word only where others are written normally. */
function someShouted(words: Word[]): boolean {
  const shouted = words.reduce((count, word) => count + (word.capitals ? 1 : 0), 0)
  return shouted > 0 && shouted < words.length
}

function ratingAt(words: Word[], i: number, shouts: boolean): number {
  const word = words[i]
  if (word.lower === 'no') return ratingOfNo(words, i)
  const idiom = idiomEndingAt(words, i)
  if (idiom !== undefined) return idiom
  if (idiomEndingAt(words, i + 1) !== undefined) return 0 // the rating belongs to the whole
  const freed =
    troubles.has(word.lower) &&
    (words[i - 1]?.lower === 'no' || (words[i - 2]?.lower === 'no' && noReaches(words, i, 2)))
  if (freed && (word.rating === undefined || word.rating >= 0)) return noTroubleRating
  if (word.rating === undefined || boosters.has(word.lower)) return 0
  if (word.lower === 'kind' && words[i + 1]?.lower === 'of') return 0
  if (word.lower === 'like' && isComparison(words, i)) return 0

  let rating = word.rating
  if (word.capitals && shouts) rating += rating > 0 ? capitalsStep : -capitalsStep
  for (let back = 1; back <= 3 && back <= i; back++) {
    const before = words[i - back]
    if (before.ends) break
    if (before.rating === undefined || boosters.has(before.lower))
      rating += boost(before, rating, back, shouts)
    rating = negated(words, i, back, rating)
  }
  return rating * leastFactor(words, i)
}

/** "No" alone is a refusal; before a rated word or a trouble it is a determiner and turns that word instead. */
function ratingOfNo(words: Word[], i: number): number {
  const [next, afterNext] = [words[i + 1], words[i + 2]]
  const own = words[i].rating ?? 0
  if (!next || words[i].pauses || pronouns.has(next.lower)) return own
  if (next.rating !== undefined || troubles.has(next.lower)) return 0
  return afterNext?.rating !== undefined || (afterNext && troubles.has(afterNext.lower)) ? 0 : own
}

function boost(before: Word, rating: number, back: number, shouts: boolean): number {
  const direction = boosters.get(before.lower)
  if (direction === undefined) return 0
  let step = boosterStep
  if (before.capitals && shouts) step += capitalsStep
  const decay = back === 1 ? 1 : back === 2 ? 0.95 : 0.9
  return step * decay * direction * Math.sign(rating)
}

function negated(words: Word[], i: number, back: number, rating: number): number {
  const before = words[i - back]
  if (before.lower === 'never' && back > 1) {
    const between = words[i - back + 1].lower
    const next = back === 3 ? words[i - 1].lower : between
    if ([between, next].some((word) => word === 'so' || word === 'this')) return rating * 1.25
  }
  if (before.lower === 'without' && back > 1 && words[i - back + 1].lower === 'doubt') return rating
  if (before.lower === 'no') return noReaches(words, i, back) ? rating * negationFactor : rating
  return isNegator(before.lower) ? rating * negationFactor : rating
}

/**
 * The determiner reaches the next word, over one word that is not rated ("no big problem", "no real help",
 * "no longer happy") and over "or" ("no problems or complaints").
 */
function noReaches(words: Word[], i: number, back: number): boolean {
  if (words[i - back].pauses) return false
  if (back === 1) return true
  const between = words[i - back + 1]
  if (back === 2)
    return between.rating === undefined && !pronouns.has(between.lower) && !troubles.has(between.lower)
  return words[i - 1].lower === 'or' || words[i - 1].lower === 'nor'
}

function leastFactor(words: Word[], i: number): number {
  if (i === 0 || words[i - 1].lower !== 'least') return 1
  const before = words[i - 2]?.lower
  return before === 'at' || before === 'very' ? 1 : negationFactor
}

/** "would like", "like to" and "feels like" are no praise. */
function isComparison(words: Word[], i: number): boolean {
  const before = words[i - 1]?.lower
  return (
    before === 'feel' || before === 'feels' || before === 'felt' || before === 'looks' || before === 'seems'
  )
}

function idiomEndingAt(words: Word[], i: number): number | undefined {
  if (i === 0 || i >= words.length) return undefined
  const two = `${words[i - 1].lower} ${words[i].lower}`
  if (two.length > 30) return undefined
  return (
    idioms.get(two) ??
    (i > 1 && words[i - 2].lower.length < 12 ? idioms.get(`${words[i - 2].lower} ${two}`) : undefined)
  )
}

function punctuationEmphasis(text: string): number {
  let exclamations = 0
  let questions = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '!') exclamations++
    else if (text[i] === '?') questions++
  }
  const asked = questions <= 1 ? 0 : questions <= 3 ? questions * questionStep : questionsMost
  return Math.min(exclamations, exclamationsMax) * exclamationStep + asked
}
