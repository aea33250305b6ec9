/**
 * How one answer is read: the language of each sentence, the sentiment of each clause by the model of its language, and of the whole.
 *
 * "Everything okay. Die Führung hört nicht zu" keeps both sentences. A sentence that tells no language ("Management") has that
 * of the others. An answer of which nothing tells the language has the one that was declared for it, otherwise the usual one of its
 * batch, otherwise that of its question, if its words could be of that language; otherwise it stays unread, with the reason
 * `unknown_language`.
 */
import { clausesOf, sentencesOf } from '../clauses.ts'
import { englishSentiment } from '../sentiment.ts'
import type { StatementKind } from '../statement-kinds.ts'
import { isEmptyAnswer } from '../usable.ts'
import { driversIn } from './driver-phrases.ts'
import { couldBe, isPlainlyEnglish, languageOf, lettersOf, scriptOf } from './language-of.ts'
import { isPhraseLanguage, isReadLanguage, isTweetLanguage, languageTag, type ReadLanguage } from './tags.ts'
import { type Label, tweetModel, tweetSentiment } from './tweet-model.ts'

export type NoScoreReason = 'empty' | 'unsupported_language' | 'unknown_language'

/** `declared`: somebody said so; `text`: its words tell; `context`: the usual language of the answers beside it. */
export type LanguageFrom = 'declared' | 'text' | 'context'

/** `kind`: where the words of judgement do not judge what is there; known of English alone. */
export type ClauseReading = {
  text: string
  score: number
  label: Label
  language: ReadLanguage
  kind: StatementKind | null
}

/** Scores are from -1 to 1, labels are the likeliest; `language` is that of most words. */
export type Reading =
  | {
      language: ReadLanguage
      language_from: LanguageFrom
      score: number
      label: Label
      reason?: undefined
      clauses: ClauseReading[]
    }
  | {
      language: string | null
      language_from: LanguageFrom | null
      score: null
      label: null
      reason: NoScoreReason
      clauses: []
    }

/** From this English score on a text is good, and from its negative on bad. */
const labelFrom = 0.05
const declaredWordsMin = 4 // a sentence of as many words may be in another language than the declared one
const readShareMin = 0.5
const clearMajority = 0.6

type Sentence = { text: string; words: number; language: string | null }

/**
 * An answer whose language is decided as far as its own words go. `own`: the language of most words that tell one. `others`: of an
 * answer of a few words, languages that have as many of them.
 */
export type Draft = {
  text: string
  declared: string | null
  own: string | null
  others: readonly string[]
  sentences: readonly Sentence[]
}

/** @param declared  a language tag; null where nobody declared one. @returns null for an answer that says nothing */
export function draftOf(text: string, declared: string | null = null): Draft | null {
  const whole = text.trim()
  if (isEmptyAnswer(whole.slice(0, 20_000))) return null
  const tag = declared === null ? null : declaredTag(declared, whole)
  const words = lettersOf(whole)
  if (tag === null || tag === 'en') {
    if (isPlainlyEnglish(words)) return { text: whole, declared: tag, own: 'en', others: [], sentences: [] }
  }
  const parts = sentencesOf(whole)
  const guesses = (parts.length > 0 ? parts : [whole]).map(
    (sentence) => [sentence, languageOf(sentence)] as const,
  )
  const sentences = guesses.map(([sentence, { language, isCertain }]): Sentence => ({
    text: sentence,
    words: lettersOf(sentence).length,
    language: isCertain ? language : null,
  }))
  const others = (guesses.length === 1 && guesses[0][1].others) || []
  return { text: whole, declared: tag, own: mostly(sentences), others, sentences }
}

/** Hindi is read in Latin script; a language in its own script is not what a text in another script is in. */
function declaredTag(declared: string, text: string): string | null {
  const tag = languageTag(declared)
  const script = scriptOf(text.slice(0, 20_000))
  if (tag === 'hi' || tag === 'hi-Latn') return script === 'Latn' ? 'hi-Latn' : null
  const own = tag === null ? null : tag === 'ar' ? 'Arab' : isReadLanguage(tag) ? 'Latn' : script
  return own === script ? tag : null
}

/** The language of most words, of several the first. */
function mostly(sentences: readonly Sentence[]): string | null {
  const words = new Map<string, number>()
  for (const { language, words: count } of sentences)
    if (language !== null) words.set(language, (words.get(language) ?? 0) + count)
  const [most] = [...words].toSorted(([, a], [, b]) => b - a)
  return most ? most[0] : null
}

/** Whether an answer needs the usual language of its batch: its words tell none, or are of several alike. */
export const needsContext = ({ declared, own, others }: Draft): boolean =>
  declared === null && (own === null || others.length > 0)

/** Counts of languages of answers, from which the usual one follows. */
export type LanguageCounts = Map<string, number>

export function countLanguage(counts: LanguageCounts, draft: Draft | null): void {
  const language = draft !== null && !needsContext(draft) && (draft.own ?? draft.declared)
  if (language) counts.set(language, (counts.get(language) ?? 0) + 1)
}

