/** The confidentiality settings of one collection: stated in the promise to respondents, and applied to its cells. */
import type { Breakdown, Confidentiality, SeasonDates } from '../../contract/confidentiality.ts'

/**
 * All that is promised except the questions. language_model: the host that comments may be sent to; none unless the organisation
 * has agreed to it before. links_by: the application that reads personal links to deliver them; none where messages do. codes: whether some people are asked by a code on paper. recent: how many people
 * are asked, how many of them were added lately, and how many of these by the application that asks; known once it has opened. kept: how long
 * answers are kept by now, where that is no longer what was promised, and what has become of them. season: since when people count in one
 * place, and until when; known once it has opened.
 */
export type Policy = Confidentiality & {
  breakdown: Breakdown | null
  language_model?: string | null
  links_by?: { id: string; name: string } | null
  codes?: boolean
  kept?: { days: number | null; due_at: string | null; deleted_at: string | null; held: boolean }
  season?: SeasonDates | null
  recent?: { asked: number; added: number; by_asker: number }
}
