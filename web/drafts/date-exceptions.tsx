/** The dates of a check-in that are not as its rule has them: those left out, which can be put back. Loaded where there is one. */
import { Button } from '@mantine/core'
import { useMessages } from '../messages.ts'
import { dateExceptionTexts } from './date-exception-texts.ts'
import { dayText } from './day-text.ts'
import classes from './drafts.module.css'

type Props = { exdates: readonly string[]; onChange: (exdates: string[]) => void }

export function DateExceptions({ exdates, onChange }: Props) {
  const say = useMessages(dateExceptionTexts)
  return (
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
              onClick={() => onChange(exdates.filter((one) => one !== date))}
            >
              {say('restore')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
