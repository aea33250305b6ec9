/** What the analysis says of one text. */
import { type DriverId } from '../../contract/drivers.ts'
import { type NoScoreReason } from './sentiment.ts'

/** Scores are from -1 to 1; clauses are in the order of the text, none where there is no score. */
export type AnalysedAnswer =
  | { score: number; reason?: undefined; clauses: { score: number; drivers: readonly DriverId[] }[] }
  | { score: null; reason: NoScoreReason; clauses: [] }
