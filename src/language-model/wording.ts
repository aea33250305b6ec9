/**
 * Which words of a model may be shown: guards against words that an answer has dictated to it. Pure.
 *
 * A model is assumed to obey everything in the answers that it reads. So its words are compared with all of them: a word that only
 * one or two answers use is never shown, since it may be theirs. No figure, quote, advice, name, link or mark-up: those come from
 * elsewhere, or not at all.
 */
import { limits } from '../../contract/limits.ts'
import { hasHarmSignal, redact, wordsOf } from '../text/text.ts'
import { labelLengthMax, sentenceLengthMax } from './shapes.ts'

/** Letters, spaces and a few signs between words: no digit, mark-up, link, quotation mark or line break. */
const labelShape = /^\p{L}[\p{L}\p{M}'’&/, -]*\p{L}$/u
const sentenceShape = /^\p{Lu}[\p{L}\p{M}'’&,;:() –-]*\.?$/u

/** Figures in words, and words that imply one. */
const counting =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens?|percent|per cent|half|thirds?|quarters?|twice|doubled?|tripled?|majority|minority|most|everyone|everybody|all|nobody|no one|none|average|median|score[sd]?|rat(?:e|es|ed|ing|ings))\b/i

/** Advice comes from rules with evidence. */
const advising =
  /\b(?:should|must|ought|needs? to|have to|has to|recommend(?:s|ed|ation|ations)?|advise[ds]?|advice|suggest(?:s|ed|ion|ions)?|action|actions|fire|dismiss|promote|let us|let's|please|consider|ensure|urge[ds]?)\b/i

/** This many words in a row are a quote. */
const quotedWordsMin = 5
const wordLengthMin = 4

/** What a model's words are compared with. */
export type Ground = {
  /** How many of the comments use a word. */
  readonly uses: ReadonlyMap<string, number>
  /** Every run of `quotedWordsMin` words. */
  readonly runs: ReadonlySet<string>
  readonly names: readonly string[]
}

/** Words to compare: in lower case, without plural endings. */
const stems = (text: string): string[] => wordsOf(text).map((word) => word.replace(/(?:'s|es|s)$/, ''))

const runsOf = (text: string): string[] => {
  const words = wordsOf(text)
  return words.slice(quotedWordsMin - 1).map((_, at) => words.slice(at, at + quotedWordsMin).join(' '))
}

/** @param comments  all comments that were sent */
export function groundOf(comments: readonly string[], names: readonly string[]): Ground {
  const uses = new Map<string, number>()
  for (const comment of comments)
    for (const stem of new Set(stems(comment))) uses.set(stem, (uses.get(stem) ?? 0) + 1)
  return { uses, runs: new Set(comments.flatMap(runsOf)), names }
}

function isSafe(text: string, { uses, runs, names }: Ground): boolean {
  const counts = stems(text)
    .filter((stem) => stem.length >= wordLengthMin)
    .map((stem) => uses.get(stem) ?? 0)
  return (
    counts.some((count) => count >= limits.themePeopleMin) &&
    counts.every((count) => count === 0 || count >= limits.themePeopleMin) &&
    !runsOf(text).some((run) => runs.has(run)) &&
    !counting.test(text) &&
    !advising.test(text) &&
    !hasHarmSignal(text) &&
    redact(text, [...names]) === text
  )
}

/** @returns the label as it is shown, or null */
export function labelFrom(reply: string, ground: Ground): string | null {
  const label = reply.normalize('NFC').trim().replaceAll(/ +/g, ' ')
  const fits = label.length <= labelLengthMax && labelShape.test(label) && isSafe(label, ground)
  return fits ? label : null
}

/** @returns the sentence as it is shown, or null */
export function sentenceFrom(reply: string, ground: Ground): string | null {
  const sentence = reply.normalize('NFC').trim().replaceAll(/ +/g, ' ')
  const fits =
    sentence.length <= sentenceLengthMax && sentenceShape.test(sentence) && isSafe(sentence, ground)
  return fits ? sentence.replace(/\.?$/, '.') : null
}
