/** The confidentiality settings of one collection: stated in the promise to respondents, and applied to its cells. */
import { type Breakdown, type Confidentiality } from '../../contract/confidentiality.ts'

/**
 * All that is promised except the questions. language_model: the host that comments may be sent to; none unless the organisation
 * has agreed to it before.
 */
export type Policy = Confidentiality & { breakdown: Breakdown | null; language_model?: string | null }
