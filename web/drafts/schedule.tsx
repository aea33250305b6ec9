/** How often a check-in comes round, at what time and for how long; the rule in words, and its next five dates, each of which can be left out. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { loadMessages, locale, useMessages } from '../messages.ts'
import form from '../ui/form.module.css'
import { clock, clockText } from '../ui/clock.ts'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { dateExceptionTexts } from './date-exception-texts.ts'
import { dayText } from './day-text.ts'
import { datesQuery } from './draft-queries.ts'
import type { DraftState } from './draft-store.ts'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'
import { holidayFieldTexts } from './holiday-field-texts.ts'
import { askingBy } from './lifecycle-choice.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'
import { daysOf, rhythmText } from './recurrence.ts'
import { RhythmFields } from './rhythm-fields.tsx'
import type { ScheduleFields } from './schedule-fields.ts'

type Change = (patch: Partial<ScheduleFields>, field: string) => void
type Props = { id: string; isDraft: boolean; state: DraftState<ScheduleFields>; onChange: Change }

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

const HolidayNote = lazy(async () => {
  const [{ HolidayNote }] = await Promise.all([
    import('./holiday-fields.tsx'),
    loadMessages(holidayFieldTexts),
  ])
  return { default: HolidayNote }
})

/** Most check-ins have their dates as the rule has them. */
const DateExceptions = lazy(async () => {
  const [{ DateExceptions }] = await Promise.all([
    import('./date-exceptions.tsx'),
    loadMessages(dateExceptionTexts),
  ])
  return { default: DateExceptions }
})

/** Everybody on dates, or each person on a day of their own. */
export function Schedule({ id, isDraft, state, onChange }: Props) {
  const say = useMessages(draftTexts)
  const { lifecycle, window } = state.fields
  return (
    <section aria-labelledby="schedule" className={`card pad ${classes.parts}`}>
      <h2 id="schedule">{say('schedule_heading')}</h2>
      <NativeSelect
        label={say('asks')}
        disabled={!isDraft}
        value={lifecycle?.date ?? 'dates'}
        onChange={({ currentTarget: { value } }) => onChange(datesBy(value, state.fields), 'lifecycle')}
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
        <DateFields id={id} state={state} onChange={onChange} />
      )}
    </section>
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

function DateFields({ id, state, onChange }: Omit<Props, 'isDraft'>) {
  const say = useMessages(draftTexts)
  const { recurrence, window, time_zone: zone } = state.fields
  const set = (patch: Partial<ScheduleFields['recurrence']>, field: string): void =>
    onChange({ recurrence: { ...recurrence, ...patch } }, field)
  const days = daysOf(window)
  const { holidays, holiday_calendar_ids: calendars } = recurrence
  const [asksHolidays, setAsksHolidays] = useState(holidays.length + calendars.length > 0)
  return (
    <>
      <p className={classes.rule}>
        {say('rule', {
          rhythm: rhythmText(say, recurrence.rrule),
          time: clockText(recurrence.time),
          zone: recurrence.mode === 'recipient_local_time' ? say('own_time') : zone,
        })}{' '}
        {days !== null && say('open_for', { count: days })}
      </p>
      <RhythmFields rrule={recurrence.rrule} onChange={(rrule) => set({ rrule }, 'rhythm')} />
      <div className={form.three}>
        <TextInput
          type="time"
          label={say('time')}
          value={recurrence.time}
          onChange={({ currentTarget: { value } }) => value && set({ time: value }, 'time')}
        />
        <TextInput
          type="date"
          label={say('starts_on')}
          value={recurrence.starts_on}
          onChange={({ currentTarget: { value } }) => value && set({ starts_on: value }, 'starts_on')}
        />
        <WindowSelect window={window} onChange={(next) => onChange({ window: next }, 'window')} />
      </div>
      <Checkbox
        label={say('own_zone')}
        description={say('own_zone_hint', { zone })}
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
            {say('holidays')}
          </Button>
        </div>
      )}
      <Dates id={id} state={state} onChange={(patch) => set(patch, 'exdates')} />
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

/** The rule above the dates names the zone. @param isOtherDay  “Mon, 10:00” */
const timeIn = (instant: string, zone: string, isOtherDay?: boolean): string =>
  new Intl.DateTimeFormat(locale, {
    ...(isOtherDay && { weekday: 'short' }),
    ...clock,
    timeZone: zone,
  }).format(new Date(instant))

type DatesProps = {
  id: string
  state: DraftState<ScheduleFields>
  onChange: (patch: Partial<ScheduleFields['recurrence']>) => void
}

function Dates({ id, state, onChange }: DatesProps) {
  const say = useMessages(draftTexts)
  const query = useQuery(datesQuery(id))
  const { exdates, moved_dates: moved } = state.fields.recurrence
  return (
    <>
      <h3>{say('next_dates')}</h3>
      {state.status !== 'saved' && <p className="quiet small">{say('dates_after_saving')}</p>}
      <QueryState query={query}>
        {({ openings, skipped }) => {
          const dates = [...new Map(openings.map((one) => [one.local_date, one])).values()]
          if (dates.length === 0) return <p className="quiet">{say('no_dates')}</p>
          return (
            <ul className={classes.dates}>
              {dates.map(({ local_date: date, moved_from: movedFrom, holiday, ...one }) => (
                <li key={date}>
                  <span>
                    <strong>{dayText(date)}</strong>{' '}
                    <span className="quiet">
                      {timeIn(one.opens_at, one.time_zone)} – {timeIn(one.closes_at, one.time_zone, true)}
                    </span>
                    {movedFrom !== null && (
                      <Suspense>
                        <HolidayNote
                          movedFrom={dayText(movedFrom)}
                          holiday={holiday}
                          isByHand={moved.some(({ from }) => from === movedFrom)}
                        />
                      </Suspense>
                    )}
                  </span>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={say('skip_date', { date: dayText(date) })}
                    // Its occurrence is that of the holiday.
                    onClick={() => onChange({ exdates: [...exdates, movedFrom ?? date] })}
                  >
                    {say('skip')}
                  </Button>
                </li>
              ))}
              {skipped.map(({ local_date: date, holiday }) => (
                <li key={date}>
                  <span>
                    <s>{dayText(date)}</s>{' '}
                    <Suspense>
                      <HolidayNote movedFrom={null} holiday={holiday} />
                    </Suspense>
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryState>
      {exdates.length + moved.length > 0 && (
        <Suspense>
          <DateExceptions recurrence={state.fields.recurrence} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
}
