/** Below which share a survey goes on, and for how long, or its author is only told. Loaded when that is asked for. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useMessages } from '../messages.ts'
import form from '../ui/form.module.css'
import type { Fields } from './fields.ts'
import { lowParticipationTexts } from './low-participation-texts.ts'
import { daysOf } from './recurrence.ts'

/** Half of those who were asked, and a day: it fits into most check-ins. */
export const usualExtension = { below: 0.5, extend_by: 'P1D' }

const daysOffered = [1, 2, 3, 5, 7]

type Setting = NonNullable<Fields['low_participation']>
type Props = { setting: Setting; onChange: (setting: Setting) => void }

export function LowParticipation({ setting, onChange }: Props) {
  const say = useMessages(lowParticipationTexts)
  const { below, extend_by: by } = setting
  const days = daysOf(by ?? '')
  return (
    <>
      <div className={form.pair}>
        <TextInput
          type="number"
          min={1}
          max={100}
          label={say('below')}
          value={String(Math.round(100 * below))}
          onChange={({ currentTarget: { value } }) => {
            const percent = Number(value)
            if (Number.isInteger(percent) && percent >= 1 && percent <= 100)
              onChange({ ...setting, below: percent / 100 })
          }}
        />
        <NativeSelect
          label={say('extend_by')}
          value={by ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...setting, extend_by: value === '' ? null : value })
          }
          data={[
            ...daysOffered.map((count) => ({ value: `P${count}D`, label: say('days', { count }) })),
            { value: '', label: say('only_tell') },
            ...(by === null || (days !== null && daysOffered.includes(days) && by === `P${days}D`)
              ? []
              : [{ value: by, label: days === null ? by : say('days', { count: days }) }]),
          ]}
        />
      </div>
      <p className="quiet small">{say('hint')}</p>
    </>
  )
}
