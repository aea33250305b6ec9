/** Days on which actions are due: of the calendar, without a zone. */
import { locale } from '../messages.ts'
import { dayOf } from '../ui/wall-clock.ts'
import type { ReplyOf } from '../../client/client.ts'

type Action = ReplyOf<'listActions'>['actions'][number]

const format = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** “Fri 27 Nov” */
export const dayText = (day: string): string => format.format(new Date(`${day}T00:00:00Z`))

const isWorkedOn = ({ state }: Action): boolean => state === 'accepted' || state === 'in_progress'

export const isLate = (action: Action, now: number): boolean =>
  action.due_on !== null && isWorkedOn(action) && action.due_on < dayOf(now)

const fortnightMs = 1_209_600_000

/** Until when an action is usually done: a day without one is never due. In two weeks, in the reader's zone. */
export const usualDueDay = (now: number): string => dayOf(now + fortnightMs)
