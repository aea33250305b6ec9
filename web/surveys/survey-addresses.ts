/** Where a survey is followed and read. Home and the pages of figures lead there, and need no more of surveys. */
import type { Survey } from './survey-queries.ts'

/** Where its answers are followed; null unless it is open. */
export const liveAddress = ({ kind, id, period }: Survey): string | null =>
  period?.state === 'open' ? `/app/${kind === 'pulse' ? 'pulses' : 'check-ins'}/${id}/live` : null

/** Where the results of a survey are; null while it has none, as it was never open. */
export const resultsAddress = ({ kind, id, period }: Survey): string | null =>
  period === null ? null : `/app/${kind === 'pulse' ? 'pulses' : 'check-ins'}/${id}/results`
