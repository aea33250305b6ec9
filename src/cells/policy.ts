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
   * How long answers are kept by now, in days (null: for good), where that is no longer what was promised; when they are due for
   * deletion, and when they were deleted. held: a legal hold keeps them beyond that.
   */
  kept?: { days: number | null; due_at: string | null; deleted_at: string | null; held: boolean }
  /** Since when people count in one place, and until when; known once it has opened. */
  season?: SeasonDates | null
  /** Numbers of people: asked, of these added to the directory recently, and of these by the application that asks; known once it has opened. */
  recent?: { asked: number; added: number; by_asker: number }
}
