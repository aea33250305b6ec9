/** What a survey of a template begins with: its dates, who is named, and what happens where few have answered. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { limits } from '../../contract/limits.ts'
import { draftTexts } from '../drafts/draft-texts.ts'
import { LowParticipation, usualExtension } from '../drafts/low-participation.tsx'
import { askingBy } from '../drafts/lifecycle-choice.ts'
import { lifecycleTexts } from '../drafts/lifecycle-texts.ts'
import { holidayFieldTexts } from '../drafts/holiday-field-texts.ts'
import { daysOf } from '../drafts/recurrence.ts'
import { RhythmFields } from '../drafts/rhythm-fields.tsx'
import { loadMessages, useMessages } from '../messages.ts'
import form from '../ui/form.module.css'
import { SkeletonLines } from '../ui/states.tsx'
import type { Template } from './template-queries.ts'
import { templateTexts } from './template-texts.ts'
import classes from './templates.module.css'

const LifecycleFields = lazy(async () => {
  const [{ LifecycleFields }] = await Promise.all([
    import('../drafts/lifecycle-fields.tsx'),
    loadMessages(lifecycleTexts),
  ])
  return { default: LifecycleFields }
})

const OnHoliday = lazy(async () => {
  const [{ OnHoliday }] = await Promise.all([
    import('../drafts/holiday-fields.tsx'),
    loadMessages(holidayFieldTexts),
  ])
  return { default: OnHoliday }
})

const modes = ['anonymous', 'confidential', 'attributed'] as const
/** As many reminders as go to everybody. */
const remindersMax = limits.remindersToEveryoneMax
const daysMax = 366

type Suggested = Template['suggested']
type Change = (patch: Partial<Suggested>, field: string) => void
type Props = {
  kind: Template['kind']
  suggested: Suggested
  onChange: (suggested: Suggested, field: string) => void
}

export function Suggestion({ kind, suggested, onChange }: Props) {
  const say = useMessages(templateTexts)
  const sayOfDrafts = useMessages(draftTexts)
  const { mode, window, lifecycle, reminders, low_participation } = suggested
  const set: Change = (patch, field) => onChange({ ...suggested, ...patch }, field)
  return (
    <section aria-labelledby="suggested" className={`card pad ${classes.parts}`}>
      <h2 id="suggested">{say('suggestion')}</h2>
      {kind === 'check_in' && <Dates suggested={suggested} set={set} />}
      <div className={form.pair}>
        <NativeSelect
          label={say('mode')}
          value={mode}
          onChange={({ currentTarget: { value } }) => {
            const next = modes.find((one) => one === value)
            if (next)
              set(
                {
                  mode: next,
                  reminders: next === 'attributed' ? reminders : reminders.slice(0, remindersMax),
                },
                'mode',
              )
          }}
          data={modes
            .filter((one) => lifecycle === null || one !== 'anonymous')
            .map((value) => ({ value, label: sayOfDrafts(`mode_${value}`) }))}
        />
        {lifecycle === null && (
          <TextInput
            type="number"
            label={say('days_open')}
            min={1}
            max={daysMax}
            value={daysOf(window) ?? 1}
            onChange={({ currentTarget: { value } }) => {
              const days = Math.round(Number(value))
              if (days >= 1 && days <= daysMax) set({ window: `P${days}D` }, 'window')
            }}
          />
        )}
      </div>
      {lifecycle === null && (
        <Checkbox
          label={sayOfDrafts('go_on')}
          checked={low_participation !== null}
          onChange={({ currentTarget: { checked } }) =>
            set({ low_participation: checked ? usualExtension : null }, 'low_participation')
          }
        />
      )}
      {low_participation && (
        <Suspense fallback={<SkeletonLines lines={2} />}>
          <LowParticipation
            setting={low_participation}
            onChange={(setting) => set({ low_participation: setting }, 'low_participation')}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Everybody on dates, or each person on a day of their own. */
function Dates({ suggested, set }: { suggested: Suggested; set: Change }) {
  const sayOfDrafts = useMessages(draftTexts)
  const { recurrence, lifecycle, window } = suggested
  return (
    <>
      <NativeSelect
        label={sayOfDrafts('asks')}
        value={lifecycle?.date ?? 'dates'}
        onChange={({ currentTarget: { value } }) => set(datesBy(value, suggested), 'lifecycle')}
        data={[
          { value: 'dates', label: sayOfDrafts('asks_dates') },
          { value: 'joined_on', label: sayOfDrafts('asks_joined_on') },
          { value: 'leaves_on', label: sayOfDrafts('asks_leaves_on') },
        ]}
      />
      {lifecycle && (
        <Suspense fallback={<SkeletonLines lines={3} />}>
          <LifecycleFields lifecycle={lifecycle} window={window} isFixed={false} onChange={set} />
        </Suspense>
      )}
      {recurrence && (
        <>
          <Suspense fallback={<SkeletonLines lines={2} />}>
            <RhythmFields
              rrule={recurrence.rrule}
              onChange={(rrule) => set({ recurrence: { ...recurrence, rrule } }, 'rhythm')}
            />
          </Suspense>
          <div className={form.pair}>
            <TextInput
              type="time"
              label={sayOfDrafts('time')}
              value={recurrence.time}
              onChange={({ currentTarget: { value } }) =>
                value && set({ recurrence: { ...recurrence, time: value } }, 'time')
              }
            />
            <Suspense fallback={<SkeletonLines lines={1} />}>
              <OnHoliday
                how={recurrence.on_holiday}
                onChange={(on_holiday) => set({ recurrence: { ...recurrence, on_holiday } }, 'on_holiday')}
              />
            </Suspense>
          </div>
        </>
      )}
    </>
  )
}

const weekly = { rrule: 'FREQ=WEEKLY;BYDAY=FR', time: '10:00', on_holiday: 'skip' } as const

function datesBy(value: string, { mode, lifecycle, recurrence }: Suggested): Partial<Suggested> {
  const asking = askingBy(value, lifecycle)
  if (asking === null) return { lifecycle: null, recurrence: recurrence ?? weekly }
  return { ...asking, recurrence: null, mode: mode === 'anonymous' ? 'confidential' : mode }
}
