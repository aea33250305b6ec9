/**
 * Analysis of free text: what other rooms may use of this folder.
 *
 * Offline and repeatable: the same text gives the same result on any machine. Functions are pure but for `startAnalyst`, which
 * runs the analysis in a thread. An insight stores `textVersion`, so that a later change of rules does not silently change an
 * old figure.
 */
export { type AnalysedAnswer, type AnalysedClause } from './analysed-answer.ts'
export { analyseTexts, type Analysis, type TextContext, type TextContexts } from './analysis.ts'
export { type Analyst, type ModelState, startAnalyst } from './analyst.ts'
export { askedBy, type AskedQuestion } from './asked.ts'
export { drivers } from './driver-taxonomy.ts'
export {
  type AnswerContext,
  driversOfAnswer,
  driversOfClauses,
  frequentWords,
  mainDriverOf,
} from './drivers.ts'
export { foldedWording } from './fold.ts'
export { type HarmKind, harmKinds, harmKindsOf, hasHarmSignal } from './harm.ts'
export { driversByLanguage, phrasesOf } from './languages/driver-phrases.ts'
export {
  countLanguage,
  type Draft,
  draftOf,
  type LanguageCounts,
  type NoScoreReason,
  readDraft,
  usualLanguage,
} from './languages/reading.ts'
export { isRequestIn } from './languages/requests.ts'
export {
  isPhraseLanguage,
  isReadLanguage,
  isTweetLanguage,
  readLanguages,
  type ReadLanguage,
} from './languages/tags.ts'
export { type Figure, type Label, type TweetMethod, tweetMethod } from './languages/tweet-model.ts'
export { chooseQuotes, isQuotable, quoteTermsOf } from './quotes.ts'
export { mulberry32, type Random, seedOf, shuffled } from './random.ts'
export { redact } from './redact.ts'
export { isRequest } from './request-words.ts'
export { type LocalModel, loadLocalModel } from './local-model/local-model.ts'
export { partsOfVersion, versionWith } from './local-model/model-version.ts'
export { type Said, type SaidOptions, saidPhrases, type Stance, stanceOf } from './said-phrases.ts'
export { analyseSentiment } from './sentiment.ts'
export { type SubtopicId, subtopicIds, subtopicsOf } from './subtopics.ts'
export {
  isReadable,
  type Sources,
  type Theme,
  themeAnswersMin,
  type ThemeOptions,
  themesOf,
} from './themes.ts'
export { wordsOf } from './tokens.ts'
export { usabilityOf } from './usable.ts'

/** Raised with every change of a rule, a word list or a model in this folder. */
export const textVersion = '10'
