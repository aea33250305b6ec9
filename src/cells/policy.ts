/** The confidentiality settings of one collection: stated in the promise to respondents, and applied to its cells. */
import type { Breakdown, Confidentiality, SeasonDates } from '../../contract/confidentiality.ts'

/** All that is promised except the questions. */
export type Policy = Confidentiality & {
  /** The attribute of members that results are broken down by. */
  breakdown: Breakdown | null
  /** The host that comments may be sent to; null unless the organisation has agreed to it before. */
  language_model?: string | null
  /** The application that reads personal links to deliver them; null where messages do. */
  links_by?: { id: string; name: string } | null
  /** Whether some people are asked by a code on paper. */
  codes?: boolean
  /**
   * How long answers are kept now, in days (null: permanently), if that differs from the promise; when they are due for
   * deletion, and when they were deleted. held: a legal hold keeps them longer.
   */
  kept?: { days: number | null; due_at: string | null; deleted_at: string | null; held: boolean }
  /** From when and until when people count in one place; known once it has opened. */
  season?: SeasonDates | null
  /** Numbers of people: asked; recently added to the directory; and added by the application that asks. Known once it has opened. */
  recent?: { asked: number; added: number; by_asker: number }
}
