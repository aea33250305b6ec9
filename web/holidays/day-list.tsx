/** Days of a calendar, as a list. */
import { useMessages } from '../messages.ts'
import { dateText, type Day } from './holiday-queries.ts'
import { holidayTexts } from './holiday-texts.ts'
import classes from './holidays.module.css'

export function DayList({ days }: { days: readonly Day[] }) {
  const say = useMessages(holidayTexts)
  if (days.length === 0) return <p className="quiet small">{say('no_days')}</p>
  return (
    <ul className={classes.days}>
      {days.map(({ date, name }) => (
        <li key={date}>
          <span>{dateText(date)}</span>
          <span className="quiet">{name}</span>
        </li>
      ))}
    </ul>
  )
}
