/** Adds a calendar of own days, or changes one: a date and a name each. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DateField } from '../ui/date-field.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { showDone } from '../ui/toast.ts'
import { type Calendar, type Day, daysQuery, useChange, useCreation } from './holiday-queries.ts'
import { holidayTexts } from './holiday-texts.ts'
import classes from './holidays.module.css'

type Props = { calendar: Calendar | null; onClose: () => void }

const empty: Day = { date: '', name: '' }

export function OwnDialog({ calendar, onClose }: Props) {
  return calendar === null ? (
    <NewCalendar onClose={onClose} />
  ) : (
    <ChangedCalendar calendar={calendar} onClose={onClose} />
  )
}

function NewCalendar({ onClose }: Pick<Props, 'onClose'>) {
  const say = useMessages(holidayTexts)
  const add = useCreation(({ name }) => {
    showDone(say('added', { name }))
    onClose()
  })
  return (
    <Form
      heading={say('own_heading')}
      action={say('action')}
      begins={{ name: '', days: [empty] }}
      write={add}
      onClose={onClose}
    />
  )
}

function ChangedCalendar({ calendar, onClose }: { calendar: Calendar; onClose: () => void }) {
  const say = useMessages(holidayTexts)
  const query = useQuery(daysQuery(calendar.id, undefined))
  const change = useChange(calendar, ({ name }) => {
    showDone(say('changed', { name }))
    onClose()
  })
  return (
    <QueryState query={query}>
      {({ days }) => (
        <Form
          heading={say('change_heading', { name: calendar.name })}
          action={say('save')}
          begins={{ name: calendar.name, days }}
          write={change}
          onClose={onClose}
        />
      )}
    </QueryState>
  )
}

type Written = { name: string; days: Day[] }
type FormProps = {
  heading: string
  action: string
  begins: Written
  write: { mutate: (written: Written) => void; isPending: boolean; error: Error | null }
  onClose: () => void
}

function Form({ heading, action, begins, write, onClose }: FormProps) {
  const say = useMessages(holidayTexts)
  const [name, setName] = useState(begins.name)
  const [days, setDays] = useState<readonly Day[]>(begins.days)
  const [isTried, setTried] = useState(false)
  const change = (at: number, part: Partial<Day>): void =>
    setDays(days.map((one, place) => (place === at ? { ...one, ...part } : one)))
  const filled = days
    .filter((one) => one.date !== '' || one.name.trim() !== '')
    .map((one) => ({ date: one.date, name: one.name.trim() }))
  const isWhole = filled.every((one) => one.date !== '' && one.name !== '')
  const isTwice = new Set(filled.map(({ date }) => date)).size < filled.length
  const fault = isWhole ? (isTwice ? say('day_twice') : null) : say('day_missing')
  return (
    <ConfirmDialog
      title={heading}
      effect={say('own_effect')}
      action={action}
      isBusy={write.isPending}
      error={write.error}
      onConfirm={() => {
        setTried(true)
        if (name.trim() !== '' && fault === null) write.mutate({ name: name.trim(), days: filled })
      }}
      onClose={onClose}
    >
      <TextInput
        label={say('name')}
        data-autofocus
        value={name}
        maxLength={limits.nameLengthMax}
        error={isTried && name.trim() === '' && say('name_missing')}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      {days.map((day, at) => (
        // Rows have no name of their own, and stay in their order.
        <fieldset key={at} className={classes.day} aria-label={say('day_place', { place: at + 1 })}>
          <DateField
            label={say('date')}
            value={day.date}
            onChange={({ currentTarget: { value } }) => change(at, { date: value })}
          />
          <TextInput
            label={say('day_name')}
            value={day.name}
            maxLength={limits.nameLengthMax}
            onChange={({ currentTarget: { value } }) => change(at, { name: value })}
          />
          <Button
            variant="subtle"
            aria-label={say('day_remove', { place: at + 1 })}
            onClick={() => setDays(days.filter((_, place) => place !== at))}
          >
            {say('day_out')}
          </Button>
        </fieldset>
      ))}
      {isTried && fault !== null && <p role="alert">{fault}</p>}
      {days.length < limits.holidayDaysMax && (
        <div>
          <Button variant="default" size="compact-sm" onClick={() => setDays([...days, empty])}>
            {say('day_add')}
          </Button>
        </div>
      )}
    </ConfirmDialog>
  )
}
