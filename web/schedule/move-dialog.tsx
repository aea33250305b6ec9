/** Moves an occurrence to a day that is typed: what it asks whom, and which team would be asked too often then. */
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DateField } from '../ui/date-field.tsx'
import type { Entry } from './days.ts'
import { scheduleTexts } from './schedule-texts.ts'
import { longDay, shortDay } from './schedule-words.ts'
import type { Overload } from './team-load.ts'

type Props = {
  entry: Entry
  refusalOf: (to: string) => string | null
  overloadsAt: (to: string) => readonly Overload[]
  isBusy: boolean
  error: unknown
  onMove: (to: string) => void
  onClose: () => void
}

export function MoveDialog({ entry, refusalOf, overloadsAt, isBusy, error, onMove, onClose }: Props) {
  const say = useMessages(scheduleTexts)
  const [to, setTo] = useState('')
  const [isTried, setTried] = useState(false)
  const refusal = to === '' ? say('refused_missing') : refusalOf(to)
  return (
    <ConfirmDialog
      title={say('move_title', { title: entry.survey.title })}
      effect={say('move_effect', { day: longDay(entry.day) })}
      action={say('move_action')}
      isBusy={isBusy}
      error={error}
      onConfirm={() => {
        setTried(true)
        if (refusal === null) onMove(to)
      }}
      onClose={onClose}
    >
      <DateField
        label={say('move_day')}
        data-autofocus
        value={to}
        error={(isTried || to !== '') && refusal}
        onChange={({ currentTarget: { value } }) => setTo(value)}
      />
      {refusal === null &&
        overloadsAt(to).map(({ team, monday, entries }) => (
          <Alert key={`${team.id} ${monday}`} tone="warn">
            {say('overload_after', { team: team.name, count: entries.length, week: shortDay(monday) })}
          </Alert>
        ))}
    </ConfirmDialog>
  )
}
