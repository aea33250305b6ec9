/** Accepting a suggestion: how to begin, who does it, and until when. Opened from the board, from a finding and from Home. */
import { useState } from 'react'
import { useMe } from '../me.ts'
import { locale, useMessages } from '../messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DateField } from '../ui/date-field.tsx'
import { OwnerChoice } from './action-form.tsx'
import type { Owner } from './action-plan.ts'
import type { Action, Plan } from './action-queries.ts'
import { actionTexts } from './action-texts.ts'
import { usualDueDay } from './due.ts'

export type Acceptance = Pick<Plan, 'owner_member_id' | 'due_on'>

type Props = {
  /** One, or the same for several teams. */
  actions: readonly Action[]
  isBusy: boolean
  error: unknown
  onClose: () => void
  onConfirm: (plan: Acceptance) => void
}

const list = new Intl.ListFormat(locale, { type: 'conjunction' })

const ownerOf = ({ owner_member_id: id, owner_name: name }: Action): Owner | null =>
  id === null ? null : { id, name: name ?? id }

export function AcceptDialog({ actions, isBusy, error, onClose, onConfirm }: Props) {
  const say = useMessages(actionTexts)
  const user = useMe().data?.user
  const self = user?.member_id ? { id: user.member_id, name: user.name } : null
  const [first] = actions
  const [owner, setOwner] = useState(() => ownerOf(first) ?? self)
  const [due, setDue] = useState(() => first.due_on ?? usualDueDay(Date.now()))
  const teams = list.format(actions.map(({ scope }) => scope.team_name ?? say('everyone')))
  return (
    <ConfirmDialog
      title={say('accept_title', { title: first.title })}
      effect={
        <div className="stack-tight">
          {first.first_step !== null && (
            <p>
              <strong>{say('first_step')}:</strong> {first.first_step}
            </p>
          )}
          <p className="quiet">{say('accept_for', { teams })}</p>
        </div>
      }
      action={say('move_accept')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onConfirm={() => onConfirm({ owner_member_id: owner?.id ?? null, due_on: due || null })}
    >
      <OwnerChoice owner={owner} onChange={setOwner} error={undefined} />
      <DateField
        label={say('due_optional')}
        value={due}
        onChange={({ currentTarget }) => setDue(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
