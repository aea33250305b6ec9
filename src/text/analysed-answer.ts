/** What the analysis says of one text. */
import type { DriverId } from '../../contract/drivers.ts'
import type { LanguageFrom, NoScoreReason } from './languages/reading.ts'
import type { ReadLanguage } from './languages/tags.ts'
import type { Label } from './languages/tweet-model.ts'
import type { StatementKind } from './statement-kinds.ts'
import type { SubtopicId } from './subtopics.ts'

/**
 * `topics`: parts of its drivers, known of English alone. `asks`: whether it asks for something in so many words; only where it names a
 * driver.
 */
export type AnalysedClause = {
  score: number
  label: Label
  language: ReadLanguage
  drivers: readonly DriverId[]
  topics: readonly SubtopicId[]
  kind: StatementKind | null
  asks: boolean
}

/**
 * Scores are from -1 to 1; clauses are in the order of the text, none where there is no score. `language`: that of most words, a
 * tag (BCP 47); null where it is not known. `language_from`: what tells it. Without a score there is a reason: `empty` says
 * nothing, `unsupported_language` has no model, `unknown_language` is too short to tell. An answer that only a model of the
 * operator's reads has a score, and no clauses.
 */
export type AnalysedAnswer =
  | {
      language: string
      language_from: LanguageFrom
      score: number
      label: Label
      reason?: undefined
      clauses: AnalysedClause[]
    }
  | {
      language: string | null
      language_from: LanguageFrom | null
      score: null
      label: null
      reason: NoScoreReason
      clauses: []
    }
