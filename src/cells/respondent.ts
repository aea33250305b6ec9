/** One respondent as cells are made of them: a place in the tree of teams, and answers without a name. */
import type { Answer } from '../../contract/questions.ts'

/** What the gate computes with. It leaves the gate only into pure functions. */
export type Respondent = {
  readonly answers: ReadonlyMap<string, Answer>
  readonly team: string | null
  /** Their value of the attribute that figures are broken down by; known until the closing transaction ends. */
  readonly value?: string | null
  /** The cell of seats in which they count for a season (src/seats/); known until the closing transaction ends. */
  readonly seat?: number | null
}
