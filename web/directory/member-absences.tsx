/** When a member is away, from today on: nobody asks them on these days. */
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../api.ts'
import { useMessages } from '../messages.ts'
import { calendarDateOf } from '../ui/calendar-date.ts'
import { DateField } from '../ui/date-field.tsx'
import form from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { showFailure, showUndoable } from '../ui/toast.ts'
import type { Member } from './directory-queries.ts'
import classes from './directory.module.css'
import { type Days, useAbsenceCreation, useAbsenceDeletion } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'

export const daysText = ({ from, to }: Days): string =>
  from === to ? calendarDateOf(from) : `${calendarDateOf(from)} – ${calendarDateOf(to)}`

type Props = { member: Member; mayChange: boolean }

export function MemberAbsences({ member: { id, absences }, mayChange }: Props) {
  const say = useMessages(memberTexts)
  const restore = useAbsenceCreation(id, { onDone: () => {}, onFailed: showFailure })
  const remove = useAbsenceDeletion(id, {
    onDone: (absence) => void showUndoable(say('absence_deleted'), () => restore.mutate(absence)),
    onFailed: showFailure,
  })
  return (
    <section className="stack-tight" aria-labelledby="member-absences">
      <h3 id="member-absences">{say('absences')}</h3>
      {absences.length === 0 ? (
        <p className="quiet">{say('no_absences')}</p>
      ) : (
        <ul className={classes.entries}>
          {absences.map((absence) => (
            <li key={absence.id}>
              <span>{daysText(absence)}</span>
              {mayChange && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={say('delete_absence', { days: daysText(absence) })}
                  onClick={() => remove.mutate(absence)}
                  disabled={remove.isPending}
                >
                  {say('delete')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && <NewAbsence memberId={id} />}
    </section>
  )
}

function NewAbsence({ memberId }: { memberId: string }) {
  const say = useMessages(memberTexts)
  const [days, setDays] = useState<Days>({ from: '', to: '' })
  const add = useAbsenceCreation(memberId, { onDone: () => setDays({ from: '', to: '' }) })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (days.from !== '') add.mutate({ from: days.from, to: days.to || days.from })
  }
  const errors = fieldErrors(add.error)
  const isNamed = errors['/from'] !== undefined || errors['/to'] !== undefined
  return (
    <form className={classes.absence} onSubmit={submit} aria-label={say('add_absence')}>
      <DateField
        label={say('first_day')}
        value={days.from}
        error={errors['/from']}
        onChange={({ currentTarget: { value } }) => setDays({ ...days, from: value })}
      />
      <DateField
        label={say('last_day')}
        value={days.to}
        error={errors['/to']}
        onChange={({ currentTarget: { value } }) => setDays({ ...days, to: value })}
      />
      <div className={form.ends}>
        <Button type="submit" variant="default" loading={add.isPending} disabled={days.from === ''}>
          {say('add_absence')}
        </Button>
      </div>
      {!isNamed && <Refusal error={add.error} />}
    </form>
  )
}