/** The language of at least 60 % of the answers that tell one; null where there is none. */
export function usualLanguage(counts: LanguageCounts): string | null {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const most = [...counts].find(([, count]) => count >= clearMajority * all)
  return most ? most[0] : null
}

const unread = (
  reason: NoScoreReason,
  language: string | null = null,
  languageFrom: LanguageFrom | null = null,
): Reading => ({ language, language_from: languageFrom, score: null, label: null, reason, clauses: [] })

/** @param around  languages of what is beside it, the likeliest first, for an answer that needs one: the usual one of the batch */
export function readDraft(draft: Draft | null, ...around: readonly (string | null)[]): Reading {
  if (draft === null) return unread('empty')
  const { text, declared, own, sentences } = draft
  if (sentences.length === 0) return ofOneLanguage(text, 'en', declared === null ? 'text' : 'declared')
  const language =
    (isReadLanguage(declared) ? declared : null) ??
    around.find((one) => one !== null && draft.others.includes(one)) ??
    own ??
    declared ??
    around.find((one) => one !== null && fits(one, text)) ??
    null
  if (language === null) return unread('unknown_language')
  const from: LanguageFrom = declared === language ? 'declared' : own === language ? 'text' : 'context'
  const all = sentences.map((sentence) => ({ ...sentence, language: settled(sentence, language, draft) }))
  const words = sum(all.map((sentence) => sentence.words))
  const readable = all.filter((sentence) => isReadLanguage(sentence.language))
  if (sum(readable.map((sentence) => sentence.words)) < readShareMin * words || readable.length === 0)
    return unread('unsupported_language', language, from)
  const main = mostly(readable)
  if (!isReadLanguage(main)) return unread('unsupported_language', language, from)
  if (all.every((sentence) => sentence.language === main)) return ofOneLanguage(text, main, from)
  return ofSeveralLanguages(readable, main, from)
}

/** By its words or letters, or because a phrase of the language is in it ("Kantine"), which its letters need not show. */
const fits = (language: string, text: string): boolean =>
  couldBe(language, text) || (isPhraseLanguage(language) && driversIn(language, text).length > 0)

/**
 * The language of a sentence in an answer that is mostly in `main`: its own if that is certain. A short sentence, or one in a
 * language without a model, may be a mistake: it stays with the others if it could be in their language. Where somebody
 * declared a language, only a longer sentence contradicts it; in Hindi none, because it is written with English in between.
 */
function settled(
  { text, words, language }: Sentence,
  main: string,
  { declared, own, others }: Draft,
): string {
  if (language === null || language === main || words === 0) return main
  if (declared === main && main === 'hi-Latn') return main
  if (others.includes(main)) return main
  if (declared === main && (!isReadLanguage(language) || words < declaredWordsMin)) return main
  const isDoubtful = !isReadLanguage(language) || own === null
  return isDoubtful && isReadLanguage(main) && couldBe(main, text) ? main : language
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

type TextReading = { score: number; label: Label; clauses: ClauseReading[] }

/** A text in a language that is read. */
function readIn(language: ReadLanguage, text: string): TextReading {
  if (!isTweetLanguage(language)) {
    const { score, clauses } = englishSentiment(text)
    return {
      score,
      label: labelOfScore(score),
      clauses: clauses.map((clause) => ({
        text: clause.text,
        score: clause.score,
        label: labelOfScore(clause.score),
        language,
        kind: clause.kind,
      })),
    }
  }
  const model = tweetModel(language)
  const clauses = clausesOf(text, language).map((clause): ClauseReading => ({
    text: clause,
    ...tweetSentiment(model, clause),
    language,
    kind: null,
  }))
  const isOne = clauses.length === 1 && clauses[0].text === text
  const { score, label } = isOne ? clauses[0] : tweetSentiment(model, text)
  return { score, label, clauses }
}

const labelOfScore = (score: number): Label =>
  score >= labelFrom ? 'positive' : score <= -labelFrom ? 'negative' : 'neutral'

const ofOneLanguage = (text: string, language: ReadLanguage, languageFrom: LanguageFrom): Reading => ({
  language,
  language_from: languageFrom,
  ...readIn(language, text),
})

/** The score is the mean of the sentences', by their words. */
function ofSeveralLanguages(
  sentences: readonly Sentence[],
  language: ReadLanguage,
  languageFrom: LanguageFrom,
): Reading {
  const words = sum(sentences.map((sentence) => sentence.words))
  const parts = sentences.flatMap(({ text, words: own, language: tag }) =>
    isReadLanguage(tag) ? [{ share: own / words, ...readIn(tag, text) }] : [],
  )
  const score = sum(parts.map((part) => part.share * part.score))
  return {
    language,
    language_from: languageFrom,
    score,
    label: labelOfScore(score),
    clauses: parts.flatMap(({ clauses }) => clauses),
  }
}
