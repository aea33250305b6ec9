/** How often something comes round, as people choose it. */
import { Checkbox, NativeSelect } from '@mantine/core'
import { useMessages } from '../messages.ts'
import form from '../ui/form.module.css'
import { draftTexts } from './draft-texts.ts'
import { rhythmTexts } from './rhythm-texts.ts'
import classes from './drafts.module.css'
import {
  positionName,
  positions,
  type Rhythm,
  rhythmOf,
  rhythmText,
  ruleOf,
  weekdayName,
  weekdays,
} from './recurrence.ts'

const weeksOffered = [1, 2, 3, 4]
const monthsOffered = [1, 2, 3, 6]

export function RhythmFields({ rrule, onChange }: { rrule: string; onChange: (rrule: string) => void }) {
  const say = useMessages(draftTexts)
  const sayHere = useMessages(rhythmTexts)
  const rhythm = rhythmOf(rrule)
  const setRhythm = (next: Rhythm): void => onChange(ruleOf(next))
  return (
    <>
      <NativeSelect
        label={sayHere('repeats')}
        value={rhythm ? rhythmKey(rhythm) : 'custom'}
        onChange={({ currentTarget: { value } }) => {
          const [every, count] = value.split(' ')
          if (every === 'week')
            setRhythm({
              every,
              weeks: Number(count),
              days: rhythm?.every === 'week' ? rhythm.days : [firstDay(rhythm)],
            })
          if (every === 'month')
            setRhythm({
              position: 1,
              day: firstDay(rhythm),
              ...(rhythm?.every === 'month' && rhythm),
              every,
              months: Number(count),
            })
        }}
        data={[
          ...weeksOffered.map((count) => ({
            value: `week ${count}`,
            label: sayHere('every_weeks', { count }),
          })),
          ...monthsOffered.map((count) => ({
            value: `month ${count}`,
            label: sayHere('every_months', { count }),
          })),
          ...(rhythm && isOffered(rhythm)
            ? []
            : [{ value: rhythm ? rhythmKey(rhythm) : 'custom', label: rhythmText(say, rrule) }]),
        ]}
      />
      {rhythm?.every === 'week' && (
        <fieldset className={classes.weekdays}>
          <legend>{sayHere('on_days')}</legend>
          {weekdays.map((day) => (
            <Checkbox
              key={day}
              label={weekdayName(day)}
              checked={rhythm.days.includes(day)}
              disabled={isOnly(rhythm.days, day)}
              aria-describedby={isOnly(rhythm.days, day) ? 'one-day-stays' : undefined}
              onChange={({ currentTarget: { checked } }) =>
                setRhythm({
                  ...rhythm,
                  days: checked ? [...rhythm.days, day] : rhythm.days.filter((one) => one !== day),
                })
              }
            />
          ))}
          {rhythm.days.length === 1 && (
            <p id="one-day-stays" className="quiet small">
              {sayHere('one_day_stays')}
            </p>
          )}
        </fieldset>
      )}
      {rhythm?.every === 'month' && (
        <div className={form.pair}>
          <NativeSelect
            label={sayHere('position')}
            value={String(rhythm.position)}
            onChange={({ currentTarget: { value } }) => {
              const position = positions.find((one) => String(one) === value)
              if (position) setRhythm({ ...rhythm, position })
            }}
            data={positions.map((one) => {
              const position = positionName[one]
              return { value: String(one), label: sayHere(`position_${position}`) }
            })}
          />
          <NativeSelect
            label={sayHere('weekday')}
            value={rhythm.day}
            onChange={({ currentTarget: { value } }) => {
              const day = weekdays.find((one) => one === value)
              if (day) setRhythm({ ...rhythm, day })
            }}
            data={weekdays.map((value) => ({ value, label: weekdayName(value) }))}
          />
        </div>
      )}
    </>
  )
}

/** One has to stay. */
const isOnly = (days: readonly string[], day: string): boolean => days.length === 1 && days[0] === day

const rhythmKey = (rhythm: Rhythm): string =>
  rhythm.every === 'month' ? `month ${rhythm.months}` : `week ${rhythm.weeks}`

const isOffered = (rhythm: Rhythm): boolean =>
  rhythm.every === 'month' ? monthsOffered.includes(rhythm.months) : weeksOffered.includes(rhythm.weeks)

const firstDay = (rhythm: Rhythm | null) =>
  rhythm === null ? 'MO' : rhythm.every === 'week' ? rhythm.days[0] : rhythm.day
