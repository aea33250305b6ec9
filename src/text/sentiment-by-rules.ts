/**
 * The sentiment of a text by words and rules alone, -1 (bad) to 1 (good).
 *
 * Our own implementation of the VADER rules over their lexicon (sources in sentiment-rules.ts and
 * lexicon.ts). It departs from them where comments on work need it: "no" before trouble is good news,
 * "however" weighs like "but", and words joined by a slash or comma are rated apart.
 * Each word depends on the three words before it, so the time is linear.
 */
import { idiomRatings, sentimentLexicon } from './lexicon.ts'
import {
  boosterStep,
  capitalsStep,
  excessRating,
  exclamationsMax,
  exclamationStep,
  isNegator,
  negationFactor,
  normalisation,
  noTroubleRating,
  questionsMost,
  questionStep,
  ruleWords,
} from './sentiment-rules.ts'
import { byWord } from './word-cache.ts'
import { lazily } from './word-lists.ts'

/** `score` is the compound of the paper; `good` and `bad` are the sums of the words behind it, both positive. */
export type RuleReading = { score: number; good: number; bad: number; rated: number; words: number }

/**
 * `isNeutral`: it has no rating, whatever words are around it. `ends`: a full stop follows, which no negation or booster crosses; `pauses`: at
 * least a comma.
 */
type Word = Readonly<{
  lower: string
  capitals: boolean
  rating: number | undefined
  isNeutral: boolean
  ends: boolean
  pauses: boolean
}>
type Piece = { raw: string; mark: string }

/** Rates any text, usable or not. */
export function readByRules(text: string): RuleReading {
  const words = wordsRated(text)
  const shouts = someShouted(words)
  let turn = -1
  for (let i = 0; i < words.length && turn < 0; i++) {
    if (words[i].lower === 'but' || words[i].lower === 'however') turn = i
  }
  let good = 0
  let bad = 0
  let rated = 0
  for (let i = 0; i < words.length; i++) {
    let rating = ratingAt(words, i, shouts)
    if (turn >= 0 && i !== turn) rating *= i < turn ? 0.5 : 1.5
    if (rating === 0) continue
    rated++
    if (rating > 0) good += rating
    else bad -= rating
  }
  let sum = good - bad
  if (sum !== 0) sum += Math.sign(sum) * punctuationEmphasis(text)
  const score = sum === 0 ? 0 : sum / Math.sqrt(sum * sum + normalisation)
  return { score, good, bad, rated, words: words.length }
}

const variants = /[\ufe0f\u200b]|\ud83c[\udffb-\udfff]/g // of emoji, and their skin tones
const outsideAscii = /[\u0080-\uffff]/

/** Words with their ratings. */
function wordsRated(text: string): Word[] {
  const plain = outsideAscii.test(text)
    ? text.replace(/[\u2018\u2019\u02bc]/g, "'").replace(variants, '')
    : text
  const words: Word[] = []
  for (const chunk of plain.replaceAll('`', "'").match(/\S+/g) ?? [])
    for (const word of wordsOfChunk(chunk)) words.push(word)
  return words
}

/** Without single letters ("a", "I"): as in the published code, a window then reaches further. */
const wordsOfChunk = byWord((chunk): readonly Word[] => {
  const lexicon = sentimentLexicon()
  return piecesOf(chunk, lexicon).flatMap(({ raw, mark }): Word[] => {
    if (raw.length < 2 && raw <= '\u024f') return []
    const lower = raw.toLowerCase()
    const capitals = raw !== lower && raw === raw.toUpperCase()
    const ends = mark !== '' && /[.!?;]/.test(mark)
    const pauses = ends || (mark !== '' && /[,:)]/.test(mark))
    const rating = lexicon.get(lower)
    const isNeutral = rating === undefined && !isRatedByOthers(lower)
    return [{ lower, capitals, rating, isNeutral, ends, pauses }]
  })
})

