/** Which dates of a rule somebody may take out before they have an occurrence, and put back. Those that have one are skipped by its own act (entry-acts.tsx). */
import { type Callbacks, changeDates, ruleDateOf } from './schedule-queries.ts'
import type { Entry } from './days.ts'
import { useWrite } from '../queries.ts'
import { withMoved } from './moved-list.ts'
import { today } from './occurrence-queries.ts'

/** As the API says of a date that was taken out by hand. */
const byHand = 'exdate'

export const isTakenOut = ({ occurrence: { state, reason } }: Entry): boolean =>
  state === 'skipped' && reason === byHand

/** What can be done with its date; only the author of a check-in runs it. */
export function dateActOf(entry: Entry, userId: string | undefined): 'skip' | 'restore' | null {
  const { survey, occurrence } = entry
  const isOwn = survey.kind === 'check_in' && survey.author_user_id === userId && !survey.by_lifecycle
  if (!isOwn || !['draft', 'active', 'paused'].includes(survey.state)) return null
  if (isTakenOut(entry)) return 'restore'
  return occurrence.state === 'planned' && occurrence.check_in_instance_id === null ? 'skip' : null
}

export type DateAct = { entry: Entry; act: 'skip' | 'restore'; isUndo?: true }

/** A date that was moved comes back to where it was. */
const send = ({ entry, act }: DateAct): Promise<void> => {
  const from = ruleDateOf(entry)
  return changeDates(entry.survey, ({ exdates, moved_dates: moved }) => ({
    exdates: [...exdates.filter((date) => date !== from), ...(act === 'skip' ? [from] : [])],
    moved_dates: withMoved(
      moved,
      { from, to: act === 'skip' ? from : (entry.occurrence.local_date ?? from) },
      today(),
    ),
  }))
}

export const useDateAct = ({ onDone, onFailed }: Callbacks<DateAct>) =>
  useWrite({
    send,
    changes: ['listOccurrences', 'getCheckIn', 'getCheckInSchedule', 'listSurveys'],
    onDone: (_reply, act) => onDone(act),
    onFailed,
  })
