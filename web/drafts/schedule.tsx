/** How often a check-in comes round, at what time and for how long; the rule in words, and its next five dates, each of which can be left out. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { locale, useMessages } from '../messages.ts'
import form from '../ui/form.module.css'
import { QueryState } from '../ui/query-state.tsx'
import { type CheckIn, datesQuery } from './draft-queries.ts'
import type { DraftState } from './draft-store.ts'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'
import type { Fields } from './fields.ts'
import { daysOf, rhythmText } from './recurrence.ts'
import { RhythmFields } from './rhythm-fields.tsx'

export type ScheduleFields = Fields & Pick<CheckIn, 'recurrence' | 'window' | 'time_zone' | 'rotation'>

type Change = (patch: Partial<ScheduleFields>, field: string) => void
type Props = { id: string; state: DraftState<ScheduleFields>; onChange: Change }

const daysOffered = [1, 2, 3, 5, 7, 14]

export function Schedule({ id, state, onChange }: Props) {
  const say = useMessages(draftTexts)
  const { recurrence, window, time_zone: zone } = state.fields
  const set = (patch: Partial<ScheduleFields['recurrence']>, field: string): void =>
    onChange({ recurrence: { ...recurrence, ...patch } }, field)
  const days = daysOf(window)
  return (
    <section aria-labelledby="schedule" className={`card pad ${classes.parts}`}>
      <h2 id="schedule">{say('schedule_heading')}</h2>
      <p className={classes.rule}>
        {say('rule', {
          rhythm: rhythmText(say, recurrence.rrule),
          time: recurrence.time,
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
      <Dates id={id} state={state} onSkip={(exdates) => set({ exdates }, 'exdates')} />
    </section>
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

const dayText = (date: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))

const timeIn = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  }).format(new Date(instant))

type DatesProps = {
  id: string
  state: DraftState<ScheduleFields>
  onSkip: (exdates: string[]) => void
}

function Dates({ id, state, onSkip }: DatesProps) {
  const say = useMessages(draftTexts)
  const query = useQuery(datesQuery(id))
  const { exdates } = state.fields.recurrence
  return (
    <>
      <h3>{say('next_dates')}</h3>
      {state.status !== 'saved' && <p className="quiet small">{say('dates_after_saving')}</p>}
      <QueryState query={query}>
        {({ openings }) => {
          const dates = [...new Map(openings.map((one) => [one.local_date, one])).values()]
          if (dates.length === 0) return <p className="quiet">{say('no_dates')}</p>
          return (
            <ul className={classes.dates}>
              {dates.map(({ local_date: date, opens_at: opens, closes_at: closes, time_zone: zone }) => (
                <li key={date}>
                  <span>
                    <strong>{dayText(date)}</strong>{' '}
                    <span className="quiet">
                      {say('from_to', { from: timeIn(opens, zone), to: timeIn(closes, zone) })}
                    </span>
                  </span>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={say('skip_date', { date: dayText(date) })}
                    onClick={() => onSkip([...exdates, date])}
                  >
                    {say('skip')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryState>
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
                  onClick={() => onSkip(exdates.filter((one) => one !== date))}
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
