/** Days of a month as a reader sees them, in their zone. A day is its date, `2027-03-28`. */
import type { Occurrence, SurveyOccurrences } from '../../contract/occurrences.ts'
import { dayOf } from './months.ts'
import type { ShownState } from './shown-states.ts'

export { clockChangeOn } from '../ui/wall-clock.ts'
export { dayOf, daysBetween, mondayOf, monthBeside, monthOf, shift, weeksOf } from './months.ts'

/** One opening, or a closing on a day on which the survey does not open. */
export type Entry = {
  key: string
  survey: SurveyOccurrences
  occurrence: Occurrence
  day: string
  isClosing: boolean
}

/** Where an occurrence stands: by each recipient’s own clock, on its date anywhere; else on the reader's day. */
const openingDay = (
  { by_recipient: isLocal }: SurveyOccurrences,
  { local_date, opens_at }: Occurrence,
): string => (isLocal && local_date !== null ? local_date : dayOf(opens_at))

const keyOf = ({ id }: SurveyOccurrences, occurrence: Occurrence): string =>
  [id, occurrence.moved_from ?? occurrence.local_date ?? ''].join(' ')

/** What stands on each day, by when it is. */
export function entriesByDay(surveys: readonly SurveyOccurrences[]): Map<string, Entry[]> {
  const entries = surveys.flatMap((survey) => {
    const openingDays = new Set(survey.occurrences.map((one) => openingDay(survey, one)))
    // By each recipient's own clock, there is no one day on which it closes.
    const closesOnOneDay = !survey.by_recipient && !survey.by_lifecycle
    return survey.occurrences.flatMap((occurrence): Entry[] => {
      const opening = { survey, occurrence, key: keyOf(survey, occurrence) }
      const opens = { ...opening, day: openingDay(survey, occurrence), isClosing: false }
      const closes = occurrence.closes_at
      const isHeld = occurrence.state !== 'cancelled' && occurrence.state !== 'skipped'
      // Where the next one opens as this one closes, its opening says enough.
      return closesOnOneDay && isHeld && closes !== null && !openingDays.has(dayOf(closes))
        ? [opens, { ...opening, key: `${opening.key} closes`, day: dayOf(closes), isClosing: true }]
        : [opens]
    })
  })
  const at = ({ occurrence, isClosing }: Entry): number =>
    Date.parse((isClosing && occurrence.closes_at) || occurrence.opens_at)
  return Map.groupBy(
    entries.toSorted((a, b) => at(a) - at(b)),
    ({ day }) => day,
  )
}

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
