/** When a check-in asks each person: so many days after they join or before they leave, and whose answers count together. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useMessages } from '../messages.ts'
import form from '../ui/form.module.css'
import classes from './drafts.module.css'
import { lifecycleTexts } from './lifecycle-texts.ts'
import { daysOf } from './recurrence.ts'
import type { Lifecycle } from './schedule-fields.ts'

const periods = ['month', 'quarter', 'year'] as const
const daysOffered = [3, 5, 7, 14, 21]
const daysMax = 3_650

type Props = {
  lifecycle: Lifecycle
  window: string
  /** It has begun: whom it asks when does not change any more. */
  isFixed: boolean
  onChange: (patch: { lifecycle: Lifecycle } | { window: string }, field: string) => void
}

export function LifecycleFields({ lifecycle, window, isFixed, onChange }: Props) {
  const say = useMessages(lifecycleTexts)
  const { date, days, period, time = '09:00' } = lifecycle
  const set = (patch: Partial<Lifecycle>): void =>
    onChange({ lifecycle: { ...lifecycle, ...patch } }, 'lifecycle')
  const open = daysOf(window)
  return (
    <>
      <p className={classes.rule}>{say(`rule_${date}`, { days })}</p>
      <div className={form.pair}>
        <TextInput
          type="number"
          min={0}
          max={daysMax}
          label={say(`days_${date}`)}
          disabled={isFixed}
          value={String(days)}
          onChange={({ currentTarget: { value } }) => {
            const count = Number(value)
            if (value !== '' && Number.isInteger(count) && count >= 0 && count <= daysMax)
              set({ days: count })
          }}
        />
        <TextInput
          type="time"
          label={say('time')}
          disabled={isFixed}
          value={time}
          onChange={({ currentTarget: { value } }) => value && set({ time: value })}
        />
      </div>
      <div className={form.pair}>
        <NativeSelect
          label={say('period')}
          disabled={isFixed}
          value={period}
          onChange={({ currentTarget: { value } }) => {
            const next = periods.find((one) => one === value)
            if (next) set({ period: next })
          }}
          data={periods.map((value) => ({ value, label: say(`period_${value}`) }))}
        />
        <NativeSelect
          label={say('window')}
          value={window}
          onChange={({ currentTarget: { value } }) => onChange({ window: value }, 'window')}
          data={[
            ...daysOffered.map((count) => ({ value: `P${count}D`, label: say('days', { count }) })),
            ...(open !== null && daysOffered.includes(open) && window === `P${open}D`
              ? []
              : [{ value: window, label: open === null ? window : say('days', { count: open }) }]),
          ]}
        />
      </div>
      <p className="quiet small">{say('period_hint')}</p>
      <p className="quiet small">{say(isFixed ? 'fixed' : 'dates_hint')}</p>
    </>
  )
}
