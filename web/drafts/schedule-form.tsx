/** How often a check-in comes round, at what time and for how long, as fields. Loaded when somebody edits it. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { loadMessages, useMessages } from '../messages.ts'
import { DateField } from '../ui/date-field.tsx'
import form from '../ui/form.module.css'
import { SkeletonLines } from '../ui/states.tsx'
import { draftTexts } from './draft-texts.ts'
import { rhythmTexts } from './rhythm-texts.ts'
import classes from './drafts.module.css'
import { holidayFieldTexts } from './holiday-field-texts.ts'
import { askingBy } from './lifecycle-choice.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'
import { daysOf } from './recurrence.ts'
import { RhythmFields } from './rhythm-fields.tsx'
import type { ScheduleFields } from './schedule-fields.ts'

type Props = {
  fields: ScheduleFields
  isDraft: boolean
  onChange: (patch: Partial<ScheduleFields>, field: string) => void
}

const daysOffered = [1, 2, 3, 5, 7, 14]

/** Few check-ins are around joining and leaving. */
const LifecycleFields = lazy(async () => {
  const [{ LifecycleFields }] = await Promise.all([
    import('./lifecycle-fields.tsx'),
    loadMessages(lifecycleTexts),
  ])
  return { default: LifecycleFields }
})

const HolidayFields = lazy(async () => {
  const [{ HolidayFields }] = await Promise.all([
    import('./holiday-fields.tsx'),
    loadMessages(holidayFieldTexts),
  ])
  return { default: HolidayFields }
})

/** Everybody on dates, or each person on a day of their own. */
export function ScheduleForm({ fields, isDraft, onChange }: Props) {
  const say = useMessages(draftTexts)
  const { lifecycle, window } = fields
  const form = useRef<HTMLDivElement>(null)
  // The button that was pressed has gone.
  useEffect(() => {
    form.current?.querySelector<HTMLSelectElement>('select:enabled')?.focus()
  }, [])
  return (
    <div ref={form} className={classes.parts}>
      <NativeSelect
        label={say('asks')}
        disabled={!isDraft}
        value={lifecycle?.date ?? 'dates'}
        onChange={({ currentTarget: { value } }) => onChange(datesBy(value, fields), 'lifecycle')}
        data={[
          { value: 'dates', label: say('asks_dates') },
          { value: 'joined_on', label: say('asks_joined_on') },
          { value: 'leaves_on', label: say('asks_leaves_on') },
        ]}
      />
      {lifecycle ? (
        <Suspense fallback={<SkeletonLines lines={3} />}>
          <LifecycleFields lifecycle={lifecycle} window={window} isFixed={!isDraft} onChange={onChange} />
        </Suspense>
      ) : (
        <DateFields fields={fields} onChange={onChange} />
      )}
    </div>
  )
}

const weekly = 'FREQ=WEEKLY;BYDAY=FR'
/** In place of the rule, which the service makes: the dates of a lifecycle are the beginnings of its periods. */
const periods = 'FREQ=MONTHLY;BYMONTHDAY=1'

/** Where the choice changes, what most people would choose next. */
function datesBy(value: string, { lifecycle, recurrence }: ScheduleFields): Partial<ScheduleFields> {
  const asking = askingBy(value, lifecycle ?? null)
  if (asking !== null) return { ...asking, recurrence: { ...recurrence, rrule: periods } }
  return { lifecycle: null, recurrence: lifecycle ? { ...recurrence, rrule: weekly } : recurrence }
}

function DateFields({ fields, onChange }: Omit<Props, 'isDraft'>) {
  const say = useMessages(draftTexts)
  const sayHere = useMessages(rhythmTexts)
  const { recurrence, window, time_zone: zone } = fields
  const set = (patch: Partial<ScheduleFields['recurrence']>, field: string): void =>
    onChange({ recurrence: { ...recurrence, ...patch } }, field)
  const { holidays, holiday_calendar_ids: calendars } = recurrence
  const [asksHolidays, setAsksHolidays] = useState(holidays.length + calendars.length > 0)
  return (
    <>
      <RhythmFields rrule={recurrence.rrule} onChange={(rrule) => set({ rrule }, 'rhythm')} />
      <div className={form.three}>
        <TextInput
          type="time"
          label={say('time')}
          value={recurrence.time}
          onChange={({ currentTarget: { value } }) => value && set({ time: value }, 'time')}
        />
        <DateField
          label={sayHere('starts_on')}
          value={recurrence.starts_on}
          onChange={({ currentTarget: { value } }) => value && set({ starts_on: value }, 'starts_on')}
        />
        <WindowSelect window={window} onChange={(next) => onChange({ window: next }, 'window')} />
      </div>
      <Checkbox
        label={sayHere('own_zone')}
        description={sayHere('own_zone_hint', { zone })}
        checked={recurrence.mode === 'recipient_local_time'}
        onChange={({ currentTarget: { checked } }) =>
          set({ mode: checked ? 'recipient_local_time' : 'organisation_time' }, 'mode')
        }
      />
      {asksHolidays ? (
        <Suspense>
          <HolidayFields recurrence={recurrence} onChange={(patch) => set(patch, 'holidays')} />
        </Suspense>
      ) : (
        <div>
          <Button variant="default" size="compact-sm" onClick={() => setAsksHolidays(true)}>
            {sayHere('holidays')}
          </Button>
        </div>
      )}
    </>
  )
}

type WindowProps = { window: string; onChange: (window: string) => void }

/** For how long people can answer. */
function WindowSelect({ window, onChange }: WindowProps) {
  const say = useMessages(draftTexts)
  const days = daysOf(window)
  return (
    <NativeSelect
      label={say('window')}
      value={window}
      onChange={({ currentTarget: { value } }) => onChange(value)}
      data={[
        ...daysOffered.map((count) => ({ value: `P${count}D`, label: say('days', { count }) })),
        ...(days !== null && daysOffered.includes(days) && window === `P${days}D`
          ? []
          : [{ value: window, label: days === null ? window : say('days', { count: days }) }]),
      ]}
    />
  )
}
