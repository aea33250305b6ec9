/** The dates of a check-in that are not as its rule has them: those left out, which can be put back, and those moved. Loaded where there is one. */
import { Button } from '@mantine/core'
import { useMessages } from '../messages.ts'
import { dateExceptionTexts } from './date-exception-texts.ts'
import { dayText } from './day-text.ts'
import classes from './drafts.module.css'
import type { ScheduleFields } from './schedule-fields.ts'

type Recurrence = ScheduleFields['recurrence']
type Exceptions = Pick<Recurrence, 'exdates' | 'moved_dates'>
type Props = { recurrence: Exceptions; onChange: (patch: Partial<Exceptions>) => void }

export function DateExceptions({ recurrence: { exdates, moved_dates: moved }, onChange }: Props) {
  const say = useMessages(dateExceptionTexts)
  const today = new Date().toISOString().slice(0, 10)
  const ahead = moved.filter(({ from, to }) => to >= today && !exdates.includes(from))
  return (
    <>
      {ahead.length > 0 && (
        <>
          <h3>{say('moved_dates')}</h3>
          <ul className={classes.dates}>
            {ahead
              .toSorted((a, b) => (a.from < b.from ? -1 : 1))
              .map(({ from, to }) => (
                <li key={from}>
                  <span className="quiet">{say('moved_to', { from: dayText(from), to: dayText(to) })}</span>
                  {/* One whose own day is over opens where it was moved. */}
                  {from >= today && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={say('move_back_date', { date: dayText(from) })}
                      onClick={() => onChange({ moved_dates: moved.filter((one) => one.from !== from) })}
                    >
                      {say('move_back')}
                    </Button>
                  )}
                </li>
              ))}
          </ul>
        </>
      )}
      {exdates.length > 0 && (
        <>
          <h3>{say('skipped_dates')}</h3>
          <ul className={classes.dates}>
            {exdates.map((date) => (
              <li key={date}>
                <s>{dayText(date)}</s>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={say('restore_date', { date: dayText(date) })}
                  onClick={() => onChange({ exdates: exdates.filter((one) => one !== date) })}
                >
                  {say('restore')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
