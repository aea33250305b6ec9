/** Which calendars a check-in has, and what becomes of a date on a holiday. Loaded beside the editor, whose first bytes are few. */
import { Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { allCalendars } from '../holidays/holiday-queries.ts'
import { useMessages } from '../messages.ts'
import classes from './drafts.module.css'
import { holidayFieldTexts } from './holiday-field-texts.ts'
import type { ScheduleFields } from './schedule-fields.ts'

type Recurrence = ScheduleFields['recurrence']
type Props = { recurrence: Recurrence; onChange: (patch: Partial<Recurrence>) => void }

export function HolidayFields({ recurrence, onChange }: Props) {
  const say = useMessages(holidayFieldTexts)
  const { data: calendars = [] } = useQuery(allCalendars)
  const { holiday_calendar_ids: ids, holidays, on_holiday: how } = recurrence
  const isChosen = ids.length > 0 || holidays.length > 0
  if (calendars.length === 0 && !isChosen)
    return (
      <p className="quiet small">
        {say('none')} <Link to="/app/settings/holidays">{say('calendars')}</Link>
      </p>
    )
  return (
    <>
      <fieldset className={classes.weekdays}>
        <legend>{say('legend')}</legend>
        {calendars.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={ids.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({
                holiday_calendar_ids: checked ? [...ids, id] : ids.filter((one) => one !== id),
              })
            }
          />
        ))}
      </fieldset>
      {isChosen && <OnHoliday how={how} onChange={(on_holiday) => onChange({ on_holiday })} />}
    </>
  )
}

type How = Recurrence['on_holiday']

export function OnHoliday({ how, onChange }: { how: How; onChange: (how: How) => void }) {
  const say = useMessages(holidayFieldTexts)
  return (
    <NativeSelect
      label={say('on_holiday')}
      value={how}
      onChange={({ currentTarget: { value } }) => onChange(value === 'skip' ? 'skip' : 'next_working_day')}
      data={[
        { value: 'skip', label: say('skip') },
        { value: 'next_working_day', label: say('next_working_day') },
      ]}
    />
  )
}

type Note = { movedFrom: string | null; holiday: string | null; isByHand?: boolean }

/** Why a date was moved, or is skipped. */
export function HolidayNote({ movedFrom, holiday, isByHand = false }: Note) {
  const say = useMessages(holidayFieldTexts)
  const moved =
    movedFrom !== null &&
    (holiday === null
      ? say(isByHand ? 'moved_by_hand' : 'moved', { date: movedFrom })
      : say('moved_named', { date: movedFrom, holiday }))
  return (
    <span className="quiet small">
      {' '}
      {moved || (holiday === null ? say('skipped') : say('skipped_named', { holiday }))}
    </span>
  )
}
