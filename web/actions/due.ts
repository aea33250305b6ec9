/** Days on which actions are due: of the calendar, without a zone. */
import { locale } from '../messages.ts'
import type { Action } from './action-queries.ts'

const format = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** “Fri 27 Nov” */
export const dayText = (day: string): string => format.format(new Date(`${day}T00:00:00Z`))

/** As the reader's calendar has it. */
function today(now: number): string {
  const date = new Date(now)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

const isWorkedOn = ({ state }: Action): boolean => state === 'accepted' || state === 'in_progress'

export const isLate = (action: Action, now: number): boolean =>
  action.due_on !== null && isWorkedOn(action) && action.due_on < today(now)
