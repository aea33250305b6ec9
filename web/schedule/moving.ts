/** Which occurrences somebody may move, and where to. The service decides in the end; this says it before anybody tries. */
import { limits } from '../../contract/limits.ts'
import type { SurveyOccurrences } from '../../contract/occurrences.ts'
import { daysBetween, type Entry, shift } from './days.ts'

/** Only the author of a check-in runs it. A holiday is over when it would have opened. */
export function canMove(
  { survey, occurrence }: Entry,
  userId: string | undefined,
  now: Date = new Date(),
): boolean {
  const isAhead =
    occurrence.state === 'planned' ||
    occurrence.state === 'scheduled' ||
    (occurrence.state === 'skipped' &&
      occurrence.reason === 'holiday' &&
      Date.parse(occurrence.opens_at) > now.getTime())
  return (
    survey.kind === 'check_in' &&
    !survey.by_lifecycle &&
    isAhead &&
    survey.author_user_id === userId &&
    ['draft', 'active', 'paused'].includes(survey.state)
  )
}

type Refusal = 'same' | 'past' | 'far' | 'order'

/** Why an occurrence cannot open on a day; null: it can. */
export function moveRefusal({ survey, occurrence, day }: Entry, to: string, today: string): Refusal | null {
  if (to === day) return 'same'
  if (to < today) return 'past'
  const shifted = daysBetween(day, to)
  const own = occurrence.local_date ?? day
  const target = shift(own, shifted)
  const ruled = occurrence.moved_from ?? own
  if (Math.abs(daysBetween(ruled, target)) > limits.movedDaysMax) return 'far'
  const isBetween = neighbours(survey, occurrence).every(({ first, last }) =>
    last < ruled ? target > last : target < first,
  )
  return isBetween ? null : 'order'
}

/** The days that the other occurrences of a check-in take: their own, and where they open. */
const neighbours = (
  { occurrences }: SurveyOccurrences,
  own: SurveyOccurrences['occurrences'][number],
): { first: string; last: string }[] =>
  occurrences.flatMap((one) => {
    if (one === own || one.local_date === null) return []
    const dates = [one.local_date, one.moved_from ?? one.local_date].toSorted()
    return [{ first: dates[0], last: dates[1] }]
  })
