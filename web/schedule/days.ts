/** Days of a month as a reader sees them, in their zone. A day is its date, `2027-03-28`. */
import type { Occurrence, SurveyOccurrences } from '../../contract/occurrences.ts'
import { dayOf, shift } from './months.ts'
import type { ShownState } from './shown-states.ts'

export { clockChangeOn } from '../ui/wall-clock.ts'
export { dayOf, daysBetween, mondayOf, monthBeside, monthOf, shift, weeksOf } from './months.ts'

/** From the day on which it opens to the last one on which it is open: the same where it closes on that day, or on no one day. */
export type Entry = {
  key: string
  survey: SurveyOccurrences
  occurrence: Occurrence
  day: string
  last: string
}

/** Where an occurrence stands: by each recipient’s own clock, on its date anywhere; otherwise on the reader's day. */
const openingDay = (
  { by_recipient: isLocal }: SurveyOccurrences,
  { local_date, opens_at }: Occurrence,
): string => (isLocal && local_date !== null ? local_date : dayOf(opens_at))

const keyOf = ({ id }: SurveyOccurrences, occurrence: Occurrence): string =>
  [id, occurrence.moved_from ?? occurrence.local_date ?? ''].join(' ')

/** Where the next one opens on the day on which this one closes, the day is that of the next. What closes at midnight was open the day before. */
function lastDay(
  survey: SurveyOccurrences,
  occurrence: Occurrence,
  openingDays: ReadonlySet<string>,
): string {
  const day = openingDay(survey, occurrence)
  const { closes_at: closes, state } = occurrence
  // By each recipient's own clock, there is no one day on which it closes.
  const isOnItsDay =
    survey.by_recipient || survey.by_lifecycle || state === 'cancelled' || state === 'skipped'
  if (isOnItsDay || closes === null) return day
  const closing = dayOf(new Date(Date.parse(closes) - 1))
  const last = openingDays.has(closing) ? shift(closing, -1) : closing
  return last < day ? day : last
}

/** What opens on each day, by when it does. */
export function entriesByDay(surveys: readonly SurveyOccurrences[]): Map<string, Entry[]> {
  const entries = surveys.flatMap((survey) => {
    const openingDays = new Set(survey.occurrences.map((one) => openingDay(survey, one)))
    return survey.occurrences.map((occurrence): Entry => ({
      survey,
      occurrence,
      key: keyOf(survey, occurrence),
      day: openingDay(survey, occurrence),
      last: lastDay(survey, occurrence, openingDays),
    }))
  })
  const at = ({ occurrence }: Entry): number => Date.parse(occurrence.opens_at)
  return Map.groupBy(
    entries.toSorted((a, b) => at(a) - at(b)),
    ({ day }) => day,
  )
}

/** What is open on a day, whenever it opened. */
export const openOn = (entries: ReadonlyMap<string, readonly Entry[]>, on: string): Entry[] =>
  [...entries.values()].flat().filter(({ day, last }) => day <= on && on <= last)

const shownAs: Record<Occurrence['state'], ShownState> = {
  planned: 'ahead',
  scheduled: 'ahead',
  open: 'open',
  closed: 'closed',
  skipped: 'skipped',
  cancelled: 'skipped',
}

export const stateOf = ({ state }: SurveyOccurrences, occurrence: Occurrence): ShownState =>
  state === 'draft' ? 'draft' : shownAs[occurrence.state]