const plainWord = /^([a-z]+)[^a-z0-9<:;=]{0,3}$/i
const part =
  /[\p{L}\p{N}](?:[\p{L}\p{N}'_-]*[\p{L}\p{N}])?|\p{Extended_Pictographic}|[:;=8xX][^\s\p{L}\p{N}]+/gu

/** Whether words around it may give a word without a rating one: "too", "no" and troubles, and the end of an idiom. */
const isRatedByOthers = (lower: string): boolean =>
  lower === 'no' || lower === 'too' || ruleWords().troubles.has(lower) || idiomEnds().has(lower)

/** Pieces of what is between white space: keeps emoticons whole, cuts marks around words, parts "fast/reliable" and emoji. */
function piecesOf(chunk: string, lexicon: ReadonlyMap<string, number>): Piece[] {
  if (chunk.length <= 5 && lexicon.has(chunk.toLowerCase())) return [{ raw: chunk, mark: '' }]
  const alone = chunk.length < 40 ? plainWord.exec(chunk) : null
  if (alone && !outsideAscii.test(chunk)) return [{ raw: alone[1], mark: chunk.slice(alone[1].length) }]
  const known = (word: string): boolean => lexicon.has(word) || ruleWords().boosters.has(word)
  const pieces: Piece[] = []
  for (const match of chunk.matchAll(part)) {
    const raw = match[0]
    const end = match.index + raw.length
    const parts = raw.includes('-') && !known(raw.toLowerCase()) ? raw.split('-') : [raw]
    for (const each of parts) pieces.push({ raw: each, mark: '' })
    pieces[pieces.length - 1].mark = chunk.slice(end, end + 3)
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
  if (word.isNeutral) return 0
  if (word.lower === 'no') return ratingOfNo(words, i)
  const idiom = idiomEndingAt(words, i)
  if (idiom !== undefined) return idiom
  if (idiomEndingAt(words, i + 1) !== undefined) return 0 // the rating belongs to the whole
  if (isNegatedTrouble(words, i)) return noTroubleRating
  let rating = ownRating(words, i)
  if (rating === undefined) return 0
  if (word.capitals && shouts) rating += rating > 0 ? capitalsStep : -capitalsStep
  for (let back = 1; back <= 3 && back <= i; back++) {
    const before = words[i - back]
    if (before.ends) break
    if (before.rating === undefined || ruleWords().boosters.has(before.lower))
      rating += boost(before, rating, back, shouts)
    rating = negated(words, i, back, rating)
  }
  return rating * leastFactor(words, i)
}

/** The rating of a word without the words before it; undefined where it is not a judgement. */
function ownRating(words: Word[], i: number): number | undefined {
  const { lower, rating } = words[i]
  if (lower === 'too' && isExcess(words, i)) return excessRating
  if (ruleWords().boosters.has(lower)) return undefined
  if (lower === 'kind' && words[i + 1]?.lower === 'of') return undefined
  return lower === 'like' && isComparison(words, i) ? undefined : rating
}

/** "No problem", "no real concerns". */
function isNegatedTrouble(words: Word[], i: number): boolean {
  const { lower, rating = 0 } = words[i]
  if (rating < 0 || !ruleWords().troubles.has(lower)) return false
  return words[i - 1]?.lower === 'no' || (words[i - 2]?.lower === 'no' && noReaches(words, i, 2))
}

/** "No" alone is a refusal; before a rated word or a trouble it is a determiner and turns that word instead. */
function ratingOfNo(words: Word[], i: number): number {
  const [next, afterNext] = [words[i + 1], words[i + 2]]
  const own = words[i].rating ?? 0
  if (!next || words[i].pauses || ruleWords().pronouns.has(next.lower)) return own
  if (next.rating !== undefined || ruleWords().troubles.has(next.lower)) return 0
  return afterNext?.rating !== undefined || (afterNext && ruleWords().troubles.has(afterNext.lower)) ? 0 : own
}

function boost(before: Word, rating: number, back: number, shouts: boolean): number {
  const direction = ruleWords().boosters.get(before.lower)
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
    return (
      between.rating === undefined &&
      !ruleWords().pronouns.has(between.lower) &&
      !ruleWords().troubles.has(between.lower)
    )
  return words[i - 1].lower === 'or' || words[i - 1].lower === 'nor'
}

function leastFactor(words: Word[], i: number): number {
  if (i === 0 || words[i - 1].lower !== 'least') return 1
  const before = words[i - 2]?.lower
  return before === 'at' || before === 'very' ? 1 : negationFactor
}

const comparing: ReadonlySet<string> = new Set(['feel', 'feels', 'felt', 'looks', 'seems'])

/** "Far too high": the next word has no rating of its own. Not "me too", nor "too good". */
function isExcess(words: Word[], i: number): boolean {
  const next = words[i + 1]
  return (
    next !== undefined &&
    !words[i].pauses &&
    next.rating === undefined &&
    !ruleWords().pronouns.has(next.lower)
  )
}

/** "Feels like" is not praise. */
function isComparison(words: Word[], i: number): boolean {
  return comparing.has(words[i - 1]?.lower ?? '')
}

const idiomEnds = lazily(
  (): ReadonlySet<string> =>
    new Set([...idiomRatings().keys()].map((idiom) => idiom.slice(idiom.lastIndexOf(' ') + 1))),
)

function idiomEndingAt(words: Word[], i: number): number | undefined {
  if (i === 0 || i >= words.length || !idiomEnds().has(words[i].lower)) return undefined
  const two = `${words[i - 1].lower} ${words[i].lower}`
  if (two.length > 30) return undefined
  return (
    idiomRatings().get(two) ??
    (i > 1 && words[i - 2].lower.length < 12 ? idiomRatings().get(`${words[i - 2].lower} ${two}`) : undefined)
  )
}

function punctuationEmphasis(text: string): number {
  let exclamations = 0
  let questions = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '!') exclamations++
    else if (text[i] === '?') questions++
  }
  const doubt = questions <= 1 ? 0 : questions <= 3 ? questions * questionStep : questionsMost
  return Math.min(exclamations, exclamationsMax) * exclamationStep + doubt
}
