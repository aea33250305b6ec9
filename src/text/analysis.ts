/**
 * The analysis of many texts, in this thread: each answer is read beside its question and the language of the others. analyst.ts runs the
 * same in its own thread.
 */
import type { AnalysedAnswer } from './analysed-answer.ts'
import { type Asked, askedBy, type AskedQuestion } from './asked.ts'
import { type AnswerContext, frequentWords } from './drivers.ts'
import { driversByLanguage } from './languages/driver-phrases.ts'
import {
  countLanguage,
  type Draft,
  draftOf,
  type LanguageCounts,
  needsContext,
  readDraft,
  usualLanguage,
} from './languages/reading.ts'
import { asksExplicitly } from './languages/requests.ts'
import type { ModelName } from './local-model/model-version.ts'
import { subtopicsOf } from './subtopics.ts'
import { type Theme, type ThemeOptions, themesAmong } from './themes.ts'

/**
 * `answers[i]` belongs to `texts[i]`; members of themes are indices into `texts`, rising. `model`: the operator's, if it has scored
 * all answers in its languages.
 */
export type Analysis = { answers: AnalysedAnswer[]; themes: Theme[]; model: ModelName | null }

/**
 * What is known beside a text. `declared`: a tag of its language, where somebody declared it. `question`: the one that it answers; texts
 * in reply to the same one share the object.
 */
export type TextContext = { readonly declared?: string | null; readonly question?: AskedQuestion }

/** One for each text; nothing where nothing is known. */
export type TextContexts = readonly (TextContext | undefined)[]

/**
 * The whole analysis, in this thread.
 * @param themes  look for themes as well; then texts must be redacted, because their words become rules
 */
export function analyseTexts(
  texts: readonly string[],
  themes?: ThemeOptions,
  contexts?: TextContexts,
): Analysis {
  const batch = startBatch()
  const answers = batch.add(texts, contexts, sampleOf(texts, contexts))
  for (const [at, answer] of batch.finish()) answers[at] = answer
  if (!themes) return { answers, themes: [], model: null }
  return { answers, themes: themesAmong(texts, answers.map(themeLanguageOf), themes), model: null }
}

/** The language whose themes a text may belong to: null where it is not known, or the text says nothing. */
export const themeLanguageOf = ({ language, reason }: AnalysedAnswer): string | null =>
  reason === 'empty' ? null : language

/**
 * Texts that are analysed in pieces. An answer that does not tell its language needs the usual one of the whole batch, so it
 * is read at the end: until then `unknown_language` is in its place.
 */
export type Batch = {
  add(texts: readonly string[], contexts?: TextContexts, sample?: Sample): AnalysedAnswer[]
  /** Answers that were read late, by their place among all texts. */
  finish(): [at: number, answer: AnalysedAnswer][]
}

/** Some texts of a whole batch, with their questions, which show what words are frequent; sent with its first texts. */
export type Sample = readonly (readonly [text: string, question: AskedQuestion])[]

const sampleMax = 1_000
const sampleCharactersMax = 2_000

/** Evenly from all texts whose questions are known. */
export function sampleOf(texts: readonly string[], contexts: TextContexts = []): Sample {
  const step = Math.ceil(texts.length / sampleMax)
  return texts.flatMap((text, at) => {
    const question = contexts[at]?.question
    return question && at % step === 0 ? [[text.slice(0, sampleCharactersMax), question] as const] : []
  })
}

const keyOf = ({ text, driver }: AskedQuestion): string => `${driver} ${text}`

/** What the questions of a batch tell of their answers. */
function questionsOf(sample: Sample): (question?: AskedQuestion) => QuestionContext | undefined {
  const known = new Map<string, QuestionContext>()
  const texts = Map.groupBy(sample, ([, question]) => keyOf(question))
  return (question) => {
    if (!question) return undefined
    const key = keyOf(question)
    const before = known.get(key)
    if (before) return before
    const { language, about, words } = askedBy(question)
    const frequent = words.union(frequentWords((texts.get(key) ?? []).map(([text]) => text)))
    const now = { language, answers: { frequent, ...(about && { about }) } }
    known.set(key, now)
    return now
  }
}

type QuestionContext = Pick<Asked, 'language'> & { answers: AnswerContext }

export function startBatch(): Batch {
  const counts: LanguageCounts = new Map()
  const late: { at: number; draft: Draft; question: QuestionContext | undefined }[] = []
  let questionOf = questionsOf([])
  let added = 0
  return {
    add(texts, contexts, sample) {
      if (sample) questionOf = questionsOf(sample)
      return texts.map((text, i) => {
        const question = questionOf(contexts?.[i]?.question)
        const draft = draftOf(text, contexts?.[i]?.declared)
        countLanguage(counts, draft)
        if (draft && needsContext(draft)) late.push({ at: added, draft, question })
        added++
        return analysedDraft(draft, { question })
      })
    },
    finish() {
      const usual = usualLanguage(counts)
      return late.flatMap(({ at, draft, question }): [number, AnalysedAnswer][] => {
        const around = [usual, question?.language ?? null]
        return around.some((language) => language !== null)
          ? [[at, analysedDraft(draft, { around, question })]]
          : []
      })
    },
  }
}

/** `around`: languages of what is beside the answer, the likeliest first. */
type DraftContext = { around?: readonly (string | null)[]; question: QuestionContext | undefined }

function analysedDraft(draft: Draft | null, { around, question }: DraftContext): AnalysedAnswer {
  const reading = readDraft(draft, ...(around ?? []))
  if (reading.score === null) return reading
  const drivers = driversByLanguage(reading.clauses, question?.answers)
  return {
    ...reading,
    clauses: reading.clauses.map(({ text, score, label, language, kind }, i) => ({
      score,
      label,
      language,
      drivers: drivers[i],
      topics: language === 'en' ? subtopicsOf(text, drivers[i]) : [],
      kind,
      asks: drivers[i].length > 0 && (kind === 'wish' || asksExplicitly(language, { text, label })),
    })),
  }
}
